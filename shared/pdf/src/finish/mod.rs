//! What people ask of a PDF beyond the document's own content: a standard, a watermark, a password. The engine itself keeps
//! the standard; the rest is done here, to its PDF.
//!
//! The same document gives the same bytes. An encrypted PDF is the exception: its key and salts must be random.

mod attachment;
mod conformance;
mod embed;
mod properties;
mod protection;
mod watermark;

use std::collections::HashSet;

use lopdf::{Dictionary, Document, Object, StringFormat};
use sha2::{Digest, Sha256};

use crate::{PdfError, PdfLimits};

pub use attachment::{Attachment, AttachmentName, Description, MediaType, Relationship};
pub use conformance::Conformance;
pub(crate) use properties::Properties;
pub use protection::{Password, Permission, Protection};
pub use watermark::{Watermark, WatermarkError};

/// What is asked of a PDF.
#[derive(Debug, Clone, Default)]
pub struct Finish {
    /// The standard that it keeps. PDF/A and a protection exclude each other.
    pub conformance: Option<Conformance>,
    /// Drawn over every page.
    pub watermark: Option<Watermark>,
    /// Encrypts the file.
    pub protection: Option<Protection>,
    /// Files that go along, each under a name of its own.
    pub attachments: Vec<Attachment>,
}

impl Finish {
    /// Whether files go along in it.
    pub fn has_files(&self) -> bool {
        !self.attachments.is_empty()
    }

    /// Adds what is asked to a PDF of `docx`. The standard that it keeps it goes on keeping.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read; [`PdfError::Unsupported`] for what cannot be had together, and
    /// [`PdfError::Limit`] for too much of it.
    pub fn apply(&self, pdf: Vec<u8>, docx: &[u8]) -> Result<Vec<u8>, PdfError> {
        self.check(&PdfLimits::default())?;
        self.added(pdf, docx, &Properties::default())
    }

    /// Adds what was checked to a PDF of a document that has these properties.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read.
    pub(crate) fn added(
        &self,
        pdf: Vec<u8>,
        docx: &[u8],
        properties: &Properties,
    ) -> Result<Vec<u8>, PdfError> {
        if self.watermark.is_none() && self.protection.is_none() && !self.has_files() {
            return Ok(pdf);
        }
        let mut document = Document::load_mem(&pdf).map_err(|error| unreadable(&error))?;
        if let Some(watermark) = &self.watermark {
            watermark.draw(&mut document).map_err(|error| unreadable(&error))?;
        }
        if self.has_files() {
            let day = properties.day().unwrap_or(Properties::FIRST_DAY);
            embed::embed(&mut document, &self.attachments, day).map_err(|error| unreadable(&error))?;
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

    /// What cannot be had together, and what is too much.
    pub(crate) fn check(&self, limits: &PdfLimits) -> Result<(), PdfError> {
        let standard = self.conformance;
        if let Some(archive) = standard.filter(|standard| standard.archive().is_some())
            && self.protection.is_some()
        {
            let title = archive.title();
            return Err(PdfError::Unsupported(format!(
                "a {title} cannot have a password: it must open forever"
            )));
        }
        if let Some(archive) = standard.filter(|standard| !standard.takes_attachments())
            && let Some(attachment) = self.attachments.first()
        {
            let (title, name) = (archive.title(), attachment.name.as_str());
            return Err(PdfError::Unsupported(format!(
                "a {title} cannot have `{name}` attached: it takes no files but other PDF/A files; make a PDF/A-3b (`a-3b`)"
            )));
        }
        self.check_attachments(limits)
    }

    fn check_attachments(&self, limits: &PdfLimits) -> Result<(), PdfError> {
        if self.attachments.len() > limits.attachments {
            return Err(PdfError::limit("attachments", limits.attachments.to_string()));
        }
        let (mut names, mut all) = (HashSet::new(), 0);
        for Attachment { name, content, .. } in &self.attachments {
            let bytes = content.len() as u64;
            if bytes > limits.attachment_bytes {
                return Err(PdfError::limit("attachment_bytes", limits.attachment_bytes.to_string()));
            }
            all += bytes;
            if !names.insert(name.folded()) {
                let name = name.as_str();
                return Err(PdfError::Unsupported(format!("two attachments are called `{name}`")));
            }
        }
        if all > limits.all_attachment_bytes {
            return Err(PdfError::limit("all_attachment_bytes", limits.all_attachment_bytes.to_string()));
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
        for attachment in &self.attachments {
            hash.update(attachment.name.as_str());
            hash.update(&attachment.content);
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
