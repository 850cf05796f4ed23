//! Lines, areas and stock charts (21.2.2.97, 21.2.2.2, 21.2.2.199).

use super::canvas::{Canvas, polygon, rectangle, smooth};
use super::frame::Frame;
use super::{fit, markers};
use crate::drawing::Segment;
use crate::error::LayoutError;
use crate::model::story::charted::{Blanks, Chart, Grouping, Series};
use crate::pages::Rect;

/// Places of a series' points; none where a value is missing.
pub(super) fn places(frame: &Frame<'_, '_>, chart: &Chart, number: usize) -> Vec<Option<(f64, f64)>> {
    let (Some(series), Some(spans)) = (frame.plot.series.get(number), frame.spans.of.get(number)) else {
        return Vec::new();
    };
    let place = |(at, span): (usize, &Option<(f64, f64)>)| {
        let value = frame.values.value((*span)?.1)?;
        Some(frame.point(frame.across.category(series, at, chart.is_1904)?, value))
    };
    spans.iter().enumerate().map(place).collect()
}

/// Runs of points that a line joins.
pub(super) fn runs(places: &[Option<(f64, f64)>], blanks: Blanks) -> Vec<Vec<(f64, f64)>> {
    match blanks {
        Blanks::Span => vec![places.iter().flatten().copied().collect()],
        _ => places
            .split(Option::is_none)
            .map(|run| run.iter().flatten().copied().collect())
            .filter(|run: &Vec<_>| !run.is_empty())
            .collect(),
    }
}

pub(super) fn lines(
    frame: &Frame<'_, '_>,
    chart: &Chart,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    between(frame, chart, canvas)?;
    for (number, series) in frame.plot.series.iter().enumerate() {
        let places = places(frame, chart, number);
        canvas.spend(places.len() as u64 * 8)?;
        fit::draw(frame, series, &places, canvas)?;
        series_line(series, &places, chart.blanks, canvas);
        series_markers(series, &places, canvas);
    }
    Ok(())
}

/// The line of a series; points may have pieces of their own.
pub(super) fn series_line(
    series: &Series,
    places: &[Option<(f64, f64)>],
    blanks: Blanks,
    canvas: &mut Canvas<'_, '_>,
) {
    let has_own = series.points.values().any(|point| point.line != series.line);
    if !has_own {
        for run in runs(places, blanks) {
            let mut segments = Vec::new();
            if series.is_smooth {
                smooth(&run, &mut segments);
            } else {
                segments = open(&run);
            }
            canvas.path(segments, None, series.line.as_ref());
        }
        return;
    }
    for (at, pair) in places.windows(2).enumerate() {
        if let [Some(from), Some(to)] = pair {
            let line = series.points.get(&(at + 1)).map_or(&series.line, |point| &point.line);
            canvas.lines(std::iter::once((*from, *to)), line.as_ref());
        }
    }
}

pub(super) fn series_markers(series: &Series, places: &[Option<(f64, f64)>], canvas: &mut Canvas<'_, '_>) {
    for (at, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        let marker = series.points.get(&at).map_or(&series.marker, |point| &point.marker);
        if let Some(marker) = marker {
            markers::draw(marker, marker.size, *place, canvas);
        }
    }
}

fn open(points: &[(f64, f64)]) -> Vec<Segment> {
    let mut out = polygon(points);
    out.pop();
    out
}

/// Lines from the highest to the lowest point, down to the axis, and bars from the first to the last series.
fn between(frame: &Frame<'_, '_>, chart: &Chart, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let plot = frame.plot;
    if plot.high_low.is_none() && plot.drop_lines.is_none() && plot.up_down.is_none() {
        return Ok(());
    }
    let all: Vec<_> = (0..plot.series.len()).map(|number| places(frame, chart, number)).collect();
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..count {
        canvas.spend(plot.series.len() as u64 * 4 + 8)?;
        let own = || all.iter().filter_map(|places| places.get(at).copied().flatten());
        let high = own().min_by(|a, b| a.1.total_cmp(&b.1));
        let low = own().max_by(|a, b| a.1.total_cmp(&b.1));
        let (Some(high), Some(low)) = (high, low) else { continue };
        canvas.lines(std::iter::once((high, low)), plot.high_low.as_ref());
        canvas.lines(std::iter::once((high, (high.0, frame.base()))), plot.drop_lines.as_ref());
        let at_of = |places: Option<&Vec<Option<(f64, f64)>>>| {
            places.and_then(|places| places.get(at).copied().flatten())
        };
        if let (Some((up, down, gap)), Some(first), Some(last)) =
            (&plot.up_down, at_of(all.first()), at_of(all.last()))
        {
            let width = frame.across.band_width() / (1.0 + gap);
            let (top, bottom) = (first.1.min(last.1), first.1.max(last.1));
            let rect = Rect { x: first.0 - width / 2.0, y: top, width, height: bottom - top };
            canvas.area(rectangle(rect), if last.1 <= first.1 { up } else { down });
        }
    }
    Ok(())
}

pub(super) fn areas(
    frame: &Frame<'_, '_>,
    chart: &Chart,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    for (number, series) in frame.plot.series.iter().enumerate() {
        let Some(spans) = frame.spans.of.get(number) else { continue };
        let places = places(frame, chart, number);
        let upper: Vec<(f64, f64)> = places.iter().flatten().copied().collect();
        canvas.spend(spans.len() as u64 * 8)?;
        let mut lower = Vec::new();
        for (at, span) in spans.iter().enumerate() {
            let Some((from, _)) = span else { continue };
            let value = match frame.plot.grouping {
                Grouping::Beside => frame.base(),
                _ => frame.values.value(*from).unwrap_or_else(|| frame.base()),
            };
            lower.extend(
                frame.across.category(series, at, chart.is_1904).map(|place| frame.point(place, value)),
            );
        }
        if upper.is_empty() {
            continue;
        }
        let outline: Vec<(f64, f64)> = upper.iter().copied().chain(lower.into_iter().rev()).collect();
        canvas.area(polygon(&outline), &series.area);
        fit::draw(frame, series, &places, canvas)?;
        if let Some(line) = &frame.plot.drop_lines {
            let pairs = upper.iter().map(|top| (*top, (top.0, frame.base())));
            canvas.lines(pairs, Some(line));
        }
    }
    Ok(())
}
