//! Legends (21.2.2.94): a key and a name for each series, or for each slice.

use super::canvas::{At, Canvas, Text, rectangle};
use super::room::widened;
use super::room::{MARGIN, Room};
use super::{data, markers};
use crate::error::LayoutError;
use crate::model::shape_look::Line;
use crate::model::story::charted::{Area, Chart, Grouping, Manual, Marker, Plot, PlotKind, Series, Side};
use crate::pages::Rect;

/// Length of a key that shows a line (measured in Excel), and the distance to its name (fitted to charts that are not on
/// record), in points.
const LINE_KEY: f64 = 19.2;
pub(super) const KEY_GAP: f64 = 2.3;

/// Length of a key in heights of a line, where they are low. A guess.
const LOW_KEY: f64 = 1.7;

/// Side of a key that shows a fill, in heights of a line: measured in Excel.
const FILL_KEY: f64 = 0.45;

/// Distance of the entries at the side, in heights of a line: measured in Excel, 17.8 points at 10 points.
const PITCH: f64 = 1.5;

/// Largest side of a marker in a key, in heights of a line. Fitted to charts that are not on record.
const MARKER: f64 = 0.512;

/// Room between two entries in a row, in heights of a line. A guess.
const BETWEEN: f64 = 0.75;

/// Distance of entries above or below the plot from the edge, as a share of that of entries beside it. Fitted to charts that
/// are not on record.
const EDGE_SHARE: f64 = 0.9;

/// Space that a legend's box has around its entries, in points: beside, and above and below. A guess.
const BOX: (f64, f64) = (4.0, 3.0);

/// How much closer to entries above it, and farther from entries below it, the plot comes than its margin is, in points. Fitted
/// to charts that are not on record.
const ABOVE: f64 = 2.0;
const BELOW: f64 = 2.6;

/// Distance of entries from the edge of the chart, and from the plot, in points. Fitted to charts that are not on record.
const EDGE: f64 = 10.3;
const TO_PLOT: f64 = 15.7;

/// Entries that are measured; no legend has room for more.
const MAX_ENTRIES: usize = 255;

/// The key before a name.
pub(super) enum Key {
    Fill(Area),
    Line(Option<Line>, Option<Marker>),
}

pub(super) struct Entry {
    pub name: String,
    pub key: Key,
}

/// Draws the legend and takes its room.
pub(super) fn draw(chart: &Chart, room: &mut Room, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let Some(legend) = &chart.legend else { return Ok(()) };
    let entries = entries(chart, legend.side);
    let mut texts = Vec::new();
    for entry in &entries {
        texts.push(canvas.text(&entry.name, &legend.style)?);
    }
    let Some(first) = texts.first() else { return Ok(()) };
    let line = first.height();
    let key = if entries.iter().any(|entry| matches!(entry.key, Key::Line(..))) {
        key_width(line)
    } else {
        line * FILL_KEY
    };
    let widest = texts.iter().map(|text| text.width).fold(0.0, f64::max);
    let is_beside = matches!(legend.side, Side::Left | Side::Right | Side::Corner);
    let free = (room.bottom - room.top).max(1.0);
    let (columns, pitch) = if let Some(Manual { width: Some(width), .. }) = legend.layout {
        let own = room.whole.width * width;
        let across = (own / (key + KEY_GAP + widest + line)).floor().max(1.0) as usize;
        let across = if own > widest * 2.0 + key * 2.0 { across } else { 1 };
        (across, line * PITCH)
    } else if is_beside {
        // Entries come closer where they are many.
        (1, (line * PITCH).min((free - line) / texts.len().max(1) as f64).max(line))
    } else {
        let usual = room.width() - 2.0 * EDGE;
        let all: f64 = texts.iter().map(|text| text.width + key + KEY_GAP + line * BETWEEN).sum();
        let widest = widest + key + KEY_GAP + line * BETWEEN;
        (if all <= usual { texts.len() } else { (usual / widest).floor().max(1.0) as usize }, line * PITCH)
    };
    let rows = texts.len().div_ceil(columns.max(1));
    let widths = column_widths(&texts, columns, key, line);
    let width: f64 = widths.iter().sum::<f64>() - line * BETWEEN;
    let height = line + pitch * (rows.saturating_sub(1)) as f64;
    let room_middle = (room.whole.y + room.whole.y + room.whole.height) / 2.0;
    let auto = match legend.side {
        Side::Right => (room.right - EDGE - width, (room_middle - height / 2.0).max(room.top)),
        Side::Corner => (room.right - EDGE - width, room.top + EDGE),
        Side::Left => (room.left + EDGE, (room_middle - height / 2.0).max(room.top)),
        Side::Top => (room.left + (room.width() - width) / 2.0, room.top + EDGE * EDGE_SHARE),
        Side::Bottom => (room.left + (room.width() - width) / 2.0, room.bottom - EDGE * EDGE_SHARE - height),
    };
    let place = match legend.layout {
        Some(own) => {
            let auto = Rect { x: auto.0, y: auto.1, width, height };
            let rect = own.rect(room.whole, auto);
            // What is left over stands around the entries.
            (rect.x + ((rect.width - width) / 2.0).max(0.0), rect.y + ((rect.height - height) / 2.0).max(0.0))
        }
        None => auto,
    };
    let around = widened(place, (width, height), BOX);
    canvas.area(rectangle(around), &legend.area);
    let mut left_out = 0;
    for (number, (entry, text)) in entries.iter().zip(&texts).enumerate() {
        let (row, column) = (number / columns.max(1), number % columns.max(1));
        let x = place.0 + widths.iter().take(column).sum::<f64>();
        let middle = place.1 + line / 2.0 + pitch * row as f64;
        if middle > room.whole.y + room.whole.height {
            left_out += 1;
            continue;
        }
        draw_key(&entry.key, (x, middle), key, line, canvas);
        canvas.put(text, (x + key + KEY_GAP, middle), (At::Start, At::Middle))?;
    }
    if left_out > 0 {
        canvas.tell("chart-legend", "legend entries of a chart that do not fit are left out");
    }
    if !legend.is_over && legend.layout.is_none_or(|own| own.x.is_none()) {
        match legend.side {
            Side::Right | Side::Corner => room.right = place.0 - TO_PLOT + MARGIN,
            Side::Left => room.left = place.0 + width + TO_PLOT - MARGIN,
            Side::Top => room.top = place.1 + height - ABOVE,
            Side::Bottom => room.bottom = place.1 - BELOW,
        }
    }
    Ok(())
}

