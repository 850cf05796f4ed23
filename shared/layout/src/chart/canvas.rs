//! The paths and texts of a chart, which become items of a page.

use std::sync::Arc;

use crate::drawing::arc_handle;
use crate::drawing::{Drawing, FillRule, Path, Segment, Stroke};
use crate::error::LayoutError;
use crate::ink::Pen;
use crate::model::paint::Fill;
use crate::model::run::RunStyle;
use crate::model::shape_look::Line;
use crate::model::story::charted::{Area, Rich};
use crate::pages::{Clip, Group, Item, Rect};
use crate::shape::{Shaped, Shaper};
use crate::units::QUARTER_TURN;

/// Bound: pieces of an arc, each a quarter of a turn at most.
const MOST_PIECES: f64 = 8.0;

/// Mathematics: how far the control points of a smooth line through points stand from their points: as shares of the way between
/// the points before and behind (a Catmull-Rom spline), and at the ends of the way to the next one.
const BETWEEN: f64 = 1.0 / 6.0;
const ALONE: f64 = 1.0 / 3.0;

/// A text on one line, measured.
pub(super) struct Text {
    pieces: Vec<Shaped<'static>>,
    pub width: f64,
    pub ascent: f64,
    pub descent: f64,
}

impl Text {
    pub fn height(&self) -> f64 {
        self.ascent + self.descent
    }
}

/// The point of a text that is put at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Start,
    Middle,
    End,
}

impl At {
    fn share(self) -> f64 {
        match self {
            At::Start => 0.0,
            At::Middle => 0.5,
            At::End => 1.0,
        }
    }
}

/// Collects what a chart draws.
pub(super) struct Canvas<'c, 'a> {
    pub shaper: &'c Shaper<'a>,
    pub items: Vec<Item>,
}

impl Canvas<'_, '_> {
    pub fn spend(&self, steps: u64) -> Result<(), LayoutError> {
        Ok(self.shaper.budget.spend(steps)?)
    }

    pub fn tell(&self, code: &'static str, detail: &str) {
        self.shaper.undrawn.borrow_mut().add(code, "", "", detail);
    }

    /// Measures a text of one style.
    pub fn text(&self, text: &str, style: &Arc<RunStyle>) -> Result<Text, LayoutError> {
        self.rich(&vec![(text.to_owned(), style.clone())])
    }

    /// Measures a line of several styles.
    pub fn rich(&self, line: &Rich) -> Result<Text, LayoutError> {
        let mut own = Text { pieces: Vec::new(), width: 0.0, ascent: 0.0, descent: 0.0 };
        for (text, style) in line {
            let mark = self.shaper.mark(style);
            let shaped = self.shaper.text(text, style)?;
            own.width += shaped.width();
            own.ascent = shaped.runs.iter().map(|run| run.ascent).fold(own.ascent.max(mark.ascent), f64::max);
            own.descent =
                shaped.runs.iter().map(|run| run.descent).fold(own.descent.max(mark.descent), f64::max);
            own.pieces.push(shaped);
        }
        Ok(own)
    }

    /// Draws a text from a place on its baseline.
    pub fn write(&mut self, text: &Text, (mut x, baseline): (f64, f64)) -> Result<(), LayoutError> {
        for piece in &text.pieces {
            Pen(self.shaper).text(piece, (x, baseline), &mut self.items)?;
            x += piece.width();
        }
        Ok(())
    }

    /// Draws a text whose box stands at a place with the given parts.
    pub fn put(
        &mut self,
        text: &Text,
        (x, y): (f64, f64),
        (across, down): (At, At),
    ) -> Result<(), LayoutError> {
        let left = x - text.width * across.share();
        self.write(text, (left, y - text.height() * down.share() + text.ascent))
    }

    /// Draws a text that is turned clockwise about a place, at which its own part stands.
    pub fn turn(
        &mut self,
        text: &Text,
        (x, y): (f64, f64),
        degrees: f64,
        (across, down): (At, At),
    ) -> Result<(), LayoutError> {
        if degrees == 0.0 {
            return self.put(text, (x, y), (across, down));
        }
        let outer = std::mem::take(&mut self.items);
        self.put(text, (0.0, 0.0), (across, down))?;
        let items = std::mem::replace(&mut self.items, outer);
        let (sin, cos) = degrees.to_radians().sin_cos();
        self.items.push(Item::Group(Group::new([cos, sin, -sin, cos, x, y], items)));
        Ok(())
    }

    /// Draws a path.
    pub fn path(&mut self, segments: Vec<Segment>, fill: Option<&Fill>, line: Option<&Line>) {
        if segments.len() < 2 || (fill.is_none() && line.is_none()) {
            return;
        }
        let fill = fill.map(|fill| fill.over(bounds(&segments)));
        let path = Path { segments, rule: FillRule::EvenOdd, fill, stroke: line.map(stroke) };
        match self.items.last_mut() {
            Some(Item::Drawing(last)) if last.alt.is_none() => last.paths.push(path),
            _ => self.items.push(Item::Drawing(Drawing { paths: vec![path], alt: None, element: None })),
        }
    }

