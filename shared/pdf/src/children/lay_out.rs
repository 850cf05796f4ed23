//! Documents to PDF, in the child: checks, normalisation, the engine, and what is asked of the finished PDF.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use platen_docx::Budget;
use platen_fonts::Library;

use super::message::{Answer, Fault, Job};
use super::serve::Worker;
use crate::finish::{Finish, Wrote};
use crate::fonts::Fonts;
use crate::libreoffice::{self, Office};
use crate::normalise::{self, Fit};
use crate::notes::Notes;
use crate::pictures::Pictures;
use crate::{PdfError, PdfLimits, platen};

/// A finished PDF, and what is to be said of it.
type Converted = Result<(Vec<u8>, Notes), PdfError>;

/// Converts with docxide-pdf.
pub(super) fn with_engine(folders: Vec<PathBuf>) -> Worker {
    let engine = Layout::new(folders);
    // It lists the fonts with its first document. One that cannot says so of the document that it is sent.
    let _ = engine.convert(crate::BLANK, &PdfLimits::default());
    worker(move |docx, limits, finish| engine.converted(docx, limits, finish))
}

/// Converts with Platen's own engine.
pub(super) fn with_platen(folders: Vec<PathBuf>) -> Worker {
    let library = Library::new(platen::font_folders(folders));
    let convert = move |docx: &[u8], limits: &PdfLimits, finish: &Finish| {
        let (pdf, notes) = {
            let budget = Budget::of(&limits.package);
            platen::convert(docx, &library, limits, &budget, finish.conformance)?
        };
        Ok((finish.finished(pdf, docx, limits, Wrote::Whole)?, notes))
    };
    // What every document needs is read now. A child that cannot work says so of the document that it is sent.
    let _ = convert(crate::BLANK, &PdfLimits::default(), &Finish::default());
    worker(convert)
}

/// Converts with LibreOffice, on the thread that loads it: it is made for one thread.
pub(super) fn with_office(libraries: PathBuf) -> Worker {
    let mut office = Office::load(&libraries);
    worker(move |docx, limits, finish| {
        let office = match &mut office {
            Ok(office) => office,
            Err(reason) => return Err(PdfError::Program { program: "LibreOffice", reason: reason.clone() }),
        };
        let normalised = libreoffice::inner_only(normalise::normalised(docx, limits, None)?.docx, limits)?;
        let pdf = office.convert(&normalised, finish.conformance)?;
        Ok((finish.finished(pdf, docx, limits, Wrote::Pages)?, Notes::default()))
    })
}

fn worker(mut convert: impl FnMut(&[u8], &PdfLimits, &Finish) -> Converted + 'static) -> Worker {
    Box::new(move |job, docx| {
        let converted = match job {
            Job::Convert { mut limits, finish, time } => {
                // Whatever makes a budget of these has the job's time and steps.
                limits.package.render_time = time;
                match finish.finish() {
                    Some(finish) => convert(docx, &limits, &finish),
                    None => Err(PdfError::Engine),
                }
            }
            Job::Draw { .. } => Err(PdfError::Engine),
        };
        match converted {
            Ok((pdf, notes)) => (Answer::Pdf(notes), pdf),
            Err(error) => (Answer::Refused(Fault::from(error)), Vec::new()),
        }
    })
}

/// The embedded engine as it runs in a child: docxide-pdf, with its measured faults kept out.
///
/// Public for fuzzing alone, which has to run it in its own process. Everything else uses [`crate::Embedded`]: here
/// nothing bounds the memory, and no clock ends a conversion.
pub struct Layout {
    fonts: Fonts,
    pictures: Pictures,
}

impl Layout {
    /// The engine with the fonts of these folders. docxide-pdf itself reads the variable `DOCXIDE_FONTS`.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Layout {
        Layout { fonts: Fonts::of_folders(folders), pictures: Pictures::default() }
    }

    /// Converts a .docx.
    ///
    /// # Errors
    /// As [`crate::Engine::convert`].
    pub fn convert(&self, docx: &[u8], limits: &PdfLimits) -> Result<Vec<u8>, PdfError> {
        self.converted(docx, limits, &Finish::default()).map(|(pdf, _)| pdf)
    }

    fn converted(&self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Converted {
        let fit = Fit { fonts: &self.fonts, pictures: &self.pictures };
        let normalised = normalise::normalised(docx, limits, Some(fit))?;
        let pdf = laid_out(&normalised.docx)?;
        let notes = Notes::of(&normalised.drawn);
        Ok((finish.finished(pdf, docx, limits, Wrote::PagesAndProperties)?, notes))
    }
}

/// Runs the engine with a net under its panics (it unwraps what it believes a document always has).
fn laid_out(docx: &[u8]) -> Result<Vec<u8>, PdfError> {
    match catch_unwind(AssertUnwindSafe(|| docxide_pdf::convert_docx_bytes_to_pdf_bytes(docx))) {
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(error)) => Err(from_engine(error)),
        Err(_) => Err(PdfError::Engine),
    }
}

fn from_engine(error: docxide_pdf::Error) -> PdfError {
    use docxide_pdf::Error as E;
    match error {
        E::InvalidDocx(reason) => PdfError::Invalid(reason),
        E::Zip(e) => PdfError::Invalid(e.to_string()),
        E::Xml(e) => PdfError::Invalid(e.to_string()),
        E::Io(e) => PdfError::Invalid(e.to_string()),
        E::Pdf(reason) => PdfError::Unsupported(reason),
        E::RenamedEnvVar(_) => PdfError::Engine,
    }
}
