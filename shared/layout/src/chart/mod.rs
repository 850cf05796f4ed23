//! **Charts** (21.2): draws a chart of the model, from its upper left corner.
//!
//! Distances without a clause were measured in a PDF of Word with three charts (texts of 10 points).

mod axis;
mod bars;
mod canvas;
mod cartesian;
mod curves;
mod data;
mod date;
mod fit;
mod frame;
mod labels;
mod legend;
mod levels;
mod markers;
mod names;
mod number;
mod pie;
mod points;
mod radar;
mod room;
mod scale;
mod second;
mod slices;
mod value_table;

use crate::drawing::{Drawing, FillRule, Path, Segment};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, PlotKind};
use crate::pages::{Item, Rect};
use crate::shape::Shaper;
use crate::units::{HALF_TURN, QUARTER_TURN, THREE_QUARTERS_TURN};
use canvas::{Canvas, rectangle};
use room::Room;

/// The radius of rounded corners, in points (measured in Word).
const CORNER: f64 = 10.0;

/// Draws a chart of a size, without the shapes that lie upon it.
pub(crate) fn draw(
    shaper: &Shaper<'_>,
    chart: &Chart,
    (width, height): (f64, f64),
    out: &mut Vec<Item>,
) -> Result<(), LayoutError> {
    let mut canvas = Canvas { shaper, items: Vec::new() };
    let whole = Rect { x: 0.0, y: 0.0, width, height };
    frame(chart, whole, &mut canvas);
    if width > 1.0 && height > 1.0 {
        let mut room = Room::of(whole);
        room::title(chart, &mut room, &mut canvas)?;
        legend::draw(chart, &mut room, &mut canvas)?;
        let is = |pick: fn(&PlotKind) -> bool| chart.plots.iter().any(|plot| pick(&plot.kind));
        let is_round = |kind: &PlotKind| {
            matches!(kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. } | PlotKind::Radar { .. })
        };
        if chart.table.is_some() && is(is_round) {
            canvas.tell("chart-table", "the data table below a chart without columns is left out");
        }
        let mut series = chart.plots.iter().flat_map(|plot| &plot.series);
        let shows_levels =
            !is(is_round) && chart.table.is_none() && chart.axes.iter().all(|axis| axis.has_levels);
        if !shows_levels && series.any(|series| !series.categories.levels.is_empty()) {
            canvas.tell("chart-levels", "only the innermost level of a chart's categories is shown");
        }
        if is(|kind| matches!(kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. })) {
            pie::draw(chart, &room, &mut canvas)?;
        } else if is(|kind| matches!(kind, PlotKind::Radar { .. })) {
            radar::draw(chart, &room, &mut canvas)?;
        } else {
            cartesian::draw(chart, &room, &mut canvas)?;
        }
    }
    out.append(&mut canvas.items);
    Ok(())
}

/// The ground and frame; it carries the description.
fn frame(chart: &Chart, whole: Rect, canvas: &mut Canvas<'_, '_>) {
    let area = &chart.area;
    let line = area.line.as_ref();
    let segments = if chart.is_rounded && line.is_some() { rounded(whole) } else { rectangle(whole) };
    let fill = area.fill.as_ref().map(|fill| fill.over(whole));
    if fill.is_none() && line.is_none() && chart.alt.is_none() {
        return;
    }
    let path = Path { segments, rule: FillRule::EvenOdd, fill, stroke: line.map(canvas::stroke) };
    canvas.items.push(Item::Drawing(Drawing { paths: vec![path], alt: chart.alt.clone(), element: None }));
}

fn rounded(rect: Rect) -> Vec<Segment> {
    let radius = CORNER.min(rect.width / 2.0).min(rect.height / 2.0);
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let mut out = Vec::new();
    let corners = [
        ((right - radius, rect.y + radius), 0.0),
        ((right - radius, bottom - radius), QUARTER_TURN),
        ((rect.x + radius, bottom - radius), HALF_TURN),
        ((rect.x + radius, rect.y + radius), THREE_QUARTERS_TURN),
    ];
    for (centre, from) in corners {
        canvas::arc(centre, radius, (from, from + QUARTER_TURN), out.is_empty(), &mut out);
    }
    out.push(Segment::Close);
    out
}
