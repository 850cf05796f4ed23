//! Plots on two axes: their scales, their place between labels and titles, and the order of drawing.

use super::axis::{Along, Labels, Placed, VALUE_PITCH};
use super::canvas::{Canvas, rectangle};
use super::data::Spans;
use super::frame::Frame;
use super::room::LEAST_PLOT;
use super::room::{MARGIN, Room};
use super::scale::{Said, Scale};
use super::value_table::Table;
use super::{bars, curves, data, labels, points, room};
use crate::bounds::NEARLY_ALL;
use crate::error::LayoutError;
use crate::model::story::charted::{Axis, AxisKind, Chart, Crosses, DateUnit, Grouping, LabelsAt, PlotKind};
use crate::pages::Rect;
use crate::units::{EIGHTH_TURN, QUARTER_TURN};

/// Distance of labels from the edge of the chart, in points: measured in PowerPoint, below the plot.
const EDGE: f64 = 6.5;

/// Distance between the title of an axis and its labels, in points. Fitted to charts that are not on record.
const TITLE_GAP: f64 = 5.0;

/// Room for a step of an axis that is not upright, in points: measured on 66 axes of Word for Mac.
const STEP_WIDTH: f64 = 38.0;

/// How many steps an axis of per cents has room for, at least, so that they are narrow: upright, and across. Guesses.
const PER_CENT_ROOM: (f64, f64) = (8.75, 6.5);

/// Room for labels before they are measured, left and in all across and down, in points. Guesses, which the second measuring
/// corrects.
const FIRST_LEFT: f64 = 30.0;
const FIRST_ACROSS: f64 = 60.0;
const FIRST_DOWN: f64 = 40.0;

/// Bound: the least side of the plot before it is measured, in points.
const LEAST_FIRST: f64 = 10.0;

/// Steps of an axis that the file does not have. A guess: it is not seen.
const MISSING_STEPS: f64 = 5.0;

/// Bound: days, months or years that an axis of dates counts. Excel has fewer than three million days.
const MOST_DATES: f64 = 1e7;

/// How much of the room the title of an axis may take, as a share. A guess.
const TITLE_ROOM: f64 = 0.9;

/// Draws plots and axes.
pub(super) fn draw(chart: &Chart, room: &Room, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let spans: Vec<Spans> = chart.plots.iter().map(|plot| Spans::new(plot, chart.blanks)).collect();
    for plot in &chart.plots {
        canvas.spend(data::count(plot) as u64 * plot.series.len().max(1) as u64 * 4 + 64)?;
    }
    let roles = roles(chart);
    if roles.iter().all(Option::is_none) {
        if !chart.plots.is_empty() {
            canvas.tell("chart-axes", "a plot without axes is left out");
        }
        return Ok(());
    }
    let table = Table::of(chart, canvas)?.filter(|_| {
        let has_columns = roles.iter().flatten().any(|role| !role.is_values && !role.is_upright);
        if !has_columns {
            canvas.tell("chart-table", "the data table below a bar chart is left out");
        }
        has_columns
    });
    // Labels need room that depends on their scales, which depend on the room.
    let mut rect = Rect {
        x: room.left + FIRST_LEFT,
        y: room.top + MARGIN,
        width: (room.width() - FIRST_ACROSS).max(LEAST_FIRST),
        height: (room.height() - FIRST_DOWN).max(LEAST_FIRST),
    };
    let mut placed = Vec::new();
    // What labels take because they are turned: scales are chosen before that.
    let mut raised = 0.0;
    for _ in 0..3 {
        placed = place_all(chart, &roles, &spans, (rect, raised), canvas)?;
        raised = placed.iter().flatten().map(Placed::raised).fold(0.0, f64::max);
        if table.is_some() {
            // Its first row holds the labels of the categories.
            let below = placed.iter_mut().flatten().filter(|own| matches!(own.along, Along::Bands { .. }));
            below.for_each(|own| own.labels = Labels::default());
        }
        let own = inner(chart, room, &placed, table.as_ref(), canvas)?;
        let is_settled = (own.width - rect.width).abs() < 0.5 && (own.height - rect.height).abs() < 0.5;
        rect = own;
        if is_settled {
            break;
        }
    }
    for axis in placed.iter_mut().flatten() {
        axis.move_to(rect);
    }
    paint(chart, room, (&spans, &placed), (rect, table.as_ref()), canvas)
}

/// The role of an axis for its plots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Role {
    is_values: bool,
    is_upright: bool,
}

