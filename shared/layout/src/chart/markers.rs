//! Markers at points (21.2.3.27).

use super::canvas::{Canvas, arc, polygon, rectangle};
use crate::drawing::Segment;
use crate::model::story::charted::{Area, Marker, Symbol};
use crate::pages::Rect;
use crate::units::FULL_TURN;

/// Half the thickness of a dash or a dot, in halves of a sign's side. A guess.
const THIN: f64 = 0.25;

/// Ends of a stroke of a sign.
type Pair = ((f64, f64), (f64, f64));

/// Draws a sign about a point.
pub(super) fn draw(marker: &Marker, size: f64, (x, y): (f64, f64), canvas: &mut Canvas<'_, '_>) {
    let half = size / 2.0;
    let lines = |pairs: &[Pair]| -> Vec<Segment> {
        let to = |(dx, dy): (f64, f64)| (x + dx * half, y + dy * half);
        pairs.iter().flat_map(|(a, b)| [Segment::Move(to(*a)), Segment::Line(to(*b))]).collect()
    };
    let cross = [((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0))];
    let plus = [((0.0, -1.0), (0.0, 1.0)), ((-1.0, 0.0), (1.0, 0.0))];
    let square = Rect { x: x - half, y: y - half, width: size, height: size };
    let segments = match marker.symbol {
        Symbol::Diamond => polygon(&[(x, y - half), (x + half, y), (x, y + half), (x - half, y)]),
        Symbol::Square => rectangle(square),
        Symbol::Triangle => polygon(&[(x, y - half), (x + half, y + half), (x - half, y + half)]),
        Symbol::Circle => circle((x, y), half),
        Symbol::Dash => rectangle(Rect { y: y - half * THIN, height: half / 2.0, ..square }),
        Symbol::Dot => rectangle(Rect { x, y: y - half * THIN, width: half, height: half / 2.0 }),
        Symbol::Cross | Symbol::Plus | Symbol::Star => {
            let pairs: Vec<_> = match marker.symbol {
                Symbol::Cross => cross.to_vec(),
                Symbol::Plus => plus.to_vec(),
                _ => cross.iter().chain(plus.iter().take(1)).copied().collect(),
            };
            let outline = Area { fill: None, line: marker.area.line.clone() };
            return canvas.area(lines(&pairs), &outline);
        }
    };
    canvas.area(segments, &marker.area);
}

/// A circle as a path.
pub(super) fn circle(centre: (f64, f64), radius: f64) -> Vec<Segment> {
    let mut out = Vec::new();
    arc(centre, radius, (0.0, FULL_TURN), true, &mut out);
    out.push(Segment::Close);
    out
}
