//! Floating objects: what they draw, and which bands of the column they keep free of text.

use std::rc::Rc;

use super::layouter::{self, Column, Layouter, MAX_EXCLUSIONS, Open};
use super::wrap::{Exclusion, exclusion};
use super::{Content, Floating, Flow, Slice};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::placement::{Place, Relative};
use crate::model::story::{Anchor, AnchorContent, Wrap};
use crate::model::text_direction::TurnedBack;
use crate::pages::{Item, Rect};
use crate::structure::ElementId;

/// Text starts a line beside a floating object only if the gap has an inch (measured with 40 probes of Word).
pub(super) const LEAST_GAP: f64 = 72.0;

/// An empty paragraph stands beside it where the gap has an em of its mark, or this much: in Word's PDFs one of 12 points goes
/// below a picture that leaves 11.5 points, and those of 14 stand beside a table that leaves 12.6.
pub(super) const LEAST_BLANK_GAP: f64 = 12.0;

/// The drawing of a floating object, and its width and height.
pub(super) type Drawn = (Rc<Vec<Item>>, (f64, f64));

/// The place of an anchor in its story: the top of its paragraph, the top of its line, the line's indent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub paragraph: f64,
    pub line: f64,
    pub indent: f64,
}

impl<'a> Layouter<'a> {
    /// The drawing of an anchor's object; pictures in it are part of `element`.
    pub(super) fn drawn(
        &self,
        anchor: &'a Anchor,
        element: Option<ElementId>,
        column: &Column<'_>,
    ) -> Result<Drawn, LayoutError> {
        let mut items = Vec::new();
        // Only a rule across the column has the column's width.
        let width =
            if matches!(anchor.content, AnchorContent::Rule(_)) { column.width } else { anchor.width };
        let around = (column.values, column.grid);
        let size = self.object(&anchor.content, (width, anchor.height), around, &mut items)?;
        Item::belong_to(&mut items, element);
        Ok((Rc::new(items), (anchor.width + size.0 - width, size.1)))
    }

    /// Keeps text off an object of a size, as far as its place is known before the page is.
    pub(super) fn keep_off(
        &self,
        anchor: &Anchor,
        (width, height): (f64, f64),
        spot: Spot,
        open: &mut Open<'a, '_>,
    ) {
        // Attack: ten thousand objects beside each line.
        if anchor.wrap == Wrap::None || open.exclusions.len() >= MAX_EXCLUSIONS {
            return;
        }
        if open.column.stance.turned_back != TurnedBack::None {
            let detail = "vertical text does not go around objects";
            self.undrawn.borrow_mut().add("float-wrap", "", "", detail);
            return;
        }
        // Its area is among those of its page.
        if is_pinned(anchor, spot, open) {
            return;
        }
        let is_in_cell = open.column.place == layouter::Place::Cell;
        let is_of_page = anchor.is_of_page(is_in_cell);
        // Up to 2010 a header's own text does not keep off an object at a place of the page (one document without a mode;
        // one of mode 15 shows the opposite).
        if is_of_page && open.column.place == layouter::Place::Other && self.document.settings.mode <= 14 {
            return;
        }
        open.flow.depends_on_pages |= is_of_page;
        if is_of_page && open.column.is_known {
            return;
        }
        let Some(top) = top_in_story(anchor, height, spot, open) else {
            let detail = "text does not wrap around an object that is positioned on the page";
            self.undrawn.borrow_mut().add("float-wrap", "", "", detail);
            return;
        };
        // Pushed from the edge of the paper or of the text: on another page it may not be.
        let natural = anchor.down.1.within((spot.paragraph.min(spot.line), 0.0), height);
        open.flow.depends_on_pages |= !is_of_page && (top - natural).abs() > HAIR;
        let own = kept_free(anchor, (width, height), spot, top, open);
        if is_in_cell && !is_of_page {
            // A cell holds what its text goes around (measured with Word 16).
            open.floor = open.floor.max(own.bottom - anchor.distance[3]);
        }
        // From its anchor on: below it an object may stand wholly on what another page has taken.
        open.flow.wraps.push((own.top.min(spot.line), own.bottom));
        open.exclusions.push(own);
    }
}

