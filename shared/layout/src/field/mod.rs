//! **Fields** (17.16): computes their results from the text and its pages, and writes them into the document's text. The
//! document is laid out, its fields are computed, and it is laid out again, until nothing changes.

mod cells;
mod condition;
mod contents;
mod dates;
mod edit;
mod entries;
mod evaluate;
mod facts;
mod format;
mod formula;
mod index;
mod list_number;
mod part_text;
mod properties;
mod scan;
mod sequence;
mod style_names;
mod update;
mod write;

pub(crate) use facts::{Facts, PageFacts};
pub(crate) use update::{CODE, Settings, Update, update};

/// A field of the document and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldResult {
    /// Its part.
    pub part: String,
    /// Its number among the fields of the part, in the order of their beginnings.
    pub place: usize,
    /// Its name (`PAGEREF`).
    pub name: String,
    /// Its current text.
    pub text: String,
}

/// Times that the text is made again from its fields. The first makes lists of the right length, the second the right
/// numbers; what still changes then depends on itself.
pub(crate) const MAX_PASSES: usize = 6;
