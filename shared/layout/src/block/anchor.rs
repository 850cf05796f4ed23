//! Floating objects: what they draw, and the bands of the column that they keep free of text.

use std::rc::Rc;

use super::layouter::{Exclusion, Layouter, Open};
use super::{Content, Floating, Flow};
use crate::LayoutError;
use crate::model::paragraph::ParagraphStyle;
use crate::model::story::{Anchor, Place, Relative, Wrap};
use crate::pages::Item;
use crate::shape::Shaped;
use crate::structure::ElementId;

/// Floating objects that text goes around at one time.
const MAX_EXCLUSIONS: usize = 64;

impl<'a> Layouter<'a> {
    /// A floating object with what it draws; pictures in it are part of `element`.
    pub(super) fn floating(
        &self,
        anchor: &'a Anchor,
        element: Option<ElementId>,
        x: f64,
        line: (f64, f64),
        paragraph: f64,
        open: &Open<'a, '_>,
    ) -> Result<Floating<'a>, LayoutError> {
        let mut items = Vec::new();
        let size = (anchor.width, anchor.height);
        let height = self.object(&anchor.content, size, open.values, &mut items)?;
        Item::belong_to(&mut items, element);
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
            // Up to 2010 a header's own text does not keep off an object at a place of the page (one document without a
            // mode; one of mode 15 shows the opposite).
            let is_old = self.document.settings.mode <= 14;
            let is_of_page = !matches!(anchor.down.0, Relative::Text | Relative::Line);
            if is_old && is_of_page && open.place == super::layouter::Place::Other {
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
    let before = out.len();
    match &slice.content {
        Content::Items(items) => out.extend(items.iter().cloned().map(|mut item| {
            item.shift(x, y);
            item
        })),
        Content::Row(row) => row.draw(x, y, out),
    }
    if slice.is_repeated {
        Item::repeat(out.get_mut(before..).unwrap_or_default());
    }
}
