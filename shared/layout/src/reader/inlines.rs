//! The content of paragraphs: runs, and the elements around them.

use std::sync::Arc;

use platen_ooxml::package::Target as PartTarget;

use super::shown_field::Meaning;
use super::unfinished::Unfinished;
use super::{Reader, composing};
use crate::error::LayoutError;
use crate::model::paragraph_properties::{Align, Leader};
use crate::model::run::{FontName, RunLayer, RunStyle};
use crate::model::story::{Break, Clear, Field, Inline, InlineKind, Noted};
use crate::pages::Target;
use crate::read::Element;

impl<'a> Reader<'a> {
    pub(super) fn inlines(
        &mut self,
        parent: Element<'a>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        for child in parent.children() {
            self.budget.spend(8)?;
            match child.name() {
                "r" if child.is_w() => self.run(child, open)?,
                "hyperlink" => {
                    let outer = open.link.clone();
                    open.link = self.hyperlink(child).map(Arc::new).or(outer.clone());
                    self.inlines(child, open)?;
                    open.link = outer;
                }
                "fldSimple" => self.simple_field(child, open)?,
                "sdt" => {
                    let Some(content) = child.child("sdtContent") else { continue };
                    let bound = self.bound_text(child)?;
                    let field = self.form_field(child);
                    self.within_field(field, open, |reader, open| match bound {
                        Some(bound) => {
                            reader.push_bound(&bound, open);
                            Ok(())
                        }
                        None => reader.inlines(content, open),
                    })?;
                }
                "ins" | "moveTo" | "smartTag" | "customXml" | "dir" | "bdo" => self.inlines(child, open)?,
                "bookmarkStart" => {
                    if let Some(name) = child.attr("name") {
                        open.note(Noted::Bookmark(name.into()));
                    }
                }
                "oMath" | "oMathPara" => self.equation(child, open)?,
                "p" | "tbl" => {
                    let detail = "a paragraph or a table inside of a paragraph is left out";
                    self.undrawn.add("misplaced-block", self.part, "", detail);
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn hyperlink(&self, element: Element<'_>) -> Option<Target> {
        let address = element.attr("id").and_then(|id| self.relationships.by_id(&id).cloned());
        match (address.map(|relationship| relationship.target), element.attr("anchor")) {
            (Some(PartTarget::External(uri)), anchor) => {
                Some(Target::Uri(anchor.map_or(uri.clone(), |anchor| format!("{uri}#{anchor}"))))
            }
            (_, Some(anchor)) => Some(Target::Bookmark(anchor)),
            _ => None,
        }
    }

    pub(super) fn run(&mut self, run: Element<'a>, open: &mut Unfinished<'_>) -> Result<(), LayoutError> {
        let properties = run.child("rPr");
        let style = self.run_style(open.base, open.key, properties);
        for child in run.children() {
            self.budget.spend(4)?;
            match child.name() {
                "fldChar" => {
                    self.field_mark(child, &style, open);
                    continue;
                }
                "instrText" => {
                    if let Some(field) = self.fields.last_mut().filter(|field| field.meaning.is_none()) {
                        field.styles.push((field.instruction.len(), style.clone()));
                        field.instruction.push_str(&child.text());
                    }
                    continue;
                }
                _ => {}
            }
            if style.is_hidden {
                continue;
            }
            self.run_content(child, &style, properties, open)?;
        }
        Ok(())
    }

    pub(super) fn run_content(
        &mut self,
        child: Element<'a>,
        style: &Arc<RunStyle>,
        properties: Option<Element<'a>>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        let kind = match child.name() {
            "t" => InlineKind::Text(text_of(child)),
            "tab" => InlineKind::Tab,
            "cr" => InlineKind::Break(Break::Line),
            "br" => InlineKind::Break(match child.attr("type").as_deref() {
                Some("page") => Break::Page,
                Some("column") => Break::Column,
                _ => match child.attr("clear").as_deref().and_then(Clear::parse) {
                    Some(clear) => Break::Below(clear),
                    None => Break::Line,
                },
            }),
            "noBreakHyphen" => InlineKind::Text("\u{2011}".to_owned()),
            "softHyphen" => InlineKind::Text("\u{AD}".to_owned()),
            "sym" => return self.symbol(child, properties, open),
            "ptab" => InlineKind::AlignedTab {
                align: match child.attr("alignment").as_deref() {
                    Some("center") => Align::Center,
                    Some("right") => Align::End,
                    _ => Align::Start,
                },
                to_margin: child.attr("relativeTo").as_deref() != Some("indent"),
                leader: Leader::parse(child.attr("leader").as_deref()),
            },
            "footnoteReference" => return self.note(0, child, style, open),
            "endnoteReference" => return self.note(1, child, style, open),
            "footnoteRef" | "endnoteRef" => InlineKind::NoteMark,
            "separator" => InlineKind::Separator { is_continuation: false },
            "continuationSeparator" => InlineKind::Separator { is_continuation: true },
            "pgNum" => InlineKind::Field { kind: Field::Page, format: None, saved: String::new() },
            "drawing" | "pict" | "object" => {
                self.boxes += 1;
                let kinds = self.drawing(child, open.depth);
                self.boxes -= 1;
                for kind in kinds? {
                    self.push(open, kind, style);
                }
                // What stands in a box is on the page of its anchor.
                if self.boxes == 0 {
                    for spot in std::mem::take(&mut self.in_boxes) {
                        open.note(spot.noted);
                    }
                }
                return Ok(());
            }
            "ruby" => return self.ruby(child, style, open),
            _ => return Ok(()),
        };
        self.push(open, kind, style);
        Ok(())
    }

    /// A sign of a named font (17.3.3.30).
    pub(super) fn symbol(
        &mut self,
        child: Element<'a>,
        properties: Option<Element<'a>>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        let code =
            child.attr("char").and_then(|hex| u32::from_str_radix(&hex, 16).ok()).and_then(char::from_u32);
        let Some(sign) = code else { return Ok(()) };
        let mut layer = open.base.clone();
        if let Some(properties) = properties {
            if let Some(style) = self.character_style(properties) {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties, self.theme));
        }
        if let Some(font) = child.attr("font") {
            let font = Some(FontName::Named(font.into()));
            layer.ascii.clone_from(&font);
            layer.h_ansi.clone_from(&font);
            layer.east_asia.clone_from(&font);
            layer.cs = font;
        }
        let style = Arc::new(RunStyle::new(&layer, self.theme));
        self.push(open, InlineKind::Text(sign.to_string()), &style);
        Ok(())
    }

    /// Adds an inline, or a text to the one before it.
    pub(super) fn push(&mut self, open: &mut Unfinished<'_>, kind: InlineKind, style: &Arc<RunStyle>) {
        if !self.is_shown() {
            if let (InlineKind::Text(text), Some(field)) = (&kind, self.fields.last_mut())
                && matches!(field.meaning, Some(Meaning::Page(..)))
            {
                field.saved.push_str(text);
                field.style.get_or_insert_with(|| style.clone());
            }
            return;
        }
        let link = self.fields.iter().rev().find_map(|field| match &field.meaning {
            Some(Meaning::Link(target)) => Some(Arc::new(target.clone())),
            _ => None,
        });
        let link = link.or_else(|| open.link.clone());
        let kind = match kind {
            InlineKind::Text(text) if text.is_empty() => return,
            InlineKind::Text(text) => match composing::joined(text, style, &link, open) {
                Some(text) => InlineKind::Text(text),
                None => return,
            },
            other => other,
        };
        if let InlineKind::Text(text) = &kind
            && let Some(Inline { kind: InlineKind::Text(before), style: last, link: last_link }) =
                open.inlines.last_mut()
            && Arc::ptr_eq(last, style)
            && *last_link == link
        {
            before.push_str(text);
            return;
        }
        open.inlines.push(Inline { kind, style: style.clone(), link });
    }
}

/// The text of a `w:t`: white space at its ends counts only if it says so; line ends and tabs are spaces.
fn text_of(element: Element<'_>) -> String {
    let text = element.text();
    let text = if element.keeps_space() { &*text } else { text.trim_matches([' ', '\t', '\r', '\n']) };
    text.replace(['\t', '\r', '\n'], " ")
}
