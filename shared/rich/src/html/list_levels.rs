//! The open lists at one place, by level and marker.

use super::super::list_kind::{ListKind, Marker};

/// The list elements of one level each that are open at one place: a list for each kind of marker. Those of deeper levels end
/// with an item above them.
#[derive(Debug, Default)]
pub(super) struct Levels(Vec<Vec<(Marker, usize)>>);

impl Levels {
    /// Index of the list to which an item of this marker at this level belongs; opens it with `start` where there is none.
    pub fn list(&mut self, level: usize, kind: ListKind, lists: &mut Vec<ListKind>) -> usize {
        self.begin(level);
        let here = &mut self.0[level];
        // Few markers: each is one of a handful.
        if let Some((_, list)) = here.iter().find(|(known, _)| *known == kind.marker) {
            return *list;
        }
        lists.push(kind);
        here.push((kind.marker, lists.len() - 1));
        lists.len() - 1
    }

    /// The first list at a level.
    pub fn first(&self, level: usize) -> Option<usize> {
        self.0.get(level)?.first().map(|(_, list)| *list)
    }

    /// An item begins at a level: those below count again.
    pub fn begin(&mut self, level: usize) {
        self.0.resize_with(level + 1, Vec::new);
    }

    /// Forgets the lists of a level: the next item opens another.
    pub fn restart(&mut self, level: usize) {
        self.0.truncate(level);
    }
}

/// An open list element.
#[derive(Debug)]
pub(super) struct ListInWork {
    pub marker: Option<Marker>,
    pub start: u32,
    pub levels: Levels,
}
