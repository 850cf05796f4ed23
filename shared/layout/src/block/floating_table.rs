//! Tables that float (17.4.57).

use std::rc::Rc;

use super::anchor::{LEAST_GAP, draw_flow, left_in_column};
use super::layouter::{Layouter, Open, Place};
use super::{Content, Floating, Flow, Slice, table};
use crate::bounds::HAIR;
use crate::model::paragraph_properties::Align;
use crate::model::placement::{Place as Position, Relative};
use crate::model::story::{Anchor, Table};
use crate::pages::{Item, Rect};

impl<'a> Layouter<'a> {
    /// Takes a floating table out of the text: it is beside the next paragraph. Returns its rows if they stay in the text,
    /// because they continue on the next page.
    pub(super) fn float_table(
        &self,
        source: &'a Table,
        mut rows: Vec<Slice<'a>>,
        open: &mut Open<'a, '_>,
    ) -> Option<Vec<Slice<'a>>> {
        let Some(anchor) = source.float.as_deref() else { return Some(rows) };
        let height: f64 = rows.iter().map(|row| row.height).sum();
        let (left, right) = table::edges(&rows);
        // Its indent counts, from the side where it begins (17.4.1); the alignment in the column does not.
        let (corner, end) = match (source.align, source.is_rtl) {
            (Align::Start, false) => (0.0, right),
            (Align::Start, true) => (left, open.column.width),
            _ => (left, right),
        };
        let width = end - corner;
        let x = left_in_column(anchor, width, 0.0, &open.column);
        let has_room = x >= LEAST_GAP || open.column.width - x - width >= LEAST_GAP;
        let is_too_high = height > open.column.page_height;
        if is_too_high && has_room {
            let detail = "text does not go around a floating table that is taller than a page";
            self.undrawn.borrow_mut().add("floating-table", "", "", detail);
        }
        let first = rows.first().map_or(0.0, |row| row.height);
        if is_too_high || !has_room && runs_over(anchor, height, first, open) {
            shift(&mut rows, x - corner);
            return Some(rows);
        }
        let flow = Flow { slices: rows, ..Flow::default() };
        let mut items = Vec::new();
        let mut inner = Vec::new();
        draw_flow(&flow, -corner, 0.0, &mut items, &mut |own, x, y| inner.push((own.clone(), x, y)));
        for (own, x, y) in inner {
            let (dx, dy) = corner_in_cell(&own, (x, y));
            items.extend(own.items.iter().cloned().map(|item: Item| item.shifted(dx, dy)));
        }
        let notes = flow.slices.into_iter().flat_map(|row| row.notes).collect();
        let own = Floating::ahead(anchor, Rc::new(items), (width, height));
        open.put_ahead(Floating { notes, is_table: true, ..own });
        None
    }
}

/// Whether a table in the text is higher than the rest of its page, and its first row is not: it then continues on the next
/// page, at the top of the text.
fn runs_over(anchor: &Anchor, height: f64, first: f64, open: &mut Open<'_, '_>) -> bool {
    let (Relative::Text, Position::Offset(offset)) = anchor.down else { return false };
    if !matches!(open.column.place, Place::Body { .. }) {
        return false;
    }
    open.flow.depends_on_pages = true;
    let Some(page) = open.page(open.y) else { return false };
    let top = open.y - page.from + page.start + offset;
    top + height > page.text.1 + HAIR && top + first <= page.text.1 + HAIR
}

/// Moves a table to the side.
fn shift(rows: &mut [Slice<'_>], by: f64) {
    // The rows have their header in common.
    let mut header: Option<Rc<Vec<Slice<'_>>>> = None;
    for slice in rows {
        if let Content::Row(row) = &mut slice.content {
            Rc::make_mut(row).cells.iter_mut().for_each(|cell| cell.x += by);
        }
        for own in &mut slice.floating {
            own.x += by;
            own.cell = own.cell.map(|cell| Rect { x: cell.x + by, ..cell });
        }
        if let Some(own) = &mut slice.header {
            let shifted = header.get_or_insert_with(|| {
                let mut rows = Vec::clone(own);
                shift(&mut rows, by);
                Rc::new(rows)
            });
            *own = Rc::clone(shifted);
        }
    }
}

/// The corner of an object within a floating table, whose row stands at `(x, y)`: all that its place may count from is the cell.
fn corner_in_cell(own: &Floating<'_>, (x, y): (f64, f64)) -> (f64, f64) {
    let room = own.cell.unwrap_or(Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 });
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
