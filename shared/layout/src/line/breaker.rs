//! Breaks a paragraph; holds everything that its lines depend on.

use platen_ooxml::Budget;

use crate::bounds::HAIR;
use crate::model::paragraph_properties::Align;
use crate::model::settings::Settings;
use crate::model::story::Clear;
use crate::model::{ParagraphStyle, Suffix};
use crate::shape::{Kind, Run, Shaped};

/// Tolerance: widths are sums of fractions: a line that is exactly full fits.
pub(super) const TOLERANCE: f64 = HAIR;

/// A band of a column that floating objects leave free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Room {
    /// Edges of the band, from the column's starting edge.
    pub from: f64,
    pub to: f64,
    /// Space to leave above the line.
    pub skip: f64,
    /// Whether the line has no further part next to it.
    pub is_last: bool,
}

impl Room {
    /// All of the column.
    pub fn whole() -> Room {
        Room { from: 0.0, to: f64::MAX, skip: 0.0, is_last: true }
    }
}

/// Breaks one paragraph.
pub(crate) struct Breaker<'a> {
    pub shaped: &'a Shaped<'a>,
    /// See [`Shaped::blank_from`].
    pub blank_from: usize,
    /// The label, its separator from the text, the width of a space of its font, and its alignment.
    pub label: Option<(&'a Shaped<'a>, (Suffix, f64), Align)>,
    pub style: &'a ParagraphStyle,
    pub mark: &'a Run,
    /// Width of the column.
    pub width: f64,
    pub settings: &'a Settings,
    pub grid: Option<f64>,
    pub is_in_cell: bool,
    pub budget: &'a Budget,
    /// The room beside floating objects for a line at a distance from the paragraph's top and of a height: for its first
    /// part, and for further ones; on the sides that are named nothing may float.
    pub room: &'a dyn Fn(f64, f64, (usize, Option<Clear>)) -> Room,
}

/// Whether a cluster is a break of a page or a column.
pub(crate) fn is_break(kind: Kind) -> bool {
    matches!(kind, Kind::PageBreak | Kind::ColumnBreak)
}
