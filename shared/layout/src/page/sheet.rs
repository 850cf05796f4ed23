//! A page while it is filled.

use crate::block::{Exclusion, Floating};
use crate::model::section::Section;
use crate::pages::Item;

/// The content of a page.
#[derive(Clone)]
pub(super) struct Sheet<'a> {
    /// The section that owns the top of the page.
    pub section: usize,
    /// Number as printed.
    pub number: i64,
    /// Whether it is the first page of its section.
    pub is_first: bool,
    /// Left edge of the text.
    pub left: f64,
    /// Top of the text, below the header.
    pub top: f64,
    /// Whether an object of the header pushes the text down: then it does not count as the top of the page (12 pt above
    /// headings in one of Word's PDFs).
    pub is_lowered: bool,
    /// Bottom of the text, above the footer.
    pub bottom: f64,
    /// The areas on it that text avoids, from the paper's corner: objects of header and footer, and those that extend out of
    /// their column or section.
    pub wraps: Vec<Exclusion>,
    pub items: Vec<Item>,
    /// Its footnotes: vertical alignment does not move them.
    pub foot: Vec<Item>,
    pub floats: Vec<PlacedFloat>,
    /// The end of the text, for vertical alignment.
    pub end: f64,
    /// Height of the notes at its foot.
    pub notes: f64,
    /// Whether these are in columns, one below another.
    pub has_note_columns: bool,
    /// Whether the text of this page ends its section.
    pub is_blank: bool,
    pub marker: std::marker::PhantomData<Floating<'a>>,
}

impl Sheet<'_> {
    /// The areas that text avoids, as seen by a column of a width at `x` whose text begins at `top`.
    pub fn wraps_from(&self, (x, width): (f64, f64), top: f64) -> Vec<Exclusion> {
        let reaches = |own: &&Exclusion| own.bottom > top && own.is_over(x, width);
        self.wraps.iter().filter(reaches).map(|own| own.clone().moved(-x)).collect()
    }
}

/// A floating object in its place.
#[derive(Clone)]
pub(super) struct PlacedFloat {
    pub order: i64,
    pub is_behind: bool,
    pub items: Vec<Item>,
}

/// Left edge of the text on a page: the gutter lies on the inner side of mirrored pages.
pub(super) fn left_edge(section: &Section, number: i64, mirror: bool, gutter_at_top: bool) -> f64 {
    let gutter = if gutter_at_top { 0.0 } else { section.gutter };
    let is_even = number.rem_euclid(2) == 0;
    if section.upright.is_some() {
        return section.left;
    }
    if mirror && is_even {
        return section.right;
    }
    if section.gutter_right { section.left } else { section.left + gutter }
}
