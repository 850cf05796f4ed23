//! Headers and footers: which one a page has, its height, and its drawing.

use super::float;
use super::float::{Area, Surroundings};
use super::sheet::{PlacedFloat, Sheet};
use crate::block::{Column, Exclusion, Flow, Layouter, PageFrame, draw_flow, exclusion};
use crate::error::LayoutError;
use crate::model::Stance;
use crate::model::section::{HeaderKind, HeaderRefs, Section};
use crate::model::story::Wrap;
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
        let page = PageFrame {
            sheet: 0,
            from: 0.0,
            first: None,
            start: section.header,
            text: (section.top.abs(), section.height - section.bottom.abs()),
            height: section.height,
            width: section.text_width(),
            left: section.left,
            is_pushed: false,
            wraps: Vec::new(),
            pinned: Vec::new(),
        };
        // Where a footer begins is known only when its height is.
        let pages = if is_footer { &[][..] } else { std::slice::from_ref(&page) };
        let grid = section.grid.map(|grid| grid.pitch);
        let stance = Stance { grid: section.characters, ..Stance::default() };
        let page_left = section.left;
        let column = Column { grid, stance, pages, page_left, ..Column::other(section.text_width(), values) };
        self.flow(blocks, column).map(Some)
    }
}

/// A header or footer that is measured.
pub(super) struct Measured<'a> {
    pub extent: Extent,
    /// It, unless it shows values that differ from page to page.
    pub flow: Option<Flow<'a>>,
}

/// The room that a header or footer takes of its page.
#[derive(Debug, Clone)]
pub(super) struct Extent {
    /// Height of its text.
    pub height: f64,
    /// Edges of the objects in it that the body's text is above or below, with their distances.
    pub band: Option<(f64, f64)>,
    /// The areas that the page's text avoids, from the paper's corner.
    pub wraps: Vec<Exclusion>,
}

/// Measures a header or footer. The text of the page avoids the same areas as its header's text (a box of 78 pt in the header
/// of one of Word's PDFs, and the body 18 pt below it).
pub(super) fn extent(flow: &Flow<'_>, section: &Section, left: f64, is_footer: bool) -> Extent {
    let height = flow.height();
    let mut y = if is_footer { section.height - section.footer - height } else { section.header };
    let area = Area { left, top: section.top.abs(), bottom: section.height - section.bottom.abs() };
    let mut band: Option<(f64, f64)> = None;
    let mut wraps = Vec::new();
    for (index, slice) in flow.slices.iter().enumerate() {
        y += if index == 0 { slice.gap_at_start } else { slice.gap };
        for own in slice.floating.iter().filter(|own| own.anchor.wrap != Wrap::None) {
            let around =
                Surroundings { column: (left, section.text_width()), slice: (left, y), is_text: false };
            let corner = float::corner(own, section, area, around);
            wraps.push(exclusion(own.anchor, corner, (own.width, own.height)));
            if own.anchor.wrap != Wrap::TopAndBottom {
                continue;
            }
            let top = corner.1;
            let (from, to) = (top - own.anchor.distance[1], top + own.height + own.anchor.distance[3]);
            band = Some(band.map_or((from, to), |(first, last)| (first.min(from), last.max(to))));
        }
        y += slice.height;
    }
    Extent { height, band, wraps }
}

/// Draws a header or footer at `y`.
pub(super) fn draw<'a>(
    flow: &Flow<'a>,
    (left, y): (f64, f64),
    section: &Section,
    sheet: &mut Sheet<'a>,
) -> (Vec<Item>, Vec<PlacedFloat>) {
    let mut items = Vec::new();
    let mut found = Vec::new();
    draw_flow(flow, left, y, &mut items, &mut |own, x, y| found.push((own.clone(), x, y)));
    let outer = std::mem::take(&mut sheet.floats);
    for (own, x, y) in found {
        let around = Surroundings { column: (left, section.text_width()), slice: (x, y), is_text: false };
        float::place(&own, section, sheet, around, None);
    }
    (items, std::mem::replace(&mut sheet.floats, outer))
}
