//! An engine whose work is done in children.

use std::sync::Arc;

use platen_docx::DrawSvg;
use uuid::Uuid;

use super::{ChildSettings, MergeChild, Pool, Role, SandboxReport, SvgChildren};
use crate::merge::Merge;
use crate::{Capabilities, Converted, Engine, PdfError, PdfLimits, PdfOptions, Warnings};

/// Children that convert, and those that draw SVG pictures and join PDFs.
pub struct Children {
    pool: Pool,
    svg: SvgChildren,
    /// How what joins PDFs is started.
    others: ChildSettings,
}

impl Children {
    /// `settings` are for those that convert. None is started before it is needed.
    pub(crate) fn new(settings: ChildSettings, role: Role, others: ChildSettings) -> Children {
        Children { pool: Pool::new(settings, role), svg: SvgChildren::new(others.clone()), others }
    }
}

/// An engine that is nothing but its children: this makes it an [`Engine`].
pub trait InChildren: Send + Sync {
    /// As [`Engine::name`].
    const NAME: &'static str;
    /// As [`Engine::capabilities`].
    const CAPABILITIES: Capabilities;
    /// Whether it can tell what a PDF would not show ([`Engine::check`]).
    const CHECKS: bool;

    /// Its children.
    fn children(&self) -> &Children;
}

impl<E: InChildren> Engine for E {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn capabilities(&self) -> Capabilities {
        E::CAPABILITIES
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        self.children().pool.convert(docx, options)
    }

    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        if !E::CHECKS {
            return Ok(Warnings::default());
        }
        self.children().pool.check(docx, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.children().pool.warm_up(&PdfOptions::default().budget())
    }

    fn sandbox(&self) -> Option<SandboxReport> {
        self.children().pool.sandbox()
    }

    fn merger(&self, limits: &PdfLimits) -> Option<Box<dyn Merge>> {
        Some(Box::new(MergeChild::new(self.children().others.clone(), limits.clone())))
    }

    fn svg(&self, tenant: Option<Uuid>) -> Option<Arc<dyn DrawSvg>> {
        Some(self.children().svg.of(tenant))
    }
}
