//! Bars and columns (21.2.2.16).

use super::canvas::{Canvas, rectangle};
use super::fit;
use super::frame::Frame;
use crate::error::LayoutError;
use crate::model::story::charted::{Area, Chart, Grouping};
use crate::pages::Rect;

/// Bound: the least room of a cluster of bars, in bars. At an overlap of 100 % of many it would be none.
const LEAST_CLUSTER: f64 = 0.01;

/// The places of bars in their band: the offset of the first one from the middle, the step to the next, the width.
pub(super) fn offsets(frame: &Frame<'_, '_>) -> (f64, f64, f64) {
    let plot = frame.plot;
    let count = plot.series.len().max(1) as f64;
    // The same for stacked bars, which lie upon each other at an overlap of one (measured in PowerPoint).
    let cluster = count - (count - 1.0) * plot.overlap;
    let width = frame.across.band_width() / (cluster + plot.gap).max(LEAST_CLUSTER);
    let step = width * (1.0 - plot.overlap);
    (-cluster * width / 2.0 + width / 2.0, step, width)
}

/// The rectangle of a bar.
pub(super) fn bar(frame: &Frame<'_, '_>, chart: &Chart, number: usize, at: usize) -> Option<Rect> {
    let series = frame.plot.series.get(number)?;
    let (from, to) = (*frame.spans.of.get(number)?.get(at)?)?;
    let (first, step, width) = offsets(frame);
    let direction = (frame.across.place(1.0) - frame.across.place(0.0)).signum();
    let middle =
        frame.across.category(series, at, chart.is_1904)? + direction * (first + step * number as f64);
    let start = match frame.plot.grouping {
        Grouping::Beside => frame.base(),
        _ => frame.values.value(from).unwrap_or_else(|| frame.base()),
    };
    let end = frame.values.value(to)?;
    let (low, high) = (start.min(end), start.max(end));
    Some(match frame.across.is_upright {
        true => Rect { x: low, y: middle - width / 2.0, width: high - low, height: width },
        false => Rect { x: middle - width / 2.0, y: low, width, height: high - low },
    })
}

/// The middle of the end of a bar that shows its value.
fn top(frame: &Frame<'_, '_>, bar: Rect, number: usize, at: usize) -> Option<(f64, f64)> {
    let value = frame.values.value(frame.spans.of.get(number)?.get(at).copied()??.1)?;
    let middle = if frame.across.is_upright { bar.y + bar.height / 2.0 } else { bar.x + bar.width / 2.0 };
    Some(frame.point(middle, value))
}

pub(super) fn draw(
    frame: &Frame<'_, '_>,
    chart: &Chart,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    for (number, series) in frame.plot.series.iter().enumerate() {
        let count = frame.spans.of.get(number).map_or(0, Vec::len);
        let mut tops = Vec::with_capacity(count);
        for at in 0..count {
            canvas.spend(8)?;
            let rect = bar(frame, chart, number, at);
            tops.push(rect.and_then(|rect| top(frame, rect, number, at)));
            let Some(rect) = rect else { continue };
            let mut area = series.points.get(&at).map_or(&series.area, |point| &point.area).clone();
            let is_negative = series.values.get(at).copied().flatten().is_some_and(|value| value < 0.0);
            if let (true, Some(fill)) = (is_negative, &series.negative) {
                area = Area { fill: Some(fill.clone()), ..area };
            }
            canvas.area(rectangle(rect), &area);
        }
        fit::draw(frame, series, &tops, canvas)?;
    }
    Ok(())
}
