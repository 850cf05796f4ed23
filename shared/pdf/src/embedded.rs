//! The engine in this process: docxide-pdf, with its fonts put in place and its measured faults kept out.

use crate::children::{ChildSettings, Pool, Role};
use crate::finish::Conformance;
use crate::fonts::{self, FontSettings, Fonts, Substitution};
use crate::normalise::Fit;
use crate::pictures::Pictures;
use crate::worker::Workers;
use crate::{missing, normalise, substitutions, Capabilities, Engine, PdfError, PdfLimits, PdfOptions};

/// Converts in milliseconds, with bundled fonts: in this process, or in children of it.
pub struct Embedded {
    fonts: &'static Fonts,
    pictures: Pictures,
    place: Place,
}

/// Where the engine runs.
enum Place {
    Threads(Workers),
    Children(Pool),
}

impl Embedded {
    /// Makes the engine. Call it in `main`, before any thread starts: [`fonts::install`] says why. The fonts are written
    /// when the first document needs them, or by [`Engine::warm_up`].
    ///
    /// # Errors
    /// [`PdfError::Fonts`] when the folders' names cannot be used.
    pub fn new(settings: &FontSettings) -> Result<Self, PdfError> {
        Ok(Embedded::at(fonts::install(settings)?, Place::Threads(Workers::default())))
    }

    /// The same, in child processes: a document that makes the engine abort, hang or take too much memory costs itself
    /// alone. The PDFs have the same bytes.
    ///
    /// # Errors
    /// As [`Embedded::new`].
    pub fn in_children(settings: &FontSettings, children: ChildSettings) -> Result<Self, PdfError> {
        let place = Place::Children(Pool::new(children, Role::Embedded));
        Ok(Embedded::at(fonts::install(settings)?, place))
    }

    fn at(fonts: &'static Fonts, place: Place) -> Self {
        Embedded { fonts, pictures: Pictures::default(), place }
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
        self.fonts.put_in_place()?;
        let fit = Fit { fonts: self.fonts, pictures: &self.pictures };
        let normalised = normalise::normalised(docx, &options.limits, Some(fit))?;
        missing::warn(&normalised.drawn);
        match &self.place {
            Place::Threads(workers) => workers.convert(normalised.docx, &options.limits),
            Place::Children(pool) => pool.convert(normalised.docx, options),
        }
    }

    fn warm_up(&self) -> Result<(), PdfError> {
        self.convert(crate::BLANK, &PdfOptions::default()).map(|_| ())
    }

    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        self.fonts.put_in_place()?;
        substitutions::substitutions(docx, self.fonts, &PdfLimits::default())
    }

    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        self.fonts.put_in_place()?;
        let characters = normalise::characters(docx, &PdfLimits::default())?;
        Ok(missing::missing(&self.fonts.drawn(&characters)))
    }
}
