//! What the expressions of one render may cost together. MiniJinja's fuel counts instructions; one instruction can copy a
//! text of megabytes or compare two lists, so that what instructions read and make is counted too.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use minijinja::value::ValueKind;
use minijinja::{Error, ErrorKind, Value};

use crate::RenderError;
use platen_ooxml::{Bounds, Budget, Exhausted, Limits};
use platen_rich::{List, Record, Rich};

/// Bytes that an element of a list or a member of an object counts.
pub(crate) const ELEMENT: usize = 32;

/// Elements that an iterator counts which does not say how many it has.
const UNKNOWN: usize = 1_000;

/// Counts down what is left of [`Limits::work_bytes`], which bounds what expressions may hold in memory. Each byte is also
/// a step of the request's budget, which bounds how long they may take.
#[derive(Debug)]
pub(crate) struct Meter {
    left: AtomicU64,
    budget: Budget,
}

impl Meter {
    pub fn new(bounds: Bounds<'_>) -> Meter {
        Meter { left: AtomicU64::new(bounds.limits.work_bytes), budget: bounds.budget.clone() }
    }

    /// The budget that the bytes are steps of.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes so many bytes.
    pub fn spend(&self, bytes: usize) -> Result<(), Error> {
        // A render runs on one thread: nobody else counts between the two.
        let before = self.left.load(Ordering::Relaxed);
        let Some(left) = before.checked_sub(bytes as u64) else {
            self.left.store(0, Ordering::Relaxed);
            return Err(Exceeded::Work.into());
        };
        self.left.store(left, Ordering::Relaxed);
        self.budget.spend(bytes as u64).map_err(|exhausted| Exceeded::Budget(exhausted).into())
    }

    /// Takes what it costs to go through a value once, without what its elements hold.
    pub fn pass(&self, value: &Value) -> Result<(), Error> {
        self.spend(extent(value))
    }

    /// Takes what it costs to go through a value with all that it holds, as a comparison may have to.
    pub fn pass_all(&self, value: &Value) -> Result<(), Error> {
        let mut open = vec![value.clone()];
        // Explicit, and counted while it goes: a list can hold one list a thousand times, and that another.
        while let Some(value) = open.pop() {
            self.spend(extent(&value))?;
            match value.kind() {
                ValueKind::Seq | ValueKind::Iterable => {
                    open.extend(value.try_iter()?.filter(|item| !is_small(item)));
                }
                ValueKind::Map => {
                    let members = value.try_iter()?.filter_map(|key| value.get_item(&key).ok());
                    open.extend(members.filter(|item| !is_small(item)));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Meter {
    /// Takes what it costs to put a value's elements in order: each is compared as often as a list of their number can be halved.
    /// Only the going through them once makes something; the comparisons take time.
    pub fn pass_in_order(&self, value: &Value) -> Result<(), Error> {
        let before = self.budget.spent();
        self.pass_all(value)?;
        let once = self.budget.spent() - before;
        let halvings = value.len().and_then(usize::checked_ilog2).unwrap_or(0);
        let compared = once.saturating_mul(u64::from(halvings));
        self.budget.spend(compared).map_err(|exhausted| Exceeded::Budget(exhausted).into())
    }
}

/// Whether an instruction is done with it in no time.
pub(crate) fn is_small(value: &Value) -> bool {
    match value.kind() {
        ValueKind::String => value.as_str().is_some_and(|text| text.len() <= 64),
        ValueKind::Seq | ValueKind::Iterable | ValueKind::Map | ValueKind::Bytes => false,
        _ => true,
    }
}

/// Bytes of a value, without what its elements hold.
fn extent(value: &Value) -> usize {
    if let Some(text) = value.as_str() {
        return text.len();
    }
    if let Some(list) = value.downcast_object_ref::<List>() {
        return ELEMENT.saturating_mul(list.items().len() + 1);
    }
    // Printed as the text that it holds.
    if let Some(rich) = value.downcast_object_ref::<Rich>() {
        return ELEMENT.saturating_add(rich.text().map_or(0, str::len));
    }
    if let Some(record) = value.downcast_object_ref::<Record>() {
        return ELEMENT.saturating_mul(record.size() + 1);
    }
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable | ValueKind::Map => {
            ELEMENT.saturating_mul(value.len().map_or(UNKNOWN, |len| len.saturating_add(1)))
        }
        _ => ELEMENT,
    }
}

/// The limit that ended a render, as the source of MiniJinja's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exceeded {
    /// [`Limits::work_bytes`]
    Work,
    /// The budget of all work on the request.
    Budget(Exhausted),
    /// [`Limits::value_depth`]
    Depth,
    /// [`Limits::value_bytes`]
    Value,
}

impl Exceeded {
    /// The limit that an error is about, if it is about one.
    pub fn of(error: &Error) -> Option<Exceeded> {
        let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(error) = source {
            if let Some(exceeded) = error.downcast_ref::<Exceeded>() {
                return Some(*exceeded);
            }
            source = error.source();
        }
        None
    }

    /// The same as the render's error.
    pub fn report(self, limits: &Limits) -> RenderError {
        let (limit, allowed, hint) = match self {
            Exceeded::Budget(exhausted) => return exhausted.into(),
            Exceeded::Work => (
                "work_bytes",
                format!("{} bytes read and made by expressions", limits.work_bytes),
                "make the template's expressions simpler or send fewer items",
            ),
            Exceeded::Depth => (
                "value_depth",
                format!("{} values inside one another", limits.value_depth),
                "nest fewer lists and objects",
            ),
            Exceeded::Value => (
                "value_bytes",
                format!("{} bytes of one text or list", limits.value_bytes),
                "make shorter texts and lists in the template's expressions, or send less data",
            ),
        };
        RenderError::Limit { limit, allowed, hint }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exceeded::Budget(exhausted) => return exhausted.fmt(f),
            Exceeded::Work => "the template's expressions read and make too much (limit work_bytes)",
            Exceeded::Depth => "lists and objects are nested too deeply (limit value_depth)",
            Exceeded::Value => "a text or a list would become too large (limit value_bytes)",
        })
    }
}

impl std::error::Error for Exceeded {}

impl From<Exceeded> for Error {
    fn from(exceeded: Exceeded) -> Error {
        Error::new(ErrorKind::InvalidOperation, exceeded.to_string()).with_source(exceeded)
    }
}
