//! Paths of shapes, as krilla draws them.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, RadialGradient, SpreadMethod, Stop, Stroke, StrokeDash,
};
use platen_layout::{Cap, Gradient, GradientForm, Ink, Join, Paint, Rect, Segment};

/// The thinnest line, in points: a printer's hairline. PDF's own zero is one dot, which high resolutions do not show.
const HAIRLINE: f64 = 0.1;

/// `None`: nothing is left to draw.
pub(super) fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move((x, y)) => path.move_to(x as f32, y as f32),
            Segment::Line((x, y)) => path.line_to(x as f32, y as f32),
            Segment::Curve((a, b), (c, d), (x, y)) => {
                path.cubic_to(a as f32, b as f32, c as f32, d as f32, x as f32, y as f32);
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

/// `None`: a picture or a pattern, which are drawn by themselves.
pub(super) fn fill(paint: &Paint, own: platen_layout::FillRule) -> Option<Fill> {
    let rule = rule(own);
    Some(match paint {
        Paint::Plain(ink) => plain(*ink, own),
        Paint::Gradient(gradient) => {
            Fill { paint: self::gradient(gradient), opacity: NormalizedF32::ONE, rule }
        }
        Paint::Picture(_) | Paint::Pattern(_) => return None,
    })
}

/// One colour.
pub(super) fn plain(ink: Ink, own: platen_layout::FillRule) -> Fill {
    Fill { paint: colour(ink).into(), opacity: opacity(ink), rule: rule(own) }
}

pub(super) fn rule(own: platen_layout::FillRule) -> FillRule {
    match own {
        platen_layout::FillRule::EvenOdd => FillRule::EvenOdd,
        platen_layout::FillRule::NonZero => FillRule::NonZero,
    }
}

fn gradient(own: &Gradient) -> krilla::paint::Paint {
    let stops = own.stops.iter().map(|(at, ink)| Stop {
        offset: NormalizedF32::new(*at as f32).unwrap_or(NormalizedF32::ZERO),
        color: colour(*ink).into(),
        opacity: opacity(*ink),
    });
    let stops: Vec<Stop> = stops.collect();
    let (transform, spread_method) = (Transform::identity(), SpreadMethod::Pad);
    match own.form {
        GradientForm::Linear { from, to } => LinearGradient {
            x1: from.0 as f32,
            y1: from.1 as f32,
            x2: to.0 as f32,
            y2: to.1 as f32,
            transform,
            spread_method,
            stops,
            anti_alias: false,
        }
        .into(),
        GradientForm::Radial { centre, radius } => RadialGradient {
            fx: centre.0 as f32,
            fy: centre.1 as f32,
            fr: 0.0,
            cx: centre.0 as f32,
            cy: centre.1 as f32,
            cr: radius as f32,
            transform,
            spread_method,
            stops,
            anti_alias: false,
        }
        .into(),
    }
}

pub(super) fn stroke(own: &platen_layout::Stroke) -> Stroke {
    let array: Vec<f32> = own.dash.iter().map(|length| *length as f32).collect();
    Stroke {
        paint: colour(own.ink).into(),
        width: own.width.max(HAIRLINE) as f32,
        opacity: opacity(own.ink),
        line_cap: match own.cap {
            Cap::Flat => LineCap::Butt,
            Cap::Square => LineCap::Square,
            Cap::Round => LineCap::Round,
        },
        line_join: match own.join {
            Join::Round => LineJoin::Round,
            Join::Bevel => LineJoin::Bevel,
            Join::Miter => LineJoin::Miter,
        },
        dash: (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 }),
        ..Stroke::default()
    }
}

fn colour(Ink { colour: [red, green, blue], .. }: Ink) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn opacity(ink: Ink) -> NormalizedF32 {
    NormalizedF32::new(ink.opacity as f32).unwrap_or(NormalizedF32::ONE)
}

/// The box around all points of the paths.
pub(super) fn bounds(paths: &[platen_layout::Path]) -> Rect {
    let points = || paths.iter().flat_map(|path| &path.segments).flat_map(Segment::points);
    let (low, high) = points().fold(((f64::MAX, f64::MAX), (f64::MIN, f64::MIN)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    });
    if low.0 > high.0 {
        return Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };
    }
    Rect { x: low.0, y: low.1, width: high.0 - low.0, height: high.1 - low.1 }
}
