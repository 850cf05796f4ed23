//! The current selections of a metafile: pens, brushes, fonts, coordinates.

use std::sync::Arc;

use super::matrix::Matrix;
use crate::drawing::{Cap, Join, Rgb};

/// Height of text whose font has none, in units of its picture. A guess: [MS-WMF] leaves it to the program.
pub(super) const USUAL_HEIGHT: f64 = 12.0;

/// A pen ([MS-EMF] 2.2.19).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pen {
    /// None for the pen that draws nothing.
    pub colour: Option<Rgb>,
    /// In logical units; 0 is the thinnest that there is.
    pub width: f64,
    /// Lengths of dashes and gaps, in widths of the pen.
    pub dash: &'static [f64],
    pub cap: Cap,
    pub join: Join,
}

/// A font ([MS-EMF] 2.2.13).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Font {
    pub family: Arc<str>,
    /// Size in logical units: of the em if negative, of the cell if positive.
    pub height: f64,
    pub is_bold: bool,
    pub is_italic: bool,
    pub is_underlined: bool,
    pub is_struck: bool,
    /// Degrees, counter-clockwise.
    pub angle: f64,
    /// Whether its characters are codes of a font of signs.
    pub is_symbol: bool,
}

/// Something that a metafile makes and selects later.
#[derive(Debug, Clone)]
pub(super) enum Object {
    Pen(Pen),
    /// None for the brush that fills nothing.
    Brush(Option<Rgb>),
    Font(Font),
    /// A palette, a region: nothing is drawn with it.
    Other,
}

/// The mapping of logical units: their origin, and how many there are to how much of the device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mapping {
    pub window: ((f64, f64), (f64, f64)),
    pub viewport: ((f64, f64), (f64, f64)),
}

impl Mapping {
    pub fn matrix(self) -> Matrix {
        let ((wx, wy), (ww, wh)) = self.window;
        let ((vx, vy), (vw, vh)) = self.viewport;
        let factor = |viewport: f64, window: f64| if window == 0.0 { 1.0 } else { viewport / window };
        let (x, y) = (factor(vw, ww), factor(vh, wh));
        Matrix([x, 0.0, 0.0, y, vx - wx * x, vy - wy * y])
    }
}

/// Edges of what is seen: left, top, right, bottom.
pub(super) type Clip = [f64; 4];

/// All that `SaveDC` keeps.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub pen: Pen,
    pub brush: Option<Rgb>,
    pub font: Font,
    pub text_colour: Rgb,
    pub ground: Rgb,
    pub is_opaque: bool,
    pub text_align: u32,
    pub mapping: Mapping,
    /// Whether the mapping counts; in MM_TEXT a unit is a pixel.
    pub is_mapped: bool,
    pub world: Matrix,
    pub clip: Option<Clip>,
    pub position: (f64, f64),
    pub is_clockwise: bool,
    /// Whether what is drawn leaves no trace (`R2_NOP`).
    pub is_silent: bool,
}

impl Default for State {
    fn default() -> Self {
        State {
            pen: Pen { colour: Some([0; 3]), width: 0.0, dash: &[], cap: Cap::Round, join: Join::Round },
            brush: Some([255; 3]),
            font: Font {
                family: "Arial".into(),
                height: -USUAL_HEIGHT,
                is_bold: false,
                is_italic: false,
                is_underlined: false,
                is_struck: false,
                angle: 0.0,
                is_symbol: false,
            },
            text_colour: [0; 3],
            ground: [255; 3],
            is_opaque: true,
            text_align: 0,
            mapping: Mapping { window: ((0.0, 0.0), (1.0, 1.0)), viewport: ((0.0, 0.0), (1.0, 1.0)) },
            is_mapped: false,
            world: Matrix::UPRIGHT,
            clip: None,
            position: (0.0, 0.0),
            is_clockwise: false,
            is_silent: false,
        }
    }
}

/// Dashes and gaps of pens, in widths of the pen: those of Office's short dashes (20.1.8.48). [MS-EMF] gives no lengths.
const DASH: &[f64] = &[3.0, 1.0];
const DASH_DOT: &[f64] = &[3.0, 1.0, 1.0, 1.0];
const DASH_DOT_DOT: &[f64] = &[3.0, 1.0, 1.0, 1.0, 1.0, 1.0];

/// Dashes of the pen styles 0 to 4 ([MS-EMF] 2.1.25); none for whole lines.
pub(super) fn dash(style: u32) -> &'static [f64] {
    match style & 0xf {
        1 => DASH,
        2 => &[1.0, 1.0],
        3 => DASH_DOT,
        4 => DASH_DOT_DOT,
        _ => &[],
    }
}

/// A colour as it lies in the file: red, green, blue, and a byte that says whether it is one.
pub(super) fn colour(value: u32) -> Rgb {
    let [red, green, blue, _] = value.to_le_bytes();
    [red, green, blue]
}

/// The stock objects ([MS-EMF] 2.1.31): brushes 0 to 5, pens 6 to 8, fonts from 10 on.
pub(super) fn stock(index: u32) -> Object {
    let pen = |colour: Option<Rgb>| Object::Pen(Pen { colour, ..State::default().pen });
    match index {
        0 => Object::Brush(Some([255; 3])),
        1 => Object::Brush(Some([192; 3])),
        2 => Object::Brush(Some([128; 3])),
        3 => Object::Brush(Some([64; 3])),
        4 => Object::Brush(Some([0; 3])),
        5 => Object::Brush(None),
        6 => pen(Some([255; 3])),
        7 => pen(Some([0; 3])),
        8 => pen(None),
        10..=17 => Object::Font(State::default().font),
        _ => Object::Other,
    }
}
