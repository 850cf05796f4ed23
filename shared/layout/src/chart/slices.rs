//! Slices of pies and doughnuts: their shares, outlines and labels.

use super::canvas::{At, Canvas, arc};
use super::labels::Label;
use super::{markers, room};
use crate::drawing::Segment;
use crate::error::LayoutError;
use crate::model::story::charted::{Area, LabelPlace, Series};
use crate::pages::Rect;
use crate::units::{FULL_TURN, HALF_TURN};

/// Tolerance: a slice of at least this share is all of the pie.
const WHOLE: f64 = 0.999_99;

/// The point within a slice where a label is measured: two thirds of the way from the hole to the rim. A guess.
const THIRDS: f64 = 3.0;

/// How near the middle a label at the inner side of the rim may come, in radii. A guess.
const NEAREST: f64 = 0.4;

/// Distance of labels from the rim, in points. A guess.
pub(super) const GAP: f64 = 4.0;

/// A slice: where it begins and ends, in degrees clockwise from the top.
pub(super) struct Slice {
    pub at: usize,
    pub from: f64,
    pub to: f64,
    pub share: f64,
}

/// The fill of a slice.
pub(super) fn area(series: &Series, at: usize) -> &Area {
    series.points.get(&at).map_or(&series.area, |point| &point.area)
}

/// Slices of some values, which fill the circle.
pub(super) fn shares(members: &[usize], value: impl Fn(usize) -> f64, start: f64) -> Vec<Slice> {
    let whole: f64 = members.iter().map(|at| value(*at)).sum();
    if whole <= 0.0 {
        return Vec::new();
    }
    let mut from = start.rem_euclid(FULL_TURN);
    let mut out = Vec::new();
    for at in members.iter().copied() {
        let share = value(at) / whole;
        let to = from + share * FULL_TURN;
        if share > 0.0 {
            out.push(Slice { at, from, to, share });
        }
        from = to;
    }
    out
}

pub(super) fn outline(slice: &Slice, centre: (f64, f64), (low, high): (f64, f64)) -> Vec<Segment> {
    // All of it is a circle.
    if slice.share > WHOLE {
        let mut out = markers::circle(centre, high);
        if low > 0.0 {
            out.extend(markers::circle(centre, low));
        }
        return out;
    }
    let mut out = Vec::new();
    arc(centre, high, (slice.from, slice.to), true, &mut out);
    if low > 0.0 {
        arc(centre, low, (slice.to, slice.from), false, &mut out);
    } else {
        out.push(Segment::Line(centre));
    }
    out.push(Segment::Close);
    out
}

/// Whether a label has room within its slice.
pub(super) fn fits(slice: &Slice, (width, height): (f64, f64), (low, high): (f64, f64)) -> bool {
    let middle = (low + high * 2.0) / THIRDS;
    let chord = 2.0 * middle * ((slice.to - slice.from).min(HALF_TURN) / 2.0).to_radians().sin();
    chord > width.max(height) && high - low > width.max(height)
}

pub(super) fn draw_label(
    label: &Label<'_>,
    slice: &Slice,
    centre: (f64, f64),
    (low, high): (f64, f64),
    whole: Rect,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    let size = room::size(&label.lines);
    let place = match label.place {
        // A doughnut's labels stand in their ring.
        _ if low > 0.0 => LabelPlace::Center,
        Some(LabelPlace::BestFit) | None if fits(slice, size, (low, high)) => LabelPlace::InsideEnd,
        Some(LabelPlace::BestFit) | None => LabelPlace::OutsideEnd,
        Some(own) => own,
    };
    let (sin, cos) = ((slice.from + slice.to) / 2.0).to_radians().sin_cos();
    let at = |radius: f64| (centre.0 + radius * sin, centre.1 - radius * cos);
    // How far the middle of the box stands from the edge that points to the rim.
    let reach = (size.0 / 2.0 * sin.abs()).hypot(size.1 / 2.0 * cos.abs());
    let radius = match place {
        LabelPlace::OutsideEnd => high + GAP + reach,
        LabelPlace::InsideEnd => (high - GAP - reach).max(high * NEAREST),
        _ => (low + high) / 2.0,
    };
    label.draw(at(radius), (At::Middle, At::Middle), whole, canvas)
}
