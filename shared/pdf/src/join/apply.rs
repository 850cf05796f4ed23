//! What is asked of a PDF, added to one that is there.

use lopdf::Document;
use platen_ooxml::{Bounds, Budget};

use super::{Joining, Selection};
use crate::finish::{Finish, Properties, unreadable};
use crate::{PdfError, PdfLimits};

impl Finish {
    /// Adds what is asked to a PDF of `docx`, but for fields, of which only the engine knows where they are. The standard that it keeps
    /// it goes on keeping.
    ///
    /// # Errors
    /// [`PdfError::Engine`] when the PDF cannot be read; [`PdfError::Joined`] for another that is joined; [`PdfError::NoneChosen`];
    /// [`PdfError::Unsupported`] for what cannot be had together, and [`PdfError::Limit`] for too much of it.
    pub fn apply(&self, pdf: Vec<u8>, docx: &[u8]) -> Result<Vec<u8>, PdfError> {
        let limits = PdfLimits::default();
        self.check(&limits)?;
        let budget = Budget::of(&limits.package);
        let invoice = self.read_invoice(Bounds { limits: &limits.package, budget: &budget })?;
        let joining = Joining::read(&self.joined, &limits, &budget)?;
        let selection = Selection::new(self.pages.clone(), joining.counts());
        let is_changed = !self.joined.is_empty() || self.pages.is_some();
        let change = is_changed.then_some(|document: &mut Document| {
            let own = selection.of_own(document.page_iter().count(), &limits)?;
            let joined = joining.join(document, &selection, own.as_deref());
            joined.map(|_| ()).map_err(|error| unreadable(&error))
        });
        self.added(pdf, docx, &Properties::default(), invoice, change)
    }
}
