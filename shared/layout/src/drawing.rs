//! Shapes on a page, as plain data. Lengths are points; y counts downwards.

use std::sync::Arc;

use crate::structure::ElementId;

/// A colour as red, green, blue.
pub type Rgb = [u8; 3];

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// The paths of a shape, the lowest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The paths to draw.
    pub paths: Vec<Path>,
    /// A description for people who cannot see it; none if it only decorates.
    pub alt: Option<String>,
    /// The element that it belongs to; none in headers and footers.
    pub element: Option<ElementId>,
}

/// A path: filled, then stroked.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// Its segments; the first is a move.
    pub segments: Vec<Segment>,
    /// Which part of it is inside.
    pub rule: FillRule,
    /// Its fill.
    pub fill: Option<Paint>,
    /// Its line.
    pub stroke: Option<Stroke>,
}

/// Which part of a path is inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FillRule {
    /// Areas that its lines go around an odd number of times.
    #[default]
    EvenOdd,
    /// Areas that its lines go around, counted clockwise and back.
    NonZero,
}

/// A segment of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begins at a point.
    Move((f64, f64)),
    /// A straight line to a point.
    Line((f64, f64)),
    /// A cubic Bézier curve: two control points and the end.
    Curve((f64, f64), (f64, f64), (f64, f64)),
    /// A straight line to where the last move led.
    Close,
}

/// Mathematics: the control points of a cubic curve stand two thirds of the way to that of the same quadratic one.
const THIRDS: f64 = 3.0;

/// Mathematics: the control points of the cubic curve closest to an arc stand four thirds of the tangent of a quarter of its
/// angle from its ends, in radii.
const ARC: (f64, f64) = (4.0, 3.0);

/// How far the control points of a piece of a circle of radius 1 stand from its ends; its angle is in radians.
pub(crate) fn arc_handle(angle: f64) -> f64 {
    ARC.0 / ARC.1 * (angle / ARC.0).tan()
}

impl Segment {
    /// It with its points changed.
    pub(crate) fn mapped(self, change: impl Fn((f64, f64)) -> (f64, f64)) -> Segment {
        match self {
            Segment::Move(to) => Segment::Move(change(to)),
            Segment::Line(to) => Segment::Line(change(to)),
            Segment::Curve(a, b, to) => Segment::Curve(change(a), change(b), change(to)),
            Segment::Close => Segment::Close,
        }
    }

    /// A quadratic curve as a cubic one.
    pub(crate) fn quadratic(from: (f64, f64), control: (f64, f64), to: (f64, f64)) -> Segment {
        let toward = |end: (f64, f64)| {
            (end.0 + (control.0 - end.0) * 2.0 / THIRDS, end.1 + (control.1 - end.1) * 2.0 / THIRDS)
        };
        Segment::Curve(toward(from), toward(to), to)
    }

    /// Its points, control points too.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        match *self {
            Segment::Move(to) | Segment::Line(to) => [Some(to), None, None],
            Segment::Curve(a, b, to) => [Some(a), Some(b), Some(to)],
            Segment::Close => [None; 3],
        }
        .into_iter()
        .flatten()
    }
}

/// A colour that may let through what lies below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ink {
    /// The colour.
    pub colour: Rgb,
    /// 0 for what is not seen at all, 1 for what hides all below.
    pub opacity: f64,
}

/// The fill of a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Paint {
    /// One colour.
    Plain(Ink),
    /// Colours that change from place to place.
    Gradient(Box<Gradient>),
    /// A picture.
    Picture(Box<PicturePaint>),
    /// Dots of two colours.
    Pattern(Box<PatternPaint>),
}

/// Dots of two colours that fill a path, again and again.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternPaint {
    /// Dots of the first colour: a byte for each of eight rows, its highest bit on the left.
    pub bits: [u8; 8],
    /// The first colour.
    pub fore: Ink,
    /// The other one.
    pub ground: Ink,
    /// The place of the first dot.
    pub corner: (f64, f64),
}

impl PatternPaint {
    /// Width and height of a dot, in points: a ninety-sixth of an inch, as Office shows it at its usual size (unit: a pixel).
    pub const DOT: f64 = 0.75;

    /// The rows of dots of the first colour in a pattern that begins at (0, 0), each as long as it goes.
    pub fn rows(&self) -> impl Iterator<Item = Rect> {
        let is_on = |row: u8, at: u32| row.checked_shl(at).is_some_and(|own| own & 0x80 != 0);
        (0_u8..).zip(self.bits).flat_map(move |(y, row)| {
            (0..8).filter(move |at| is_on(row, *at) && (*at == 0 || !is_on(row, at - 1))).map(move |from| {
                let count = (from..8).take_while(|at| is_on(row, *at)).count();
                Rect {
                    x: f64::from(from) * Self::DOT,
                    y: f64::from(y) * Self::DOT,
                    width: count as f64 * Self::DOT,
                    height: Self::DOT,
                }
            })
        })
    }
}

/// A picture that fills a path.
#[derive(Debug, Clone, PartialEq)]
pub struct PicturePaint {
    /// Name of its part.
    pub part: Arc<str>,
    /// Its place; or that of the first one.
    pub rect: Rect,
    /// How many times its own size a tile is (at its own resolution, or else 96 dots an inch), if it is tiled.
    pub tile: Option<(f64, f64)>,
    /// 0 for what is not seen at all, 1 for what hides all below.
    pub opacity: f64,
}

impl Paint {
    /// It at another place.
    pub(crate) fn shift(&mut self, x: f64, y: f64) {
        let by = |point: &mut (f64, f64)| *point = (point.0 + x, point.1 + y);
        match self {
            Paint::Plain(_) => {}
            Paint::Gradient(gradient) => match &mut gradient.form {
                GradientForm::Linear { from, to } => {
                    by(from);
                    by(to);
                }
                GradientForm::Radial { centre, .. } => by(centre),
            },
            Paint::Pattern(own) => by(&mut own.corner),
            Paint::Picture(own) => (own.rect.x, own.rect.y) = (own.rect.x + x, own.rect.y + y),
        }
    }
}

/// Colours that change from place to place. Beyond its ends, the last one continues.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// Places from 0 to 1 in ascending order, and the colours there; at least one.
    pub stops: Vec<(f64, Ink)>,
    /// The places of the stops.
    pub form: GradientForm,
}

/// The places of a gradient's colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GradientForm {
    /// Along a line.
    Linear {
        /// The place of 0.
        from: (f64, f64),
        /// The place of 1.
        to: (f64, f64),
    },
    /// On circles about a point.
    Radial {
        /// The place of 0.
        centre: (f64, f64),
        /// Distance of 1.
        radius: f64,
    },
}

/// The line along a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Thickness; 0 is the thinnest that there is.
    pub width: f64,
    /// Colour.
    pub ink: Ink,
    /// Lengths of dashes and gaps in turn; empty for a whole line.
    pub dash: Vec<f64>,
    /// How it ends.
    pub cap: Cap,
    /// How it goes around corners.
    pub join: Join,
}

/// How a stroke ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// At the end of the path.
    Flat,
    /// Half its width behind.
    Square,
    /// With half a circle.
    Round,
}

/// How a stroke goes around a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// With a part of a circle.
    Round,
    /// With the corner cut off.
    Bevel,
    /// To a point.
    Miter,
}
