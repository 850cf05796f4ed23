//! **Break**: turns shaped paragraphs into lines of a given width.

mod breaker;
mod filling;
mod height;
mod hyphen;
mod justify;
mod kashida;
mod lines;
mod marks;
mod overflow;
mod set;
mod tabs;

pub(crate) use breaker::{Breaker, Room, is_break};
pub(crate) use height::of as line_height;

use std::ops::Range;

use crate::model::paragraph_properties::Leader;

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It is full.
    Full,
    /// It is full, and a word continues after a hyphen that is drawn.
    Hyphen,
    /// A line break that the author set.
    Line,
    Page,
    Column,
    Paragraph,
}

/// A line. Positions count from the column's starting edge, in the direction of the paragraph.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub clusters: Range<usize>,
    /// The start of its content.
    pub start: f64,
    /// Widths of its clusters, stretched or squeezed.
    pub widths: Vec<f64>,
    /// The baseline, below the line's top.
    pub baseline: f64,
    pub height: f64,
    /// Part of the height, at the bottom, that may hang into the margin.
    pub hang: f64,
    /// Part of the height, at the top, that the document grid adds.
    pub above: f64,
    /// Space above the line that floating objects take.
    pub skip: f64,
    /// Whether it continues the line before, on the other side of a floating object.
    pub is_beside: bool,
    pub end: End,
    /// The leaders of its tabs.
    pub leaders: Vec<(usize, Leader)>,
    /// Clusters after this one hang past the end.
    pub content_end: usize,
    /// Whether it has the paragraph's label.
    pub has_label: bool,
    /// The start of its label.
    pub label_at: f64,
}
