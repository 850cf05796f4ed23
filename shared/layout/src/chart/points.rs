//! Scatter and bubble charts (21.2.2.161, 21.2.2.20).

use super::canvas::Canvas;
use super::frame::Frame;
use super::{curves, data, fit, markers};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, PlotKind, Series};

/// The largest bubble, as a share of the plot's shorter side (LibreOffice's; Office draws about the same).
const LARGEST: f64 = 0.25;

/// Places of a series' points.
pub(super) fn places(frame: &Frame<'_, '_>, series: &Series) -> Vec<Option<(f64, f64)>> {
    let place = |(at, value): (usize, &Option<f64>)| {
        Some(frame.point(frame.across.value(data::x(series, at)?)?, frame.values.value((*value)?)?))
    };
    series.values.iter().enumerate().map(place).collect()
}

pub(super) fn draw(
    frame: &Frame<'_, '_>,
    chart: &Chart,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    let largest = largest(frame);
    for series in &frame.plot.series {
        let places = places(frame, series);
        canvas.spend(places.len() as u64 * 8)?;
        fit::draw(frame, series, &places, canvas)?;
        if let PlotKind::Bubble { .. } = frame.plot.kind {
            for (at, place) in places.iter().enumerate() {
                let (Some(place), Some(radius)) = (place, radius(frame, series, at, largest)) else {
                    continue;
                };
                let area = series.points.get(&at).map_or(&series.area, |point| &point.area);
                canvas.area(markers::circle(*place, radius), area);
            }
            continue;
        }
        curves::series_line(series, &places, chart.blanks, canvas);
        curves::series_markers(series, &places, canvas);
    }
    Ok(())
}

/// The size of the largest bubble of a plot.
pub(super) fn largest(frame: &Frame<'_, '_>) -> f64 {
    let sizes = |series: &Series| {
        (0..series.values.len()).filter_map(|at| size(series, at)).map(f64::abs).fold(0.0, f64::max)
    };
    frame.plot.series.iter().map(sizes).fold(0.0, f64::max)
}

fn size(series: &Series, at: usize) -> Option<f64> {
    series.sizes.get(at).copied().unwrap_or(Some(1.0))
}

/// The radius of a bubble beside the largest one: its surface, or else its width, tells its size.
pub(super) fn radius(frame: &Frame<'_, '_>, series: &Series, at: usize, largest: f64) -> Option<f64> {
    let PlotKind::Bubble { scale, shows_negative, is_of_width } = frame.plot.kind else { return None };
    let own = size(series, at)?;
    if own == 0.0 || largest <= 0.0 || (own < 0.0 && !shows_negative) {
        return None;
    }
    let share = own.abs() / largest;
    let share = if is_of_width { share } else { share.sqrt() };
    Some(frame.rect.width.min(frame.rect.height) * LARGEST * scale * share / 2.0)
}
