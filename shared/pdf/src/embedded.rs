//! The engine in this process: docxide-pdf, with its fonts put in place and its measured faults kept out.

use crate::fonts::{self, FontSettings, Fonts, Substitution};
use crate::worker::Workers;
use crate::{normalise, substitutions, Engine, PdfError, PdfLimits, PdfOptions};

/// Converts in this process, in milliseconds, with bundled fonts.
pub struct Embedded {
    fonts: &'static Fonts,
    workers: Workers,
}

impl Embedded {
    /// Puts the fonts in place and makes the engine. Call it in `main`, before any thread starts:
    /// [`fonts::install`] says why.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the fonts cannot be written.
    pub fn new(settings: &FontSettings) -> Result<Self, PdfError> {
        Ok(Embedded { fonts: fonts::install(settings)?, workers: Workers::default() })
    }
}

impl Engine for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        self.workers.convert(normalise::normalised(docx, &options.limits)?, &options.limits)
    }

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        substitutions::substitutions(docx, self.fonts, &PdfLimits::default())
    }
}
