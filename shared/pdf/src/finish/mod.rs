//! What people ask of a PDF beyond the document's own content: a standard, a watermark, a password. The engine itself keeps
//! the standard; the rest is done here, to its PDF.
//!
//! The same document gives the same bytes. An encrypted PDF is the exception: its key and salts must be random.

mod attachment;
mod conformance;
mod embed;
mod invoice;
mod joined;
pub(crate) mod lines;
mod overlay;
mod page_range;
mod properties;
mod protection;
mod signature;
mod stamp;
mod watermark;

use std::collections::HashSet;

use bytes::Bytes;
use lopdf::{Dictionary, Document, Object, StringFormat};
use platen_ooxml::Bounds;
use sha2::{Digest, Sha256};

use crate::{PdfError, PdfLimits};

pub use attachment::{Attachment, AttachmentName, Description, MediaType, Relationship};
pub use conformance::Conformance;
pub(crate) use invoice::Invoice;
pub use joined::{Joined, JoinedName, JoinedPdf};
pub use page_range::PageRange;
pub(crate) use properties::Properties;
pub use protection::{Password, Permission, Protection};
pub use signature::{Signature, SignatureText};
pub(crate) use signature::{seal, unsigned};
pub use stamp::{Position, Stamp, StampError};
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
    /// An invoice in the syntax CII, which makes the PDF a Factur-X (ZUGFeRD), and a PDF/A-3.
    pub invoice: Option<Bytes>,
    /// Signs the PDF, with the key of [`crate::PdfOptions::signer`].
    pub signature: Option<Signature>,
    /// PDFs whose pages come before and behind the document's. No standard is kept with them.
    pub joined: Joined,
    /// A line on each page, also on those that are joined.
    pub stamp: Option<Stamp>,
    /// Which pages there are at last; all without it.
    pub pages: Option<PageRange>,
    /// Whether content controls become fields that can be filled in. No standard is kept with them.
    pub forms: bool,
}

impl Finish {
    /// Whether files go along in it.
    pub fn has_files(&self) -> bool {
        !self.attachments.is_empty() || self.invoice.is_some()
    }

    /// The standard that the PDF keeps: the one that is asked for, or else the one that an invoice needs.
    pub fn standard(&self) -> Option<Conformance> {
        self.conformance.or(self.invoice.as_ref().map(|_| Conformance::A3b))
    }

    /// Reads the invoice, if there is one.
    ///
    /// # Errors
    /// [`PdfError::Invoice`] with what is wrong with it; [`PdfError::Exhausted`].
    pub(crate) fn read_invoice(&self, bounds: Bounds<'_>) -> Result<Option<Invoice>, PdfError> {
        self.invoice.as_ref().map(|xml| Invoice::of(xml, bounds)).transpose()
    }

