//! Takes one document through all steps: opened, laid out, written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use platen_fonts::{EmbeddedFont, FontFolders, Library, Refusal};
use platen_layout::{Fields, LayoutError, LayoutOptions, Undrawn, embedded_fonts, layout_with};
use platen_ooxml::package::Package;
use platen_ooxml::{Bounds, Budget, Warnings};

use super::form_places::PlacedField;
use super::kept::Kept;
use super::making::Making;
use super::write::Written;
use super::{selected, write};
use crate::finish::{Conformance, Properties};
use crate::join::Selection;
use crate::{Converted, PdfError, PdfLimits, UpdateFields, notes};

/// Where the engine looks for fonts that are not bundled: in the operator's `folders`, and in the system's.
pub(crate) fn font_folders(folders: Vec<PathBuf>) -> FontFolders {
    FontFolders { folders, system: true }
}

/// One conversion: what it works with, and what it may cost.
#[derive(Clone, Copy)]
pub(super) struct Conversion<'a> {
    pub(super) library: &'a Library,
    pub(super) kept: &'a Kept,
    pub(super) limits: &'a PdfLimits,
    pub(super) budget: &'a Budget,
    /// The standard that the PDF must keep.
    pub(super) conformance: Option<Conformance>,
    /// How fields are computed; `None`: those of the body keep their saved results.
    pub(super) fields: Option<&'a UpdateFields>,
    /// Which of its pages there are; `None`: all.
    pub(super) selection: Option<&'a Selection>,
    /// Whether its content controls become fields.
    pub(super) forms: bool,
}

impl Conversion<'_> {
    /// Opens and checks a document, the only time on its way to a PDF.
    ///
    /// # Errors
    /// As [`Conversion::converted`].
    pub(super) fn opened(&self, docx: &[u8]) -> Result<Package, PdfError> {
        let bounds = Bounds { limits: &self.limits.package, budget: self.budget };
        Ok(Package::open_known(docx.to_vec(), bounds, &self.kept.parts)?)
    }

    /// Converts a document that has these properties, with a net under panics, and says what the PDF does not show as Word does, and where
    /// its fields are. The PDF has the document's properties and keeps the standard.
    ///
    /// # Errors
    /// [`PdfError`], which names the part or the limit.
    pub(super) fn converted(
        &self,
        package: &Package,
        properties: &Properties,
    ) -> Result<(Converted, Vec<PlacedField>), PdfError> {
        let Written { pdf, fields, undrawn } = self.drawn(package, properties)?;
        let mut warnings: Warnings = package.warnings().collect();
        warnings.extend(notes::of_undrawn(undrawn));
        Ok((Converted { pdf, warnings }, fields))
    }

    /// What a PDF of a document would not show as Word does, besides what is cut when it is opened.
    ///
    /// # Errors
    /// As [`Conversion::converted`].
    pub(super) fn checked(&self, package: &Package) -> Result<Warnings, PdfError> {
        self.drawn(package, &Properties::of(package)?).map(|drawn| notes::of_undrawn(drawn.undrawn))
    }

    /// Works with the fonts that the document carries, and without them where a font is one that its reader does not survive.
    /// Attack: such a font.
    ///
    /// # Errors
    /// Those of the work; [`PdfError::Engine`] when it panics.
    pub(super) fn with_fonts<T>(
        &self,
        fonts: Vec<EmbeddedFont>,
        work: impl Fn(&Library) -> Result<T, PdfError>,
    ) -> Result<T, PdfError> {
        let caught = |library: &Library| {
            catch_unwind(AssertUnwindSafe(|| work(library))).unwrap_or(Err(PdfError::Engine))
        };
        if fonts.is_empty() {
            return caught(self.library);
        }
        match caught(&self.library.with_embedded(fonts).0) {
            Err(PdfError::Engine | PdfError::Unsupported(_)) => caught(self.library),
            done => done,
        }
    }

    /// The PDF, and what is not drawn of the document.
    fn drawn(&self, package: &Package, properties: &Properties) -> Result<Written, PdfError> {
        let Conversion { library, kept, limits, budget, conformance, fields, selection, .. } = *self;
        let options = LayoutOptions { forms: self.forms, ..layout_options(limits, budget, fields) };
        let making = Making { library, kept, package, limits, budget, properties, conformance, selection };
        let fonts = embedded_fonts(package, &options).map_err(refused)?;
        if fonts.is_empty() { made(&making, &options) } else { made_with(fonts, &making, &options) }
    }
}

/// How a document is laid out.
pub(super) fn layout_options(
    limits: &PdfLimits,
    budget: &Budget,
    fields: Option<&UpdateFields>,
) -> LayoutOptions {
    LayoutOptions {
        limits: limits.package.clone(),
        budget: budget.clone(),
        pages: limits.pages,
        fields: if fields.is_some() { Fields::Updated } else { Fields::Saved },
        now: fields.and_then(|fields| fields.now),
        file_name: fields.and_then(|fields| fields.file_name.clone()),
        forms: false,
    }
}

/// Lays out and writes.
fn made(making: &Making<'_>, options: &LayoutOptions) -> Result<Written, PdfError> {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let kept = &making.kept.layout;
        let mut laid = layout_with(making.package, making.library, options, kept).map_err(refused)?;
        if let Some(selection) = making.selection
            && let Some(chosen) = selection.of_own(laid.pages.len(), making.limits)?
        {
            selected::retain(&mut laid, &chosen);
        }
        let mut written = write::pdf(&mut laid, making)?;
        written.undrawn.splice(0..0, std::mem::take(&mut laid.undrawn));
        Ok(written)
    }));
    caught.unwrap_or(Err(PdfError::Engine))
}

/// Does that with the fonts that the document carries.
///
/// Attack: a font that its reader does not survive. Such fonts are worth one try.
fn made_with(
    fonts: Vec<EmbeddedFont>,
    making: &Making<'_>,
    options: &LayoutOptions,
) -> Result<Written, PdfError> {
    let (library, unused) = making.library.with_embedded(fonts);
    let mut written = match made(&Making { library: &library, ..*making }, options) {
        Err(PdfError::Engine | PdfError::Unsupported(_)) => {
            let mut written = made(making, options)?;
            let detail = "the fonts inside the document are not used because one of them is damaged";
            written.undrawn.push(unused_font(detail, String::new()));
            written
        }
        made => made?,
    };
    written.undrawn.extend(unused.into_iter().map(|(family, refusal)| {
        let detail = match refusal {
            Refusal::Damaged => "a font of the document is not used: it is damaged",
            Refusal::Licence => "a font of the document is not used: its license forbids embedding it",
        };
        unused_font(detail, family)
    }));
    Ok(written)
}

fn unused_font(detail: &str, family: String) -> Undrawn {
    let part = "word/fontTable.xml".to_owned();
    Undrawn { code: "embedded-font", detail: detail.to_owned(), part, text: family, count: 1 }
}

pub(super) fn refused(error: LayoutError) -> PdfError {
    match error {
        LayoutError::Package(error) => error.into(),
        LayoutError::Exhausted(exhausted) => PdfError::Exhausted(exhausted),
        LayoutError::TooManyPages { allowed } => PdfError::limit("pages", allowed.to_string()),
        LayoutError::TooManyStyles { allowed } => PdfError::limit("styles", allowed.to_string()),
        other => PdfError::Invalid(other.to_string()),
    }
}
