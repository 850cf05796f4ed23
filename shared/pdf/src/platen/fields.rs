//! Computes the fields of one document and writes their results into it.

use platen_layout::{UpdatedFields, embedded_fonts, update_fields};
use platen_ooxml::Warnings;
use platen_ooxml::package::{Change, Package};

use super::convert::{Conversion, layout_options, refused};
use crate::{PdfError, UpdatedDocx, notes};

impl Conversion<'_> {
    /// Computes the fields of a document, with a net under panics. Fields that keep their saved results are among the warnings;
    /// what else a PDF would not show is not.
    ///
    /// # Errors
    /// [`PdfError`], which names the part or the limit.
    pub(super) fn fields_updated(&self, package: &Package) -> Result<UpdatedDocx, PdfError> {
        let Conversion { kept, limits, budget, fields, .. } = *self;
        let options = layout_options(limits, budget, fields);
        let fonts = embedded_fonts(package, &options).map_err(refused)?;
        let UpdatedFields { parts, undrawn, .. } = self.with_fonts(fonts, |library| {
            update_fields(package, library, &options, &kept.layout).map_err(refused)
        })?;
        let changes: Vec<_> = parts.iter().map(|(place, text)| (*place, Change::Replace(text))).collect();
        let docx = package.write(&changes, &[]).map_err(|error| PdfError::Invalid(error.to_string()))?;
        let of_fields = undrawn.into_iter().filter(|undrawn| undrawn.code.starts_with("field"));
        let warnings: Warnings = notes::of_undrawn(of_fields.collect());
        Ok(UpdatedDocx { docx, warnings })
    }
}
