//! The outline of a shape at a given size, in points from its upper left corner.

use super::geometry::{Command, Geometry, PathFill, PathForm};
use super::guides::TURN;
use super::guides::{Values, radians};
use crate::bounds::ROUNDING;
use crate::drawing::Segment;
use crate::drawing::arc_handle;
use crate::pages::Rect;
use crate::units::EMU_PER_POINT;

/// Bound: pieces of an arc of one turn; a fifth one takes the rest that rounding leaves.
const MOST_PIECES: f64 = 5.0;

/// Bound: how far from its corner a shape may draw, in points.
const FARTHEST: f64 = 20_000.0;

/// A path of an outline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OutlinePath {
    pub segments: Vec<Segment>,
    pub fill: PathFill,
    pub is_stroked: bool,
}

/// The result of a geometry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    pub paths: Vec<OutlinePath>,
    /// The rectangle of the text, without the insets.
    pub text: Rect,
}

impl Outline {
    /// The outline of a shape at a size in points, mirrored left to right and top to bottom as `flip` says.
    pub fn of(geometry: &Geometry, (width, height): (f64, f64), flip: (bool, bool)) -> Outline {
        let mut values = Values::new(width * EMU_PER_POINT, height * EMU_PER_POINT);
        for (name, formula) in &geometry.guides {
            values.set(name, formula);
        }
        // Attack: points that no page and no PDF can hold.
        let bounded = |at: f64| if at.is_finite() { at.clamp(-FARTHEST, FARTHEST) } else { 0.0 };
        let placed = |x: f64, y: f64| {
            let (x, y) = (bounded(x), bounded(y));
            (if flip.0 { width - x } else { x }, if flip.1 { height - y } else { y })
        };
        let paths = geometry.paths.iter().map(|form| {
            let mut pen = Pen::new(form, &values, (width, height));
            form.commands.iter().for_each(|command| pen.take(command));
            let segments = pen.segments.iter().map(|own| own.mapped(|(x, y)| placed(x, y))).collect();
            OutlinePath { segments, fill: form.fill, is_stroked: form.is_stroked }
        });
        let whole = Rect { x: 0.0, y: 0.0, width, height };
        let text = geometry.text.as_ref().map_or(whole, |sides| {
            let [left, top, right, bottom] = sides.each_ref().map(|side| values.get(side) / EMU_PER_POINT);
            let ((a, b), (c, d)) = (placed(left, top), placed(right, bottom));
            Rect { x: a.min(c), y: b.min(d), width: (c - a).abs(), height: (d - b).abs() }
        });
        Outline { paths: paths.collect(), text }
    }
}

/// Draws a path.
struct Pen<'v> {
    values: &'v Values<'v>,
    /// Points for one unit of the path, across and down.
    scale: (f64, f64),
    segments: Vec<Segment>,
    start: (f64, f64),
    at: (f64, f64),
}

impl<'v> Pen<'v> {
    fn new(form: &PathForm, values: &'v Values<'v>, (width, height): (f64, f64)) -> Pen<'v> {
        let scale = |own: f64, whole: f64| if own > 0.0 { whole / own } else { 1.0 / EMU_PER_POINT };
        let scale = (scale(form.size.0, width), scale(form.size.1, height));
        Pen { values, scale, segments: Vec::new(), start: (0.0, 0.0), at: (0.0, 0.0) }
    }

    fn take(&mut self, command: &Command) {
        let (values, scale) = (self.values, self.scale);
        let point = |x, y| (values.get(x) * scale.0, values.get(y) * scale.1);
        match command {
            Command::Move([x, y]) => {
                self.at = point(x, y);
                self.start = self.at;
                self.segments.push(Segment::Move(self.at));
            }
            Command::Line([x, y]) => self.add(Segment::Line(point(x, y)), point(x, y)),
            Command::Cubic([a, b, c, d, e, f]) => {
                self.add(Segment::Curve(point(a, b), point(c, d), point(e, f)), point(e, f));
            }
            Command::Quadratic([a, b, c, d]) => {
                let (from, middle, to) = (self.at, point(a, b), point(c, d));
                self.add(Segment::quadratic(from, middle, to), to);
            }
            Command::Arc([width, height, start, swing]) => {
                let radii = (values.get(width), values.get(height));
                // More than once around draws nothing new.
                let swing = values.get(swing).clamp(-TURN, TURN);
                self.arc(radii, radians(values.get(start)), radians(swing));
            }
            Command::Close => {
                self.at = self.start;
                self.segments.push(Segment::Close);
            }
        }
    }

    /// A path that begins without a move begins at the corner.
    fn add(&mut self, segment: Segment, end: (f64, f64)) {
        if self.segments.is_empty() {
            self.segments.push(Segment::Move(self.at));
        }
        self.segments.push(segment);
        self.at = end;
    }

    /// A part of an ellipse from where the pen stands. Angles are those of the rays that one sees, not those of the
    /// ellipse's parameter (20.1.9.4), and are seen in the path's own coordinates: only so do the arcs of `cloud` meet.
    fn arc(&mut self, (across, down): (f64, f64), start: f64, swing: f64) {
        if across == 0.0 && down == 0.0 {
            return;
        }
        let parameter = |angle: f64| (angle.sin() * across).atan2(angle.cos() * down);
        let from = parameter(start);
        let mut sweep = parameter(start + swing) - from;
        // The parameter turns the same way as the ray, and as often.
        let turn = std::f64::consts::TAU;
        if swing >= 0.0 && sweep < -ROUNDING {
            sweep += turn;
        } else if swing < 0.0 && sweep > ROUNDING {
            sweep -= turn;
        }
        if swing.abs() >= turn - ROUNDING {
            sweep = turn.copysign(swing);
        }
        let (across, down) = (across * self.scale.0, down * self.scale.1);
        let centre = (self.at.0 - across * from.cos(), self.at.1 - down * from.sin());
        // A quarter at most: there a Bézier curve is off by less than a thousandth of the radius.
        let count = (sweep.abs() / std::f64::consts::FRAC_PI_2 - ROUNDING).ceil().clamp(1.0, MOST_PIECES);
        let step = sweep / count;
        let reach = arc_handle(step);
        for number in 0..count as u32 {
            let (a, b) = (from + step * f64::from(number), from + step * f64::from(number + 1));
            let on = |angle: f64| (centre.0 + across * angle.cos(), centre.1 + down * angle.sin());
            let (first, last) = (on(a), on(b));
            let leave = (first.0 - across * reach * a.sin(), first.1 + down * reach * a.cos());
            let reach_end = (last.0 + across * reach * b.sin(), last.1 - down * reach * b.cos());
            self.add(Segment::Curve(leave, reach_end, last), last);
        }
    }
}
