//! What rendering adds to a document besides text: fresh ids, restarted lists, and notes that are written with their references. Rich
//! values come later and add to the same parts.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use platen_ooxml::sentinel::EDGE;

/// See the module.
#[derive(Debug, Default)]
pub struct Additions {
    next_id: AtomicU32,
    next_text_box: AtomicU16,
    notes: Mutex<Notes>,
    lists: Mutex<Lists>,
}

/// The first ids that nothing in a document has.
#[derive(Debug, Clone, Copy)]
pub struct FreeIds {
    /// For drawings, content controls and tracked changes.
    pub element: u32,
    /// For text boxes whose text goes on in others: 16 bits ([MS-ODRAWXML] 2.13.3.1, 2.13.3.2).
    pub text_box: u16,
}

impl Default for FreeIds {
    fn default() -> Self {
        FreeIds { element: 1, text_box: 1 }
    }
}

impl FreeIds {
    /// The ids that are free in both of two parts.
    #[must_use]
    pub fn and(self, other: FreeIds) -> FreeIds {
        FreeIds { element: self.element.max(other.element), text_box: self.text_box.max(other.text_box) }
    }
}

impl Additions {
    /// Ids are given from the first free ones on.
    pub fn new(free: FreeIds) -> Additions {
        Additions {
            next_id: AtomicU32::new(free.element),
            next_text_box: AtomicU16::new(free.text_box),
            ..Additions::default()
        }
    }

    /// An id that no other element of the document has.
    pub fn fresh_id(&self) -> u32 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// An id that no other chain of text boxes has, up to 65,535 of them.
    pub fn fresh_text_box(&self) -> u16 {
        self.next_text_box.fetch_add(1, Ordering::Relaxed)
    }

    /// The notes that were written with their references.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lists that restarted.
    pub fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lists of one document that restarted.
#[derive(Debug, Default)]
pub struct Lists {
    /// By the id in the template.
    now: HashMap<u32, Now>,
    /// New ids, and the lists that they are instances of.
    added: Vec<(u32, u32)>,
}

/// A list as it stands.
#[derive(Debug)]
struct Now {
    id: u32,
    /// It has an item.
    used: bool,
    /// The next item is its first.
    restarts: Option<u32>,
}

impl Lists {
    /// New ids, and the lists of the template that they are instances of.
    pub fn added(&self) -> &[(u32, u32)] {
        &self.added
    }

    /// The next item of a list is its first; `largest` is the largest id of a list in the template.
    pub fn restart(&mut self, list: u32, largest: u32) {
        let now = self.of(list);
        now.restarts = now.used.then_some(largest);
    }

    /// The id of a list at one of its items.
    pub fn id(&mut self, list: u32) -> u32 {
        let count = self.added.len() as u32;
        let now = self.of(list);
        now.used = true;
        let Some(largest) = now.restarts.take() else { return now.id };
        now.id = largest.saturating_add(count).saturating_add(1);
        let id = now.id;
        self.added.push((id, list));
        id
    }

    fn of(&mut self, list: u32) -> &mut Now {
        self.now.entry(list).or_insert(Now { id: list, used: false, restarts: None })
    }
}

/// The notes of one document that its parts do not hold yet, by part.
#[derive(Debug, Default)]
pub struct Notes(BTreeMap<String, Written>);

/// The notes for one part.
#[derive(Debug, Default)]
struct Written {
    /// Ids that were given out.
    count: i64,
    xml: String,
    /// New ids of comments whose text has begun, by the ids that they had.
    begun: HashMap<i64, i64>,
}

impl Notes {
    /// How many ids above the largest one of the part are taken.
    pub fn count(&self, part: &str) -> i64 {
        self.0.get(part).map_or(0, |written| written.count)
    }

    /// The notes of a part, as XML.
    pub fn of(&self, part: &str) -> &str {
        self.0.get(part).map_or("", |written| &written.xml)
    }

    /// Keeps a note for its part, whose largest id is given with the one that the note had, and returns its new id.
    pub fn add(&mut self, xml: &str, part: &str, largest: i64, old: i64) -> i64 {
        let written = self.part(part);
        let id = written.begun.remove(&old).unwrap_or_else(|| written.fresh_id(largest));
        written.xml.push_str(&xml.replacen(EDGE, &id.to_string(), 1));
        id
    }

    /// The id of a comment whose text begins or `ends`, and which follows.
    pub fn comment(&mut self, ends: bool, part: &str, largest: i64, old: i64) -> i64 {
        let written = self.part(part);
        let begun = written.begun.get(&old).copied().filter(|_| ends);
        let id = begun.unwrap_or_else(|| written.fresh_id(largest));
        written.begun.insert(old, id);
        id
    }

    fn part(&mut self, part: &str) -> &mut Written {
        self.0.entry(part.to_owned()).or_default()
    }
}

impl Written {
    fn fresh_id(&mut self, largest: i64) -> i64 {
        self.count += 1;
        largest + self.count
    }
}
