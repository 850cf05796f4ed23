//! A compiled part and its tags, as rendering and discovery read them.

use super::report::PartName;
use platen_ooxml::Diagnostic;

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
    /// For each of its values, the condition that everything it is computed from is present.
    pub wanted: Vec<Option<String>>,
}

/// A part in which something is to be filled.
#[derive(Debug)]
pub(crate) struct CompiledPart {
    pub name: PartName,
    /// MiniJinja source with the compiler's delimiters.
    pub source: String,
    /// The author's tags in the source.
    pub tags: Vec<TagSite>,
    /// For each of `tags`, what a remark on it says.
    pub remarks: Vec<Diagnostic>,
    /// All that it writes is known to be well formed.
    pub proven: bool,
}

impl CompiledPart {
    /// The part as discovery reads it.
    pub fn as_source(&self) -> PartSource<'_> {
        PartSource { name: &self.name.label, source: &self.source, tags: &self.tags }
    }
}
