//! Lists: which list an item belongs to, and at which level. HTML nests lists, Quill writes flat lists whose items have levels, and Word
//! writes paragraphs that name their list. All become lists of the document, each with its own numbers.

use html5gum::StartTag;

use super::super::list_kind::{ListKind, Marker};
use super::list_levels::{Levels, ListInWork};
use super::list_markers::{LARGEST, MsoItem, check_box, marker_of_text, marker_of_type};
use super::reader::Reader;
use super::style_attribute::Style;
use super::{attributes, editor_classes};

impl Reader<'_> {
    /// Opens a list element.
    pub(super) fn open_list(&mut self, tag: &StartTag<()>, ordered: bool, style: &Style) -> ListInWork {
        let of_type = attributes::text(tag, "type").and_then(|word| marker_of_type(&word));
        let class = attributes::text(tag, "class").unwrap_or_default();
        let boxes = attributes::text(tag, "data-checked").map(|checked| check_box(checked == "true"));
        let boxes = boxes.or_else(|| {
            class.split_ascii_whitespace().any(|c| c == "tox-checklist").then(|| check_box(false))
        });
        let usual = if ordered { Marker::Number(None) } else { Marker::Bullet(None) };
        ListInWork {
            marker: style.marker.unwrap_or_else(|| Some(boxes.or(of_type).unwrap_or(usual))),
            start: attributes::number(tag, "start").unwrap_or(1).min(LARGEST),
            levels: Levels::default(),
        }
    }

    /// The list of an item that begins, if it has a marker, and its level.
    pub(super) fn begin_item(&mut self, tag: &StartTag<()>, style: &Style) -> (Option<usize>, u8) {
        let class = attributes::text(tag, "class").unwrap_or_default();
        let (outer, inner) = (self.open.lists().saturating_sub(1), editor_classes::level(&class));
        let level = (outer + inner).min(8) as u8;
        let restart = attributes::number(tag, "value").map(|start| start.min(LARGEST));
        let Some(list) = self.open.list_mut() else { return (None, level) };
        let of_quill = attributes::text(tag, "data-list").and_then(|word| match word.as_str() {
            "ordered" => Some(Marker::Number(None)),
            "bullet" => Some(Marker::Bullet(None)),
            "checked" | "unchecked" => Some(check_box(word == "checked")),
            _ => None,
        });
        let is_checked = class.split_ascii_whitespace().any(|c| c == "tox-checklist--checked");
        let of_item = of_quill.or_else(|| is_checked.then(|| check_box(true)));
        let marker = of_item.map(Some).or(style.marker).unwrap_or(list.marker);
        let Some(marker) = marker else {
            list.levels.begin(inner);
            return (None, level);
        };
        let is_number = matches!(marker, Marker::Number(_));
        // To Word a list that goes on from another number is another list (HTML, 4.4.8).
        if restart.is_some() && is_number {
            list.levels.restart(inner);
        }
        let start = restart.unwrap_or(if inner == 0 { list.start } else { 1 });
        let kind = ListKind { marker, start: if is_number { start } else { 1 } };
        (Some(list.levels.list(inner, kind, &mut self.document.lists)), level)
    }

    /// An `input` element: a check box at the beginning of an item is its marker; elsewhere it is a character.
    pub(super) fn check_box(&mut self, tag: &StartTag<()>) -> Result<(), String> {
        let checked = attributes::text(tag, "checked").is_some();
        let marker = check_box(checked);
        let is_first = self.open.unnumbered().is_some();
        if let Some(list) = self.open.list_mut().filter(|_| is_first) {
            let list = list.levels.list(0, ListKind { marker, start: 1 }, &mut self.document.lists);
            if let Some(item) = self.open.unnumbered() {
                item.number = Some(list);
            }
            return Ok(());
        }
        self.text(if checked { "\u{2612}" } else { "\u{2610}" })
    }

    /// The list of a paragraph that Word copied, by the number that it wrote in front of the first item.
    pub(super) fn mso_list(&mut self, item: MsoItem) -> usize {
        let written = std::mem::take(&mut self.hidden_text);
        let levels = self.mso_lists.entry(item.list).or_default();
        levels.begin(item.level);
        match levels.first(item.level) {
            Some(list) => list,
            None => levels.list(item.level, marker_of_text(&written), &mut self.document.lists),
        }
    }
}
