//! What people ask of a finished PDF: the document's properties and language, a standard, a watermark, a password.
//!
//! It works on any engine's PDF, so that both engines give the same. Engines may write the time and a random
//! identifier into a PDF; both are replaced here, so that the same document gives the same bytes. An encrypted PDF is
//! the exception: its key and salts must be random.

mod accessible;
mod archive;
mod conformance;
mod properties;
mod protection;
mod srgb;
mod subsets;
mod watermark;
mod xmp;

use lopdf::{Dictionary, Document, Object, StringFormat};
use platen_docx::package::Package;
use sha2::{Digest, Sha256};

use crate::{PdfError, PdfLimits};

pub use conformance::Conformance;
pub(crate) use properties::Properties;
pub use protection::{Password, Permission, Protection};
pub use watermark::{Watermark, WatermarkError};
pub(crate) use xmp::{claims, packet};

/// What is asked of a PDF beyond the document's own content.
#[derive(Debug, Clone, Default)]
pub struct Finish {
    /// The standard that it keeps. PDF/A-2b and a protection exclude each other.
    pub conformance: Option<Conformance>,
    /// Drawn over every page.
    pub watermark: Option<Watermark>,
    /// Encrypts the file.
    pub protection: Option<Protection>,
}

/// What an engine wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrote {
    /// Pages alone.
    Pages,
    /// All that was asked for but a watermark and a protection: properties, the standard, the identifier.
    Whole,
}

impl Finish {
    /// Finishes a PDF that an engine made of `docx`, which has these properties.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read; [`PdfError::Unsupported`] when the document has something that
    /// the standard forbids, or lacks what it demands.
    pub(crate) fn finished(
        &self,
        pdf: Vec<u8>,
        docx: &[u8],
        properties: &Properties,
        wrote: Wrote,
    ) -> Result<Vec<u8>, PdfError> {
        self.check()?;
        match wrote {
            Wrote::Whole if self.watermark.is_none() && self.protection.is_none() => Ok(pdf),
            // What the PDF claims to keep it goes on keeping.
            Wrote::Whole => Finish { conformance: None, ..self.clone() }.applied(&pdf, docx, properties),
            Wrote::Pages => self.applied(&pdf, docx, properties),
        }
    }

    /// Finishes any PDF of `docx`, finished before or not, the long way: the whole file is read, in this process. For PDFs
    /// that no engine of this crate made.
    ///
    /// # Errors
    /// As [`crate::convert_and_finish`].
    pub fn apply(&self, pdf: &[u8], docx: &[u8], limits: &PdfLimits) -> Result<Vec<u8>, PdfError> {
        self.check()?;
        self.applied(pdf, docx, &Properties::of(&Package::open(docx.to_vec(), &limits.package)?)?)
    }

    fn applied(&self, pdf: &[u8], docx: &[u8], properties: &Properties) -> Result<Vec<u8>, PdfError> {
        let mut document = Document::load_mem(pdf).map_err(|error| unreadable(&error))?;

        properties.write(&mut document).map_err(|error| unreadable(&error))?;
        if let Some(watermark) = &self.watermark {
            watermark.draw(&mut document).map_err(|error| unreadable(&error))?;
        }
        subsets::tag(&mut document);
        conformance::apply(&mut document, self.conformance)?;
        let id = Object::String(self.identifier(docx), StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id.clone(), id]);
        // LibreOffice's own sum over the file that it wrote.
        document.trailer.remove(b"DocChecksum");
        if let Some(protection) = &self.protection {
            protection.encrypt(&mut document).map_err(|error| unreadable(&error))?;
        }
        let mut bytes = Vec::with_capacity(pdf.len() + pdf.len() / 4);
        document.save_modern(&mut bytes).map_err(|error| unreadable(&error.into()))?;
        Ok(bytes)
    }

    /// What cannot be had together.
    pub(crate) fn check(&self) -> Result<(), PdfError> {
        if self.conformance == Some(Conformance::A2b) && self.protection.is_some() {
            return Err(PdfError::Unsupported(
                "a PDF/A-2b cannot have a password: it must open forever".to_owned(),
            ));
        }
        Ok(())
    }

    /// The file identifier (ISO 32000-2, 14.4), from what the PDF is made of.
    fn identifier(&self, docx: &[u8]) -> Vec<u8> {
        let mut hash = Sha256::new();
        hash.update(docx);
        hash.update([self.conformance.map_or(0, |standard| standard as u8 + 1)]);
        if let Some(watermark) = &self.watermark {
            hash.update(watermark.as_str());
        }
        hash.finalize().into_iter().take(16).collect()
    }
}

/// The engine wrote something that is no PDF, or not one as the standard has it.
fn unreadable(error: &lopdf::Error) -> PdfError {
    tracing::warn!(%error, "the engine's PDF cannot be finished");
    PdfError::Engine
}

/// The dictionary that `object` is or refers to.
fn resolved(document: &Document, object: Option<&Object>) -> Dictionary {
    let Some(object) = object else { return Dictionary::new() };
    match document.dereference(object) {
        Ok((_, Object::Dictionary(dictionary))) => dictionary.clone(),
        _ => Dictionary::new(),
    }
}
