//! The embedded engine: docxide-pdf with fonts of its own, in child processes.

use std::sync::Arc;

use crate::children::{ChildSettings, Children, InChildren, Role};
use crate::finish::Conformance;
use crate::fonts::{FontSettings, Fonts};
use crate::{Capabilities, PdfError};

/// Converts in milliseconds, with bundled fonts, in children: a document that makes the engine abort, hang or take too
/// much memory costs itself alone.
pub struct Embedded(Children);

impl Embedded {
    /// Makes the engine. The fonts are written, and a child started, when the first document needs them, or by
    /// [`crate::Engine::warm_up`].
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        let role = Role::Layout(Arc::new(Fonts::new(settings)?));
        Ok(Embedded(Children::new(children.clone(), role, children)))
    }
}

impl InChildren for Embedded {
    const NAME: &'static str = "embedded";
    const CAPABILITIES: Capabilities =
        Capabilities { conformance: &[Conformance::A2b, Conformance::Ua1], joins_letters: false };
    const CHECKS: bool = true;

    fn children(&self) -> &Children {
        &self.0
    }
}
