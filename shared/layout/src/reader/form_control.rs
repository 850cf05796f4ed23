//! Content controls as fields of a form.

use std::sync::Arc;

use super::Reader;
use super::bound_text::{holds_paragraph, saved};
use super::unfinished::Unfinished;
use crate::error::LayoutError;
use crate::form_field::{FieldKind, FormField};
use crate::model::story::InlineKind;
use crate::pages::Target;
use crate::read::Element;

/// How the tag of a control begins in whose place somebody signs: Word has no control for that.
const SIGNATURE: &str = "signature";

/// Items of a list that are kept.
const MOST_ITEMS: usize = 2000;

/// Content that is more than text.
const MORE: [&str; 10] = [
    "sdt",
    "drawing",
    "pict",
    "object",
    "fldSimple",
    "fldChar",
    "oMath",
    "footnoteReference",
    "endnoteReference",
    "tbl",
];

/// Kinds of controls whose content is not typed.
const OTHERS: [&str; 8] = [
    "picture",
    "docPartObj",
    "docPartList",
    "group",
    "bibliography",
    "citation",
    "equation",
    "repeatingSection",
];

/// What stands in a control without any text, so that it has a place: as wide as a word.
const ROOM: &str = "\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}";

impl<'a> Reader<'a> {
    /// The field that a control of the body becomes; `None` for one that is no field, and where no form is asked for.
    pub(super) fn form_field(&self, control: Element<'a>) -> Option<Arc<Target>> {
        if !self.parts.source.takes_forms || !self.is_main || self.in_note {
            return None;
        }
        let properties = control.child("sdtPr")?;
        let content = control.child("sdtContent")?;
        let text =
            |name| properties.child(name).and_then(Element::val).filter(|text| !text.trim().is_empty());
        let (tag, title) = (text("tag"), text("alias"));
        let shows_placeholder = properties.child("showingPlcHdr").is_some_and(Element::on);
        let signs = |name: &Option<String>| {
            name.as_ref().is_some_and(|name| name.to_ascii_lowercase().starts_with(SIGNATURE))
        };
        let kind = if let Some(mark) = properties.child("checkbox") {
            FieldKind::CheckBox { is_checked: mark.child("checked").is_some_and(Element::on) }
        } else if let Some(list) = properties.child("dropDownList") {
            FieldKind::List { items: items(list), is_open: false }
        } else if let Some(list) = properties.child("comboBox") {
            FieldKind::List { items: items(list), is_open: true }
        } else if OTHERS.iter().any(|other| properties.child(other).is_some())
            || MORE.iter().any(|more| content.find(more).is_some())
        {
            return None;
        } else if signs(&tag) {
            FieldKind::Signature
        } else {
            let plain = properties.child("text");
            let is_long = plain.is_none_or(|plain| plain.flag("multiLine").unwrap_or(false));
            FieldKind::Text { is_long: is_long && properties.child("date").is_none() }
        };
        let lock = properties.child("lock").and_then(Element::val);
        Some(Arc::new(Target::Field(FormField {
            place: control.offset(),
            tag,
            title,
            kind,
            value: if shows_placeholder { String::new() } else { saved(content) },
            is_locked: lock.is_some_and(|lock| lock == "contentLocked" || lock == "sdtContentLocked"),
        })))
    }

    /// The same of a control around what holds a single paragraph: a block or a cell.
    pub(super) fn form_paragraph(&self, control: Element<'a>, holder: Element<'a>) -> Option<Arc<Target>> {
        if holds_paragraph(holder) { self.form_field(control) } else { None }
    }

    /// Reads what stands in a control as its field, which has a place also where nothing stands in it.
    pub(super) fn within_field(
        &mut self,
        field: Option<Arc<Target>>,
        open: &mut Unfinished<'_>,
        read: impl FnOnce(&mut Reader<'a>, &mut Unfinished<'_>) -> Result<(), LayoutError>,
    ) -> Result<(), LayoutError> {
        let Some(field) = field else { return read(self, open) };
        let outer = open.link.replace(field);
        let before = open.inlines.len();
        read(self, open)?;
        if open.inlines.len() == before {
            let style = self.run_style(open.base, open.key, None);
            self.push(open, InlineKind::Text(ROOM.to_owned()), &style);
        }
        open.link = outer;
        Ok(())
    }
}

fn items(list: Element<'_>) -> Vec<(String, String)> {
    let items = list.children().into_iter().filter(|item| item.name() == "listItem");
    let item = |item: Element<'_>| {
        let (value, shown) = (item.attr("value"), item.attr("displayText"));
        let shown = shown.or_else(|| value.clone())?;
        Some((value.unwrap_or_else(|| shown.clone()), shown))
    };
    // The item that is the placeholder has no value (17.5.2.23).
    items.take(MOST_ITEMS).filter_map(item).filter(|(value, _)| !value.is_empty()).collect()
}
