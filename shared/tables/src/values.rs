//! The values of a row's slots, each the text of a JSON value.

use std::ops::Range;

/// Values by slot; a slot without one has an empty range.
#[derive(Debug, Default, Clone)]
pub(crate) struct Values {
    text: Vec<u8>,
    places: Vec<Range<usize>>,
}

impl Values {
    /// Room for the values of a row.
    pub fn of(slots: usize) -> Values {
        Values { text: Vec::with_capacity(slots * 12), places: Vec::with_capacity(slots) }
    }

    /// Adds the value that `write` writes to the next slot.
    pub fn push<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<bool, E>) -> Result<(), E> {
        let begin = self.text.len();
        let written = write(&mut self.text);
        if !matches!(written, Ok(true)) {
            self.text.truncate(begin);
        }
        self.places.push(begin..self.text.len());
        written.map(|_| ())
    }

    /// Takes over the value of a slot of other values.
    pub fn take(&mut self, slot: usize, other: &Values) {
        let begin = self.text.len();
        self.text.extend_from_slice(other.get(slot).unwrap_or_default());
        if let Some(place) = self.places.get_mut(slot) {
            *place = begin..self.text.len();
        }
    }

    /// A slot's value, if it has one.
    pub fn get(&self, slot: usize) -> Option<&[u8]> {
        self.text.get(self.places.get(slot)?.clone()).filter(|value| !value.is_empty())
    }

    /// Bytes that they take, about.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.places.len() * size_of::<Range<usize>>()
    }
}
