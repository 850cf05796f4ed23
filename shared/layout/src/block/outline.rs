//! What a shape draws: its outline with fill, line and the line's heads.

use crate::draw::{Outline, PathFill};
use crate::model::shape::{Line, Look};
use crate::pages::{Cap, Ink, Join, Path, Segment, Stroke};

/// The paths of a shape.
pub(super) fn paths(look: &Look, outline: Outline) -> Vec<Path> {
    let mut out = Vec::new();
    for own in outline.paths {
        let fill = look.fill.and_then(|fill| shaded(fill, own.fill)).filter(|fill| fill.opacity > 0.0);
        let line = look.line.as_ref().filter(|line| own.is_stroked && line.ink.opacity > 0.0);
        let mut segments = own.segments;
        let mut heads = Vec::new();
        if let Some(line) = line {
            heads = draw_heads(line, &mut segments);
        }
        if fill.is_some() || line.is_some() {
            out.push(Path { segments, fill, stroke: line.map(stroke) });
        }
        out.append(&mut heads);
    }
    out
}

/// The fill of a path that is lighter or darker than its shape: by two fifths, or by one (20.1.10.37).
fn shaded(fill: Ink, path: PathFill) -> Option<Ink> {
    let (goal, share) = match path {
        PathFill::None => return None,
        PathFill::Normal => return Some(fill),
        PathFill::Lighten => (255.0, 0.4),
        PathFill::LightenLess => (255.0, 0.2),
        PathFill::Darken => (0.0, 0.4),
        PathFill::DarkenLess => (0.0, 0.2),
    };
    let toward = |channel: u8| (f64::from(channel) * (1.0 - share) + goal * share).round() as u8;
    Some(Ink { colour: fill.colour.map(toward), ..fill })
}

fn stroke(line: &Line) -> Stroke {
    let dash = line.dash.iter().map(|length| length * line.width.max(0.5)).collect();
    Stroke { width: line.width, ink: line.ink, dash, cap: line.cap, join: line.join }
}

/// Heads at the ends of an open path, which ends short of those that are filled.
fn draw_heads(line: &Line, segments: &mut [Segment]) -> Vec<Path> {
    let mut out = Vec::new();
    if segments.contains(&Segment::Close) || segments.len() < 2 {
        return out;
    }
    let points: Vec<(f64, f64)> = segments.iter().flat_map(Segment::points).collect();
    let mut draw = |end: Option<crate::draw::End>, mut along: Box<dyn Iterator<Item = (f64, f64)> + '_>| {
        let (end, tip) = (end?, along.next()?);
        // Control points may lie on the end itself.
        let from = along.find(|point| (point.0 - tip.0).hypot(point.1 - tip.1) > 0.01)?;
        let (head, is_filled, shorter) = end.draw(tip, from, line.width);
        let plain = Stroke { dash: Vec::new(), cap: Cap::Flat, join: Join::Miter, ..stroke(line) };
        let (fill, stroke) = if is_filled { (Some(line.ink), None) } else { (None, Some(plain)) };
        out.push(Path { segments: head, fill, stroke });
        let length = (from.0 - tip.0).hypot(from.1 - tip.1);
        let share = (shorter / length).min(1.0);
        Some((tip.0 + (from.0 - tip.0) * share, tip.1 + (from.1 - tip.1) * share))
    };
    let first = draw(line.start, Box::new(points.iter().copied()));
    let last = draw(line.end, Box::new(points.iter().rev().copied()));
    if let (Some(to), Some(Segment::Move(start))) = (first, segments.first_mut()) {
        *start = to;
    }
    if let (Some(to), Some(Segment::Line(end) | Segment::Curve(_, _, end))) = (last, segments.last_mut()) {
        *end = to;
    }
    out
}
