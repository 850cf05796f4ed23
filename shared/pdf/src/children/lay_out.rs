//! Documents to PDF, in the child: checks, the engine, and what is asked of the finished PDF.

use std::path::PathBuf;

use platen_docx::Warnings;
use platen_docx::package::Package;

use super::message::{Answer, Fault, Job};
use super::serve::Worker;
use crate::finish::{Finish, Properties, Watermark, Wrote};
use crate::libreoffice::{self, Office};
use crate::{
    Converted, PageImage, Passage, PdfError, PdfLimits, Typesetter, UpdateFields, UpdatedDocx, Whereabouts,
};

/// A document of one empty paragraph, for warming up.
const BLANK: &[u8] = include_bytes!("../blank.docx");

/// An engine in its child.
trait Works {
    /// A document to a finished PDF, with its fields computed if that is asked.
    fn convert(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        finish: &Finish,
        fields: Option<UpdateFields>,
    ) -> Result<Converted, PdfError>;

    /// The document with its fields computed.
    fn update_fields(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        fields: UpdateFields,
    ) -> Result<UpdatedDocx, PdfError> {
        let _ = (docx, limits, fields);
        Err(PdfError::Engine)
    }

    /// What a PDF of a document would lack.
    fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        let _ = (docx, limits);
        Ok(Warnings::default())
    }

    /// Where passages stand on the pages of a document.
    fn find(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        passages: &[Passage],
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let _ = (docx, limits, passages);
        Ok(Vec::new())
    }
}

/// Converts with Platen's own engine. `opens_fonts`: files cannot be opened once it works, so all fonts are opened now.
pub(super) fn with_platen(folders: Vec<PathBuf>, opens_fonts: bool) -> Worker {
    let engine = Typesetter::new(folders);
    if opens_fonts {
        engine.open_fonts();
    }
    worker(engine)
}

/// Converts with LibreOffice, on the thread that loads it: it is made for one thread.
pub(super) fn with_office(libraries: PathBuf) -> Worker {
    let mut office = OfficeWorks(Office::load(&libraries));
    Box::new(move |job, docx| answer(&mut office, job, docx))
}

fn worker(mut engine: impl Works + 'static) -> Worker {
    // It reads the fonts with its first document. One that cannot says so of the document that it is sent.
    let _ = engine.convert(BLANK, &PdfLimits::default(), &Finish::default(), None);
    Box::new(move |job, docx| answer(&mut engine, job, docx))
}

fn answer(engine: &mut impl Works, job: Job, docx: &[u8]) -> (Answer, Vec<u8>) {
    // Whatever makes a budget of limits has the job's time and steps.
    let within = |mut limits: PdfLimits, time| {
        limits.package.render_time = time;
        limits
    };
    let answer = match job {
        Job::Convert { limits, finish, fields, time } => match finish.finish() {
            Some(finish) => engine
                .convert(docx, &within(limits, time), &finish, fields)
                .map(|Converted { pdf, warnings }| (Answer::Pdf(warnings), pdf)),
            None => Err(PdfError::Engine),
        },
        Job::UpdateFields { limits, fields, time } => engine
            .update_fields(docx, &within(limits, time), fields)
            .map(|UpdatedDocx { docx, warnings }| (Answer::Updated(warnings), docx)),
        Job::Picture { limits, watermark, fields, page, time } => {
            pictured(engine, docx, &within(limits, time), watermark, fields, page)
        }
        Job::Check { limits, time } => {
            engine.check(docx, &within(limits, time)).map(|warnings| (Answer::Checked(warnings), Vec::new()))
        }
        Job::Find { limits, passages, time } => engine
            .find(docx, &within(limits, time), &passages)
            .map(|places| (Answer::Found(places), Vec::new())),
        _ => Err(PdfError::Engine),
    };
    answer.unwrap_or_else(|error| (Answer::Refused(Fault::from(error)), Vec::new()))
}

/// A page of the PDF to a picture.
fn pictured(
    engine: &mut impl Works,
    docx: &[u8],
    limits: &PdfLimits,
    watermark: Option<String>,
    fields: Option<UpdateFields>,
    page: PageImage,
) -> Result<(Answer, Vec<u8>), PdfError> {
    let watermark = watermark.map(|text| Watermark::new(&text)).transpose().map_err(|_| PdfError::Engine)?;
    let finish = Finish { watermark, ..Finish::default() };
    let Converted { pdf, warnings } = engine.convert(docx, limits, &finish, fields)?;
    let (png, pages) = page.draw(pdf, limits)?;
    Ok((Answer::Picture(pages, warnings), png))
}

impl Works for Typesetter {
    fn convert(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        finish: &Finish,
        fields: Option<UpdateFields>,
    ) -> Result<Converted, PdfError> {
        self.convert(docx, limits, finish, fields)
    }

    fn update_fields(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        fields: UpdateFields,
    ) -> Result<UpdatedDocx, PdfError> {
        self.update_fields(docx, limits, fields)
    }

    fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        self.check(docx, limits)
    }

    fn find(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        passages: &[Passage],
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        self.find(docx, limits, passages)
    }
}

/// LibreOffice, or why it was not loaded.
struct OfficeWorks(Result<Office, String>);

impl Works for OfficeWorks {
    /// It gets documents whose fields were computed before.
    fn convert(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        finish: &Finish,
        _: Option<UpdateFields>,
    ) -> Result<Converted, PdfError> {
        let office = match &mut self.0 {
            Ok(office) => office,
            Err(reason) => return Err(PdfError::Program { program: "LibreOffice", reason: reason.clone() }),
        };
        let package = Package::open(docx.to_vec(), &limits.package)?;
        let prepared = libreoffice::prepared(&package, limits)?;
        let pdf = office.convert(&prepared.docx, finish.conformance)?;
        let pdf = finish.finished(pdf, docx, &Properties::of(&package)?, Wrote::Pages)?;
        Ok(Converted { pdf, warnings: prepared.cuts })
    }
}
