//! The engines, as their callers see them: their work is done in children.

mod libreoffice_engine;
mod platen_engine;

pub use libreoffice_engine::LibreOffice;
pub use platen_engine::Platen;

use std::path::PathBuf;
use std::sync::Arc;

use platen_docx::{DrawSvg, Warnings};
use uuid::Uuid;

use crate::children::{ChildSettings, MergeChild, Pool, Role, SandboxReport, SvgChildren};
use crate::merge::Merge;
use crate::{
    Capabilities, Converted, Engine, PageImage, Passage, PdfError, PdfLimits, PdfOptions, Pictured,
    UpdatedDocx, Whereabouts,
};

/// Children that convert, and those that draw SVG pictures and join PDFs.
pub struct Children {
    pool: Pool,
    svg: SvgChildren,
    /// Those that compute fields, where the ones that convert cannot.
    fields: Option<Pool>,
    /// How what joins PDFs is started.
    others: ChildSettings,
}

impl Children {
    /// `settings` are for those that convert, `folders` have the fonts of those that compute fields. None is started before
    /// it is needed.
    fn new(settings: ChildSettings, role: Role, folders: Vec<PathBuf>, others: ChildSettings) -> Children {
        let can_update = matches!(role, Role::Platen { .. });
        let fields = (!can_update).then(|| Pool::new(others.clone(), Role::Platen { folders }));
        Children { pool: Pool::new(settings, role), svg: SvgChildren::new(others.clone()), fields, others }
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
        let Children { pool, fields, .. } = self.children();
        match (fields, &options.fields) {
            // An engine that computes none gets a document that needs none.
            (Some(fields), Some(_)) => {
                let UpdatedDocx { docx, warnings } = fields.update_fields(docx, options)?;
                let converted = pool.convert(&docx, &PdfOptions { fields: None, ..options.clone() })?;
                let all = warnings.into_iter().chain(converted.warnings);
                Ok(Converted { pdf: converted.pdf, warnings: all.collect() })
            }
            _ => pool.convert(docx, options),
        }
    }

    fn update_fields(&self, docx: &[u8], options: &PdfOptions) -> Result<UpdatedDocx, PdfError> {
        let Children { pool, fields, .. } = self.children();
        fields.as_ref().unwrap_or(pool).update_fields(docx, options)
    }

    fn picture(&self, docx: &[u8], page: PageImage, options: &PdfOptions) -> Result<Pictured, PdfError> {
        let Children { pool, fields, .. } = self.children();
        match (fields, &options.fields) {
            (Some(fields), Some(_)) => {
                let UpdatedDocx { docx, warnings } = fields.update_fields(docx, options)?;
                let mut drawn = pool.picture(&docx, page, &PdfOptions { fields: None, ..options.clone() })?;
                drawn.warnings = warnings.into_iter().chain(drawn.warnings).collect();
                Ok(drawn)
            }
            _ => pool.picture(docx, page, options),
        }
    }

    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        if !E::CHECKS {
            return Ok(Warnings::default());
        }
        self.children().pool.check(docx, options)
    }

    fn find(
        &self,
        docx: &[u8],
        passages: Vec<Passage>,
        options: &PdfOptions,
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        self.children().pool.find(docx, passages, options)
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
