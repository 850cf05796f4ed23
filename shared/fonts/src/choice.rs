//! The library's requests and answers.

use crate::face::{Face, FaceId};
use crate::generic::Generic;
use crate::metrics::LineMetrics;

/// A font as a document names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Request<'a> {
    /// Name of the family: `w:rFonts` or the theme.
    pub family: &'a str,
    /// Whether a bold face is asked for.
    pub bold: bool,
    /// Whether an italic face is asked for.
    pub italic: bool,
    /// Other names of the family (`w:altName`, comma-separated), tried when it is not at hand.
    pub alternatives: &'a str,
    /// What the document says of the font's looks (`w:family`, `w:pitch`, `w:panose1`), for a family that nobody knows.
    pub generic: Option<Generic>,
}

impl<'a> Request<'a> {
    /// A request for `family` in the given style, with nothing else known.
    #[must_use]
    pub fn new(family: &'a str, bold: bool, italic: bool) -> Self {
        Request { family, bold, italic, ..Request::default() }
    }
}

/// The face that draws a font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// Which face.
    pub face: FaceId,
    /// Whether the face is another than the one asked for. Its widths and heights are the wanted font's where these are
    /// known.
    pub is_stand_in: bool,
    /// Whether nothing is known of the font that was asked for: the face is one of its looks, with widths and heights of its own.
    pub is_by_looks: bool,
    /// Whether the face lacks the bold style, so that it must be thickened when it is drawn.
    pub synthetic_bold: bool,
    /// Whether the face lacks the italic style, so that it must be slanted when it is drawn.
    pub synthetic_italic: bool,
    pub(crate) metrics: LineMetrics,
}

impl Choice {
    /// Heights of the font that was asked for, in em.
    #[must_use]
    pub fn line_metrics(&self) -> LineMetrics {
        self.metrics
    }
}

impl Choice {
    /// A choice of the first face with plain heights, for a library without any readable face.
    pub(crate) fn none() -> Choice {
        let metrics = LineMetrics {
            ascent: 0.9,
            descent: 0.25,
            line_gap: 0.0,
            underline_position: 0.1,
            underline_thickness: 0.05,
            strikeout_position: 0.26,
            strikeout_thickness: 0.05,
            x_height: 0.5,
            cap_height: 0.7,
            is_east_asian: false,
        };
        Choice {
            face: FaceId(0),
            is_stand_in: true,
            is_by_looks: true,
            synthetic_bold: false,
            synthetic_italic: false,
            metrics,
        }
    }
}

pub(crate) fn choice((face, found): (FaceId, &Face), bold: bool, italic: bool, is_stand_in: bool) -> Choice {
    let (is_bold, is_italic) = found.drawn_style();
    Choice {
        face,
        is_stand_in,
        is_by_looks: false,
        synthetic_bold: bold && !is_bold,
        synthetic_italic: italic && !is_italic,
        metrics: found.opened().map_or_else(|| Choice::none().metrics, |opened| opened.metrics),
    }
}
