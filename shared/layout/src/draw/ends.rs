//! Heads of lines (20.1.8.37, 20.1.8.57).

use crate::drawing::Segment;

/// Kind of a head (20.1.10.33).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndKind {
    Triangle,
    Arrow,
    Stealth,
    Diamond,
    Oval,
}

/// A head: its kind, its width and length in widths of the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct End {
    pub kind: EndKind,
    pub width: f64,
    pub length: f64,
}

/// Width and length of a head without a size, and of a large one, in widths of its line; a small one has 2. Guesses:
/// 20.1.10.32 has only names.
pub(crate) const USUAL_HEAD: f64 = 3.0;
pub(crate) const LARGE_HEAD: f64 = 5.0;

/// How far the notch of a stealth head lies behind its tip, in lengths of the head. A guess.
const NOTCH: f64 = 0.6;

/// Mathematics: how far the control points of a quarter of an ellipse stand from its ends, in radii.
const QUARTER_ARC: f64 = 0.552_284_75;

/// Lines thinner than this have heads as if they were as thick, in points (LibreOffice reads Word's files so).
const THINNEST: f64 = 2.0;

impl End {
    /// Draws a line end at `tip`, coming from `from`, on a line of a given width; returns whether it is filled, and how much
    /// shorter the line becomes.
    pub fn draw(&self, tip: (f64, f64), from: (f64, f64), line: f64) -> (Vec<Segment>, bool, f64) {
        let thick = line.max(THINNEST);
        let (length, half) = (self.length * thick, self.width * thick / 2.0);
        let (dx, dy) = (from.0 - tip.0, from.1 - tip.1);
        let distance = dx.hypot(dy);
        let (dx, dy) = if distance > 0.0 { (dx / distance, dy / distance) } else { (1.0, 0.0) };
        // A point `back` along the line and `aside` of it.
        let at = |back: f64, aside: f64| (tip.0 + dx * back - dy * aside, tip.1 + dy * back + dx * aside);
        let polygon = |points: &[(f64, f64)]| {
            let mut out: Vec<Segment> = points.iter().map(|point| Segment::Line(*point)).collect();
            if let Some(first) = out.first_mut() {
                *first = Segment::Move(points[0]);
            }
            out
        };
        let closed = |points: &[(f64, f64)]| {
            let mut out = polygon(points);
            out.push(Segment::Close);
            out
        };
        match self.kind {
            EndKind::Triangle => (closed(&[at(0.0, 0.0), at(length, half), at(length, -half)]), true, length),
            EndKind::Stealth => {
                let notch = length * NOTCH;
                (closed(&[at(0.0, 0.0), at(length, half), at(notch, 0.0), at(length, -half)]), true, notch)
            }
            EndKind::Arrow => (polygon(&[at(length, half), at(0.0, 0.0), at(length, -half)]), false, 0.0),
            EndKind::Diamond => {
                let (back, fore) = (length / 2.0, -length / 2.0);
                (closed(&[at(fore, 0.0), at(0.0, half), at(back, 0.0), at(0.0, -half)]), true, 0.0)
            }
            EndKind::Oval => {
                let (back, bend) = (length / 2.0, QUARTER_ARC);
                let (low, high) = (back * bend, half * bend);
                let segments = vec![
                    Segment::Move(at(back, 0.0)),
                    Segment::Curve(at(back, high), at(low, half), at(0.0, half)),
                    Segment::Curve(at(-low, half), at(-back, high), at(-back, 0.0)),
                    Segment::Curve(at(-back, -high), at(-low, -half), at(0.0, -half)),
                    Segment::Curve(at(low, -half), at(back, -high), at(back, 0.0)),
                    Segment::Close,
                ];
                (segments, true, 0.0)
            }
        }
    }
}
