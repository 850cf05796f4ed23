//! The look of shapes: geometry, fill, line and shadows.

use super::paint::Fill;
use crate::draw::{End, Geometry};
use crate::drawing::{Cap, Ink, Join, Stroke};

/// Bound: the shortest and the longest dash or gap that a file can have, in widths of its line. A guess.
pub(crate) const DASHES: (f64, f64) = (0.1, 1000.0);

/// Dashes and gaps by name.
pub(crate) mod dash {
    /// Dashes and gaps in turn, in widths of the line (20.1.8.48). Those of VML (19.1.2.21) are as long.
    pub(crate) const DOT: &[f64] = &[1.0, 3.0];
    pub(crate) const DASH: &[f64] = &[4.0, 3.0];
    pub(crate) const LONG_DASH: &[f64] = &[8.0, 3.0];
    pub(crate) const SHORT_DASH: &[f64] = &[3.0, 1.0];
    pub(crate) const DASH_DOT: &[f64] = &[4.0, 3.0, 1.0, 3.0];
    pub(crate) const SHORT_DASH_DOT: &[f64] = &[3.0, 1.0, 1.0, 1.0];
    pub(crate) const SHORT_DASH_DOT_DOT: &[f64] = &[3.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    pub(crate) const LONG_DASH_DOT: &[f64] = &[8.0, 3.0, 1.0, 3.0];
    pub(crate) const LONG_DASH_DOT_DOT: &[f64] = &[8.0, 3.0, 1.0, 3.0, 1.0, 3.0];
}

/// A shadow or a glow behind a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shadow {
    /// How far it lies from the shape, to the right and down.
    pub offset: (f64, f64),
    /// Width of its soft edge.
    pub blur: f64,
    pub ink: Ink,
}

/// How a shape looks.
#[derive(Debug)]
pub(crate) struct Look {
    pub geometry: Geometry,
    /// Whether it is mirrored left to right, and top to bottom.
    pub flip: (bool, bool),
    pub fill: Option<Fill>,
    pub line: Option<Line>,
    /// The shadows behind it, the lowest first.
    pub shadows: Vec<Shadow>,
}

/// The line along a shape's paths.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Points.
    pub width: f64,
    pub ink: Ink,
    /// Dashes and gaps in turn, in widths of the line; empty for a whole line.
    pub dash: Vec<f64>,
    pub cap: Cap,
    pub join: Join,
    pub start: Option<End>,
    pub end: Option<End>,
}

impl Line {
    /// Its line, with dashes in points.
    pub fn stroke(&self) -> Stroke {
        let dash = self.dash.iter().map(|length| length * self.width.max(0.5)).collect();
        Stroke { width: self.width, ink: self.ink, dash, cap: self.cap, join: self.join }
    }
}

impl Look {
    /// Nothing that is seen.
    pub fn empty() -> Look {
        Look {
            geometry: Geometry::rectangle(),
            flip: (false, false),
            fill: None,
            line: None,
            shadows: Vec::new(),
        }
    }
}

impl Line {
    /// A whole line.
    pub fn plain(width: f64, ink: Ink) -> Line {
        Line { width, ink, dash: Vec::new(), cap: Cap::Flat, join: Join::Miter, start: None, end: None }
    }
}
