//! The embedded engine: docxide-pdf with fonts of its own, in child processes.

use std::sync::Arc;

use platen_docx::DrawSvg;
use uuid::Uuid;

use crate::children::{ChildSettings, Pool, Role, SandboxReport, SvgChildren};
use crate::finish::Conformance;
use crate::font_report::FontReport;
use crate::fonts::{FontSettings, Substitution};
use crate::{Capabilities, Converted, Engine, PdfError, PdfOptions};

/// Converts in milliseconds, with bundled fonts, in children: a document that makes the engine abort, hang or take too
/// much memory costs itself alone.
pub struct Embedded {
    fonts: FontReport,
    pool: Pool,
    svg: SvgChildren,
}

impl Embedded {
    /// Makes the engine. The fonts are written, and a child started, when the first document needs them, or by
    /// [`Engine::warm_up`].
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        let fonts = FontReport::new(settings)?;
        let pool = Pool::new(children.clone(), Role::Layout(fonts.fonts()));
        Ok(Embedded { fonts, pool, svg: SvgChildren::new(children) })
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

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        self.fonts.substitutions(docx)
    }

    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        self.fonts.missing_characters(docx)
    }

    fn sandbox(&self) -> Option<SandboxReport> {
        self.pool.sandbox()
    }

    fn svg(&self, tenant: Option<Uuid>) -> Option<Arc<dyn DrawSvg>> {
        Some(self.svg.of(tenant))
    }
}
