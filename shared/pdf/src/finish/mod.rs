//! What people ask of a finished PDF: the document's properties and language, a watermark, a password.
//!
//! It works on any engine's PDF, so that both engines give the same. Engines may write the time and a random
//! identifier into a PDF; both are replaced here, so that the same document gives the same bytes. An encrypted PDF is
//! the exception: its key and salts must be random.

mod properties;
mod protection;
mod watermark;

use lopdf::{Dictionary, Document, Object, StringFormat};
use sha2::{Digest, Sha256};

use crate::{Engine, PdfError, PdfOptions};

pub use protection::{Password, Permission, Protection};
pub use watermark::{Watermark, WatermarkError};

/// What is asked of a PDF beyond the document's own content.
#[derive(Debug, Clone, Default)]
pub struct Finish {
    /// Drawn over every page.
    pub watermark: Option<Watermark>,
    /// Encrypts the file.
    pub protection: Option<Protection>,
}

/// Converts one document and finishes the PDF.
///
/// # Errors
/// Those of [`Engine::convert`]; [`PdfError::Engine`] when the engine's PDF cannot be read.
pub fn convert_and_finish(
    engine: &dyn Engine,
    docx: &[u8],
    options: &PdfOptions,
    finish: &Finish,
) -> Result<Vec<u8>, PdfError> {
    let pdf = engine.convert(docx, options)?;
    let properties = properties::read(docx, &options.limits)?;
    let mut document = Document::load_mem(&pdf).map_err(|error| unreadable(&error))?;
    drop(pdf);

    properties.write(&mut document).map_err(|error| unreadable(&error))?;
    if let Some(watermark) = &finish.watermark {
        watermark.draw(&mut document).map_err(|error| unreadable(&error))?;
    }
    identify(&mut document, docx, finish);
    if let Some(protection) = &finish.protection {
        protection.encrypt(&mut document).map_err(|error| unreadable(&error))?;
    }
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).map_err(|error| unreadable(&error.into()))?;
    Ok(bytes)
}

/// The file identifier (ISO 32000-2, 14.4), from what the PDF is made of.
fn identify(document: &mut Document, docx: &[u8], finish: &Finish) {
    let mut hash = Sha256::new();
    hash.update(docx);
    if let Some(watermark) = &finish.watermark {
        hash.update(watermark.as_str());
    }
    let hash = hash.finalize();
    let id = Object::String(hash.iter().copied().take(16).collect(), StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
    // LibreOffice's own sum over the file that it wrote.
    document.trailer.remove(b"DocChecksum");
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
