//! Labels of points (21.2.2.49).

use super::canvas::{At, Canvas, Text, rectangle};
use super::frame::Frame;
use super::{bars, curves, data, points, room};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, Grouping, LabelPlace, Labels, Manual, PlotKind, Series};
use crate::pages::Rect;

/// Space that a label's box has around its text, in points: beside, and above and below. A guess.
const BOX: (f64, f64) = (2.0, 1.0);

/// Distance of a label from its bar or point, in points (measured on LibreOffice).
const GAP: f64 = 2.7;

/// A label: its lines, and its place.
pub(super) struct Label<'l> {
    pub lines: Vec<Text>,
    pub place: Option<LabelPlace>,
    pub layout: Option<Manual>,
    labels: &'l Labels,
}

impl<'l> Label<'l> {
    /// The label of a point; none if it has none. `share` is its part of a whole.
    pub fn of(
        series: &'l Series,
        number: usize,
        at: usize,
        share: Option<f64>,
        chart: &Chart,
        canvas: &Canvas<'_, '_>,
    ) -> Result<Option<Label<'l>>, LayoutError> {
        let Some(all) = &series.labels else { return Ok(None) };
        let own = match all.own.get(&at) {
            Some(None) => return Ok(None),
            Some(Some(own)) => Some(own),
            None => None,
        };
        let labels = own.map_or(all, |own| &own.labels);
        let layout = own.and_then(|own| own.layout);
        if let Some(rich) = own.and_then(|own| own.lines.as_ref()) {
            let lines = rich.iter().map(|line| canvas.rich(line)).collect::<Result<Vec<_>, _>>()?;
            return Ok((!lines.is_empty()).then_some(Label { lines, place: labels.place, layout, labels }));
        }
        let mut parts = Vec::new();
        let shows = labels.shows;
        if shows.series {
            parts.push(data::name(series, number));
        }
        if shows.category {
            parts.push(data::category(series, at, chart));
        }
        let value = series.values.get(at).copied().flatten();
        let code = labels.format.as_deref();
        if let (true, Some(value)) = (shows.value, value) {
            parts.push(data::write(value, code.or(series.format.as_deref()), chart));
        }
        if let (true, Some(share)) = (shows.percent, share) {
            let code = code.filter(|code| code.contains('%')).unwrap_or("0%");
            parts.push(data::write(share, Some(code), chart));
        }
        if let (true, Some(Some(size))) = (shows.size, series.sizes.get(at)) {
            parts.push(data::write(*size, code, chart));
        }
        if parts.is_empty() {
            return Ok(None);
        }
        let text = parts.join(labels.separator.as_deref().unwrap_or("; "));
        let lines =
            text.split('\n').map(|line| canvas.text(line, &labels.style)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Label { lines, place: labels.place, layout, labels }))
    }

    /// Draws it with the given part of its box at a place.
    pub fn draw(
        &self,
        (x, y): (f64, f64),
        (across, down): (At, At),
        chart: Rect,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), LayoutError> {
        let (width, height) = room::size(&self.lines);
        let part = |at: At, size: f64| match at {
            At::Start => 0.0,
            At::Middle => size / 2.0,
            At::End => size,
        };
        let auto = (x - part(across, width), y - part(down, height));
        let (left, top) = self.layout.map_or(auto, |own| own.corner(chart, auto));
        if self.labels.rotation != 0.0 {
            for line in &self.lines {
                let middle = (left + width / 2.0, top + height / 2.0);
                canvas.turn(line, middle, self.labels.rotation, (At::Middle, At::Middle))?;
            }
            return Ok(());
        }
        canvas.area(rectangle(room::widened((left, top), (width, height), BOX)), &self.labels.area);
        let mut y = top;
        for line in &self.lines {
            canvas.put(line, (left + width / 2.0, y), (At::Middle, At::Start))?;
            y += line.height();
        }
        Ok(())
    }
}

