//! Pies and doughnuts (21.2.2.141, 21.2.2.50).

use super::canvas::Canvas;
use super::labels::Label;
use super::room;
use super::room::LEAST_PLOT;
use super::room::{MARGIN, Room};
use super::second::Beside;
use super::slices::{GAP, Slice, area, draw_label, fits, outline, shares};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, LabelPlace, Plot, PlotKind, Series};
use crate::pages::Rect;

/// Bound: how far a slice may stand out, in radii; Office lets people set 400 %.
const MOST_EXPLOSION: f64 = 4.0;

/// The most that labels outside take off the radius, as a share. A guess.
const LABEL_ROOM: f64 = 0.4;

/// Draws the first plot of slices; others of the same chart make no sense beside it.
pub(super) fn draw(chart: &Chart, room: &Room, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let is_of_slices = |kind: &PlotKind| matches!(kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. });
    let Some(plot) = chart.plots.iter().find(|plot| is_of_slices(&plot.kind)) else { return Ok(()) };
    if chart.plots.len() > 1 {
        canvas.tell("chart-kind", "only the first plot of a pie or doughnut chart is drawn");
    }
    let auto = Rect {
        x: room.left + MARGIN,
        y: room.top + MARGIN,
        width: (room.width() - 2.0 * MARGIN).max(LEAST_PLOT),
        height: (room.height() - 2.0 * MARGIN).max(LEAST_PLOT),
    };
    let rect = chart.layout.map_or(auto, |own| own.rect(room.whole, auto));
    if let (Some(second), Some(series)) = (&plot.second, plot.series.first()) {
        return Beside { series, second, rect, whole: room.whole }.draw(chart, canvas);
    }
    let centre = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let mut radius = rect.width.min(rect.height) / 2.0;
    let (start, hole) = match plot.kind {
        PlotKind::Doughnut { start, hole } => (start, hole),
        PlotKind::Pie { start } => (start, 0.0),
        _ => (0.0, 0.0),
    };
    // Labels around a pie make it smaller, and slices that stand off.
    if hole == 0.0 && chart.layout.is_none() {
        radius -= outside(plot, radius, chart, canvas)?;
    }
    let explosion = |series: &Series, at: usize| {
        series
            .points
            .get(&at)
            .and_then(|point| point.explosion)
            .unwrap_or(series.explosion)
            .clamp(0.0, MOST_EXPLOSION)
    };
    let farthest = plot
        .series
        .iter()
        .flat_map(|series| (0..series.values.len()).map(move |at| explosion(series, at)))
        .fold(0.0, f64::max);
    let radius = (radius / (1.0 + farthest)).max(1.0);
    // A pie shows its first series, a doughnut a ring for each, the first inside.
    let rings = if hole > 0.0 { plot.series.len() } else { plot.series.len().min(1) };
    let inner = radius * hole;
    let breadth = (radius - inner) / rings.max(1) as f64;
    for (number, series) in plot.series.iter().enumerate().take(rings) {
        let (low, high) = match hole > 0.0 {
            true => (inner + breadth * number as f64, inner + breadth * (number + 1) as f64),
            false => (0.0, radius),
        };
        let slices = slices(series, start);
        canvas.spend(slices.len() as u64 * 32)?;
        let about = |slice: &Slice| {
            let off = explosion(series, slice.at) * radius;
            let (sin, cos) = ((slice.from + slice.to) / 2.0).to_radians().sin_cos();
            (centre.0 + off * sin, centre.1 - off * cos)
        };
        for slice in &slices {
            canvas.area(outline(slice, about(slice), (low, high)), area(series, slice.at));
        }
        for slice in &slices {
            let Some(label) = Label::of(series, number, slice.at, Some(slice.share), chart, canvas)? else {
                continue;
            };
            draw_label(&label, slice, about(slice), (low, high), room.whole, canvas)?;
        }
    }
    Ok(())
}

fn slices(series: &Series, start: f64) -> Vec<Slice> {
    let value = |at: usize| series.values.get(at).copied().flatten().unwrap_or(0.0).abs();
    shares(&(0..series.values.len()).collect::<Vec<_>>(), value, start)
}

/// How much of the radius labels outside of the pie need.
fn outside(plot: &Plot, radius: f64, chart: &Chart, canvas: &Canvas<'_, '_>) -> Result<f64, LayoutError> {
    let Some(series) = plot.series.first() else { return Ok(0.0) };
    let mut most = 0.0_f64;
    let slices = slices(series, 0.0);
    for slice in slices.iter().take(100) {
        let Some(label) = Label::of(series, 0, slice.at, Some(slice.share), chart, canvas)? else { continue };
        let (width, height) = room::size(&label.lines);
        let is_out = match label.place {
            Some(LabelPlace::OutsideEnd) => true,
            Some(LabelPlace::BestFit) | None => !fits(slice, (width, height), (0.0, radius)),
            _ => false,
        };
        if is_out {
            most = most.max(height + GAP);
        }
    }
    Ok(most.min(radius * LABEL_ROOM))
}
