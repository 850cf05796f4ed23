//! The pages that `{% page %}` tags give the sections of a document.

use std::collections::BTreeSet;

use super::failure::pointer;
use super::{Template, TextPart};
use crate::RenderError;
use crate::compile::page_mark;
use crate::expression::RenderState;
use crate::render::{Misfit, set_up};
use platen_ooxml::sentinel::PAGE;
use platen_ooxml::{Bounds, Diagnostic, Warning};
use platen_rich::DataError;

impl Template {
    /// Sets up the pages of all sections. Documents without such tags are not read for it.
    ///
    /// # Errors
    /// At a tag whose section cannot have such pages; or the budget has ended.
    pub(super) fn set_up_pages(
        &self,
        texts: &mut [Vec<u8>],
        state: &RenderState,
        bounds: Bounds<'_>,
    ) -> Result<(), RenderError> {
        let setups = state.take_pages();
        if setups.is_empty() {
            return Ok(());
        }
        let mut found = BTreeSet::new();
        for (part, text) in self.parts.iter().zip(texts) {
            bounds.budget.spend(text.len() as u64)?;
            // What is no text is told where the part is checked.
            let Ok(xml) = std::str::from_utf8(text) else { continue };
            if memchr::memchr(PAGE as u8, xml.as_bytes()).is_some() {
                let written = set_up(xml, &setups, &mut found, bounds);
                *text = written.map_err(|misfit| self.misfit(part, misfit))?.into_bytes();
            }
        }
        if found.len() < setups.len() {
            let detail = "a `page` tag has no effect: the text that it stands in is not printed, or a filter changes it";
            let hint =
                "put the tag in the text of its section, outside of `set`, `macro` and `filter` blocks";
            let times = setups.len() - found.len();
            state.warn(Warning::new("page-setup-lost", detail).hint(hint).times(times as u64));
        }
        Ok(())
    }

    fn misfit(&self, part: &TextPart, misfit: Misfit) -> RenderError {
        let (tag, message, hint) = match misfit {
            Misfit::Exhausted(exhausted) => return exhausted.into(),
            Misfit::Refused { tag, message, hint } => (tag, message, hint),
        };
        let at = part.compiled.source.find(&page_mark(tag)).unwrap_or_default();
        let Some(index) = part.compiled.tags.iter().rposition(|tag| tag.end <= at) else {
            return RenderError::Template(vec![part.compiled.name.whole(message).hint(hint)]);
        };
        // A tag that asks for fields is the data's to fix, any other its author's.
        match self.paths_in(part.first_tag + index).first().copied() {
            Some(path) => {
                let original = &part.compiled.tags[index].original;
                let error = DataError::new(pointer(Some(path)), format!("{original}: {message}; {hint}"));
                RenderError::Data(vec![error])
            }
            None => {
                let remark = part.compiled.remarks[index].clone();
                RenderError::Template(vec![Diagnostic { message, hint: Some(hint.to_owned()), ..remark }])
            }
        }
    }
}
