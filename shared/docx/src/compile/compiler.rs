//! State that the parts of a template share while they are compiled.

use minijinja::Environment;

use super::chart_tags::Charts;
use super::controls::Control;
use super::data_stores::Stores;
use super::foreign::Seen;
use super::links::Links;
use super::notes::Notes;
use super::styles::Styles;
use super::trans_tags::TransTags;
use platen_ooxml::{Bounds, Diagnostic};

/// What compiling the parts of one template needs and gathers.
pub(crate) struct Compiler<'a> {
    pub bounds: Bounds<'a>,
    /// Knows the filters and tests that templates may use.
    pub env: &'a Environment<'a>,
    pub controls: Vec<Control>,
    pub stores: Stores,
    pub links: Links,
    pub notes: Notes<'a>,
    pub styles: Styles<'a>,
    pub charts: Charts<'a>,
    pub texts: TransTags<'a>,
    /// Marks of other products in the parts so far.
    pub foreign: Seen,
    pub remarks: Vec<Diagnostic>,
}
