//! Headers and footers: which one a page has, how high it is, and what it draws.

use super::float::{self, Surroundings};
use super::sheet::{PlacedFloat, Sheet};
use crate::LayoutError;
use crate::block::{Column, Flow, Layouter, PageFrame, draw_flow};
use crate::model::section::{HeaderKind, HeaderRefs, Section};
use crate::pages::Item;
use crate::shape::Values;

/// The kind of header of a page.
pub(super) fn kind(section: &Section, is_first: bool, number: i64, even_and_odd: bool) -> HeaderKind {
    if section.has_first_page && is_first {
        HeaderKind::First
    } else if even_and_odd && number.rem_euclid(2) == 0 {
        HeaderKind::Even
    } else {
        HeaderKind::Default
    }
}

impl<'a> Layouter<'a> {
    /// A header or footer of a section; none if the page has none.
    pub(super) fn header(
        &self,
        refs: &HeaderRefs,
        kind: HeaderKind,
        section: &Section,
        values: &Values,
        is_footer: bool,
    ) -> Result<Option<Flow<'a>>, LayoutError> {
        let Some(blocks) = refs.get(kind).and_then(|id| self.document.headers.get(id)) else {
            return Ok(None);
        };
        // Where a footer begins is known only when its height is.
        let page = (!is_footer).then_some(PageFrame {
            start: section.header,
            text: (section.top.abs(), section.height - section.bottom.abs()),
            height: section.height,
        });
        let grid = section.grid.map(|grid| grid.pitch);
        let column =
            Column { grid, page, page_left: section.left, ..Column::other(section.text_width(), values) };
        self.flow(blocks, column).map(Some)
    }
}

/// Draws a header or footer at `y`.
pub(super) fn draw<'a>(
    flow: &Flow<'a>,
    y: f64,
    section: &Section,
    sheet: &mut Sheet<'a>,
) -> (Vec<Item>, Vec<PlacedFloat>) {
    let mut items = Vec::new();
    let mut found = Vec::new();
    let left = sheet.left;
    draw_flow(flow, left, y, &mut items, &mut |own, x, y| found.push((own.clone(), x, y)));
    let outer = std::mem::take(&mut sheet.floats);
    for (own, x, y) in found {
        let around = Surroundings { column: (left, section.text_width()), slice: (x, y) };
        float::place(&own, section, sheet, around);
    }
    (items, std::mem::replace(&mut sheet.floats, outer))
}
