//! Converts documents to PDF, in the child.

use std::path::PathBuf;

use super::message::{Answer, Fault, Job};
use super::worker::Worker;
use crate::finish::{Finish, Watermark};
use crate::{Converted, PageImage, PdfError, PdfLimits, Typesetter, UpdateFields, UpdatedDocx};

/// A document of one empty paragraph, for warming up.
const BLANK: &[u8] = include_bytes!("../blank.docx");

/// Makes the engine. `opens_fonts`: files cannot be opened once it works, so all fonts are opened now.
pub(super) fn with_platen(folders: Vec<PathBuf>, opens_fonts: bool) -> Worker {
    let mut engine = Typesetter::new(folders);
    if opens_fonts {
        engine.open_fonts();
    }
    // It reads the fonts with its first document. One that cannot says so of the document that it is sent.
    let _ = engine.convert(BLANK, &PdfLimits::default(), &Finish::default(), None);
    Box::new(move |job, docx| answer(&mut engine, job, docx))
}

fn answer(engine: &mut Typesetter, job: Job, docx: &[u8]) -> (Answer, Vec<u8>) {
    // Whatever makes a budget of limits has the job's time and steps.
    let within = |mut limits: PdfLimits, time| {
        limits.package.render_time = time;
        limits
    };
    let answer = match job {
        Job::Convert { limits, finish, fields, time } => match finish.finish(docx) {
            Some((finish, docx)) => engine
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
    engine: &mut Typesetter,
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