fn roles(chart: &Chart) -> Vec<Option<Role>> {
    let mut out: Vec<Option<Role>> = vec![None; chart.axes.len()];
    let is_turned = chart.plots.iter().any(|plot| plot.kind == PlotKind::Bar { is_across: true });
    for plot in &chart.plots {
        let Some((categories, values)) = plot.axes else { continue };
        let is_xy = matches!(plot.kind, PlotKind::Scatter | PlotKind::Bubble { .. });
        if let Some(role) = out.get_mut(categories) {
            *role = Some(Role { is_values: is_xy, is_upright: is_turned && !is_xy });
        }
        if let Some(role) = out.get_mut(values) {
            *role = Some(Role { is_values: true, is_upright: !is_turned || is_xy });
        }
    }
    out
}

fn place_all<'m>(
    chart: &'m Chart,
    roles: &[Option<Role>],
    spans: &[Spans],
    (rect, raised): (Rect, f64),
    canvas: &Canvas<'_, '_>,
) -> Result<Vec<Option<Placed<'m>>>, LayoutError> {
    let mut out = Vec::new();
    for (at, (axis, role)) in chart.axes.iter().zip(roles).enumerate() {
        let Some(role) = *role else {
            out.push(None);
            continue;
        };
        let along = if role.is_values {
            values(chart, at, spans, (role.is_upright, rect, raised), canvas)?
        } else {
            categories(chart, at, axis)
        };
        let mut placed = Placed::new(axis, along, role.is_upright);
        placed.move_to(rect);
        placed.labels = Labels::of(chart, at, &placed, canvas)?;
        out.push(Some(placed));
    }
    // Where each one meets the other.
    let other = |axis: &Axis| chart.axes.iter().position(|other| other.id == axis.other);
    let meets: Vec<Option<f64>> = out
        .iter()
        .map(|own| {
            let own = own.as_ref()?;
            let other = out.get(other(own.axis)?)?.as_ref()?;
            Some(other.share_of(own.axis.crosses))
        })
        .collect();
    for (own, meets) in out.iter_mut().zip(meets) {
        if let (Some(own), Some(meets)) = (own, meets) {
            own.meets = meets;
        }
    }
    Ok(out)
}

/// The scale of an axis of values: of all plots on it.
fn values(
    chart: &Chart,
    at: usize,
    spans: &[Spans],
    (is_upright, rect, raised): (bool, Rect, f64),
    canvas: &Canvas<'_, '_>,
) -> Result<Along, LayoutError> {
    let Some(axis) = chart.axes.get(at) else {
        return Ok(Along::Values(Scale::new(None, Said::default(), MISSING_STEPS)));
    };
    let mut range: Option<(f64, f64)> = None;
    let mut is_percent = true;
    for (plot, spans) in chart.plots.iter().zip(spans) {
        let Some((first, second)) = plot.axes else { continue };
        let own = match plot.kind {
            PlotKind::Scatter | PlotKind::Bubble { .. } if first == at => {
                data::range(plot.series.iter().flat_map(data::across))
            }
            _ if second == at => spans.range(),
            _ => continue,
        };
        is_percent &= plot.grouping == Grouping::Percent;
        range = match (range, own) {
            (Some(known), Some(own)) => Some((known.0.min(own.0), known.1.max(own.1))),
            (known, own) => known.or(own),
        };
    }
    let said = Said { min: axis.min, max: axis.max, major: axis.major, minor: axis.minor, log: axis.log };
    let line = canvas.text("0", &axis.style)?.height();
    let room = match is_upright {
        // The labels of all steps find room above each other, before others are turned (three charts in one of Word's PDFs).
        true => ((rect.height + raised) / line - 1.0).min(rect.height / (line * VALUE_PITCH)),
        false => rect.width / STEP_WIDTH,
    };
    let least = if is_upright { PER_CENT_ROOM.0 } else { PER_CENT_ROOM.1 };
    Ok(Along::Values(match range {
        Some(range) if is_percent => Scale::percent(range, said, (room, least)),
        range if is_upright => Scale::within(range, said, room),
        range => Scale::new(range, said, room.round().max(2.0)),
    }))
}

