//! Reports what is not drawn as Word draws it. Nothing is left out silently.

use std::collections::HashMap;

/// Something that the pages show otherwise than Word would, or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undrawn {
    /// Stable name of the kind.
    pub code: &'static str,
    /// The missing thing, and its substitute.
    pub detail: String,
    /// Its part.
    pub part: String,
    /// The text next to it, if any, so that an author finds it.
    pub text: String,
    /// How often it was met.
    pub count: usize,
}

/// Kinds that are listed one by one; further ones are only counted under their code.
const MAX_LISTED: usize = 200;

/// Collects them: each code and detail of a part once, with a count.
#[derive(Debug, Clone, Default)]
pub(crate) struct UndrawnList {
    list: Vec<Undrawn>,
    places: HashMap<(&'static str, String, String), usize>,
}

impl UndrawnList {
    /// Adds one.
    pub fn add(&mut self, code: &'static str, part: &str, text: &str, detail: impl Into<String>) {
        let mut detail = detail.into();
        // A hostile file could name a million different things.
        if self.list.len() >= MAX_LISTED {
            detail = "further ones of this kind".to_owned();
        }
        let key = (code, part.to_owned(), detail);
        if let Some(known) = self.places.get(&key).and_then(|place| self.list.get_mut(*place)) {
            known.count += 1;
            return;
        }
        let text = text.chars().take(60).collect();
        self.places.insert(key.clone(), self.list.len());
        self.list.push(Undrawn { code, detail: key.2, part: key.1, text, count: 1 });
    }

    /// All of them, in the order in which they were met.
    pub fn into_list(self) -> Vec<Undrawn> {
        self.list
    }
}
