//! Borders of paragraphs, cells, tables, pages and runs (17.3.4).

use super::colour::Colour;
use super::layered::layered;
use crate::read::Element;
use crate::units::EIGHTHS_PER_POINT;

/// The thinnest border, in points: two eighths (17.18.23).
const THINNEST: f64 = 0.25;

/// Lines and gaps of a double and of a triple border, in widths of a line (17.18.2).
const DOUBLE: f64 = 3.0;
const TRIPLE: f64 = 5.0;

/// What a thin line and the gap beside it add to a thick one, in points. A guess: the small gap of 17.18.2 has no width there.
pub(crate) const THIN_LINE: f64 = 1.5;

/// Numbers of styles that decide between two borders ([MS-OI29500] 2.1.169).
const DOUBLE_NUMBER: f64 = 3.0;
const DOT_DASH_NUMBER: f64 = 8.0;
const DOT_DOT_DASH_NUMBER: f64 = 9.0;
const TRIPLE_NUMBER: f64 = 10.0;
const THIN_THICK_NUMBER: f64 = 11.0;

/// One edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Border {
    pub style: BorderStyle,
    /// Thickness of one of its lines, in points.
    pub width: f64,
    /// Distance from what it surrounds, in points.
    pub space: f64,
    pub colour: Colour,
}

/// How an edge is drawn. `None` yields to what lies below; `Nil` says that there is no edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BorderStyle {
    Nil,
    None,
    Single,
    Thick,
    Double,
    Triple,
    Dotted,
    Dashed,
    DotDash,
    DotDotDash,
    Wave,
    ThinThick,
}

impl Border {
    pub fn read(element: Element<'_>) -> Border {
        let style = match element.val().as_deref() {
            Some("nil") => BorderStyle::Nil,
            None | Some("none") => BorderStyle::None,
            Some("thick") => BorderStyle::Thick,
            Some("double" | "doubleWave") => BorderStyle::Double,
            Some("triple") => BorderStyle::Triple,
            Some("dotted") => BorderStyle::Dotted,
            Some("dashed" | "dashSmallGap") => BorderStyle::Dashed,
            Some("dotDash" | "dashDotStroked") => BorderStyle::DotDash,
            Some("dotDotDash") => BorderStyle::DotDotDash,
            Some("wave") => BorderStyle::Wave,
            Some(name) if name.starts_with("thinThick") || name.starts_with("thickThin") => {
                BorderStyle::ThinThick
            }
            Some(_) => BorderStyle::Single,
        };
        let eighths = element.int("sz").unwrap_or(0).clamp(0, 96) as f64;
        let width = if matches!(style, BorderStyle::Nil | BorderStyle::None) {
            0.0
        } else {
            (eighths / EIGHTHS_PER_POINT).max(THINNEST)
        };
        let space = element.int("space").unwrap_or(0).clamp(0, 31) as f64;
        let colour = element.attr("color").and_then(|colour| Colour::parse(&colour)).unwrap_or_default();
        Border { style, width, space, colour }
    }

    /// Whether anything is drawn.
    pub fn is_drawn(&self) -> bool {
        !matches!(self.style, BorderStyle::Nil | BorderStyle::None)
    }

    /// Thickness of all its lines and the gaps between them, in points.
    pub fn thickness(&self) -> f64 {
        match self.style {
            BorderStyle::Nil | BorderStyle::None => 0.0,
            BorderStyle::Double | BorderStyle::Wave => self.width * DOUBLE,
            BorderStyle::Triple => self.width * TRIPLE,
            BorderStyle::ThinThick => self.width + THIN_LINE,
            _ => self.width,
        }
    }

    /// The weight that decides between two borders at one place: the heavier one is drawn ([MS-OI29500] 2.1.169).
    pub fn weight(&self) -> f64 {
        let number = match self.style {
            BorderStyle::Nil | BorderStyle::None => return 0.0,
            BorderStyle::Dotted | BorderStyle::Dashed => return 1.0,
            BorderStyle::Single => 1.0,
            BorderStyle::Thick => 2.0,
            BorderStyle::Double | BorderStyle::Wave => DOUBLE_NUMBER,
            BorderStyle::DotDash => DOT_DASH_NUMBER,
            BorderStyle::DotDotDash => DOT_DOT_DASH_NUMBER,
            BorderStyle::Triple => TRIPLE_NUMBER,
            BorderStyle::ThinThick => THIN_THICK_NUMBER,
        };
        number * self.width * EIGHTHS_PER_POINT
    }
}

layered! {
    /// The edges of a box. `between` is the paragraphs' inner edge, `inside_*` are those of tables.
    Borders {
        top: Border,
        bottom: Border,
        left: Border,
        right: Border,
        between: Border,
        inside_h: Border,
        inside_v: Border,
        diagonal_down: Border,
        diagonal_up: Border,
    }
}

impl Borders {
    pub fn read(element: Element<'_>) -> Borders {
        let mut borders = Borders::default();
        for edge in element.children() {
            let border = Some(Border::read(edge));
            match edge.name() {
                "top" => borders.top = border,
                "bottom" => borders.bottom = border,
                "left" | "start" => borders.left = border,
                "right" | "end" => borders.right = border,
                "between" => borders.between = border,
                "insideH" => borders.inside_h = border,
                "insideV" => borders.inside_v = border,
                "tl2br" => borders.diagonal_down = border,
                "tr2bl" => borders.diagonal_up = border,
                _ => {}
            }
        }
        borders
    }
}
