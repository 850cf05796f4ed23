//! The state that a template sees: the caller's data, and under reserved names the state of the render.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use minijinja::State;
use minijinja::value::{Enumerator, Object, Value};

use super::made::Made;
use super::meter::Meter;
use super::page_setup::PageSetup;
use super::patterns::Patterns;
use super::wordings::Wordings;
use crate::options::{Missing, TODAY};
use platen_locale::Locale;
use platen_ooxml::{Bounds, Limits, Warning, Warnings};
use platen_rich::{Additions, FreeIds, Rich};

/// Reserved names begin with two underscores, which no data member may.
const STATE: &str = "__state";

/// The render's state, shared by all parts of one document.
#[derive(Debug)]
pub(crate) struct RenderState {
    pub missing: Missing,
    /// For whom dates, numbers and lists are written.
    pub locale: Locale,
    /// [`crate::RenderOptions::today`], as data has it.
    today: Option<Value>,
    /// The template's texts in other languages.
    wordings: Option<Arc<Wordings>>,
    /// [`platen_ooxml::Limits::value_bytes`]
    pub value_bytes: usize,
    /// [`platen_ooxml::Limits::value_depth`]
    pub value_depth: usize,
    limits: Limits,
    /// What expressions may still cost.
    pub meter: Meter,
    /// Ids, notes and lists that the document gets.
    pub additions: Additions,
    undefined: AtomicBool,
    suspected: AtomicBool,
    /// Keys of `__once` that were there.
    seen: Mutex<HashSet<String>>,
    /// The ids of chains of text boxes that loops wrote last, by their keys.
    text_boxes: Mutex<HashMap<String, u16>>,
    /// Tags and controls that found no value, as the traced templates report them.
    absent: Mutex<BTreeSet<Absent>>,
    /// Rich values that filters made.
    pub made: Made,
    /// Regular expressions that were compiled.
    pub patterns: Patterns,
    /// Rich values that were printed; their indices stand in the parts.
    rich: Mutex<Vec<Arc<Rich>>>,
    /// What `page` tags said, each with the tag's number in its part; their indices stand in the parts.
    pages: Mutex<Vec<(PageSetup, usize)>>,
    warnings: Mutex<Warnings>,
}

/// A field that found no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Absent {
    /// Author's tag by index in its part.
    Tag(usize),
    /// Content control by id.
    Control(usize),
}

impl RenderState {
    pub fn new(missing: Missing, free: FreeIds, locale: Locale, bounds: Bounds<'_>) -> RenderState {
        let Limits { value_bytes, value_depth, .. } = *bounds.limits;
        RenderState {
            missing,
            locale,
            today: None,
            wordings: None,
            value_bytes,
            value_depth,
            limits: bounds.limits.clone(),
            meter: Meter::new(bounds),
            additions: Additions::new(free),
            undefined: AtomicBool::new(false),
            suspected: AtomicBool::new(false),
            seen: Mutex::default(),
            text_boxes: Mutex::default(),
            absent: Mutex::default(),
            made: Made::default(),
            patterns: Patterns::default(),
            rich: Mutex::default(),
            pages: Mutex::default(),
            warnings: Mutex::default(),
        }
    }

    /// The same on a day.
    pub fn on(self, today: Option<Date>) -> RenderState {
        RenderState { today: today.map(|day| Value::from(day.to_string())), ..self }
    }

    /// The same with texts in other languages.
    pub fn with_wordings(self, wordings: Option<Arc<Wordings>>) -> RenderState {
        RenderState { wordings, ..self }
    }

    /// A text of the data in the language of the document. Nothing where it stays as it is, which is told.
    pub fn worded(&self, text: &str) -> Option<String> {
        let found = self.wordings.as_ref()?.value(text, &self.locale);
        found.map_err(|warning| warning.into_iter().for_each(|warning| self.warn(*warning))).ok()
    }

