//! Polygons that text wraps around.

use std::sync::Arc;

use crate::read::Element;

/// Unit: parts of an object's side in which its polygon is measured (20.4.2.16).
const PARTS: f64 = 21_600.0;

/// Corners of a polygon that are kept. Word's own traces of pictures have fewer.
const MAX_CORNERS: usize = 256;

/// A polygon that text goes around (20.4.2.16).
pub(super) fn polygon(element: Element<'_>) -> Option<Arc<[(f64, f64)]>> {
    let points = element.children();
    corners(points.iter().filter_map(|point| Some((point.int("x")? as f64, point.int("y")? as f64))))
}

/// Corners that count 21600 over the object; none if there is nothing between them, or too many of them.
pub(super) fn corners(points: impl Iterator<Item = (f64, f64)>) -> Option<Arc<[(f64, f64)]>> {
    let share = |at: f64| (at / PARTS).clamp(-1.0, 2.0);
    let points: Arc<[(f64, f64)]> = points.take(MAX_CORNERS + 1).map(|(x, y)| (share(x), share(y))).collect();
    // Attack: a polygon of a million corners, which every line beside it has to look at.
    let spreads =
        |pick: fn(&(f64, f64)) -> f64| points.iter().any(|own| Some(pick(own)) != points.first().map(pick));
    (points.len() <= MAX_CORNERS && spreads(|own| own.0) && spreads(|own| own.1)).then_some(points)
}
