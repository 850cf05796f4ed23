//! Content controls that are bound to data: when Word opens a document, it shows the data instead of the saved text.

use std::sync::Arc;

use super::Reader;
use super::unfinished::Unfinished;
use crate::error::LayoutError;
use crate::model::story::{Break, InlineKind, Noted};
use crate::read::Element;

/// The text that a content control shows instead of its saved text.
pub(super) struct BoundText<'a> {
    text: String,
    /// Bookmarks in the saved text: references lead to them all the same.
    bookmarks: Vec<Arc<str>>,
    /// Properties of the text.
    look: Option<Element<'a>>,
}

impl<'a> Reader<'a> {
    /// The text of a content control of plain text or a list, if its data differs from the saved text. Without data, Word
    /// shows its placeholder, which is the saved text.
    pub(super) fn bound_text(&mut self, control: Element<'a>) -> Result<Option<BoundText<'a>>, LayoutError> {
        let properties = control.child("sdtPr");
        let Some((properties, binding)) = properties.and_then(|own| Some((own, own.child("dataBinding")?)))
        else {
            return Ok(None);
        };
        let list = properties.child("dropDownList").or_else(|| properties.child("comboBox"));
        if list.is_none() && properties.child("text").is_none() {
            return Ok(None);
        }
        let store = binding.attr("storeItemID").unwrap_or_default();
        let path = binding.attr("xpath").unwrap_or_default();
        let Some(value) = self.parts.stores()?.value(&store, &path).filter(|value| !value.is_empty()) else {
            return Ok(None);
        };
        let item = list.and_then(|list| {
            let items = list.children().into_iter().filter(|own| own.name() == "listItem");
            items.into_iter().find(|own| own.attr("value").as_deref() == Some(&*value))
        });
        let text = item.and_then(|item| item.attr("displayText")).unwrap_or(value);
        let Some(content) = control.child("sdtContent") else { return Ok(None) };
        if saved(content) == text {
            return Ok(None);
        }
        let shows_placeholder = properties.child("showingPlcHdr").is_some_and(Element::on);
        let run = content.find("r").filter(|_| !shows_placeholder);
        let look = run.map_or_else(|| properties.child("rPr"), |run| run.child("rPr"));
        let mut bookmarks = Vec::new();
        bookmarks_in(content, &mut bookmarks);
        Ok(Some(BoundText { text, bookmarks, look }))
    }

    /// The same for a control around a single paragraph: a block or a cell.
    pub(super) fn bound_paragraph(
        &mut self,
        control: Element<'a>,
        holder: Element<'a>,
    ) -> Result<Option<BoundText<'a>>, LayoutError> {
        if holds_paragraph(holder) { self.bound_text(control) } else { Ok(None) }
    }

    pub(super) fn push_bound(&mut self, bound: &BoundText<'a>, open: &mut Unfinished<'_>) {
        for name in &bound.bookmarks {
            open.note(Noted::Bookmark(name.clone()));
        }
        let style = self.run_style(open.base, open.key, bound.look);
        for (at, line) in bound.text.split('\n').enumerate() {
            if at > 0 {
                self.push(open, InlineKind::Break(Break::Line), &style);
            }
            let line: String = line.chars().map(|own| if own.is_control() { ' ' } else { own }).collect();
            self.push(open, InlineKind::Text(line), &style);
        }
    }
}

/// Whether an element holds a single paragraph.
pub(super) fn holds_paragraph(holder: Element<'_>) -> bool {
    const BLOCKS: [&str; 9] = ["p", "tbl", "sdt", "tr", "tc", "customXml", "ins", "moveTo", "smartTag"];
    let names = holder.children().into_iter().map(Element::name);
    let names: Vec<&str> = names.filter(|own| BLOCKS.contains(own)).take(2).collect();
    names == ["p"]
}

fn bookmarks_in(content: Element<'_>, out: &mut Vec<Arc<str>>) {
    for child in content.children() {
        match child.name() {
            "bookmarkStart" => out.extend(child.attr("name").map(Arc::from)),
            _ => bookmarks_in(child, out),
        }
    }
}

/// The text of the runs in an element.
pub(super) fn saved(content: Element<'_>) -> String {
    let mut out = String::new();
    for child in content.children() {
        match child.name() {
            "t" => out.push_str(&child.text()),
            "tab" => out.push('\t'),
            "br" | "cr" => out.push('\n'),
            "rPr" | "pPr" | "instrText" | "delText" => {}
            _ => out.push_str(&saved(child)),
        }
    }
    out
}
