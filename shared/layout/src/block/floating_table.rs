//! Tables that float (17.4.57).

use std::rc::Rc;

use super::anchor::{LEAST_GAP, drawn_whole, left_in_column};
use super::layouter::{Layouter, Open, Place};
use super::{Content, Floating, Flow, Slice, table};
use crate::bounds::HAIR;
use crate::model::paragraph_properties::Align;
use crate::model::placement::{Place as Position, Relative};
use crate::model::story::{Anchor, Table};
use crate::pages::Rect;

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
        let first = rows.first().map_or(0.0, |row| row.height);
        if is_too_high || runs_over(anchor, height, first, open) {
            if has_room {
                let detail = "text does not go around a floating table that continues on the next page";
                self.undrawn.borrow_mut().add("floating-table", "", "", detail);
            }
            shift(&mut rows, x - corner);
            return Some(rows);
        }
        let flow = Flow { slices: rows, ..Flow::default() };
        let items = drawn_whole(&flow, -corner, (width, height));
        let notes = flow.slices.into_iter().flat_map(|row| row.notes).collect();
        let own = Floating::ahead(anchor, Rc::new(items), (width, height));
        open.put_ahead(Floating { notes, is_table: true, ..own });
        None
    }
}

/// Whether a table in the text is higher than the rest of its page, and its first row is not: it then continues on the next
/// page, at the top of the text (betteroffice#694; five documents of other tests).
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

impl Open<'_, '_> {
    /// How far below the text before it a floating table begins that stays in the text, where a table that does not float would
    /// begin `gap` below it.
    pub(super) fn gap_above(&self, anchor: &Anchor, gap: f64) -> f64 {
        let (from, Position::Offset(offset)) = anchor.down else { return gap };
        let page = self.page(self.y);
        let top = match (from, page) {
            (Relative::Text, _) => return gap + offset.max(0.0),
            (Relative::Margin, Some(page)) => page.text.0,
            (Relative::Page, Some(_)) => 0.0,
            _ => return gap,
        };
        let here = page.map_or(0.0, |page| self.y - page.from + page.start);
        (top + offset - here).max(gap)
    }
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
