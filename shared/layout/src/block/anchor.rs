//! Floating objects: what they draw, and the bands of the column that they keep free of text.

use std::rc::Rc;

use super::layouter::{Column, Exclusion, Layouter, Open};
use super::{Content, Floating, Flow};
use crate::LayoutError;
use crate::model::paragraph::ParagraphStyle;
use crate::model::story::{Anchor, AnchorContent, Place, Relative, Wrap};
use crate::model::table::VAlign;
use crate::pages::{Dash, Item, PlacedPicture, Rect, Rule};
use crate::shape::{Shaped, Values};

/// Floating objects that text goes around at one time.
const MAX_EXCLUSIONS: usize = 64;

impl<'a> Layouter<'a> {
    /// A floating object with what it draws.
    pub(super) fn floating(
        &self,
        anchor: &'a Anchor,
        x: f64,
        line: (f64, f64),
        paragraph: f64,
        open: &Open<'a, '_>,
    ) -> Result<Floating<'a>, LayoutError> {
        let mut items = Vec::new();
        let size = (anchor.width, anchor.height);
        let height = self.object(&anchor.content, size, open.values, &mut items)?;
        Ok(Floating {
            anchor,
            items: Rc::new(items),
            width: anchor.width,
            height,
            x,
            line,
            paragraph,
            cell: None,
        })
    }

    /// What an object of a size draws, from its own corner; answers with its height.
    fn object(
        &self,
        content: &'a AnchorContent,
        (width, height): (f64, f64),
        values: &Values,
        out: &mut Vec<Item>,
    ) -> Result<f64, LayoutError> {
        self.budget.spend(64)?;
        match content {
            AnchorContent::Picture(picture) => {
                let rect = Rect { x: 0.0, y: 0.0, width, height };
                if let Some(part) = picture.part.clone() {
                    let (crop, rotation, alt) = (picture.crop, picture.rotation, picture.alt.clone());
                    out.push(Item::Picture(PlacedPicture { part, rect, crop, rotation, alt }));
                }
                Ok(height)
            }
            AnchorContent::Box { story, insets, align, fill, line } => {
                let inner = (width - insets[0] - insets[2]).max(1.0);
                let flow = self.flow(story, Column { ground: *fill, ..Column::other(inner, values) })?;
                let text = flow.height();
                let mut out_floats = Vec::new();
                let rect = Rect { x: 0.0, y: 0.0, width, height };
                if let Some(colour) = fill {
                    out.push(Item::Fill { rect, colour: *colour });
                }
                if let Some((thickness, colour)) = line {
                    out.extend(outline(rect, *thickness, *colour));
                }
                let room = height - insets[1] - insets[3];
                let top = match align {
                    VAlign::Center => insets[1] + ((room - text) / 2.0).max(0.0),
                    VAlign::Bottom => insets[1] + (room - text).max(0.0),
                    _ => insets[1],
                };
                draw_flow(&flow, insets[0], top, out, &mut |own, x, y| {
                    // Objects inside a box stand where their anchor does.
                    out_floats.push((own.clone(), x, y));
                });
                for (own, x, y) in out_floats {
                    let dx = match own.anchor.across.1 {
                        Place::Offset(offset) => x + offset,
                        _ => x,
                    };
                    let dy = match own.anchor.down.1 {
                        Place::Offset(offset) => y + own.paragraph + offset,
                        _ => y,
                    };
                    out.extend(own.items.iter().cloned().map(|mut item| {
                        item.shift(dx, dy);
                        item
                    }));
                }
                Ok(height)
            }
            AnchorContent::Group(parts) => {
                for part in parts {
                    let mut own = Vec::new();
                    self.object(&part.content, (part.width, part.height), values, &mut own)?;
                    out.extend(own.into_iter().map(|mut item| {
                        item.shift(part.x, part.y);
                        item
                    }));
                }
                Ok(height)
            }
        }
    }

    /// Keeps text off the objects that a paragraph anchors, as far as their place is known before the page is. `tops` are
    /// those of the paragraph and of its first line.
    pub(super) fn exclude(
        &self,
        shaped: &Shaped<'_>,
        style: &ParagraphStyle,
        tops: (f64, f64),
        open: &mut Open<'a, '_>,
    ) {
        for anchor in &shaped.anchors {
            // Attack: ten thousand objects beside each line.
            if anchor.wrap == Wrap::None || open.exclusions.len() >= MAX_EXCLUSIONS {
                continue;
            }
            let Some(object_top) = top_in_story(anchor, tops, open) else {
                let detail = "text does not go around an object that stands at a place of the page";
                self.undrawn.borrow_mut().add("float-wrap", "", "", detail);
                continue;
            };
            let free = open.width - anchor.width;
            let left = match (anchor.across.0, anchor.across.1) {
                (Relative::Text | Relative::Margin, Place::Offset(offset)) => offset,
                (_, Place::Start) => 0.0,
                (_, Place::Center) => free / 2.0,
                (_, Place::End) => free,
                (Relative::Line, Place::Offset(offset)) => style.start + offset,
                (Relative::Page, Place::Offset(offset)) => offset - open.page_left,
                (_, Place::Offset(offset)) => offset,
                (_, Place::Share(share)) => open.width * share,
            };
            let [d_left, d_top, d_right, d_bottom] = anchor.distance;
            let (allows_left, allows_right) = match anchor.wrap {
                Wrap::Sides { left, right } => (left, right),
                _ => (false, false),
            };
            let is_band = anchor.wrap == Wrap::TopAndBottom;
            open.exclusions.push(Exclusion {
                top: object_top - d_top,
                bottom: object_top + anchor.height + d_bottom,
                left: if is_band { f64::MIN } else { left - d_left },
                right: if is_band { f64::MAX } else { left + anchor.width + d_right },
                allows_left,
                allows_right,
            });
        }
    }
}

