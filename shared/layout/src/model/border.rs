//! Borders of paragraphs, cells, tables, pages and runs (17.3.4).

use super::colour::Colour;
use super::layered::layered;
use crate::read::Element;
use crate::units::EIGHTHS_PER_POINT;

/// The thinnest border, in points: two eighths (17.18.23).
const THINNEST: f64 = 0.25;

/// A thin line beside a thick one, and the small gap between them, in points (0.72 each in one of Word's PDFs, where lines have
/// whole pixels; 17.18.2 has no numbers).
const THIN: f64 = 0.75;

/// The thick line of a border with a large gap, in points: its size is that of the gap (as LibreOffice reads it).
const THICK_AT_LARGE_GAP: f64 = 1.5;

/// A medium gap and the thin line beside it, in thick lines (as LibreOffice reads them).
const MEDIUM: f64 = 0.5;

/// Numbers of styles that decide between two borders ([MS-OI29500] 2.1.169).
const DOUBLE_NUMBER: f64 = 3.0;
const DOT_DASH_NUMBER: f64 = 8.0;
const DOT_DOT_DASH_NUMBER: f64 = 9.0;
const TRIPLE_NUMBER: f64 = 10.0;
/// That of the first mixed style; the others follow in the order of [`Gap`], and of [`Mixed`] with each gap.
const THIN_THICK_NUMBER: f64 = 11.0;
const MIXED_STYLES: f64 = 3.0;

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
    Mixed(Mixed, Gap),
}

/// Lines of a border, from its inside to its outside (17.18.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mixed {
    ThinThick,
    ThickThin,
    ThinThickThin,
}

/// The space between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    Small,
    Medium,
    Large,
}

impl BorderStyle {
    /// The style of a name such as `thinThickSmallGap`.
    fn mixed(name: &str) -> Option<BorderStyle> {
        let gaps = [("SmallGap", Gap::Small), ("MediumGap", Gap::Medium), ("LargeGap", Gap::Large)];
        let (lines, gap) = gaps.into_iter().find_map(|(end, gap)| Some((name.strip_suffix(end)?, gap)))?;
        let mixed = match lines {
            "thinThick" => Mixed::ThinThick,
            "thickThin" => Mixed::ThickThin,
            "thinThickThin" => Mixed::ThinThickThin,
            _ => return None,
        };
        Some(BorderStyle::Mixed(mixed, gap))
    }
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
            Some(name) => BorderStyle::mixed(name).unwrap_or(BorderStyle::Single),
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
        self.lines_and_gaps().iter().sum()
    }

    /// Its lines: how far the middle of each is from the inner edge, and how thick it is, in points.
    pub fn lines(&self) -> impl Iterator<Item = (f64, f64)> {
        let mut at = 0.0;
        let edges = self.lines_and_gaps().into_iter().enumerate().map(move |(place, width)| {
            at += width;
            (place, at - width / 2.0, width)
        });
        edges.filter(|(place, _, width)| place % 2 == 0 && *width > 0.0).map(|(_, at, width)| (at, width))
    }

    /// The thickness of each line and of the gap behind it, from the inside to the outside, in points.
    fn lines_and_gaps(&self) -> [f64; 5] {
        let own = self.width;
        let (thin, gap, thick) = match self.style {
            BorderStyle::Nil | BorderStyle::None => return [0.0; 5],
            BorderStyle::Double | BorderStyle::Wave => return [own, own, own, 0.0, 0.0],
            BorderStyle::Triple => return [own; 5],
            BorderStyle::Mixed(_, Gap::Small) => (THIN, THIN, own),
            BorderStyle::Mixed(_, Gap::Medium) => (own * MEDIUM, own * MEDIUM, own),
            BorderStyle::Mixed(_, Gap::Large) => (THIN, own, THICK_AT_LARGE_GAP),
            _ => return [own, 0.0, 0.0, 0.0, 0.0],
        };
        match self.style {
            BorderStyle::Mixed(Mixed::ThinThick, _) => [thin, gap, thick, 0.0, 0.0],
            BorderStyle::Mixed(Mixed::ThickThin, _) => [thick, gap, thin, 0.0, 0.0],
            _ => [thin, gap, thick, gap, thin],
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
            BorderStyle::Mixed(mixed, gap) => {
                THIN_THICK_NUMBER + MIXED_STYLES * f64::from(gap as u8) + f64::from(mixed as u8)
            }
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
