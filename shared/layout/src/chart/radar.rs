//! Radar charts (21.2.2.153).

use super::canvas::{At, Canvas, Text, polygon};
use super::data::Spans;
use super::labels::Label;
use super::room::LEAST_PLOT;
use super::room::{MARGIN, Room};
use super::scale::{Said, Scale};
use super::{curves, data};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, LabelsAt, PlotKind};
use crate::pages::Rect;
use crate::units::FULL_TURN;

/// Share of the radius beyond which a name stands below or above its corner instead of beside it. A guess.
const NEAR_POLE: f64 = 0.9;

/// Distance of the names from the web, in points. A guess.
const GAP: f64 = 4.0;

/// Spokes that are drawn.
const MAX_SPOKES: usize = 400;

/// Draws plots on a web of spokes.
pub(super) fn draw(chart: &Chart, room: &Room, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let plots: Vec<_> =
        chart.plots.iter().filter(|plot| matches!(plot.kind, PlotKind::Radar { .. })).collect();
    if plots.len() < chart.plots.len() {
        canvas.tell(
            "chart-kind",
            "of a chart that combines a radar plot with others, only the radar plot is drawn",
        );
    }
    let Some(first) = plots.first() else { return Ok(()) };
    let count = plots.iter().map(|plot| data::count(plot)).max().unwrap_or(0).min(MAX_SPOKES);
    let axes = first.axes.and_then(|(names, values)| chart.axes.get(names).zip(chart.axes.get(values)));
    let (Some((names, values)), 1..) = (axes, count) else { return Ok(()) };
    let mut texts = Vec::new();
    let has_names = !names.is_deleted && names.labels_at != LabelsAt::None;
    if let (true, Some(series)) = (has_names, first.series.first()) {
        for at in 0..count {
            texts.push(canvas.text(&data::category(series, at, chart), &names.style)?);
        }
    }
    let widest = texts.iter().map(|text| text.width).fold(0.0, f64::max);
    let line = texts.first().map_or(0.0, |text| text.height());
    let gap = if texts.is_empty() { 0.0 } else { GAP };
    let auto = Rect {
        x: room.left + MARGIN + widest,
        y: room.top + MARGIN + line + gap,
        width: (room.width() - 2.0 * (MARGIN + widest + gap)).max(LEAST_PLOT),
        height: (room.height() - 2.0 * (MARGIN + line + gap)).max(LEAST_PLOT),
    };
    let rect = chart.layout.map_or(auto, |own| own.rect(room.whole, auto));
    let centre = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let radius = rect.width.min(rect.height) / 2.0;
    let all: Vec<Spans> = plots.iter().map(|plot| Spans::new(plot, chart.blanks)).collect();
    let range = data::range(all.iter().filter_map(Spans::range).flat_map(|(low, high)| [low, high]));
    let said =
        Said { min: values.min, max: values.max, major: values.major, minor: values.minor, log: values.log };
    let value_line = canvas.text("0", &values.style)?.height();
    let scale = Scale::new(range, said, (radius / value_line).round().max(2.0));
    let web = Web { centre, radius, spokes: count };
    let steps = scale.steps();
    canvas.spend((count * steps.len()) as u64)?;
    for value in &steps {
        let Some(share) = scale.share(*value).filter(|share| *share > 0.0) else { continue };
        let ring: Vec<(f64, f64)> = (0..count).map(|number| web.at(number, share)).collect();
        canvas.path(polygon(&ring), None, values.grid.as_ref());
    }
    if let Some(line) = values.line.as_ref().filter(|_| !values.is_deleted) {
        canvas.lines((0..count).map(|number| (centre, web.at(number, 1.0))), Some(line));
    }
    for (plot, spans) in plots.iter().zip(&all) {
        for (series, spans) in plot.series.iter().zip(&spans.of) {
            canvas.spend(spans.len() as u64 * 8)?;
            let place = |(number, span): (usize, &Option<(f64, f64)>)| {
                Some(web.at(number, scale.share((*span)?.1)?.clamp(0.0, 1.0)))
            };
            let places: Vec<Option<(f64, f64)>> = spans.iter().enumerate().take(count).map(place).collect();
            let points: Vec<(f64, f64)> = places.iter().flatten().copied().collect();
            match plot.kind {
                PlotKind::Radar { is_filled: true } => canvas.area(polygon(&points), &series.area),
                _ => canvas.path(polygon(&points), None, series.line.as_ref()),
            }
            curves::series_markers(series, &places, canvas);
        }
    }
    if !values.is_deleted && values.labels_at != LabelsAt::None {
        let code = values.format.as_deref();
        let saved = || first.series.iter().find_map(|series| series.format.as_deref());
        for value in steps {
            let Some(share) = scale.share(value) else { continue };
            let text = canvas
                .text(&data::write(value / values.divisor, code.or_else(saved), chart), &values.style)?;
            canvas.put(&text, (centre.0 - GAP, web.at(0, share).1), (At::End, At::Middle))?;
        }
    }
    web.names(&texts, gap, canvas)?;
    for (plot, spans) in plots.iter().zip(&all) {
        for (number, (series, spans)) in plot.series.iter().zip(&spans.of).enumerate() {
            for (spoke, span) in spans.iter().enumerate().take(count) {
                let Some(share) = span.and_then(|(_, value)| scale.share(value)) else { continue };
                let Some(label) = Label::of(series, number, spoke, None, chart, canvas)? else { continue };
                let (x, y) = web.at(spoke, share);
                label.draw((x + GAP, y), (At::Start, At::Middle), room.whole, canvas)?;
            }
        }
    }
    Ok(())
}

/// The spokes.
struct Web {
    centre: (f64, f64),
    radius: f64,
    spokes: usize,
}

impl Web {
    /// The point of a spoke at a share of its length.
    fn at(&self, spoke: usize, share: f64) -> (f64, f64) {
        let (sin, cos) = (spoke as f64 / self.spokes as f64 * FULL_TURN).to_radians().sin_cos();
        (self.centre.0 + self.radius * share * sin, self.centre.1 - self.radius * share * cos)
    }

    /// The names of the spokes, `gap` beyond their ends.
    fn names(&self, texts: &[Text], gap: f64, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
        for (number, text) in texts.iter().enumerate() {
            let (x, y) = self.at(number, 1.0 + gap / self.radius.max(1.0));
            let across = match x - self.centre.0 {
                aside if aside > 1.0 => At::Start,
                aside if aside < -1.0 => At::End,
                _ => At::Middle,
            };
            let down = match y - self.centre.1 {
                below if below > self.radius * NEAR_POLE => At::Start,
                below if below < -self.radius * NEAR_POLE => At::End,
                _ => At::Middle,
            };
            canvas.put(text, (x, y), (across, down))?;
        }
        Ok(())
    }
}
