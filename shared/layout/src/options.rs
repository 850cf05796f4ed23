//! Options of the layout.

use jiff::civil::DateTime;
use platen_ooxml::{Budget, Limits};

/// How a document is laid out.
#[derive(Debug, Clone)]
pub struct LayoutOptions {
    /// Limits on the content of its parts.
    pub limits: Limits,
    /// The limit on the work.
    pub budget: Budget,
    /// Pages that it may make.
    pub pages: usize,
    /// The results of fields to show.
    pub fields: Fields,
    /// The present for fields. `None`: dates and times keep their saved results, so that the same document gives the same
    /// pages.
    pub now: Option<DateTime>,
    /// The name of the document's file, which `FILENAME` shows.
    pub file_name: Option<String>,
    /// Whether content controls of the body become places that can be filled in ([`crate::Target::Field`]).
    pub forms: bool,
}

impl LayoutOptions {
    /// Options with the default bounds, and a budget of their own; fields show their saved results.
    #[must_use]
    pub fn new(limits: &Limits) -> LayoutOptions {
        LayoutOptions {
            limits: limits.clone(),
            budget: Budget::of(limits),
            pages: 10_000,
            fields: Fields::Saved,
            now: None,
            file_name: None,
            forms: false,
        }
    }
}

/// Which results of fields a document shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fields {
    /// Those that are saved in it, as when Word prints it: only numbers of pages, their counts and references to them are computed.
    #[default]
    Saved,
    /// Those that Word would show if all of them were updated.
    Updated,
}
