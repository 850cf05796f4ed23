//! One document through all steps: opened, laid out, written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use platen_docx::package::Package;
use platen_docx::{Budget, Warnings};
use platen_fonts::{FontFolders, Library};
use platen_layout::{LayoutError, LayoutOptions, layout};

use super::write::{self, Making};
use crate::finish::{Conformance, Properties};
use crate::{Converted, PdfError, PdfLimits, notes};

/// Where the engine looks for fonts that are not bundled: in the operator's `folders`, and in the system's.
pub(crate) fn font_folders(folders: Vec<PathBuf>) -> FontFolders {
    FontFolders { folders, system: true }
}

/// Converts `docx`, with a net under panics, and says what the PDF does not show as Word does. The PDF has the document's
/// properties and keeps the standard.
///
/// # Errors
/// [`PdfError`], which names the part or the limit.
pub(crate) fn convert(
    docx: &[u8],
    library: &Library,
    limits: &PdfLimits,
    budget: &Budget,
    conformance: Option<Conformance>,
) -> Result<Converted, PdfError> {
    let (pdf, mut warnings, undrawn) = drawn(docx, library, limits, budget, conformance)?;
    warnings.extend(undrawn);
    Ok(Converted { pdf, warnings })
}

/// What a PDF of `docx` would not show as Word does, besides what is cut when it is opened.
///
/// # Errors
/// As [`convert`].
pub(crate) fn check(
    docx: &[u8],
    library: &Library,
    limits: &PdfLimits,
    budget: &Budget,
) -> Result<Warnings, PdfError> {
    drawn(docx, library, limits, budget, None).map(|(_, _, undrawn)| undrawn)
}

/// The PDF, what was cut from the document, and what is not drawn of the rest.
fn drawn(
    docx: &[u8],
    library: &Library,
    limits: &PdfLimits,
    budget: &Budget,
    conformance: Option<Conformance>,
) -> Result<(Vec<u8>, Warnings, Warnings), PdfError> {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let package = Package::open_within(docx.to_vec(), &limits.package, budget)?;
        let options =
            LayoutOptions { limits: limits.package.clone(), budget: budget.clone(), pages: limits.pages };
        let mut laid = layout(&package, library, &options).map_err(refused)?;
        let properties = Properties::of(&package)?;
        let making =
            Making { library, package: &package, limits, budget, properties: &properties, conformance };
        let (pdf, left_out) = write::pdf(&laid, &making)?;
        let undrawn = std::mem::take(&mut laid.undrawn);
        let undrawn = notes::of_undrawn(undrawn.into_iter().chain(left_out).collect());
        Ok((pdf, package.warnings().collect(), undrawn))
    }));
    caught.unwrap_or(Err(PdfError::Engine))
}

fn refused(error: LayoutError) -> PdfError {
    match error {
        LayoutError::Package(error) => error.into(),
        LayoutError::Exhausted(exhausted) => PdfError::Exhausted(exhausted),
        LayoutError::TooManyPages { allowed } => PdfError::limit("pages", allowed.to_string()),
        other => PdfError::Invalid(other.to_string()),
    }
}
