//! A paragraph while it is read.

use std::sync::Arc;

use crate::model::paragraph_properties::Align;
use crate::model::run::RunLayer;
use crate::model::story::{Inline, InlineKind, Noted, Station};
use crate::pages::Target;

/// A paragraph while its inlines are read.
pub(super) struct Unfinished<'p> {
    pub(super) base: &'p RunLayer,
    /// Identity of `base`, for the cache of run styles.
    pub(super) key: (usize, u64),
    pub(super) inlines: Vec<Inline>,
    pub(super) spots: Vec<Station>,
    pub(super) link: Option<Arc<Target>>,
    pub(super) depth: usize,
    /// The alignment of an equation that is alone in its paragraph.
    pub(super) display: Option<Align>,
    /// Whether what is read is set as one with other text.
    pub(super) is_composed: bool,
}

impl Unfinished<'_> {
    /// Notes where the paragraph has come to.
    pub(super) fn note(&mut self, noted: Noted) {
        let at = match self.inlines.last() {
            Some(Inline { kind: InlineKind::Text(text), .. }) => (self.inlines.len() - 1, text.len()),
            _ => (self.inlines.len(), 0),
        };
        self.spots.push(Station { at, noted });
    }
}
