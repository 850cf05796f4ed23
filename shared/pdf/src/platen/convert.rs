//! One document through all steps: opened, laid out, written.

use std::panic::{catch_unwind, AssertUnwindSafe};

use platen_docx::package::Package;
use platen_docx::{Budget, Exhausted};
use platen_fonts::Library;
use platen_layout::{layout, LayoutError, LayoutOptions, Undrawn};

use super::write;
use crate::{PdfError, PdfLimits};

/// Converts `docx`, with a net under panics, and says what the PDF does not show as Word does.
///
/// # Errors
/// [`PdfError`], which names the part or the limit.
pub(crate) fn convert(
    docx: &[u8],
    library: &Library,
    limits: &PdfLimits,
) -> Result<(Vec<u8>, Vec<Undrawn>), PdfError> {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let package = Package::open(docx.to_vec(), &limits.package)?;
        let mut options = LayoutOptions::new(&limits.package);
        options.budget = Budget::new("pdf_time", limits.time, u64::MAX);
        let laid = layout(&package, library, &options).map_err(|error| refused(error, limits))?;
        let pdf = write::pdf(&laid, library, &package, limits)?;
        Ok((pdf, laid.undrawn))
    }));
    caught.unwrap_or(Err(PdfError::Engine))
}

fn refused(error: LayoutError, limits: &PdfLimits) -> PdfError {
    match error {
        LayoutError::Package(error) => PdfError::Package(error),
        LayoutError::Exhausted(Exhausted::Time { .. } | Exhausted::Cancelled) => {
            PdfError::Timeout(limits.time)
        }
        LayoutError::TooManyPages { allowed } => {
            PdfError::Limit { limit: "pages", allowed: allowed.to_string(), hint: "split the document" }
        }
        other => PdfError::Invalid(other.to_string()),
    }
}

/// Tells whoever reads the log, and the user of the command line, what the PDF does not show as Word would.
pub(crate) fn warn(undrawn: &[Undrawn]) {
    for Undrawn { code, detail, part, text, count } in undrawn {
        tracing::warn!(code, part, text, count, "the PDF differs from Word's: {detail}");
    }
}
