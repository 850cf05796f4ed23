//! One document whose fields are computed, and their results written into it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use platen_docx::Warnings;
use platen_docx::package::{Change, Package};
use platen_fonts::Library;
use platen_layout::{UpdatedFields, embedded_fonts, update_fields};

use super::convert::{Conversion, layout_options, refused};
use crate::{PdfError, UpdatedDocx, notes};

impl Conversion<'_> {
    /// Computes the fields of `docx`, with a net under panics. Fields that keep their saved results are among the warnings;
    /// what else a PDF would not show is not.
    ///
    /// # Errors
    /// [`PdfError`], which names the part or the limit.
    pub(super) fn fields_updated(&self, docx: &[u8]) -> Result<UpdatedDocx, PdfError> {
        let Conversion { library, kept, limits, budget, fields, .. } = *self;
        let package = Package::open_within(docx.to_vec(), &limits.package, budget)?;
        let options = layout_options(limits, budget, fields);
        let fonts = embedded_fonts(&package, &options).map_err(refused)?;
        let updated = |library: &Library| {
            let update = || update_fields(&package, library, &options, &kept.layout).map_err(refused);
            catch_unwind(AssertUnwindSafe(update)).unwrap_or(Err(PdfError::Engine))
        };
        let with_own = (!fonts.is_empty()).then(|| updated(&library.with_embedded(fonts).0));
        // Attack: a font that its reader does not survive.
        let UpdatedFields { parts, undrawn, .. } = match with_own {
            Some(Ok(done)) => done,
            Some(Err(PdfError::Engine | PdfError::Unsupported(_))) | None => updated(library)?,
            Some(Err(error)) => return Err(error),
        };
        let changes: Vec<_> = parts.iter().map(|(place, text)| (*place, Change::Replace(text))).collect();
        let docx = package.write(&changes, &[]).map_err(|error| PdfError::Invalid(error.to_string()))?;
        let of_fields = undrawn.into_iter().filter(|undrawn| undrawn.code.starts_with("field"));
        let warnings: Warnings = notes::of_undrawn(of_fields.collect());
        Ok(UpdatedDocx { docx, warnings })
    }
}