/// Top of an object in its story, as far as it is known before the page is: beside its anchor, or on the story's first
/// page.
fn top_in_story(anchor: &Anchor, (top, line): (f64, f64), open: &Open<'_, '_>) -> Option<f64> {
    let (from, size) = match (anchor.down.0, open.page) {
        (Relative::Text, _) => (top, 0.0),
        (Relative::Line, _) => (line, 0.0),
        (relative, Some(page)) if page.start + top < page.text.1 => {
            let (from, size) = match relative {
                Relative::Margin => (page.text.0, page.text.1 - page.text.0),
                Relative::EndMargin => (page.text.1, page.height - page.text.1),
                Relative::StartMargin => (0.0, page.text.0),
                _ => (0.0, page.height),
            };
            (from - page.start, size)
        }
        _ => return None,
    };
    Some(match anchor.down.1 {
        Place::Offset(offset) => from + offset,
        Place::Share(share) => from + size * share,
        Place::Start => from,
        Place::Center => from + (size - anchor.height) / 2.0,
        Place::End => from + size - anchor.height,
    })
}

/// The four edges of a rectangle.
fn outline(rect: Rect, width: f64, colour: crate::Rgb) -> [Item; 4] {
    let (left, top) = (rect.x, rect.y);
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let edge = |from, to| Item::Rule(Rule { from, to, width, colour, dash: Dash::Solid });
    [
        edge((left, top), (right, top)),
        edge((right, top), (right, bottom)),
        edge((right, bottom), (left, bottom)),
        edge((left, bottom), (left, top)),
    ]
}

/// Draws a flow at a place, whole.
pub(crate) fn draw_flow<'a>(
    flow: &Flow<'a>,
    x: f64,
    y: f64,
    out: &mut Vec<Item>,
    floats: &mut dyn FnMut(&Floating<'a>, f64, f64),
) {
    let mut at = y;
    let mut boxes = crate::page::Boxes::default();
    for (index, slice) in flow.slices.iter().enumerate() {
        at += if index == 0 { slice.gap_at_start } else { slice.gap };
        boxes.add(slice, x, at, out);
        draw_slice(slice, x, at, out);
        slice.floating.iter().for_each(|own| floats(own, x, at));
        at += slice.height;
    }
    boxes.finish(out);
}

/// Draws a slice's own content.
pub(crate) fn draw_slice(slice: &super::Slice<'_>, x: f64, y: f64, out: &mut Vec<Item>) {
    match &slice.content {
        Content::Items(items) => out.extend(items.iter().cloned().map(|mut item| {
            item.shift(x, y);
            item
        })),
        Content::Row(row) => row.draw(x, y, out),
    }
}