/// Labels of a plot on two axes.
pub(super) fn of_plot(
    frame: &Frame<'_, '_>,
    chart: &Chart,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    let plot = frame.plot;
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width: frame.rect.x * 2.0 + frame.rect.width,
        height: frame.rect.y * 2.0 + frame.rect.height,
    };
    let largest = points::largest(frame);
    for (number, series) in plot.series.iter().enumerate() {
        if series.labels.is_none() {
            continue;
        }
        let places = match plot.kind {
            PlotKind::Scatter | PlotKind::Bubble { .. } => points::places(frame, series),
            PlotKind::Bar { .. } => Vec::new(),
            _ => curves::places(frame, chart, number),
        };
        for at in 0..series.values.len() {
            canvas.spend(8)?;
            let Some(label) = Label::of(series, number, at, None, chart, canvas)? else { continue };
            if let PlotKind::Bar { .. } = plot.kind {
                let Some(bar) = bars::bar(frame, chart, number, at) else { continue };
                let is_negative = series.values.get(at).copied().flatten().is_some_and(|value| value < 0.0);
                let missing = if plot.grouping == Grouping::Beside {
                    LabelPlace::OutsideEnd
                } else {
                    LabelPlace::Center
                };
                let is_down = is_negative != frame.values.axis.is_reversed;
                let (point, ats) =
                    beside_bar(label.place.unwrap_or(missing), bar, frame.across.is_upright, is_down);
                label.draw(point, ats, whole, canvas)?;
                continue;
            }
            let Some((x, mut y)) = places.get(at).copied().flatten() else { continue };
            let reach = match plot.kind {
                PlotKind::Bubble { .. } => points::radius(frame, series, at, largest).unwrap_or(0.0),
                _ => series.marker.as_ref().map_or(0.0, |marker| marker.size / 2.0),
            } + GAP;
            let missing = if plot.kind == PlotKind::Area { LabelPlace::Center } else { LabelPlace::Right };
            let place = label.place.unwrap_or(missing);
            if plot.kind == PlotKind::Area {
                // In the middle of its band.
                let span = frame.spans.of.get(number).and_then(|spans| spans.get(at).copied().flatten());
                let from =
                    span.and_then(|(from, _)| frame.values.value(from)).unwrap_or_else(|| frame.base());
                y = (y + from) / 2.0;
            }
            let (point, ats) = match place {
                LabelPlace::Left => ((x - reach, y), (At::End, At::Middle)),
                LabelPlace::Above => ((x, y - reach), (At::Middle, At::End)),
                LabelPlace::Below => ((x, y + reach), (At::Middle, At::Start)),
                LabelPlace::Right => ((x + reach, y), (At::Start, At::Middle)),
                _ => ((x, y), (At::Middle, At::Middle)),
            };
            label.draw(point, ats, whole, canvas)?;
        }
    }
    Ok(())
}

/// The place of a bar's label, and which part of the label is there.
fn beside_bar(place: LabelPlace, bar: Rect, is_across: bool, is_negative: bool) -> ((f64, f64), (At, At)) {
    let (left, right) = (bar.x, bar.x + bar.width);
    let (top, bottom) = (bar.y, bar.y + bar.height);
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    // Along the bar: where it stands, and how it lies there.
    let (end, base, outward) = match (is_across, is_negative) {
        (true, false) => (right, left, 1.0),
        (true, true) => (left, right, -1.0),
        (false, false) => (top, bottom, -1.0),
        (false, true) => (bottom, top, 1.0),
    };
    let (along, side) = match place {
        LabelPlace::OutsideEnd => (end + outward * GAP, outward),
        LabelPlace::InsideEnd => (end - outward * GAP, -outward),
        LabelPlace::InsideBase => (base + outward * GAP, outward),
        _ => return (middle, (At::Middle, At::Middle)),
    };
    let at = if side > 0.0 { At::Start } else { At::End };
    if is_across { ((along, middle.1), (at, At::Middle)) } else { ((middle.0, along), (At::Middle, at)) }
}
