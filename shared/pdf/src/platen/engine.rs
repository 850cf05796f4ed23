//! The engine, as its callers see it: children that convert.

use std::path::PathBuf;
use std::sync::Arc;

use platen_docx::DrawSvg;
use uuid::Uuid;

use crate::children::{ChildSettings, MergeChild, Pool, Role, SandboxReport, SvgChildren};
use crate::finish::Conformance;
use crate::merge::Merge;
use crate::{Capabilities, Converted, Engine, PdfError, PdfLimits, PdfOptions, Warnings};

/// Lays documents out itself, with bundled fonts and the widths of those that documents name, in children: a document
/// that makes the engine abort, hang or take too much memory costs itself alone.
///
/// In preparation: what it does not draw as Word does is among the warnings.
pub struct Platen {
    pool: Pool,
    svg: SvgChildren,
    children: ChildSettings,
}

impl Platen {
    /// Makes the engine. `folders` are the operator's font folders, the first with the highest rank. A child is started
    /// when the first document needs one, or by [`Engine::warm_up`].
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, children: ChildSettings) -> Platen {
        let pool = Pool::new(children.clone(), Role::Platen { folders });
        Platen { pool, svg: SvgChildren::new(children.clone()), children }
    }
}

impl Engine for Platen {
    fn name(&self) -> &'static str {
        "platen"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conformance: &[Conformance::A2b, Conformance::Ua1], joins_letters: true }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        self.pool.convert(docx, options)
    }

    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        self.pool.check(docx, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.pool.warm_up(&PdfOptions::default().budget())
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
