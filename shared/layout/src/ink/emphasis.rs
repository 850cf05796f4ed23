//! Marks above or below characters (17.3.2.12).

use super::glyphs::colour;
use super::{Paper, Placed};
use crate::drawing::{Drawing, FillRule, Ink, Paint, Path, Rgb, Segment};
use crate::model::em_middle;
use crate::model::run::Emphasis;
use crate::pages::Item;
use crate::shape::{Kind, Run, Shaped};

/// Points of the three curves of a drop, right and down from its middle, in radii; it ends where it begins. A guess, drawn by
/// eye.
const DROP: [(f64, f64); 9] = [
    (0.0, -0.8),
    (1.0, 0.0),
    (1.0, 0.6),
    (1.0, 1.1),
    (0.4, 1.3),
    (0.1, 0.9),
    (-0.3, 0.3),
    (-0.6, -0.4),
    (-1.0, -1.0),
];

/// Distance of a mark's middle from the em box, and half its width, in em (fitted).
const AWAY: f64 = 0.07;
const RADIUS: f64 = 0.08;

/// Width of a circle's line, in em. A guess.
const LINE: f64 = 0.03;

/// Mathematics: how far the control points of a quarter of a circle stand from its ends, in radii.
const QUARTER: f64 = 0.552_285;

/// The marks of a line's characters; spaces and punctuation have none.
pub(super) fn emphasis(
    shaped: &Shaped<'_>,
    placed: &[Placed],
    baseline: f64,
    paper: Paper,
    out: &mut Vec<Item>,
) {
    let mut paths = Vec::new();
    for own in placed {
        let Some(cluster) = shaped.clusters.get(own.cluster) else { continue };
        let Some(run) = shaped.run(cluster) else { continue };
        let Some(mark) = run.style.emphasis.filter(|_| matches!(cluster.kind, Kind::Text | Kind::Ideograph))
        else {
            continue;
        };
        let text = shaped.text.get(cluster.text.start as usize..cluster.text.end as usize);
        if !text.and_then(|text| text.chars().next()).is_some_and(char::is_alphanumeric) {
            continue;
        }
        let width = cluster.width - run.style.spacing;
        let middle = em_middle(run.size);
        let away = run.size * (0.5 + AWAY);
        let y = baseline - run.rise - middle + if is_below(mark, run) { away } else { -away };
        paths.push(path(mark, (own.x + width / 2.0, y), run.size, colour(&run.style, paper.ground)));
    }
    if !paths.is_empty() {
        out.push(Item::Drawing(Drawing { paths, alt: None, element: None }));
    }
}

/// Dots are below Chinese text, whatever the file says.
fn is_below(mark: Emphasis, run: &Run) -> bool {
    let language = run.style.language_east_asia.as_deref();
    let is_chinese = language.is_some_and(|language| language.starts_with("zh"));
    mark == Emphasis::UnderDot || mark == Emphasis::Dot && is_chinese
}

fn path(mark: Emphasis, centre: (f64, f64), size: f64, colour: Rgb) -> Path {
    let radius = RADIUS * size;
    let mut segments = ellipse(centre, radius);
    match mark {
        Emphasis::Dot | Emphasis::UnderDot => {}
        // Paths are filled by the even-odd rule: a circle within the other leaves a ring.
        Emphasis::Circle => segments.extend(ellipse(centre, radius - LINE * size)),
        Emphasis::Comma => segments = drop(centre, radius),
    }
    Path {
        segments,
        rule: FillRule::EvenOdd,
        fill: Some(Paint::Plain(Ink { colour, opacity: 1.0 })),
        stroke: None,
    }
}

fn ellipse((x, y): (f64, f64), radius: f64) -> Vec<Segment> {
    let control = radius * QUARTER;
    let at = |right: f64, down: f64| (x + right, y + down);
    vec![
        Segment::Move(at(radius, 0.0)),
        Segment::Curve(at(radius, control), at(control, radius), at(0.0, radius)),
        Segment::Curve(at(-control, radius), at(-radius, control), at(-radius, 0.0)),
        Segment::Curve(at(-radius, -control), at(-control, -radius), at(0.0, -radius)),
        Segment::Curve(at(control, -radius), at(radius, -control), at(radius, 0.0)),
        Segment::Close,
    ]
}

/// A drop that leans to the left, as the East Asian comma does.
fn drop((x, y): (f64, f64), radius: f64) -> Vec<Segment> {
    let at = |(right, down): (f64, f64)| (x + right * radius, y + down * radius);
    let [a, b, c, d, e, f, g, h, i] = DROP.map(at);
    vec![
        Segment::Move(i),
        Segment::Curve(a, b, c),
        Segment::Curve(d, e, f),
        Segment::Curve(g, h, i),
        Segment::Close,
    ]
}