fn categories(chart: &Chart, at: usize, axis: &Axis) -> Along {
    let plots = || chart.plots.iter().filter(|plot| plot.axes.is_some_and(|(own, _)| own == at));
    let other = chart.axes.iter().find(|other| other.id == axis.other);
    // Areas go from edge to edge, all else has a band for each category.
    let is_area = plots().all(|plot| plot.kind == PlotKind::Area);
    let is_between = other.and_then(|other| other.is_between).unwrap_or(!is_area);
    let count = plots().map(data::count).max().unwrap_or(0).max(1);
    let mut serials = plots()
        .flat_map(|plot| &plot.series)
        .flat_map(|series| &series.categories.numbers)
        .flatten()
        .copied()
        .filter(|serial| serial.is_finite())
        .peekable();
    if let (AxisKind::Dates(unit), true) = (axis.kind, serials.peek().is_some()) {
        let serials: Vec<f64> = serials.collect();
        let unit = unit.unwrap_or_else(|| DateUnit::of(&serials, chart.is_1904));
        let counts = serials.iter().map(|serial| unit.count(*serial, chart.is_1904));
        if let Some((first, last)) = data::range(counts) {
            let count = (last - first + 1.0).clamp(1.0, MOST_DATES);
            return Along::Bands { count, is_between, dates: Some((unit, first)) };
        }
    }
    Along::Bands { count: count as f64, is_between, dates: None }
}

/// The rectangle of the plot: what labels and titles leave.
fn inner(
    chart: &Chart,
    room: &Room,
    placed: &[Option<Placed<'_>>],
    table: Option<&Table<'_>>,
    canvas: &Canvas<'_, '_>,
) -> Result<Rect, LayoutError> {
    let (mut low_x, mut high_x, mut low_y, mut high_y) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut over_left, mut over_right) = (0.0_f64, 0.0_f64);
    let is_inner = chart.layout.is_some_and(|own| own.is_inner && own.width.is_some());
    for own in placed.iter().flatten() {
        let mut need = own.thickness();
        let is_high = own.is_high_labelled();
        if need > 0.0 && !own.has_labels_at_edge() {
            let away = if is_high { 1.0 - own.meets } else { own.meets };
            need = (need - away * own.breadth).max(0.0);
        }
        if let Some(title) =
            own.axis.title.as_ref().filter(|title| title.layout.is_none() && !own.axis.is_deleted)
        {
            let (_, height) = room::size(&room::measure(title, title_room(own, room), canvas)?);
            need += height + TITLE_GAP;
        }
        if own.axis.unit_label.is_some() && !own.axis.is_deleted {
            need += canvas.text("0", &own.axis.style)?.height() + TITLE_GAP;
        }
        let side = match (own.is_upright, is_high) {
            (true, false) => &mut low_x,
            (true, true) => &mut high_x,
            (false, false) => &mut low_y,
            (false, true) => &mut high_y,
        };
        *side = side.max(need);
        if !own.is_upright {
            over_left = over_left.max(own.overhang().0);
            over_right = over_right.max(own.overhang().1);
        }
    }
    if let Some(table) = table {
        (low_x, low_y) = (low_x.max(table.left), low_y + table.height());
    }
    let edge = |need: f64| if need > 0.0 { need + EDGE } else { MARGIN };
    let left = room.left + edge(low_x).max(over_left + EDGE);
    let right = room.right - edge(high_x).max(over_right + MARGIN);
    let top = room.top + if high_y > 0.0 { edge(high_y) } else { MARGIN };
    let bottom = room.bottom - edge(low_y);
    let auto = Rect {
        x: left,
        y: top,
        width: (right - left).max(LEAST_PLOT),
        height: (bottom - top).max(LEAST_PLOT),
    };
    Ok(match chart.layout {
        Some(own) if own.width.is_some() || own.x.is_some() => {
            let rect = own.rect(room.whole, auto);
            if is_inner {
                return Ok(rect);
            }
            // The rectangle holds the labels too.
            let (left, top) = (rect.x + low_x, rect.y + high_y);
            let (width, height) = (rect.width - low_x - high_x, rect.height - low_y - high_y);
            Rect { x: left, y: top, width: width.max(LEAST_PLOT), height: height.max(LEAST_PLOT) }
        }
        _ => auto,
    })
}

