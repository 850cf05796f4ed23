//! What the compiler hands to discovery.

use super::{Choices, ControlKind, Location};

/// One compiled text part, as discovery reads it.
pub(crate) struct PartSource<'a> {
    /// The part in words for people: `body`, `header 1`, `footnotes`.
    pub name: &'a str,
    /// MiniJinja source of the whole part.
    pub source: &'a str,
    /// The tags that an author wrote, ascending by `offset`.
    pub tags: &'a [TagSite],
}

/// Where a tag stands in a part's source, and how its author wrote it.
#[derive(Debug, Clone)]
pub(crate) struct TagSite {
    /// Byte offset of the tag's delimiter in the source.
    pub offset: usize,
    /// Byte offset behind the tag.
    pub end: usize,
    /// The tag as written: `{{ customer.name|upper }}`.
    pub original: String,
    /// Text of the paragraph around it.
    pub excerpt: String,
    /// The condition that everything is there which its value is computed from.
    pub wanted: Option<String>,
}

/// A content control of the document. The sources call it by its index: `__control(7, "text")` fills it,
/// `{% for __scope in __repeat(7) %}` stands around the body of a repeating section.
#[derive(Debug, Clone)]
pub(crate) struct ControlSite {
    /// `w:tag`.
    pub tag: Option<String>,
    /// `w:alias`.
    pub title: Option<String>,
    /// Name under which data is looked up: the tag, else the title, else the last steps of the data binding.
    pub name: String,
    /// The control's kind.
    pub kind: ControlKind,
    /// The entries of a list.
    pub options: Choices,
    /// A date control's format.
    pub date_format: Option<String>,
    /// What stands around it goes when it is empty.
    pub optional: bool,
    /// Its content cannot be edited in Word.
    pub locked: bool,
    /// Line breaks are allowed in it.
    pub multi_line: bool,
    /// Where it stands.
    pub location: Location,
}
