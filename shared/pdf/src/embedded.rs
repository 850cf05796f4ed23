//! The engine in this process: docxide-pdf, with its fonts put in place and its measured faults kept out.

use crate::children::{ChildSettings, Pool};
use crate::fonts::{self, FontSettings, Fonts, Substitution};
use crate::worker::Workers;
use crate::{missing, normalise, substitutions, Engine, PdfError, PdfLimits, PdfOptions};

/// Converts in milliseconds, with bundled fonts: in this process, or in children of it.
pub struct Embedded {
    fonts: &'static Fonts,
    place: Place,
}

/// Where the engine runs.
enum Place {
    Threads(Workers),
    Children(Pool),
}

impl Embedded {
    /// Puts the fonts in place and makes the engine. Call it in `main`, before any thread starts:
    /// [`fonts::install`] says why.
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the fonts cannot be written.
    pub fn new(settings: &FontSettings) -> Result<Self, PdfError> {
        Ok(Embedded { fonts: fonts::install(settings)?, place: Place::Threads(Workers::default()) })
    }

    /// The same, in child processes: a document that makes the engine abort, hang or take too much memory costs itself
    /// alone. The PDFs have the same bytes.
    ///
    /// # Errors
    /// As [`Embedded::new`].
    pub fn in_children(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        Ok(Embedded { fonts: fonts::install(settings)?, place: Place::Children(Pool::new(children)) })
    }
}

impl Engine for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        let docx = normalise::normalised(docx, &options.limits)?;
        match &self.place {
            Place::Threads(workers) => workers.convert(docx, &options.limits),
            Place::Children(pool) => pool.convert(docx, &options.limits),
        }
    }

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        substitutions::substitutions(docx, self.fonts, &PdfLimits::default())
    }

    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        missing::missing(docx, self.fonts, &PdfLimits::default())
    }
}
