//! The engine as its callers see it: children that convert, draw SVG pictures and join PDFs.

use std::path::PathBuf;
use std::sync::Arc;

use platen_svg::DrawSvg;

use platen_ooxml::Warnings;
use uuid::Uuid;

use super::{ChildSettings, MergeChild, Pool, Role, SandboxReport, SvgChildren};
use crate::finish::{Signature, seal, unsigned};
use crate::merge::Merge;
use crate::{
    Converted, Engine, PageImage, Passage, PdfError, PdfLimits, PdfOptions, Pictured, UpdatedDocx,
    Whereabouts,
};

/// Lays documents out itself, with bundled fonts and the widths of those that documents name, in children: a document
/// that makes the engine abort, hang or take too much memory costs itself alone.
pub struct Platen {
    pool: Pool,
    svg: SvgChildren,
    /// How the children that join PDFs are started.
    settings: ChildSettings,
}

impl Platen {
    /// Makes the engine. `folders` are the operator's font folders, the first with the highest rank. A child is started
    /// when the first document needs one, or by [`Engine::warm_up`].
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, settings: ChildSettings) -> Platen {
        let pool = Pool::new(settings.clone(), Role::Platen { folders });
        Platen { pool, svg: SvgChildren::new(settings.clone()), settings }
    }

    /// A child leaves room for the signature, which is written here: no child has the key.
    fn convert_and_sign(
        &self,
        docx: &[u8],
        mut signature: Signature,
        options: &PdfOptions,
    ) -> Result<Converted, PdfError> {
        let signer = options.signer.as_deref().ok_or_else(|| {
            PdfError::Unsupported("it cannot be signed: there is no key (PLATEN_SIGNING_KEY_FILE)".to_owned())
        })?;
        signer.check(signature.time).map_err(|error| unsigned(&error))?;
        signature.room = signer.room();
        let mut options = options.clone();
        options.finish.signature = Some(signature);
        let mut converted = self.pool.convert(docx, &options)?;
        seal(&mut converted.pdf, signer)?;
        Ok(converted)
    }
}

impl Engine for Platen {
    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        options.finish.check(&options.limits)?;
        match &options.finish.signature {
            Some(signature) => self.convert_and_sign(docx, signature.clone(), options),
            None => self.pool.convert(docx, options),
        }
    }

    fn update_fields(&self, docx: &[u8], options: &PdfOptions) -> Result<UpdatedDocx, PdfError> {
        self.pool.update_fields(docx, options)
    }

    fn picture(&self, docx: &[u8], page: PageImage, options: &PdfOptions) -> Result<Pictured, PdfError> {
        self.pool.picture(docx, page, options)
    }

    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        self.pool.check(docx, options)
    }

    fn find(
        &self,
        docx: &[u8],
        passages: Vec<Passage>,
        options: &PdfOptions,
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        self.pool.find(docx, passages, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.pool.warm_up(&PdfOptions::default().budget())
    }

    fn sandbox(&self) -> Option<SandboxReport> {
        self.pool.sandbox()
    }

    fn merger(&self, limits: &PdfLimits) -> Option<Box<dyn Merge>> {
        Some(Box::new(MergeChild::new(self.settings.clone(), limits.clone())))
    }

    fn svg(&self, tenant: Option<Uuid>) -> Option<Arc<dyn DrawSvg>> {
        Some(self.svg.of(tenant))
    }
}
