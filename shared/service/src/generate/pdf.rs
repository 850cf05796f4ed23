//! The PDF step, and its errors in the service's words.

use platen_pdf::finish::{Finish, convert_and_finish};
use platen_pdf::{Engine, PdfError, PdfOptions};

use crate::Limits;
use crate::problem::{Code, FieldError, Problem};

/// Converts a finished .docx, with the properties that the document has and what the caller asks of the PDF.
pub(super) fn convert(
    engine: &dyn Engine,
    docx: &[u8],
    finish: &Finish,
    limits: &Limits,
) -> Result<Vec<u8>, Problem> {
    let options = PdfOptions { limits: limits.pdf.clone(), ..PdfOptions::default() };
    convert_and_finish(engine, docx, &options, finish).map_err(|error| problem(&error))
}

fn problem(error: &PdfError) -> Problem {
    let sentence = format!("No PDF was made: {error}.");
    match error {
        // The author's document is at fault, or at least nobody but the author can do something about it.
        PdfError::Package(_) | PdfError::Invalid(_) | PdfError::Unsupported(_) | PdfError::Engine => {
            let errors = vec![FieldError::new("", error.to_string())];
            Problem::with_errors(Code::TemplateError, sentence, errors)
        }
        PdfError::Limit { .. } | PdfError::Timeout(_) => Problem::new(Code::LimitExceeded, sentence),
        PdfError::Busy(_) | PdfError::Thread(_) | PdfError::Child(_) => Problem::unavailable(error),
        PdfError::Fonts { .. } | PdfError::Program { .. } => Problem::internal(error),
    }
}
