//! What an engine can do, for callers that choose one and for what is said about its PDFs.

use crate::finish::Conformance;

/// What an engine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The standards that its PDFs can be made to keep, each as far as the document allows.
    pub conformance: &'static [Conformance],
    /// Whether it joins and reorders letters as the fonts of all scripts say (OpenType's shaping of Devanagari, Khmer
    /// and others). An engine that does not draws such letters one by one, and warns of it.
    pub joins_letters: bool,
}
