//! The embedded engine: docxide-pdf with fonts of its own, in child processes.

use std::sync::Arc;

use platen_docx::DrawSvg;
use uuid::Uuid;

use crate::children::{ChildSettings, MergeChild, Pool, Role, SandboxReport, SvgChildren};
use crate::finish::Conformance;
use crate::fonts::{FontSettings, Fonts};
use crate::merge::Merge;
use crate::{Capabilities, Converted, Engine, PdfError, PdfLimits, PdfOptions, Warnings};

/// Converts in milliseconds, with bundled fonts, in children: a document that makes the engine abort, hang or take too
/// much memory costs itself alone.
pub struct Embedded {
    pool: Pool,
    svg: SvgChildren,
    children: ChildSettings,
}

impl Embedded {
    /// Makes the engine. The fonts are written, and a child started, when the first document needs them, or by
    /// [`Engine::warm_up`].
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        let fonts = Arc::new(Fonts::new(settings)?);
        let pool = Pool::new(children.clone(), Role::Layout(fonts));
        Ok(Embedded { pool, svg: SvgChildren::new(children.clone()), children })
    }
}

impl Engine for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conformance: &[Conformance::A2b, Conformance::Ua1], joins_letters: false }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        self.pool.convert(docx, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.pool.warm_up(&PdfOptions::default().budget())
    }

    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        self.pool.check(docx, options)
    }

    fn sandbox(&self) -> Option<SandboxReport> {
        self.pool.sandbox()
    }

    fn merger(&self, limits: &PdfLimits) -> Option<Box<dyn Merge>> {
        Some(Box::new(MergeChild::new(self.children.clone(), limits.clone())))
    }

    fn svg(&self, tenant: Option<Uuid>) -> Option<Arc<dyn DrawSvg>> {
        Some(self.svg.of(tenant))
    }
}
