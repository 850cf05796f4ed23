//! Faults of the data as their sender is told of them.

use std::collections::HashSet;

use crate::data_error::DataError;

/// Faults that are told; a table of a million wrong rows is told in as many words as one of a hundred.
const LISTED: usize = 100;

/// Bytes that all faults together may take, but for the first: names in the data may have a megabyte each, and an answer
/// must not become many times as large as its request.
const BYTES: usize = 64 << 10;

/// The first faults, each once, and how many more there are.
#[derive(Debug, Default)]
pub struct Faults {
    list: Vec<DataError>,
    known: HashSet<DataError>,
    bytes: usize,
    left_out: usize,
}

impl Faults {
    /// Whether another fault would only be counted.
    pub fn is_full(&self) -> bool {
        self.list.len() >= LISTED || self.bytes > BYTES
    }

    /// Adds a fault; one that is known already is left out.
    pub fn add(&mut self, fault: impl FnOnce() -> DataError) {
        if self.is_full() {
            self.left_out += 1;
            return;
        }
        let fault = fault();
        if self.known.insert(fault.clone()) {
            self.bytes += fault.pointer.len() + fault.detail.len();
            self.list.push(fault);
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All that is told.
    pub fn into_list(self) -> Vec<DataError> {
        let Faults { mut list, left_out, .. } = self;
        if left_out > 0 {
            let detail = format!("{left_out} more values do not fit; these are the first {}", list.len());
            list.push(DataError::new("", detail));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(faults: impl Iterator<Item = String>) -> Vec<DataError> {
        let mut all = Faults::default();
        for pointer in faults {
            all.add(|| DataError::new(pointer, "is wrong"));
        }
        all.into_list()
    }

    #[test]
    fn a_hundred_are_told_and_how_many_more_there_are() {
        let told = of((0..250).map(|n| format!("/{n}")));
        assert_eq!((told.len(), told[100].detail.contains("150 more")), (101, true));
        assert_eq!(of(["/a", "/a", "/b"].map(str::to_owned).into_iter()).len(), 2);
    }

    #[test]
    fn long_names_are_not_told_a_hundred_times() {
        let told = of((0..100).map(|n| format!("/{}/{n}", "a".repeat(50_000))));
        assert_eq!(told.len(), 3);
        assert!(told[2].detail.contains("98 more"), "{told:?}");
    }
}