/// Whether an object has a fixed place on its page.
fn is_pinned(anchor: &Anchor, spot: Spot, open: &Open<'_, '_>) -> bool {
    let is_body = matches!(open.column.place, layouter::Place::Body { .. });
    is_body && open.page(spot.line).is_some_and(|page| page.pinned.contains(&anchor.id()))
}

/// The areas that the objects at these places keep free of text.
pub(super) fn all_kept_free<'o>(
    objects: impl Iterator<Item = (&'o Anchor, (f64, f64), Spot)>,
    open: &Open<'_, '_>,
) -> Vec<Exclusion> {
    let own = objects.filter(|(anchor, _, spot)| !is_pinned(anchor, *spot, open)).filter_map(
        |(anchor, size, spot)| {
            let top = top_in_story(anchor, size.1, spot, open)?;
            Some(kept_free(anchor, size, spot, top, open))
        },
    );
    own.take(MAX_EXCLUSIONS.saturating_sub(open.exclusions.len())).collect()
}

/// The area that an object keeps free of text.
fn kept_free(
    anchor: &Anchor,
    (width, height): (f64, f64),
    spot: Spot,
    top: f64,
    open: &Open<'_, '_>,
) -> Exclusion {
    let left = left_in_column(anchor, width, spot.indent, &open.column);
    let until = open.page_end(spot.line);
    let own = exclusion(anchor, (left, top), (width, height));
    // What reaches above its page keeps nothing off on the page before.
    let least = open.page(spot.line).map_or(f64::MIN, |page| page.from);
    Exclusion { until, top: own.top.max(least), ..own }
}

/// Left edge of an object in its column.
pub(super) fn left_in_column(anchor: &Anchor, width: f64, indent: f64, column: &Column<'_>) -> f64 {
    let is_of_cell = column.place == layouter::Place::Cell && anchor.in_cell;
    let free = column.width - width;
    match anchor.across {
        (Relative::Text | Relative::Margin, Place::Offset(offset)) => offset,
        (_, Place::Start) => 0.0,
        (_, Place::Center) => free / 2.0,
        (_, Place::End) => free,
        (Relative::Line, Place::Offset(offset)) => indent + offset,
        (Relative::Page, Place::Offset(offset)) if !is_of_cell => offset - column.page_left,
        (_, Place::Offset(offset)) => offset,
        (_, Place::Share(share)) => column.width * share,
    }
}

