//! Form fields of Word 97 (17.16.17): they show a value from their properties, not a result.

use std::sync::Arc;

use crate::model::run::RunStyle;
use crate::read::Element;

/// The value of a check box or a drop-down list.
pub(super) struct Shown {
    pub(super) text: String,
    /// The size of the box in points, if it is not the text's.
    size: Option<f64>,
}

impl Shown {
    /// The value of the field that `mark` begins; none for other fields, and for text, which is the field's result.
    pub(super) fn of(mark: Element<'_>) -> Option<Shown> {
        let data = mark.child("ffData")?;
        if let Some(check_box) = data.child("checkBox") {
            let state = check_box.child("checked").or_else(|| check_box.child("default"));
            let text = if state.is_some_and(Element::on) { "☒" } else { "☐" };
            let size = check_box.child("size").and_then(|size| size.half_points("val"));
            return Some(Shown { text: text.to_owned(), size });
        }
        let list = data.child("ddList")?;
        let chosen =
            list.child("result").or_else(|| list.child("default")).and_then(|entry| entry.int("val"));
        let chosen = usize::try_from(chosen.unwrap_or_default()).ok()?;
        let entries = list.children().into_iter().filter(|child| child.name() == "listEntry");
        Some(Shown { text: entries.skip(chosen).find_map(Element::val)?, size: None })
    }

    /// The style of the field, with the size of the box.
    pub(super) fn styled(&self, style: &Arc<RunStyle>) -> Arc<RunStyle> {
        match self.size.filter(|size| *size > 0.0) {
            Some(size) => Arc::new(RunStyle { size, size_cs: size, ..RunStyle::clone(style) }),
            None => style.clone(),
        }
    }
}