    /// What bounds the render.
    pub fn bounds(&self) -> Bounds<'_> {
        Bounds { limits: &self.limits, budget: self.meter.budget() }
    }

    /// The state of the render that `state` belongs to.
    pub fn of(state: &minijinja::State) -> Option<Arc<RenderState>> {
        state.lookup(STATE)?.downcast_object::<RenderState>()
    }

    /// Whether `key` is asked for the first time.
    pub fn once(&self, key: &str) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned())
    }

    /// The id of a chain of text boxes: a new one where it `begins`, else the one that it began with last.
    pub fn text_box(&self, key: &str, begins: bool) -> u16 {
        let mut known = self.text_boxes.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(key).filter(|_| !begins) {
            Some(id) => *id,
            None => {
                let id = self.additions.fresh_text_box();
                known.insert(key.to_owned(), id);
                id
            }
        }
    }

    /// Notes that a rich value is printed; returns its index.
    pub fn note_rich(&self, value: Arc<Rich>) -> usize {
        let mut list = self.rich.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(value);
        list.len() - 1
    }

    pub fn take_rich(&self) -> Vec<Arc<Rich>> {
        std::mem::take(&mut self.rich.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what a `page` tag says.
    pub fn note_page(&self, setup: PageSetup) {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).push((setup, 0));
    }

    /// Notes which tag the last one was; returns its index.
    pub fn note_page_tag(&self, tag: usize) -> Option<usize> {
        let mut list = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        list.last_mut()?.1 = tag;
        Some(list.len() - 1)
    }

    pub fn take_pages(&self) -> Vec<(PageSetup, usize)> {
        std::mem::take(&mut self.pages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what the document shows otherwise than the data says.
    pub fn warn(&self, warning: Warning) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).add(warning);
    }

    pub fn take_warnings(&self) -> Warnings {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes that a value was printed which does not exist.
    pub fn note_undefined(&self) {
        self.undefined.store(true, Ordering::Relaxed);
    }

    pub fn printed_undefined(&self) -> bool {
        self.undefined.load(Ordering::Relaxed)
    }

    /// Notes that something was made of a value which does not exist: `{{ items|sum }}` is 0 then, and `{{ name|upper }}` an empty
    /// text. What a condition makes of it is no fault, so that only the traced templates can tell.
    pub fn suspect(&self) {
        self.suspected.store(true, Ordering::Relaxed);
    }

    pub fn suspects(&self) -> bool {
        self.suspected.load(Ordering::Relaxed)
    }

    pub fn note_absent(&self, absent: Absent) {
        self.note_undefined();
        let mut list = self.absent.lock().unwrap_or_else(PoisonError::into_inner);
        list.insert(absent);
    }

    pub fn take_absent(&self) -> Vec<Absent> {
        let absent = std::mem::take(&mut *self.absent.lock().unwrap_or_else(PoisonError::into_inner));
        absent.into_iter().collect()
    }
}

impl Object for RenderState {
    fn get_value(self: &Arc<Self>, _: &Value) -> Option<Value> {
        None
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::NonEnumerable
    }
}

#[derive(Debug)]
struct Root {
    data: Value,
    state: Value,
    today: Option<Value>,
}

impl Object for Root {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        if key.as_str() == Some(STATE) {
            return Some(self.state.clone());
        }
        let found = self.data.get_item(key).ok().filter(|v| !v.is_undefined());
        found.or_else(|| self.today.clone().filter(|_| key.as_str() == Some(TODAY)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::NonEnumerable
    }
}

/// The root context of a render.
pub(crate) fn context(data: &Value, state: &Arc<RenderState>) -> Value {
    let today = state.today.clone();
    Value::from_object(Root { data: data.clone(), state: Value::from_dyn_object(state.clone()), today })
}

/// Notes that a value does not exist which something is made of.
pub(super) fn suspect(state: &State, value: Option<&Value>) {
    if value.is_some_and(Value::is_undefined)
        && let Some(render) = RenderState::of(state)
    {
        render.suspect();
    }
}