fn paint(
    chart: &Chart,
    room: &Room,
    (spans, placed): (&[Spans], &[Option<Placed<'_>>]),
    (rect, table): (Rect, Option<&Table<'_>>),
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    canvas.area(rectangle(rect), &chart.plot_area);
    for own in placed.iter().flatten() {
        own.draw_grid(rect, canvas);
    }
    let frames: Vec<Frame<'_, '_>> = chart
        .plots
        .iter()
        .zip(spans)
        .filter_map(|(plot, spans)| {
            let (across, values) = plot.axes?;
            let (across, values) = (placed.get(across)?.as_ref()?, placed.get(values)?.as_ref()?);
            Some(Frame { plot, spans, across, values, rect })
        })
        .collect();
    let is_cut = chart.axes.iter().any(|axis| axis.min.is_some() || axis.max.is_some());
    // Areas lie below the axes, bars and lines above, whatever their order in the file.
    let layer = |kind: PlotKind| match kind {
        PlotKind::Area => 0,
        PlotKind::Bar { .. } => 1,
        PlotKind::Line | PlotKind::Stock => 2,
        _ => 3,
    };
    for number in 0..4 {
        if number == 1 {
            for own in placed.iter().flatten() {
                own.draw_line(rect, canvas);
            }
        }
        for frame in frames.iter().filter(|frame| layer(frame.plot.kind) == number) {
            let act = |canvas: &mut Canvas<'_, '_>| match frame.plot.kind {
                PlotKind::Bar { .. } => bars::draw(frame, chart, canvas),
                PlotKind::Area => curves::areas(frame, chart, canvas),
                PlotKind::Line | PlotKind::Stock => curves::lines(frame, chart, canvas),
                _ => points::draw(frame, chart, canvas),
            };
            if is_cut { canvas.clipped(rect, act)? } else { act(canvas)? }
        }
    }
    for own in placed.iter().flatten() {
        own.draw_labels(rect, canvas)?;
        draw_titles(own, room, rect, canvas)?;
    }
    if let (Some(table), Some(frame)) = (table, frames.first()) {
        table.draw(frame, chart, canvas)?;
    }
    for frame in &frames {
        labels::of_plot(frame, chart, canvas)?;
    }
    Ok(())
}

/// How long a title beside an axis may be.
fn title_room(own: &Placed<'_>, room: &Room) -> f64 {
    TITLE_ROOM * if own.is_upright { room.height() } else { room.width() }
}

/// The titles of an axis: its own, and the unit of its values.
fn draw_titles(
    own: &Placed<'_>,
    room: &Room,
    rect: Rect,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    if own.axis.is_deleted {
        return Ok(());
    }
    let is_high = own.is_high_labelled();
    let mut away = own.thickness() + TITLE_GAP;
    for (title, is_unit) in [(&own.axis.title, false), (&own.axis.unit_label, true)] {
        let Some(title) = title else { continue };
        let lines = room::measure(title, title_room(own, room), canvas)?;
        let (width, height) = room::size(&lines);
        let turn = title.rotation.unwrap_or(if own.is_upright { -QUARTER_TURN } else { 0.0 });
        let (x, y) = match (own.is_upright, is_high) {
            (true, false) => (rect.x - away - height / 2.0, rect.y + rect.height / 2.0),
            (true, true) => (rect.x + rect.width + away + height / 2.0, rect.y + rect.height / 2.0),
            (false, false) => (rect.x + rect.width / 2.0, rect.y + rect.height + away + height / 2.0),
            (false, true) => (rect.x + rect.width / 2.0, rect.y - away - height / 2.0),
        };
        let (x, y) = match (is_unit, own.is_upright) {
            // The unit stands at the end of the axis.
            (true, true) => (x, rect.y + width / 2.0),
            (true, false) => (rect.x + rect.width - width / 2.0, y),
            _ => (x, y),
        };
        let box_size = if turn.abs() > EIGHTH_TURN { (height, width) } else { (width, height) };
        let corner = (x - box_size.0 / 2.0, y - box_size.1 / 2.0);
        let corner = title.layout.map_or(corner, |layout| layout.corner(room.whole, corner));
        let centre = (corner.0 + box_size.0 / 2.0, corner.1 + box_size.1 / 2.0);
        room::turned(title, &lines, centre, turn, canvas)?;
        away += height + TITLE_GAP;
    }
    Ok(())
}

impl Placed<'_> {
    /// The point along this axis where another one meets it, from 0 at its lower end to 1.
    fn share_of(&self, crosses: Crosses) -> f64 {
        let share = match (&self.along, crosses) {
            (_, Crosses::Min) => 0.0,
            (_, Crosses::Max) => 1.0,
            (Along::Values(scale), Crosses::Zero) => scale.share(0.0).unwrap_or(0.0),
            (Along::Values(scale), Crosses::At(value)) => scale.share(value).unwrap_or(0.0),
            (Along::Bands { .. }, Crosses::Zero) => 0.0,
            (Along::Bands { count, .. }, Crosses::At(place)) => (place - 1.0) / count,
        }
        .clamp(0.0, 1.0);
        if self.axis.is_reversed { 1.0 - share } else { share }
    }

    /// Whether its labels are above or to the right of the plot.
    pub(super) fn is_high_labelled(&self) -> bool {
        match self.axis.labels_at {
            LabelsAt::High => true,
            LabelsAt::Low => false,
            LabelsAt::Axis | LabelsAt::None => self.meets > NEARLY_ALL,
        }
    }

    /// Whether its labels are outside the plot, wherever it is.
    pub(super) fn has_labels_at_edge(&self) -> bool {
        matches!(self.axis.labels_at, LabelsAt::High | LabelsAt::Low)
    }
}