    /// Draws a surface.
    pub fn area(&mut self, segments: Vec<Segment>, area: &Area) {
        self.path(segments, area.fill.as_ref(), area.line.as_ref());
    }

    /// Draws straight lines between pairs of points.
    pub fn lines(&mut self, pairs: impl Iterator<Item = ((f64, f64), (f64, f64))>, line: Option<&Line>) {
        let Some(line) = line else { return };
        let segments = pairs.flat_map(|(from, to)| [Segment::Move(from), Segment::Line(to)]).collect();
        self.path(segments, None, Some(line));
    }

    /// Draws what `act` draws, cut to a rectangle.
    pub fn clipped(
        &mut self,
        rect: Rect,
        act: impl FnOnce(&mut Self) -> Result<(), LayoutError>,
    ) -> Result<(), LayoutError> {
        let outer = std::mem::take(&mut self.items);
        let result = act(self);
        let items = std::mem::replace(&mut self.items, outer);
        if !items.is_empty() {
            let transform = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
            self.items.push(Item::Group(Group {
                transform,
                clip: Some(Clip::Rect(rect)),
                opacity: 1.0,
                items: items.into(),
            }));
        }
        result
    }
}

/// The box around a path.
pub(super) fn bounds(segments: &[Segment]) -> Rect {
    let points = || segments.iter().flat_map(Segment::points);
    let (left, right) =
        points().fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at.0), high.max(at.0)));
    let (top, bottom) =
        points().fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at.1), high.max(at.1)));
    Rect { x: left, y: top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) }
}

pub(super) fn stroke(line: &Line) -> Stroke {
    let dash = line.dash.iter().map(|length| length * line.width.max(0.5)).collect();
    Stroke { width: line.width, ink: line.ink, dash, cap: line.cap, join: line.join }
}

/// A rectangle as a path.
pub(super) fn rectangle(rect: Rect) -> Vec<Segment> {
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    vec![
        Segment::Move((rect.x, rect.y)),
        Segment::Line((right, rect.y)),
        Segment::Line((right, bottom)),
        Segment::Line((rect.x, bottom)),
        Segment::Close,
    ]
}

/// A polygon, closed.
pub(super) fn polygon(points: &[(f64, f64)]) -> Vec<Segment> {
    let mut out: Vec<Segment> = points
        .iter()
        .enumerate()
        .map(|(at, point)| if at == 0 { Segment::Move(*point) } else { Segment::Line(*point) })
        .collect();
    out.push(Segment::Close);
    out
}

/// Appends an arc about a centre, from one angle to another (degrees clockwise from the top), beginning where the path is
/// if `begins` is false.
pub(super) fn arc(
    (x, y): (f64, f64),
    radius: f64,
    (from, to): (f64, f64),
    begins: bool,
    out: &mut Vec<Segment>,
) {
    let at = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (x + radius * sin, y - radius * cos)
    };
    out.push(if begins { Segment::Move(at(from)) } else { Segment::Line(at(from)) });
    let pieces = ((to - from).abs() / QUARTER_TURN).ceil().clamp(1.0, MOST_PIECES) as usize;
    let step = (to - from) / pieces as f64;
    // How far the control points of a piece lie from its ends.
    let reach = arc_handle(step.to_radians()) * radius;
    for piece in 0..pieces {
        let (start, end) = (from + step * piece as f64, from + step * (piece + 1) as f64);
        let ahead = |degrees: f64, by: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let point = at(degrees);
            (point.0 + cos * by, point.1 + sin * by)
        };
        out.push(Segment::Curve(ahead(start, reach), ahead(end, -reach), at(end)));
    }
}

/// A smooth curve through points, as Office draws it (control points measured in a PDF of Word): Catmull and Rom's.
pub(super) fn smooth(points: &[(f64, f64)], out: &mut Vec<Segment>) {
    let get = |at: usize| points.get(at).copied();
    let Some(first) = get(0) else { return };
    out.push(Segment::Move(first));
    for at in 1..points.len() {
        let (Some(from), Some(to)) = (get(at - 1), get(at)) else { break };
        let before = at.checked_sub(2).and_then(get);
        let after = get(at + 1);
        let toward = |a: (f64, f64), b: (f64, f64), share: f64| ((b.0 - a.0) * share, (b.1 - a.1) * share);
        let leave = before.map_or_else(|| toward(from, to, ALONE), |before| toward(before, to, BETWEEN));
        let arrive = after.map_or_else(|| toward(from, to, ALONE), |after| toward(from, after, BETWEEN));
        out.push(Segment::Curve(
            (from.0 + leave.0, from.1 + leave.1),
            (to.0 - arrive.0, to.1 - arrive.1),
            to,
        ));
    }
}
