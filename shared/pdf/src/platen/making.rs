//! The ingredients of a PDF besides its pages.

use platen_fonts::Library;
use platen_ooxml::Budget;
use platen_ooxml::package::Package;

use super::kept::Kept;
use crate::PdfLimits;
use crate::finish::{Conformance, Properties};
use crate::join::Selection;

/// What a PDF is made of besides its pages.
#[derive(Clone, Copy)]
pub(crate) struct Making<'a> {
    /// The faces that the pages draw with.
    pub(crate) library: &'a Library,
    /// What was made for other documents.
    pub(crate) kept: &'a Kept,
    /// Where the pictures are.
    pub(crate) package: &'a Package,
    pub(crate) limits: &'a PdfLimits,
    pub(crate) budget: &'a Budget,
    /// What the document says of itself.
    pub(crate) properties: &'a Properties,
    /// The standard that the PDF must keep.
    pub(crate) conformance: Option<Conformance>,
    /// Which of its pages there are; `None`: all.
    pub(crate) selection: Option<&'a Selection>,
}
