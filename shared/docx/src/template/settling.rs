//! Checks written parts before they leave, where the compiler cannot know their content.

use super::{Template, TextPart};
use crate::RenderError;
use crate::expression::RenderState;
use platen_ooxml::soundness::{Flaw, Known, settle};
use platen_ooxml::xml::{Tree, unless_exhausted};
use platen_ooxml::{Bounds, Diagnostic, Exhausted};

impl Template {
    /// Renews ids that were written more than once.
    ///
    /// # Errors
    /// [`RenderError::Corrupt`] for what Word could not open; [`RenderError::Template`] where the template has data written
    /// as XML.
    pub(super) fn settle(
        &self,
        part: &TextPart,
        text: &mut Vec<u8>,
        state: &RenderState,
        bounds: Bounds<'_>,
    ) -> Result<(), RenderError> {
        bounds.budget.spend(text.len() as u64)?;
        let known = self.known(part, bounds)?;
        let xml = std::str::from_utf8(text)
            .map_err(|error| part.corrupt("", Flaw::Unbalanced, error.valid_up_to()))?;
        match settle(xml, known, || state.additions.fresh_id()) {
            Ok(None) => Ok(()),
            Ok(Some(settled)) => {
                *text = settled.into_bytes();
                Ok(())
            }
            Err(found) => Err(part.corrupt(xml, found.flaw, found.at)),
        }
    }

    /// What the template's part has of its own. Read within the budget of the first caller; if that ends, by the next one.
    fn known<'p>(&self, part: &'p TextPart, bounds: Bounds<'_>) -> Result<&'p Known, Exhausted> {
        if let Some(known) = part.known.get() {
            return Ok(known);
        }
        let source = self.package.read_within(&self.package.parts()[part.index], bounds.budget).ok();
        let tree = source.map(|source| Tree::parse(source, bounds).and_then(|tree| tree.usual(bounds)));
        let tree = tree.map(unless_exhausted).transpose()?.flatten();
        let known = tree.map_or_else(Known::default, |tree| Known::of(tree.source()));
        Ok(part.known.get_or_init(|| known))
    }
}

impl TextPart {
    fn corrupt(&self, xml: &str, flaw: Flaw, at: usize) -> RenderError {
        let writes_xml =
            |original: &str| original.split('|').skip(1).any(|f| f.trim_start().starts_with("safe"));
        if let Some(tag) = self.compiled.tags.iter().position(|tag| writes_xml(&tag.original)) {
            let message = "`safe` wrote data that makes the document corrupt".to_owned();
            let hint = Some("remove `|safe`; for formatted text use `|html` or `|markdown`".to_owned());
            return RenderError::Template(vec![Diagnostic {
                message,
                hint,
                ..self.compiled.remarks[tag].clone()
            }]);
        }
        let paragraph = xml[..at.min(xml.len())].matches("<w:p>").count()
            + xml[..at.min(xml.len())].matches("<w:p ").count();
        let message = format!(
            "the document would be corrupt at its paragraph {paragraph}: {flaw}. This is a defect of Platen"
        );
        let remark = self.compiled.name.whole(message).hint("report this, with the template and the data");
        RenderError::Corrupt(Box::new(remark))
    }
}
