//! A finished document.

use platen_ooxml::Warnings;

/// A document that was made of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The bytes of its package.
    pub docx: Vec<u8>,
    /// What it lacks of the data that it was made from: what a sub-document would have loaded or run, for one.
    pub warnings: Warnings,
}
