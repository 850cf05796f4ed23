//! What is wrong with an invoice.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Faults that one answer lists: an invoice of ten thousand lines may break a rule in each.
const MOST: usize = 20;

/// Bytes of what an invoice itself adds to a fault.
const QUOTED_BYTES: usize = 60;

/// Bytes of a place, and of a detail.
///
/// Attack: an element whose name is a megabyte.
const TEXT_BYTES: usize = 700;

/// A rule that an invoice breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Its name in EN 16931 or XRechnung, such as `BR-CO-10`; empty where XML itself or the syntax is broken.
    pub rule: String,
    /// Where: the element, from the root on.
    pub place: String,
    /// What is wrong, and what would be right.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { rule, place, detail } = self;
        let (before, after) = if rule.is_empty() { ("", "") } else { (rule.as_str(), ": ") };
        write!(f, "{before}{after}{detail}")?;
        if place.is_empty() { Ok(()) } else { write!(f, " (at {place})") }
    }
}

/// The rules that an invoice breaks: those found first, and how many there are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    listed: Vec<Fault>,
    count: usize,
}

impl Faults {
    /// Adds a fault. Its place costs a walk, which only those that are listed take.
    pub(crate) fn add(&mut self, rule: &str, place: impl FnOnce() -> String, detail: impl Into<String>) {
        self.count += 1;
        if self.listed.len() < MOST {
            let (place, detail) = (cut(place()), cut(detail.into()));
            self.listed.push(Fault { rule: rule.to_owned(), place, detail });
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those that are listed.
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// How many more there are.
    pub fn more(&self) -> usize {
        self.count - self.listed.len()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.listed.iter().enumerate() {
            let between = if at == 0 { "" } else { "; " };
            write!(f, "{between}{fault}")?;
        }
        if self.more() > 0 { write!(f, "; and {} more", self.more()) } else { Ok(()) }
    }
}

/// What an invoice says, as a fault quotes it.
pub(crate) fn quoted(text: &str) -> String {
    match text.len() > QUOTED_BYTES {
        true => format!("`{} ...`", &text[..text.floor_char_boundary(QUOTED_BYTES)]),
        false => format!("`{text}`"),
    }
}

fn cut(mut text: String) -> String {
    if text.len() > TEXT_BYTES {
        text.truncate(text.floor_char_boundary(TEXT_BYTES));
        text.push_str(" ...");
    }
    text
}
