//! The interface of an engine: its requests and its results.

use std::sync::Arc;

use jiff::civil::DateTime;
use platen_ooxml::{Budget, Warnings};
use platen_sandbox::SandboxReport;
use platen_signing::Signer;
use platen_svg::DrawSvg;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::PdfError;
use crate::finish::Finish;
use crate::limits::PdfLimits;
use crate::merge::Merge;
use crate::page_image::PageImage;
use crate::passage::{Passage, Whereabouts};

/// What a conversion may cost, and what kind of PDF is asked for.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions {
    /// Bounds on the document, and the time after which a conversion without a budget is given up.
    pub limits: PdfLimits,
    /// The budget of the request that the document is made for: the time that it has left is the time of the conversion,
    /// and when it is cancelled, the conversion ends. `None`: a budget of its own, of [`PdfLimits::time`].
    pub budget: Option<Budget>,
    /// The subscription that the document belongs to. A process that has read bytes of one never reads those of another;
    /// all documents without a subscription count as those of one.
    pub tenant: Option<Uuid>,
    /// What is asked of the PDF.
    pub finish: Finish,
    /// Whether fields are computed, and how. `None`: the document's saved results stand, as when Word prints it.
    pub fields: Option<UpdateFields>,
    /// Who signs the PDF, if a signature is asked for.
    pub signer: Option<Arc<Signer>>,
}

/// How the fields of a document are computed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UpdateFields {
    /// What they take for the present. `None`: dates and times keep their saved results.
    pub now: Option<DateTime>,
    /// The name of the document's file, which the field `FILENAME` shows. `None`: it keeps its saved result.
    pub file_name: Option<String>,
}

/// A .docx whose fields show what they should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedDocx {
    /// The file.
    pub docx: Vec<u8>,
    /// Fields that keep their saved results.
    pub warnings: Warnings,
}

impl PdfOptions {
    /// The budget of the request, or one of the conversion's own.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let own = || Budget::new("pdf_time", self.limits.time, u64::MAX);
        self.budget.clone().unwrap_or_else(own)
    }
}

/// A finished PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The file.
    pub pdf: Vec<u8>,
    /// What it does not show as Word would; at most some dozens.
    pub warnings: Warnings,
}

/// A page as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pictured {
    /// The file.
    pub png: Vec<u8>,
    /// Pages of the PDF that it was drawn from.
    pub pages: u32,
    /// What the PDF does not show as Word would, on all of its pages.
    pub warnings: Warnings,
}

/// Turns a .docx package into a PDF.
pub trait Engine: Send + Sync {
    /// Converts one document and finishes the PDF. Threads may convert at the same time. What the PDF does not show as it
    /// should (a character in no font) is among its warnings, and without the document's text in the log.
    ///
    /// # Errors
    /// [`PdfError`], which names the feature or the limit; [`PdfError::Exhausted`] past the time of `options`;
    /// [`PdfError::Unsupported`] when the document has something that the standard forbids, or lacks what it demands, and for
    /// what cannot be had together.
    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError>;

    /// Computes the fields of a document, and writes their results into it.
    ///
    /// # Errors
    /// As [`Engine::convert`]; [`PdfError::Unsupported`] from an engine that has no processes.
    fn update_fields(&self, docx: &[u8], options: &PdfOptions) -> Result<UpdatedDocx, PdfError> {
        let _ = (docx, options);
        Err(PdfError::Unsupported("fields cannot be updated here".to_owned()))
    }

    /// A page of the PDF that [`Engine::convert`] would make, as a picture. What a standard or a password asks of a file does
    /// not concern it; a watermark does.
    ///
    /// # Errors
    /// As [`Engine::convert`]; [`PdfError::NoPage`]; [`PdfError::Unsupported`] from an engine that draws none.
    fn picture(&self, docx: &[u8], page: PageImage, options: &PdfOptions) -> Result<Pictured, PdfError> {
        let _ = (docx, page, options);
        Err(PdfError::Unsupported("pages cannot be drawn here".to_owned()))
    }

    /// Where passages stand on the pages of the PDF that [`Engine::convert`] would make: one place for each, in their order;
    /// `None` for those that are on no page. Empty from an engine that cannot tell.
    ///
    /// # Errors
    /// As [`Engine::convert`].
    fn find(
        &self,
        docx: &[u8],
        passages: Vec<Passage>,
        options: &PdfOptions,
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let _ = (docx, passages, options);
        Ok(Vec::new())
    }

    /// Does what the first conversion would otherwise wait for: fonts are written and listed, a child started.
    ///
    /// # Errors
    /// As [`Engine::convert`], of an engine that cannot work at all.
    fn warm_up(&self) -> Result<(), PdfError> {
        Ok(())
    }

    /// What joins the PDFs of one tenant to one, of documents that cost at most `limits` each. `None` for an engine that has
    /// no processes.
    fn merger(&self, limits: &PdfLimits) -> Option<Box<dyn Merge>> {
        let _ = limits;
        None
    }

    /// What confines the processes that read documents; `None` before the first of them has started, which
    /// [`Engine::warm_up`] does, and for an engine that has none.
    fn sandbox(&self) -> Option<SandboxReport> {
        None
    }

    /// What draws the SVG pictures of one subscription's documents in processes that can be killed; `None` for an engine
    /// that has no processes.
    fn svg(&self, tenant: Option<Uuid>) -> Option<Arc<dyn DrawSvg>> {
        let _ = tenant;
        None
    }

    /// What a PDF of the document would not show as Word does, for the author of a template: fonts that another one stands
    /// in for, characters in no font, what is not drawn. What is taken out of every document when it is opened is not
    /// among it. Empty from an engine that cannot tell.
    ///
    /// # Errors
    /// As [`Engine::convert`]: the document would not become a PDF.
    fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        let _ = (docx, options);
        Ok(Warnings::default())
    }
}
