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
use crate::pictures::Pictures;
use crate::{Converted, PdfError, PdfLimits, Warnings, notes, platen, substitutions};

/// An engine in its child.
trait Works {
    /// A document to a finished PDF.
    fn convert(&mut self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Result<Converted, PdfError>;

    /// What a PDF of a document would lack.
    fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        let _ = (docx, limits);
        Ok(Warnings::default())
    }
}

/// Converts with docxide-pdf.
pub(super) fn with_engine(folders: Vec<PathBuf>) -> Worker {
    worker(Layout::new(folders))
}

/// Converts with Platen's own engine.
pub(super) fn with_platen(folders: Vec<PathBuf>) -> Worker {
    worker(PlatenWorks(Library::new(platen::font_folders(folders))))
}

/// Converts with LibreOffice, on the thread that loads it: it is made for one thread.
pub(super) fn with_office(libraries: PathBuf) -> Worker {
    let mut office = OfficeWorks(Office::load(&libraries));
    Box::new(move |job, docx| answer(&mut office, job, docx))
}

fn worker(mut engine: impl Works + 'static) -> Worker {
    // It reads the fonts with its first document. One that cannot says so of the document that it is sent.
    let _ = engine.convert(crate::BLANK, &PdfLimits::default(), &Finish::default());
    Box::new(move |job, docx| answer(&mut engine, job, docx))
}

fn answer(engine: &mut impl Works, job: Job, docx: &[u8]) -> (Answer, Vec<u8>) {
    // Whatever makes a budget of limits has the job's time and steps.
    let within = |mut limits: PdfLimits, time| {
        limits.package.render_time = time;
        limits
    };
    let answer = match job {
        Job::Convert { limits, finish, time } => match finish.finish() {
            Some(finish) => engine
                .convert(docx, &within(limits, time), &finish)
                .map(|Converted { pdf, warnings }| (Answer::Pdf(warnings), pdf)),
            None => Err(PdfError::Engine),
        },
        Job::Check { limits, time } => {
            engine.check(docx, &within(limits, time)).map(|warnings| (Answer::Checked(warnings), Vec::new()))
        }
        _ => Err(PdfError::Engine),
    };
    answer.unwrap_or_else(|error| (Answer::Refused(Fault::from(error)), Vec::new()))
}

struct PlatenWorks(Library);

impl Works for PlatenWorks {
    fn convert(&mut self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Result<Converted, PdfError> {
        let budget = Budget::of(&limits.package);
        let Converted { pdf, warnings } =
            platen::convert(docx, &self.0, limits, &budget, finish.conformance)?;
        Ok(Converted { pdf: finish.finished(pdf, docx, limits, Wrote::Whole)?, warnings })
    }

    fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        let replaced = substitutions::by_library(docx, &self.0, limits)?;
        let mut warnings: Warnings = replaced.iter().map(notes::substituted).collect();
        warnings.extend(platen::check(docx, &self.0, limits, &Budget::of(&limits.package))?);
        Ok(warnings)
    }
}

/// LibreOffice, or why it was not loaded.
struct OfficeWorks(Result<Office, String>);

impl Works for OfficeWorks {
    fn convert(&mut self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Result<Converted, PdfError> {
        let office = match &mut self.0 {
            Ok(office) => office,
            Err(reason) => return Err(PdfError::Program { program: "LibreOffice", reason: reason.clone() }),
        };
        let normalised = normalise::normalised(docx, limits, None)?;
        let inner = libreoffice::inner_only(normalised.docx, limits)?;
        let pdf = office.convert(&inner, finish.conformance)?;
        Ok(Converted { pdf: finish.finished(pdf, docx, limits, Wrote::Pages)?, warnings: normalised.cuts })
    }
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
        self.converted(docx, limits, &Finish::default()).map(|converted| converted.pdf)
    }

    fn converted(&self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Result<Converted, PdfError> {
        let fit = Fit { fonts: &self.fonts, pictures: &self.pictures };
        let normalised = normalise::normalised(docx, limits, Some(fit))?;
        let pdf = laid_out(&normalised.docx)?;
        let mut warnings = normalised.cuts;
        warnings.extend(notes::of_drawn(&normalised.drawn));
        Ok(Converted { pdf: finish.finished(pdf, docx, limits, Wrote::PagesAndProperties)?, warnings })
    }
}

impl Works for Layout {
    fn convert(&mut self, docx: &[u8], limits: &PdfLimits, finish: &Finish) -> Result<Converted, PdfError> {
        self.converted(docx, limits, finish)
    }

    fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        let replaced = substitutions::by_fonts(docx, &self.fonts, limits)?;
        let characters = normalise::characters(docx, limits)?;
        let mut warnings: Warnings = replaced.iter().map(notes::substituted).collect();
        warnings.extend(notes::of_drawn(&self.fonts.drawn(&characters)));
        Ok(warnings)
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