    /// Adds what was checked, and the invoice that was read, to a PDF of a document that has these properties. Before that `change`
    /// does what it does to its pages.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read.
    pub(crate) fn added(
        &self,
        pdf: Vec<u8>,
        docx: &[u8],
        properties: &Properties,
        invoice: Option<Invoice>,
        change: Option<impl FnOnce(&mut Document) -> Result<(), PdfError>>,
    ) -> Result<Vec<u8>, PdfError> {
        let is_unmarked = self.watermark.is_none() && self.stamp.is_none();
        let is_plain = is_unmarked && self.protection.is_none() && self.signature.is_none();
        if is_plain && change.is_none() && !self.has_files() {
            return Ok(pdf);
        }
        let mut document = Document::load_mem(&pdf).map_err(|error| unreadable(&error))?;
        if let Some(change) = change {
            change(&mut document)?;
        }
        if let Some(stamp) = &self.stamp {
            stamp
                .draw(&mut document, self.standard().is_some_and(|standard| standard.archive().is_some()))?;
        }
        if let Some(watermark) = &self.watermark {
            watermark.draw(&mut document).map_err(|error| unreadable(&error))?;
        }
        if self.has_files() {
            let day = properties.day().unwrap_or(Properties::FIRST_DAY);
            if let Some(invoice) = &invoice {
                invoice.describe(&mut document).map_err(|error| unreadable(&error))?;
            }
            let files: Vec<_> =
                invoice.iter().map(|invoice| &invoice.attachment).chain(&self.attachments).collect();
            embed::embed(&mut document, &files, day).map_err(|error| unreadable(&error))?;
        }
        let id = Object::String(self.identifier(docx), StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id.clone(), id]);
        if let Some(protection) = &self.protection {
            protection.encrypt(&mut document).map_err(|error| unreadable(&error))?;
        }
        let signature =
            self.signature.as_ref().map(|signature| Ok((signature, signature.add_field(&mut document)?)));
        let signature = signature.transpose().map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::with_capacity(pdf.len() + pdf.len() / 4);
        document.save_modern(&mut bytes).map_err(|error| unreadable(&error.into()))?;
        if let Some((signature, id)) = signature {
            signature.append(&mut bytes, &document.trailer, id).ok_or(PdfError::Engine)?;
        }
        Ok(bytes)
    }

    /// What cannot be had together, and what is too much.
    pub(crate) fn check(&self, limits: &PdfLimits) -> Result<(), PdfError> {
        let standard = self.standard();
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
        if self.signature.is_some() {
            self.check_signature()?;
        }
        if self.invoice.is_some() {
            self.check_invoice(limits)?;
        }
        self.check_joined(limits)?;
        self.check_attachments(limits)
    }

    fn check_signature(&self) -> Result<(), PdfError> {
        let hindrance = match (&self.protection, self.conformance) {
            (Some(_), _) => "a PDF with a password",
            (_, Some(Conformance::Ua1)) => "a PDF/UA-1",
            _ => return Ok(()),
        };
        Err(PdfError::Unsupported(format!("{hindrance} cannot be signed; leave out one of the two")))
    }

    fn check_invoice(&self, limits: &PdfLimits) -> Result<(), PdfError> {
        if let Some(standard) = self.conformance.filter(|standard| !standard.suits_invoices()) {
            let title = standard.title();
            return Err(PdfError::Unsupported(format!(
                "a {title} cannot hold an e-invoice: make a PDF/A-3 (`a-3b`)"
            )));
        }
        if let Some(taken) = self.attachments.iter().find(|file| file.name.belongs_to_an_invoice()) {
            let name = taken.name.as_str();
            return Err(PdfError::Unsupported(format!(
                "the attachment `{name}` has the name of the e-invoice; give it another"
            )));
        }
        if self.invoice.as_ref().is_some_and(|xml| xml.len() as u64 > limits.attachment_bytes) {
            return Err(PdfError::limit("attachment_bytes", limits.attachment_bytes.to_string()));
        }
        Ok(())
    }

    fn check_joined(&self, limits: &PdfLimits) -> Result<(), PdfError> {
        if let (Some(standard), false) = (self.standard(), self.joined.is_empty()) {
            let title = standard.title();
            return Err(PdfError::Unsupported(format!(
                "a {title} cannot be joined with other PDFs (`prepend`, `append`): nobody knows whether they keep the standard"
            )));
        }
        if let (Some(standard), true) = (self.standard(), self.forms) {
            let title = standard.title();
            return Err(PdfError::Unsupported(format!(
                "a {title} cannot have fields to fill in (`forms`): what is filled in has fonts that are not in the file"
            )));
        }
        match self.joined.crossed(limits) {
            Some((limit, allowed)) => Err(PdfError::limit(limit, allowed.to_string())),
            None => Ok(()),
        }
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
        if let Some(invoice) = &self.invoice {
            hash.update(invoice);
        }
        for (place, joined) in self.joined.iter() {
            hash.update(place);
            hash.update(joined.name.as_ref().map_or("", |name| name.as_str()));
            hash.update(joined.pages.as_ref().map_or("", PageRange::as_str));
            hash.update(&joined.content);
        }
        if let Some(stamp) = &self.stamp {
            hash.update(format!("{stamp:?}"));
        }
        if self.forms {
            hash.update("forms");
        }
        if let Some(pages) = &self.pages {
            hash.update(pages.as_str());
        }
        hash.finalize().into_iter().take(16).collect()
    }
}

/// The engine wrote something that is no PDF, or not one as the standard has it.
pub(crate) fn unreadable(error: &lopdf::Error) -> PdfError {
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
