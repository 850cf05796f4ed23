//! Rows that belong together, until their item is whole.

use std::collections::{HashMap, VecDeque};

use crate::values::Values;

/// An item whose rows come one by one.
#[derive(Debug)]
pub(crate) struct Group {
    /// Its first row.
    pub row: u64,
    /// What holds for all of its rows.
    pub shared: Values,
    /// The elements of its lists, with commas between.
    pub lists: Vec<Vec<u8>>,
}

impl Group {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.shared.bytes() + self.lists.iter().map(Vec::len).sum::<usize>()
    }
}

/// Items in the order of their first rows. Rows of one item may stand anywhere among those of the last `most` bytes; items
/// further above are finished. So a sorted table of any size takes a bounded memory.
#[derive(Debug)]
pub(crate) struct Groups {
    /// The number of each key's item, from the first of the table.
    numbers: HashMap<String, usize>,
    /// Those that are not finished; `None` is one that is being changed.
    open: VecDeque<Option<Group>>,
    finished: usize,
    bytes: usize,
    most: usize,
}

impl Groups {
    pub fn new(most: usize) -> Groups {
        Groups { numbers: HashMap::new(), open: VecDeque::new(), finished: 0, bytes: 0, most }
    }

    /// Whether the item of a key was finished before.
    pub fn is_finished(&self, key: &str) -> bool {
        self.numbers.get(key).is_some_and(|number| *number < self.finished)
    }

    /// Begins the item of a new key.
    pub fn begin(&mut self, key: &str, group: Group) {
        self.numbers.insert(key.to_owned(), self.finished + self.open.len());
        self.bytes += group.bytes();
        self.open.push_back(Some(group));
    }

    /// Takes the open item of a key out, to be put back into its place.
    pub fn take(&mut self, key: &str) -> Option<(usize, Group)> {
        let place = self.numbers.get(key)?.checked_sub(self.finished)?;
        let group = self.open.get_mut(place)?.take()?;
        self.bytes -= group.bytes();
        Some((place, group))
    }

    /// Puts an item back.
    pub fn put_back(&mut self, place: usize, group: Group) {
        self.bytes += group.bytes();
        if let Some(own) = self.open.get_mut(place) {
            *own = Some(group);
        }
    }

    /// The first item, when all together take more bytes than they may.
    pub fn overflow(&mut self) -> Option<Group> {
        (self.bytes > self.most && self.open.len() > 1).then(|| self.next()).flatten()
    }

    /// The first item.
    pub fn next(&mut self) -> Option<Group> {
        let group = self.open.pop_front()??;
        self.finished += 1;
        self.bytes -= group.bytes();
        Some(group)
    }
}
