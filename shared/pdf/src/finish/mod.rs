//! What people ask of a PDF beyond the document's own content: a standard, a watermark, a password. The engine itself keeps
//! the standard; the rest is done here, to its PDF.
//!
//! The same document gives the same bytes. An encrypted PDF is the exception: its key and salts must be random.

mod conformance;
mod properties;
mod protection;
mod watermark;

use lopdf::{Dictionary, Document, Object, StringFormat};
use sha2::{Digest, Sha256};

use crate::PdfError;

pub use conformance::Conformance;
pub(crate) use properties::Properties;
pub use protection::{Password, Permission, Protection};
pub use watermark::{Watermark, WatermarkError};

/// What is asked of a PDF.
#[derive(Debug, Clone, Default)]
pub struct Finish {
    /// The standard that it keeps. PDF/A-2b and a protection exclude each other.
    pub conformance: Option<Conformance>,
    /// Drawn over every page.
    pub watermark: Option<Watermark>,
    /// Encrypts the file.
    pub protection: Option<Protection>,
}

impl Finish {
    /// Adds the watermark and the protection to a PDF of `docx`. The standard that it keeps it goes on keeping.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read; [`PdfError::Unsupported`] for what cannot be had together.
    pub fn apply(&self, pdf: Vec<u8>, docx: &[u8]) -> Result<Vec<u8>, PdfError> {
        self.check()?;
        if self.watermark.is_none() && self.protection.is_none() {
            return Ok(pdf);
        }
        let mut document = Document::load_mem(&pdf).map_err(|error| unreadable(&error))?;
        if let Some(watermark) = &self.watermark {
            watermark.draw(&mut document).map_err(|error| unreadable(&error))?;
        }
        let id = Object::String(self.identifier(docx), StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id.clone(), id]);
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
