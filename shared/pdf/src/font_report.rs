//! What the embedded engine lacks for a document, told without the converter: a program that only tells of templates
//! stays small.

use std::sync::Arc;

use crate::fonts::{FontSettings, Fonts, Substitution};
use crate::{
    Capabilities, Converted, Engine, PdfError, PdfLimits, PdfOptions, missing, normalise, substitutions,
};

/// Answers [`Engine::substitutions`] and [`Engine::missing_characters`] as [`crate::Embedded`] does, and converts nothing.
pub struct FontReport {
    fonts: Arc<Fonts>,
}

impl FontReport {
    /// The fonts are written when the first document needs them.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings) -> Result<Self, PdfError> {
        Ok(FontReport { fonts: Arc::new(Fonts::new(settings)?) })
    }

    /// The fonts, put in place or not.
    pub(crate) fn fonts(&self) -> Arc<Fonts> {
        self.fonts.clone()
    }

    /// The fonts, once they can be read.
    fn in_place(&self) -> Result<&Fonts, PdfError> {
        self.fonts.put_in_place()?;
        Ok(&self.fonts)
    }
}

impl Engine for FontReport {
    fn name(&self) -> &'static str {
        "font report"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conformance: &[], joins_letters: false }
    }

    fn convert(&self, _docx: &[u8], _options: &PdfOptions) -> Result<Converted, PdfError> {
        Err(PdfError::Unsupported("this process tells of fonts alone, and makes no PDF".to_owned()))
    }

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        substitutions::substitutions(docx, self.in_place()?, &PdfLimits::default())
    }

    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        let fonts = self.in_place()?;
        let characters = normalise::characters(docx, &PdfLimits::default())?;
        Ok(missing::missing(&fonts.drawn(&characters)))
    }
}
