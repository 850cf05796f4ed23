//! The engine as it runs in a child.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use lopdf::Document;
use platen_fonts::Library;
use platen_ooxml::{Bounds, Budget, Warning, Warnings};

use super::convert::{Conversion, font_folders};
use super::form;
use super::kept::Kept;
use crate::finish::{Finish, Properties, unreadable};
use crate::join::{Joining, Selection};
use crate::{
    Converted, Passage, PdfError, PdfLimits, UpdateFields, UpdatedDocx, Whereabouts, notes, substitutions,
};

/// The engine with its fonts, and with what the documents that it converted share.
///
/// Public for fuzzing and for profilers, which have to run it in their own process. Everything else uses
/// [`crate::Platen`]: here nothing bounds the memory, and no clock ends a conversion.
pub struct Typesetter {
    library: Library,
    kept: Kept,
}

impl Typesetter {
    /// The engine with the operator's fonts in `folders`, the first with the highest rank, and the system's.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Typesetter {
        Typesetter { library: Library::new(font_folders(folders)), kept: Kept::default() }
    }

    /// Opens the files of all fonts, for a process that can open none later ([`Library::open_files`]).
    pub fn open_fonts(&self) {
        self.library.open_files();
    }

    /// A document to a finished PDF, with its fields computed if that is asked.
    ///
    /// # Errors
    /// As [`crate::Engine::convert`].
    pub fn convert(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        finish: &Finish,
        fields: Option<UpdateFields>,
    ) -> Result<Converted, PdfError> {
        finish.check(limits)?;
        let budget = Budget::of(&limits.package);
        let conversion = Conversion {
            conformance: finish.standard(),
            fields: fields.as_ref(),
            ..self.conversion(limits, &budget)
        };
        // Before anything that takes longer.
        let invoice = finish.read_invoice(Bounds { limits: &limits.package, budget: &budget })?;
        let joining = Joining::read(&finish.joined, limits, &budget)?;
        let selection = Selection::new(finish.pages.clone(), joining.counts());
        let conversion = Conversion { selection: Some(&selection), forms: finish.forms, ..conversion };
        let package = conversion.opened(docx)?;
        let properties = Properties::of(&package)?;
        let (Converted { pdf, mut warnings }, fields) = conversion.converted(&package, &properties)?;
        if finish.forms && fields.is_empty() {
            let detail = "the document has no content control that becomes a field to fill in";
            warnings.extend([Warning::new("not-drawn", detail)]);
        }
        let mut of_joined = Warnings::default();
        let is_changed = !finish.joined.is_empty() || !fields.is_empty();
        let change = is_changed.then_some(|document: &mut Document| {
            if !fields.is_empty() {
                form::write(document, &fields)?;
            }
            if !finish.joined.is_empty() {
                let join = || joining.join(document, &selection, None).map_err(|error| unreadable(&error));
                of_joined = catch_unwind(AssertUnwindSafe(join)).unwrap_or(Err(PdfError::Engine))?;
            }
            Ok(())
        });
        let pdf = finish.added(pdf, docx, &properties, invoice, change)?;
        warnings.extend(of_joined);
        Ok(Converted { pdf, warnings })
    }

    /// The document with its fields computed and their results written into it.
    ///
    /// # Errors
    /// As [`crate::Engine::convert`].
    pub fn update_fields(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        fields: UpdateFields,
    ) -> Result<UpdatedDocx, PdfError> {
        let budget = Budget::of(&limits.package);
        let conversion = Conversion { fields: Some(&fields), ..self.conversion(limits, &budget) };
        conversion.fields_updated(&conversion.opened(docx)?)
    }

    /// What a PDF of a document would lack.
    ///
    /// # Errors
    /// As [`crate::Engine::check`].
    pub fn check(&mut self, docx: &[u8], limits: &PdfLimits) -> Result<Warnings, PdfError> {
        let budget = Budget::of(&limits.package);
        let conversion = self.conversion(limits, &budget);
        let package = conversion.opened(docx)?;
        let replaced = substitutions::by_library(&package, &self.library)?;
        Ok(notes::with_fonts(&replaced, conversion.checked(&package)?))
    }

    /// Where passages stand on the pages of a document.
    ///
    /// # Errors
    /// As [`crate::Engine::find`].
    pub fn find(
        &mut self,
        docx: &[u8],
        limits: &PdfLimits,
        passages: &[Passage],
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let budget = Budget::of(&limits.package);
        let conversion = self.conversion(limits, &budget);
        conversion.found(&conversion.opened(docx)?, passages)
    }

    fn conversion<'a>(&'a self, limits: &'a PdfLimits, budget: &'a Budget) -> Conversion<'a> {
        Conversion {
            library: &self.library,
            kept: &self.kept,
            limits,
            budget,
            conformance: None,
            fields: None,
            selection: None,
            forms: false,
        }
    }
}
