//! What an engine can do, for callers that choose one and for what is said about its PDFs.

use crate::finish::Conformance;

/// What an engine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The standards that its PDFs can be made to keep, each as far as the document allows.
    pub conformance: &'static [Conformance],
}