/// Top of an object in its story, as far as it is known before the page is: beside its anchor, or on a page whose place is
/// known.
pub(super) fn top_in_story(anchor: &Anchor, height: f64, spot: Spot, open: &Open<'_, '_>) -> Option<f64> {
    let (from, size) = match anchor.down.0 {
        Relative::Text => (spot.paragraph, 0.0),
        Relative::Line => (spot.line, 0.0),
        // The cell's height is not known yet.
        _ if open.column.place == layouter::Place::Cell && anchor.in_cell => (0.0, height),
        relative => {
            let page = open.page(spot.line)?;
            // Where the page in the story begins, from the paper's upper edge.
            let paper = page.from - page.start;
            if spot.line - paper > page.text.1 {
                return None;
            }
            let (from, size) = match relative {
                Relative::Margin => (page.text.0, page.text.1 - page.text.0),
                Relative::EndMargin => (page.text.1, page.height - page.text.1),
                Relative::StartMargin => (0.0, page.text.0),
                _ => (0.0, page.height),
            };
            (from + paper, size)
        }
    };
    let top = anchor.down.1.within((from, size), height);
    let counts = matches!(anchor.down.0, Relative::Text | Relative::Line);
    // What is laid out in its cell does not leave it at the top (two of Word's PDFs: a floating table, and pictures that would be
    // 97 and 127 points above their paragraphs, the only ones in their cells).
    let is_of_cell = open.column.place == layouter::Place::Cell && anchor.in_cell;
    let top = if is_of_cell { top.max(0.0) } else { top };
    // What text goes around stays on its page, and below the top of its text.
    Some(match open.page(spot.line) {
        Some(page) if spot.line - page.from + page.start <= page.text.1 => {
            let paper = page.from - page.start;
            let is_body = matches!(open.column.place, layouter::Place::Body { .. });
            let least = if is_body && counts { page.text.0 } else { 0.0 };
            (top - paper).max(least).min(page.height - height).max(0.0) + paper
        }
        _ => top,
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
    let mut boxes = super::paragraph_box::Boxes::default();
    for (index, slice) in flow.slices.iter().enumerate() {
        at += if index == 0 { slice.gap_at_start } else { slice.gap };
        boxes.add(slice, x, at, out);
        draw_slice(slice, x, at, out);
        slice.floating.iter().for_each(|own| floats(own, x, at));
        at += slice.height;
    }
    boxes.finish(out);
}

/// Draws a flow with all that floats in it, whose places count from the room that `room` says, beside the slice at a corner: no
/// page is known yet.
pub(super) fn draw_with_floats(
    flow: &Flow<'_>,
    (x, y): (f64, f64),
    out: &mut Vec<Item>,
    room: impl Fn(&Floating<'_>, (f64, f64)) -> Rect,
) {
    let mut inner = Vec::new();
    draw_flow(flow, x, y, out, &mut |own, x, y| inner.push((own.clone(), x, y)));
    for (own, x, y) in inner {
        let (dx, dy) = corner_within(&own, (x, y), room(&own, (x, y)));
        out.extend(own.items.iter().cloned().map(|item: Item| item.shifted(dx, dy)));
    }
}

/// A flow of a size, drawn with all that floats in it: in its cell, or else in all of the flow.
pub(super) fn drawn_whole(flow: &Flow<'_>, x: f64, (width, height): (f64, f64)) -> Vec<Item> {
    let mut items = Vec::new();
    draw_with_floats(flow, (x, 0.0), &mut items, |own, (x, y)| {
        own.cell.unwrap_or(Rect { x: -x, y: -y, width, height })
    });
    items
}

/// The corner of an object within what floats, in a slice at `(x, y)`: its place counts from the room in it, which begins
/// beside that corner.
fn corner_within(own: &Floating<'_>, (x, y): (f64, f64), room: Rect) -> (f64, f64) {
    let across = match own.anchor.across.0 {
        Relative::Line => (x + own.x, 0.0),
        _ => (x + room.x, room.width),
    };
    let down = match own.anchor.down.0 {
        Relative::Text => (y + own.paragraph, 0.0),
        Relative::Line => (y + own.line.0, own.line.1 - own.line.0),
        _ => (y + room.y, room.height),
    };
    (own.anchor.across.1.within(across, own.width), own.anchor.down.1.within(down, own.height))
}

/// Draws a slice's own content.
pub(crate) fn draw_slice(slice: &Slice<'_>, x: f64, y: f64, out: &mut Vec<Item>) {
    let before = out.len();
    match &slice.content {
        Content::Items(items) => out.extend(items.iter().cloned().map(|item| item.shifted(x, y))),
        Content::Row(row) => row.draw(x, y, out),
    }
    if slice.is_repeated {
        Item::repeat(out.get_mut(before..).unwrap_or_default());
    }
}

/// Draws a slice that is drawn nowhere else: its items are moved, not copied.
pub(crate) fn draw_out(slice: &mut Slice<'_>, x: f64, y: f64, out: &mut Vec<Item>) {
    match &mut slice.content {
        Content::Items(items) if !slice.is_repeated => {
            out.extend(std::mem::take(items).into_iter().map(|item| item.shifted(x, y)));
        }
        _ => draw_slice(slice, x, y, out),
    }
}
