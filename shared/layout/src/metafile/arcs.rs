//! Ellipses and their parts, as Bézier curves.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::bounds::{COARSE_ROUNDING, ROUNDING};
use crate::drawing::Segment;
use crate::drawing::arc_handle;

/// The box of an ellipse: its centre and radii, in logical units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ellipse {
    pub centre: (f64, f64),
    pub radii: (f64, f64),
}

impl Ellipse {
    pub fn within([left, top, right, bottom]: [f64; 4]) -> Ellipse {
        Ellipse {
            centre: ((left + right) / 2.0, (top + bottom) / 2.0),
            radii: ((right - left).abs() / 2.0, (bottom - top).abs() / 2.0),
        }
    }

    /// The angle at which a line from the centre through a point meets it.
    fn angle(self, (x, y): (f64, f64)) -> f64 {
        let (rx, ry) = (self.radii.0.max(COARSE_ROUNDING), self.radii.1.max(COARSE_ROUNDING));
        ((y - self.centre.1) / ry).atan2((x - self.centre.0) / rx)
    }

    fn at(self, angle: f64) -> (f64, f64) {
        (self.centre.0 + self.radii.0 * angle.cos(), self.centre.1 + self.radii.1 * angle.sin())
    }

    /// The whole, closed.
    pub fn whole(self) -> Vec<Segment> {
        let mut out = vec![Segment::Move(self.at(0.0))];
        self.curves(0.0, TAU, &mut out);
        out.push(Segment::Close);
        out
    }

    /// The arc between two lines from the centre; it begins with its first point, which the caller moves to.
    pub fn arc(self, from: (f64, f64), to: (f64, f64), is_clockwise: bool) -> ((f64, f64), Vec<Segment>) {
        let (start, end) = (self.angle(from), self.angle(to));
        // Angles grow clockwise: y counts downwards.
        let mut sweep = if is_clockwise { end - start } else { start - end };
        if sweep <= ROUNDING {
            sweep += TAU;
        }
        self.sweep(start, if is_clockwise { sweep } else { -sweep })
    }

    /// The arc from an angle on, in radians.
    pub fn sweep(self, start: f64, sweep: f64) -> ((f64, f64), Vec<Segment>) {
        let mut out = Vec::new();
        self.curves(start, sweep.clamp(-TAU, TAU), &mut out);
        (self.at(start), out)
    }

    fn curves(self, start: f64, sweep: f64, out: &mut Vec<Segment>) {
        let count = (sweep.abs() / FRAC_PI_2).ceil().max(1.0);
        let step = sweep / count;
        let handle = arc_handle(step);
        let (rx, ry) = self.radii;
        for place in 0..count as usize {
            let (from, to) = (start + step * place as f64, start + step * (place + 1) as f64);
            let ((x1, y1), (x2, y2)) = (self.at(from), self.at(to));
            let first = (x1 - handle * rx * from.sin(), y1 + handle * ry * from.cos());
            let second = (x2 + handle * rx * to.sin(), y2 - handle * ry * to.cos());
            out.push(Segment::Curve(first, second, (x2, y2)));
        }
    }
}

/// A rectangle with round corners.
pub(super) fn rounded([left, top, right, bottom]: [f64; 4], (width, height): (f64, f64)) -> Vec<Segment> {
    let (rx, ry) = (
        (width.abs() / 2.0).min((right - left).abs() / 2.0),
        (height.abs() / 2.0).min((bottom - top).abs() / 2.0),
    );
    let corner = |x: f64, y: f64| Ellipse { centre: (x, y), radii: (rx, ry) };
    let mut out = vec![Segment::Move((left, top + ry))];
    let corners = [
        (corner(left + rx, top + ry), PI),
        (corner(right - rx, top + ry), PI + FRAC_PI_2),
        (corner(right - rx, bottom - ry), 0.0),
        (corner(left + rx, bottom - ry), FRAC_PI_2),
    ];
    for (ellipse, start) in corners {
        let (from, curves) = ellipse.sweep(start, FRAC_PI_2);
        out.push(Segment::Line(from));
        out.extend(curves);
    }
    out.push(Segment::Close);
    out
}
