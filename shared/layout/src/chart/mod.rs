//! **Charts** (21.2): a chart of the model as what is drawn, from its upper left corner.
//!
//! Distances that stand here without a clause were measured in a PDF of Word with three charts (texts of 10 points).

mod axis;
mod bars;
mod canvas;
mod cartesian;
mod curves;
mod data;
mod date;
mod fit;
mod labels;
mod legend;
mod markers;
mod names;
mod number;
mod pie;
mod points;
mod radar;
mod room;
mod scale;
mod second;

use canvas::{Canvas, rectangle};
use room::Room;

use crate::LayoutError;
use crate::block::Layouter;
use crate::model::chart::{Chart, PlotKind};
use crate::pages::{Drawing, FillRule, Item, Path, Rect, Segment};
use crate::shape::Values;

/// The radius of rounded corners, in points (measured in Word).
const CORNER: f64 = 10.0;

/// Draws a chart of a size.
pub(crate) fn draw<'a>(
    layouter: &Layouter<'a>,
    chart: &'a Chart,
    (width, height): (f64, f64),
    out: &mut Vec<Item>,
) -> Result<(), LayoutError> {
    let mut canvas = Canvas { layouter, items: Vec::new() };
    let whole = Rect { x: 0.0, y: 0.0, width, height };
    frame(chart, whole, &mut canvas);
    if width > 1.0 && height > 1.0 {
        let mut room = Room::of(whole);
        room::title(chart, &mut room, &mut canvas)?;
        legend::draw(chart, &mut room, &mut canvas)?;
        let is = |pick: fn(&PlotKind) -> bool| chart.plots.iter().any(|plot| pick(&plot.kind));
        if is(|kind| matches!(kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. })) {
            pie::draw(chart, &room, &mut canvas)?;
        } else if is(|kind| matches!(kind, PlotKind::Radar { .. })) {
            radar::draw(chart, &room, &mut canvas)?;
        } else {
            cartesian::draw(chart, &room, &mut canvas)?;
        }
    }
    out.append(&mut canvas.items);
    for shape in &chart.shapes {
        let mut own = Vec::new();
        let size = (shape.width * width, shape.height * height);
        layouter.object(&shape.content, size, &Values::default(), &mut own)?;
        out.extend(own.into_iter().map(|item| item.shifted(shape.x * width, shape.y * height)));
    }
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
        ((right - radius, bottom - radius), 90.0),
        ((rect.x + radius, bottom - radius), 180.0),
        ((rect.x + radius, rect.y + radius), 270.0),
    ];
    for (centre, from) in corners {
        canvas::arc(centre, radius, (from, from + 90.0), out.is_empty(), &mut out);
    }
    out.push(Segment::Close);
    out
}
