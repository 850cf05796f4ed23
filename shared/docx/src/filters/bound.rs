//! Limits on the size of values from filters and methods.

use minijinja::{Error, ErrorKind, State, Value};

use crate::expression::{Exceeded, RenderState};

/// Bytes that an element of a list counts.
const ELEMENT: usize = 64;

/// Widths and counts above this are slips: no line of a document holds as many characters.
const WIDTH: usize = 10_000;

/// Bounds on one value.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    bytes: usize,
}

impl Bound {
    /// The bounds of the render that `state` belongs to.
    pub fn of(state: &State) -> Bound {
        // Without a render a filter is only tried, on a word.
        Bound { bytes: RenderState::of(state).map_or(WIDTH, |render| render.value_bytes) }
    }

    /// Refuses a text of more than so many bytes; `None` stands for more than can be counted.
    pub fn bytes(self, bytes: Option<usize>) -> Result<usize, Error> {
        // A short tag can ask for a text of any length, once or by doubling one again and again.
        bytes.filter(|bytes| *bytes <= self.bytes).ok_or_else(|| Exceeded::Value.into())
    }

    /// Refuses a list of more elements.
    pub fn elements(self, count: usize) -> Result<usize, Error> {
        if count > self.bytes / ELEMENT {
            return Err(Exceeded::Value.into());
        }
        Ok(count)
    }

    /// The elements of a value, of which there may not be too many.
    pub fn collect(self, value: &Value) -> Result<Vec<Value>, Error> {
        let mut items = Vec::new();
        for item in value.try_iter()?.checked() {
            let item = item?;
            self.elements(items.len() + 1)?;
            items.push(item);
        }
        Ok(items)
    }
}

/// A width or count that an argument asks for.
pub(super) fn width(asked: usize) -> Result<usize, Error> {
    if asked > WIDTH {
        let message = format!("a width of {asked} is more than the {WIDTH} allowed");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    Ok(asked)
}
