//! The engine in this process: docxide-pdf, with its fonts put in place and its measured faults kept out.

use crate::children::{ChildSettings, Pool, Role};
use crate::finish::Conformance;
use crate::font_report::FontReport;
use crate::fonts::{FontSettings, Substitution};
use crate::normalise::Fit;
use crate::pictures::Pictures;
use crate::worker::{Converted, Workers};
use crate::{missing, normalise, Capabilities, Engine, PdfError, PdfOptions};

/// Converts in milliseconds, with bundled fonts: in this process, or in children of it.
pub struct Embedded {
    fonts: FontReport,
    pictures: Pictures,
    place: Box<dyn Place>,
}

/// Where the engine runs. An object, so that the engine itself is in no program that only has children.
pub(crate) trait Place: Send + Sync {
    fn convert(&self, docx: Vec<u8>, options: &PdfOptions) -> Converted;
}

impl Place for Workers {
    fn convert(&self, docx: Vec<u8>, options: &PdfOptions) -> Converted {
        Workers::convert(self, docx, &options.limits)
    }
}

impl Place for Pool {
    fn convert(&self, docx: Vec<u8>, options: &PdfOptions) -> Converted {
        Pool::convert(self, docx, options)
    }
}

impl Embedded {
    /// Makes the engine. Call it in `main`, before any thread starts: [`crate::fonts::install`] says why. The fonts are written
    /// when the first document needs them, or by [`Engine::warm_up`].
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings) -> Result<Self, PdfError> {
        Ok(Embedded::at(FontReport::new(settings)?, Workers::default()))
    }

    /// The same, in child processes: a document that makes the engine abort, hang or take too much memory costs itself
    /// alone. The PDFs have the same bytes.
    ///
    /// # Errors
    /// As [`Embedded::new`].
    pub fn in_children(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        let place = Pool::new(children, Role::Embedded);
        Ok(Embedded::at(FontReport::new(settings)?, place))
    }

    fn at(fonts: FontReport, place: impl Place + 'static) -> Self {
        Embedded { fonts, pictures: Pictures::default(), place: Box::new(place) }
    }
}

impl Engine for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            conformance: &[Conformance::A2b, Conformance::Ua1],
            joins_letters: false,
            writes_properties: true,
        }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
        let fit = Fit { fonts: self.fonts.in_place()?, pictures: &self.pictures };
        let normalised = normalise::normalised(docx, &options.limits, Some(fit))?;
        missing::warn(&normalised.drawn);
        self.place.convert(normalised.docx, options)
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.convert(crate::BLANK, &PdfOptions::default()).map(|_| ())
    }

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        self.fonts.substitutions(docx)
    }

    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        self.fonts.missing_characters(docx)
    }
}