/// Widths of the columns, each with the room to the next one.
fn column_widths(texts: &[Text], columns: usize, key: f64, line: f64) -> Vec<f64> {
    let mut widths = vec![0.0; columns.clamp(1, texts.len().max(1))];
    for (at, text) in texts.iter().enumerate() {
        let own = text.width + key + KEY_GAP + line * BETWEEN;
        let count = widths.len();
        if let Some(width) = widths.get_mut(at % count) {
            *width = own.max(*width);
        }
    }
    widths
}

pub(super) fn draw_key(
    key: &Key,
    (x, middle): (f64, f64),
    width: f64,
    line: f64,
    canvas: &mut Canvas<'_, '_>,
) {
    match key {
        Key::Fill(area) => {
            let side = line * FILL_KEY;
            let rect =
                Rect { x: x + (width - side) / 2.0, y: middle - side / 2.0, width: side, height: side };
            canvas.area(rectangle(rect), area);
        }
        Key::Line(stroke, marker) => {
            canvas.lines(std::iter::once(((x, middle), (x + width, middle))), stroke.as_ref());
            if let Some(marker) = marker {
                let size = marker.size.min(line * MARKER);
                markers::draw(marker, size, (x + width / 2.0, middle), canvas);
            }
        }
    }
}

/// The key before the name of a series.
pub(super) fn key(plot: &Plot, series: &Series) -> Key {
    let is_line = matches!(
        plot.kind,
        PlotKind::Line | PlotKind::Scatter | PlotKind::Stock | PlotKind::Radar { is_filled: false }
    );
    match is_line {
        true => Key::Line(series.line.clone(), series.marker.clone()),
        false => Key::Fill(series.area.clone()),
    }
}

/// Width of a key of any kind, beside text whose lines have a height.
pub(super) fn key_width(line: f64) -> f64 {
    LINE_KEY.min(line * LOW_KEY)
}

/// The entries in their order.
pub(super) fn entries(chart: &Chart, side: Side) -> Vec<Entry> {
    let mut out = Vec::new();
    for plot in &chart.plots {
        let is_slices = matches!(plot.kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. });
        let mut own = Vec::new();
        if let (true, Some(series)) = (is_slices || plot.varies, plot.series.first()) {
            for at in 0..data::count(plot).min(MAX_ENTRIES) {
                let name = data::category(series, at, chart);
                let look = series.points.get(&at);
                let area = look.map_or_else(|| series.area.clone(), |point| point.area.clone());
                own.push(Entry { name, key: Key::Fill(area) });
            }
        } else {
            let mut all: Vec<_> = plot.series.iter().enumerate().collect();
            all.sort_by_key(|(_, series)| series.order);
            for (at, series) in all.into_iter().take(MAX_ENTRIES) {
                let name = data::name(series, at);
                own.push(Entry { name: name.clone(), key: key(plot, series) });
                for trend in &series.trends {
                    let name = trend.name.clone().unwrap_or_else(|| format!("Linear ({name})"));
                    own.push(Entry { name, key: Key::Line(trend.line.clone(), None) });
                }
            }
            // Beside stacked columns the last one stands above.
            let is_stack =
                plot.grouping != Grouping::Beside && plot.kind == (PlotKind::Bar { is_across: false });
            let is_beside = matches!(side, Side::Left | Side::Right | Side::Corner);
            let is_across =
                plot.grouping == Grouping::Beside && plot.kind == (PlotKind::Bar { is_across: true });
            if is_beside && (is_stack || is_across) {
                own.reverse();
            }
        }
        out.append(&mut own);
    }
    let hidden = chart.legend.as_ref().map(|legend| legend.hidden.as_slice()).unwrap_or_default();
    out.into_iter()
        .enumerate()
        .filter(|(at, _)| !hidden.contains(at))
        .map(|(_, entry)| entry)
        .take(MAX_ENTRIES)
        .collect()
}
