//! Positions of floating objects (20.4.2.3).

use super::sheet::{PlacedFloat, Sheet};
use crate::block::Floating;
use crate::model::placement::Relative;
use crate::model::section::Section;
use crate::model::story::Wrap;
use crate::pages::Rect;

/// The surroundings of an anchor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings {
    /// Left edge and width of the column.
    pub column: (f64, f64),
    /// The place of the anchor's slice.
    pub slice: (f64, f64),
    /// Whether it is in the text of the page, not in a header or a footer.
    pub is_text: bool,
}

/// The text area of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Whether text goes around an object whose place counts from the page.
pub(super) fn is_of_page(own: &Floating<'_>) -> bool {
    own.anchor.wrap != Wrap::None && own.anchor.is_of_page(own.cell.is_some())
}

/// Puts an object on a page, at a corner if it is pinned to that; answers with its corner.
pub(super) fn place(
    own: &Floating<'_>,
    section: &Section,
    sheet: &mut Sheet<'_>,
    around: Surroundings,
    pinned: Option<(f64, f64)>,
) -> (f64, f64) {
    let area = Area { left: sheet.left, top: sheet.top, bottom: sheet.bottom };
    let corner = pinned.unwrap_or_else(|| corner(own, section, area, around));
    place_at(own, section, sheet, corner)
}

fn place_at(own: &Floating<'_>, section: &Section, sheet: &mut Sheet<'_>, (x, y): (f64, f64)) -> (f64, f64) {
    if y >= section.height {
        return (x, y);
    }
    let items = own.items.iter().cloned().map(|item| item.shifted(x, y));
    let (order, is_behind) = (own.anchor.order, own.anchor.is_behind);
    sheet.floats.push(PlacedFloat { order, is_behind, items: items.collect() });
    (x, y)
}

/// Puts an object on a page whose lines run down or up: it is upright, at its place on the paper. `slice` is the place of its
/// slice among the lines.
pub(super) fn place_beside_turned(
    own: &Floating<'_>,
    section: &Section,
    sheet: &mut Sheet<'_>,
    slice: (f64, f64),
) {
    let paper = section.paper();
    let (top, bottom) = (paper.top.abs(), paper.height - paper.bottom.abs());
    let area = Area { left: paper.left, top, bottom };
    let (x, _) = section.on_paper((slice.0 + own.x, slice.1 + own.line.1));
    // Its paragraph begins at the top of the text.
    let slice = (x - own.x, top - own.paragraph);
    let around = Surroundings { column: (paper.left, paper.text_width()), slice, is_text: false };
    place_at(own, paper, sheet, corner(own, paper, area, around));
}

/// The corner of an object on its page.
pub(super) fn corner(own: &Floating<'_>, section: &Section, area: Area, around: Surroundings) -> (f64, f64) {
    let anchor = own.anchor;
    let (width, height) = (own.width, own.height);
    let text_right = area.left + section.text_width();
    let cell = own.cell.map(|cell| Rect { x: around.slice.0 + cell.x, y: around.slice.1 + cell.y, ..cell });
    let of_cell = cell.filter(|_| anchor.in_cell);
    let column = cell.map_or(around.column, |cell| (cell.x, cell.width));
    let across = match (anchor.across.0, of_cell) {
        (Relative::Line, _) => (around.slice.0 + own.x, 0.0),
        (Relative::Text, _) | (_, Some(_)) => column,
        (Relative::Page, _) => (0.0, section.width),
        (Relative::Margin, _) => (area.left, text_right - area.left),
        (Relative::StartMargin, _) => (0.0, area.left),
        (Relative::EndMargin, _) => (text_right, section.width - text_right),
    };
    let line = (around.slice.1 + own.line.0, around.slice.1 + own.line.1);
    let down = match (anchor.down.0, of_cell) {
        (Relative::Text, _) => (around.slice.1 + own.paragraph, 0.0),
        (Relative::Line, _) => (line.0, line.1 - line.0),
        (_, Some(cell)) => (cell.y, cell.height),
        (Relative::Page, _) => (0.0, section.height),
        (Relative::Margin, _) => (area.top, area.bottom - area.top),
        (Relative::StartMargin, _) => (0.0, section.top.abs()),
        (Relative::EndMargin, _) => (section.height - section.bottom.abs(), section.bottom.abs()),
    };
    let x = anchor.across.1.within(across, width);
    let mut y = anchor.down.1.within(down, height);
    if anchor.wrap != Wrap::None {
        // An object that text goes around stays on its page, and below the top of the text where it counts from that (a
        // picture and two boxes on two pages of Word, which would be 0.8 to 24 points above it), or of its cell.
        let counts = matches!(anchor.down.0, Relative::Text | Relative::Line);
        let least = match of_cell {
            Some(cell) => cell.y,
            _ if counts && around.is_text && own.cell.is_none() => area.top,
            _ => 0.0,
        };
        y = y.max(least).min(section.height - height).max(0.0);
    }
    (x, y)
}
