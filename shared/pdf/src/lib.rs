//! Documents to PDF: the engine trait and the embedded engine, which converts in process and needs no installed font.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use platen_pdf::{Embedded, Engine, FontSettings, PdfOptions};
//!
//! // In `main`, before any thread starts: see `fonts::install`.
//! let engine = Embedded::new(&FontSettings::new("/var/lib/platen"))?;
//! std::fs::write("letter.pdf", engine.convert(&std::fs::read("letter.docx")?, &PdfOptions::default())?)?;
//! # Ok(()) }
//! ```
//!
//! The way of one document: `normalise` refuses what the engine could not survive and makes it what Word would print;
//! `worker` converts on a thread with a large stack, a deadline and a net under panics, or `children` in a process of
//! its own.

mod capabilities;
mod check;
mod children;
mod embedded;
mod error;
pub mod finish;
mod font_report;
pub mod fonts;
mod libreoffice;
mod limits;
pub mod merge;
mod missing;
mod normalise;
mod pictures;
mod platen;
mod substitutions;
mod worker;

pub use capabilities::Capabilities;
pub use children::{serve, ChildSettings};
pub use embedded::Embedded;
pub use error::PdfError;
pub use font_report::FontReport;
pub use fonts::{FontSettings, Substitution};
pub use libreoffice::LibreOffice;
pub use limits::PdfLimits;
pub use platen::Platen;

/// A document of one empty paragraph, for warming up.
const BLANK: &[u8] = include_bytes!("blank.docx");

/// What a conversion may cost and what the PDF shall be.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions {
    /// Bounds on the document, and the time after which a conversion is given up.
    pub limits: PdfLimits,
    /// The standard that the PDF shall keep. An engine that can aim at it does; whether it is kept is for
    /// [`finish`] to see.
    pub conformance: Option<finish::Conformance>,
}

/// Turns a .docx package into a PDF.
pub trait Engine: Send + Sync {
    /// Name as in the configuration (`embedded`).
    fn name(&self) -> &'static str;

    /// What the engine can do.
    fn capabilities(&self) -> Capabilities;

    /// Converts one document. Threads may convert at the same time. What the PDF does not show as it should (a
    /// character in no font) is a warning in the log.
    ///
    /// # Errors
    /// [`PdfError`], which names the feature or the limit; [`PdfError::Timeout`] past `options.limits.time`.
    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Vec<u8>, PdfError>;

    /// Does what the first conversion would otherwise wait for: fonts are written and listed, a child started.
    ///
    /// # Errors
    /// As [`Engine::convert`], of an engine that cannot work at all.
    fn warm_up(&self) -> Result<(), PdfError> {
        Ok(())
    }

    /// Fonts that the document asks for and the engine replaces, sorted by name; empty from an engine that cannot tell.
    ///
    /// # Errors
    /// [`PdfError::Package`] for bytes that are no package.
    fn substitutions(&self, docx: &[u8]) -> Result<Vec<Substitution>, PdfError> {
        let _ = docx;
        Ok(Vec::new())
    }

    /// Characters of the document that no font has, which a PDF shows as empty boxes; sorted, empty from an engine
    /// that cannot tell.
    ///
    /// # Errors
    /// [`PdfError::Package`] for bytes that are no package.
    fn missing_characters(&self, docx: &[u8]) -> Result<Vec<char>, PdfError> {
        let _ = docx;
        Ok(Vec::new())
    }
}
