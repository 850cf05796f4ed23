//! The drawing of a shape: its outline with fill, line and line ends.

use crate::bounds::{HAIR, NEARLY_ALL};
use crate::draw::{Outline, OutlinePath, PathFill};
use crate::drawing::{Cap, FillRule, Ink, Join, Paint, Path, Segment, Stroke};
use crate::model::paint::Fill;
use crate::model::shape_look::Shadow;
use crate::model::shape_look::{Line, Look};
use crate::pages::Rect;
use crate::units::CHANNEL;

/// How far the fills of a preset's lighter and darker paths go toward white or black, as shares (20.1.10.37 has no numbers). A
/// guess.
const SHADED: f64 = 0.4;
const SHADED_LESS: f64 = 0.2;

/// The paths of a shape.
pub(super) fn paths(look: &Look, outline: Outline, (width, height): (f64, f64)) -> Vec<Path> {
    let whole = Rect { x: 0.0, y: 0.0, width, height };
    let mut out = Vec::new();
    for shadow in &look.shadows {
        outline.paths.iter().for_each(|own| cast(shadow, look, own, &mut out));
    }
    for own in outline.paths {
        let fill = look
            .fill
            .as_ref()
            .and_then(|fill| shaded(fill, own.fill))
            .filter(|fill| fill.ink().opacity > 0.0);
        let fill = fill.map(|fill| fill.over(whole));
        let line = look.line.as_ref().filter(|line| own.is_stroked && line.ink.opacity > 0.0);
        let mut segments = own.segments;
        let mut heads = Vec::new();
        if let Some(line) = line {
            heads = draw_heads(line, &mut segments);
        }
        if fill.is_some() || line.is_some() {
            out.push(Path { segments, rule: FillRule::EvenOdd, fill, stroke: line.map(Line::stroke) });
        }
        out.append(&mut heads);
    }
    out
}

/// Steps in which the soft edge of a shadow is drawn.
const STEPS: usize = 8;

/// The shadow of a path: that of its fill, or else of its line. Its soft edge is drawn in steps, each of which adds its share.
fn cast(shadow: &Shadow, look: &Look, own: &OutlinePath, out: &mut Vec<Path>) {
    let has_fill = look.fill.is_some() && own.fill != PathFill::None;
    let line = look.line.as_ref().filter(|_| own.is_stroked);
    if !has_fill && line.is_none() {
        return;
    }
    let move_by = |(x, y): (f64, f64)| (x + shadow.offset.0, y + shadow.offset.1);
    let segments: Vec<Segment> = own.segments.iter().map(|segment| segment.mapped(move_by)).collect();
    let wide = line.map_or(0.0, |line| line.width);
    let steps = if shadow.blur > 0.5 { STEPS } else { 1 };
    // So many layers upon each other let through as much as the shadow does.
    let opacity = 1.0 - (1.0 - shadow.ink.opacity.min(NEARLY_ALL)).powf(1.0 / steps as f64);
    let ink = Ink { opacity, ..shadow.ink };
    for step in 0..steps {
        let spread = shadow.blur * (1.0 - (step as f64 + 0.5) / steps as f64);
        let width = if steps > 1 { wide + spread } else { wide };
        let stroke = Stroke { width, ink, dash: Vec::new(), cap: Cap::Round, join: Join::Round };
        // Fill and line of one layer would count twice where they overlap: only the outermost ones have a line.
        let fill = has_fill.then_some(Paint::Plain(ink));
        let stroke = (!has_fill || step + 1 < steps && width > 0.0).then_some(stroke);
        out.push(Path { segments: segments.clone(), rule: FillRule::EvenOdd, fill, stroke });
    }
}

/// The fill of a path that is lighter or darker than its shape: by two fifths, or by one (20.1.10.37).
fn shaded(fill: &Fill, path: PathFill) -> Option<Fill> {
    let (goal, share) = match path {
        PathFill::None => return None,
        PathFill::Normal => return Some(fill.clone()),
        PathFill::Lighten => (CHANNEL, SHADED),
        PathFill::LightenLess => (CHANNEL, SHADED_LESS),
        PathFill::Darken => (0.0, SHADED),
        PathFill::DarkenLess => (0.0, SHADED_LESS),
    };
    let toward = |channel: u8| (f64::from(channel) * (1.0 - share) + goal * share).round() as u8;
    Some(fill.changed(|ink| Ink { colour: ink.colour.map(toward), ..ink }))
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
        let from = along.find(|point| (point.0 - tip.0).hypot(point.1 - tip.1) > HAIR)?;
        let (head, is_filled, shorter) = end.draw(tip, from, line.width);
        let plain = Stroke { dash: Vec::new(), cap: Cap::Flat, join: Join::Miter, ..line.stroke() };
        let (fill, stroke) =
            if is_filled { (Some(Paint::Plain(line.ink)), None) } else { (None, Some(plain)) };
        out.push(Path { segments: head, rule: FillRule::EvenOdd, fill, stroke });
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
