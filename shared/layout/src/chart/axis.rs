//! An axis in its place: labels, marks, lines.

use super::canvas::{At, Canvas, Text};
use super::levels::{Levels, Side};
use super::scale::Scale;
use super::{data, room};
use crate::bounds::{NEARLY_ALL, ROUNDING};
use crate::error::LayoutError;
use crate::model::story::charted::{Axis, Chart, DateUnit, LabelsAt, Series, Ticks};
use crate::pages::Rect;
use crate::units::{EIGHTH_TURN, QUARTER_TURN};

/// Distance of labels from the marks, in points: below an axis, and beside one. Fitted to charts that are not on record.
const GAP_BELOW: f64 = 3.3;
const GAP_BESIDE: f64 = 5.8;

/// Length of marks, in ascents of the labels: measured in Excel, 3.17 points for Calibri of 10 points.
const TICK: f64 = 1.0 / 3.0;

/// Length of minor marks, in lengths of major ones. Two thirds: measured in Word for Mac, 4 points beside 6.
const MINOR_TICK: f64 = 0.67;

/// Share of its band that a label between two marks may take. A guess: neighbors do not touch.
const FULL_BAND: f64 = 0.98;

/// Names of categories beside an axis break at half the plot's breadth, or at this many points where it is narrow. A guess.
const BESIDE: (f64, f64) = (0.5, 60.0);

/// Words that find no room are slanted, and upright if a band is narrower than this many heights of a line. The order is
/// Office's, the limit a guess. Numbers are upright (one of Word's PDFs has words slanted and numbers upright at 1.41).
const ASKEW: f64 = 1.2;

/// Room between two labels beside each other, in heights of a line. A guess.
const BETWEEN: f64 = 0.4;

/// Distance of labels above each other, in heights of a line: of values, and of categories. Guesses: lines may come closer than
/// in a paragraph, since few letters have descenders.
pub(super) const VALUE_PITCH: f64 = 0.8;
const CATEGORY_PITCH: f64 = 0.9;

/// Room for a date, in heights of a line. A guess: a date of five digits and its distance.
const DATE_ROOM: f64 = 2.5;

/// Unit: days in a month and in a year, in the mean of 400 years, and months in a year.
const DAYS_PER_MONTH: f64 = 30.436_875;
const DAYS_PER_YEAR: f64 = 365.2425;
const MONTHS_PER_YEAR: f64 = 12.0;

/// Distance of marks between categories, at least. A guess: closer ones run into one.
const LEAST_MARK: f64 = 2.0;

/// Labels of an axis that are drawn; more find no room.
const MAX_LABELS: usize = 400;

/// The values along an axis.
#[derive(Debug, Clone, Copy)]
pub(super) enum Along {
    Values(Scale),
    /// Bands of one width; those of dates with their unit and the first one.
    Bands {
        count: f64,
        is_between: bool,
        dates: Option<(DateUnit, f64)>,
    },
}

/// Labels of an axis: their places along it, from 0 to 1, and their lines.
#[derive(Default)]
pub(super) struct Labels {
    of: Vec<(f64, Vec<Text>)>,
    /// Degrees clockwise.
    turn: f64,
    /// Widths and heights of the largest, as they are drawn.
    width: f64,
    height: f64,
    /// What they are higher because they found no room beside each other.
    raised: f64,
    /// Length of a mark.
    tick: f64,
    /// Names of groups of what they name.
    levels: Levels,
}

/// An axis in its place.
pub(super) struct Placed<'m> {
    pub axis: &'m Axis,
    pub along: Along,
    pub is_upright: bool,
    /// The point where it meets the other one, as a fraction of that one from left or below.
    pub meets: f64,
    /// Length of the other one.
    pub breadth: f64,
    pub labels: Labels,
    from: f64,
    to: f64,
}

impl<'m> Placed<'m> {
    pub fn new(axis: &'m Axis, along: Along, is_upright: bool) -> Placed<'m> {
        let labels = Labels::default();
        Placed { axis, along, is_upright, meets: 0.0, breadth: 0.0, labels, from: 0.0, to: 1.0 }
    }

    /// Sets it along an edge of the plot.
    pub fn move_to(&mut self, rect: Rect) {
        let (from, to) = match self.is_upright {
            true => (rect.y + rect.height, rect.y),
            false => (rect.x, rect.x + rect.width),
        };
        (self.from, self.to) = if self.axis.is_reversed { (to, from) } else { (from, to) };
        self.breadth = if self.is_upright { rect.width } else { rect.height };
    }

    pub fn length(&self) -> f64 {
        (self.to - self.from).abs()
    }

    /// The place of a share of it.
    pub fn place(&self, share: f64) -> f64 {
        self.from + (self.to - self.from) * share
    }

    /// The place of a value.
    pub fn value(&self, value: f64) -> Option<f64> {
        match &self.along {
            Along::Values(scale) => scale.share(value).map(|share| self.place(share)),
            Along::Bands { .. } => None,
        }
    }

    /// The place of the middle of a band.
    pub fn band(&self, number: f64) -> f64 {
        self.place(self.band_share(number))
    }

    fn band_share(&self, number: f64) -> f64 {
        match &self.along {
            Along::Bands { count, is_between: true, .. } => (number + 0.5) / count,
            Along::Bands { count, .. } if *count > 1.0 => number / (count - 1.0),
            _ => 0.5,
        }
    }

    /// The place of a point of a series.
    pub fn category(&self, series: &Series, at: usize, is_1904: bool) -> Option<f64> {
        match &self.along {
            Along::Bands { dates: Some((unit, first)), .. } => {
                let serial = series.categories.numbers.get(at).copied().flatten()?;
                Some(self.band(unit.count(serial, is_1904) - first))
            }
            _ => Some(self.band(at as f64)),
        }
    }

    /// The width of a band.
    pub fn band_width(&self) -> f64 {
        match &self.along {
            Along::Bands { count, is_between: true, .. } => self.length() / count,
            Along::Bands { count, .. } => self.length() / (count - 1.0).max(1.0),
            Along::Values(_) => self.length(),
        }
    }

    /// The room for its labels and marks beside the plot.
    pub fn thickness(&self) -> f64 {
        if self.labels.of.is_empty() && self.labels.levels.is_empty() {
            return 0.0;
        }
        self.size() + self.gap() + self.labels.levels.thickness()
    }

    /// The size of its labels across.
    fn size(&self) -> f64 {
        if self.is_upright { self.labels.width } else { self.labels.height }
    }

    /// What its labels take from the plot because they found no room beside each other.
    pub fn raised(&self) -> f64 {
        self.labels.raised
    }

    fn gap(&self) -> f64 {
        let usual = if self.is_upright { GAP_BESIDE } else { GAP_BELOW };
        self.labels.tick + usual * self.axis.offset
    }

    /// How far its first and last label reach over its ends.
    pub fn overhang(&self) -> (f64, f64) {
        if self.is_upright || self.labels.turn != 0.0 {
            return (0.0, 0.0);
        }
        let over = |label: Option<&(f64, Vec<Text>)>, room: fn(f64) -> f64| {
            label.map_or(0.0, |(share, lines)| {
                let share = if self.axis.is_reversed { 1.0 - share } else { *share };
                (room::size(lines).0 / 2.0 - room(share) * self.length()).max(0.0)
            })
        };
        let (first, last) = (self.labels.of.first(), self.labels.of.last());
        let (first, last) = if self.axis.is_reversed { (last, first) } else { (first, last) };
        (over(first, |share| share), over(last, |share| 1.0 - share))
    }

    /// The position of its line, across.
    fn line_at(&self, rect: Rect) -> f64 {
        match self.is_upright {
            true => rect.x + rect.width * self.meets,
            false => rect.y + rect.height * (1.0 - self.meets),
        }
    }

    fn point(&self, along: f64, across: f64) -> (f64, f64) {
        if self.is_upright { (across, along) } else { (along, across) }
    }

    /// Shares at which major and minor marks are.
    fn marks(&self) -> (Vec<f64>, Vec<f64>) {
        match &self.along {
            Along::Values(scale) => {
                let shares = |values: Vec<f64>| values.into_iter().filter_map(|v| scale.share(v)).collect();
                (shares(scale.steps()), shares(scale.minor_steps()))
            }
            Along::Bands { count, is_between, .. } => {
                let ends = if *is_between { *count } else { (count - 1.0).max(1.0) };
                // Marks that touch each other would be a bar.
                let least = (LEAST_MARK * ends / self.length().max(1.0)).max(ends / MAX_LABELS as f64).ceil();
                let step = self.axis.tick_skip.map_or(1.0, |skip| skip as f64).max(least);
                let shares = (0..=MAX_LABELS).map(|at| at as f64 * step / ends);
                (shares.take_while(|share| *share <= 1.0 + ROUNDING).collect(), Vec::new())
            }
        }
    }

    pub fn draw_grid(&self, rect: Rect, canvas: &mut Canvas<'_, '_>) {
        let (major, minor) = self.marks();
        let (low, high) = match self.is_upright {
            true => (rect.x, rect.x + rect.width),
            false => (rect.y, rect.y + rect.height),
        };
        for (shares, line) in [(minor, &self.axis.minor_grid), (major, &self.axis.grid)] {
            let pairs = shares.into_iter().map(|share| {
                let at = self.place(share);
                (self.point(at, low), self.point(at, high))
            });
            canvas.lines(pairs, line.as_ref());
        }
    }

    /// The line and its marks; without a line there are none.
    pub fn draw_line(&self, rect: Rect, canvas: &mut Canvas<'_, '_>) {
        let Some(line) = self.axis.line.as_ref().filter(|_| !self.axis.is_deleted) else { return };
        let across = self.line_at(rect);
        let ends = (self.point(self.from, across), self.point(self.to, across));
        canvas.lines(std::iter::once(ends), Some(line));
        let outward = match (self.is_upright, self.meets > NEARLY_ALL) {
            (true, false) | (false, true) => -1.0,
            _ => 1.0,
        };
        let (major, minor) = self.marks();
        let size = self.labels.tick;
        let all = [(major, self.axis.major_ticks, size), (minor, self.axis.minor_ticks, size * MINOR_TICK)];
        for (shares, kind, size) in all {
            let (inside, outside) = match kind {
                Ticks::None => continue,
                Ticks::Inside => (size, 0.0),
                Ticks::Outside => (0.0, size),
                Ticks::Cross => (size, size),
            };
            let pairs = shares.into_iter().map(|share| {
                let at = self.place(share);
                (self.point(at, across - outward * inside), self.point(at, across + outward * outside))
            });
            canvas.lines(pairs, Some(line));
        }
    }

    pub fn draw_labels(&self, rect: Rect, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
        let is_high = self.is_high_labelled();
        let edge = match (self.is_upright, is_high) {
            (true, false) => rect.x,
            (true, true) => rect.x + rect.width,
            (false, false) => rect.y + rect.height,
            (false, true) => rect.y,
        };
        let from = if self.has_labels_at_edge() { edge } else { self.line_at(rect) };
        let gap = self.gap();
        for (share, lines) in &self.labels.of {
            let along = self.place(*share);
            if self.is_upright {
                let (x, at) = if is_high { (from + gap, At::Start) } else { (from - gap, At::End) };
                let mut y = along - room::size(lines).1 / 2.0;
                for line in lines {
                    canvas.put(line, (x, y), (at, At::Start))?;
                    y += line.height();
                }
            } else if self.labels.turn != 0.0 {
                let y = if is_high { from - gap } else { from + gap };
                let at = if (self.labels.turn < 0.0) != is_high { At::End } else { At::Start };
                for line in lines {
                    canvas.turn(line, (along, y), self.labels.turn, (at, At::Middle))?;
                }
            } else {
                let mut y = if is_high { from - gap - room::size(lines).1 } else { from + gap };
                for line in lines {
                    canvas.put(line, (along, y), (At::Middle, At::Start))?;
                    y += line.height();
                }
            }
        }
        let outward = if self.is_upright == is_high { 1.0 } else { -1.0 };
        let place = |share: f64| self.place(share);
        let (is_upright, edge) = (self.is_upright, from);
        let side = Side { place: &place, is_upright, edge, from: from + outward * (gap + self.size()) };
        self.labels.levels.draw(&side, self.axis.line.as_ref(), canvas)
    }
}

impl Labels {
    /// Labels of an axis, as they fit along it.
    pub fn of(
        chart: &Chart,
        number: usize,
        own: &Placed<'_>,
        canvas: &Canvas<'_, '_>,
    ) -> Result<Labels, LayoutError> {
        let axis = own.axis;
        let sample = canvas.text("0", &axis.style)?;
        let tick = if axis.line.is_none() { 0.0 } else { sample.ascent * TICK };
        let mut labels = Labels { tick, ..Labels::default() };
        if axis.is_deleted || axis.labels_at == LabelsAt::None {
            return Ok(labels);
        }
        let line = sample.height();
        labels.levels = levels(chart, number, own, canvas)?;
        let (texts, names) = texts(chart, number, own, line);
        let is_words = names != Names::Values;
        let count = texts.len().max(1);
        let band = own.length() / count as f64;
        let mut of = Vec::new();
        for (share, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
            of.push((share, text.clone(), canvas.text(&text, &axis.style)?));
        }
        let widest = of.iter().map(|(_, _, text)| text.width).fold(0.0, f64::max);
        if own.is_upright {
            // Long names of categories break.
            let most = (own.breadth * BESIDE.0).max(BESIDE.1);
            for (share, text, whole) in of {
                let lines = match is_words && whole.width > most {
                    true => room::wrapped(&text, &axis.style, most, canvas)?,
                    false => vec![whole],
                };
                labels.add(share, lines);
            }
            return Ok(labels);
        }
        let turn = axis.rotation.map(|turn| turn.clamp(-QUARTER_TURN, QUARTER_TURN));
        let fits = widest <= band * FULL_BAND;
        let is_set = turn == Some(0.0);
        if fits && turn.is_none_or(|turn| turn == 0.0) {
            of.into_iter().for_each(|(share, _, text)| labels.add(share, vec![text]));
            return Ok(labels);
        }
        if is_words && turn.is_none_or(|turn| turn == 0.0) {
            let mut all = Vec::new();
            for (share, text, _) in &of {
                all.push((*share, room::wrapped(text, &axis.style, band * FULL_BAND, canvas)?));
            }
            let fits = all.iter().all(|(_, lines)| lines.len() <= 4 && room::size(lines).0 <= band);
            if fits {
                all.into_iter().for_each(|(share, lines)| labels.add(share, lines));
                return Ok(labels);
            }
        }
        // Those that are not words are thinned out, words are turned.
        let turn = match turn {
            Some(turn) => turn,
            None if !is_words => 0.0,
            None if band >= line * ASKEW && names == Names::Words => -EIGHTH_TURN,
            None => -QUARTER_TURN,
        };
        let need = if turn == 0.0 { widest + line * BETWEEN } else { line };
        let skip =
            if axis.label_skip.is_some() && !is_set { 1 } else { (need / band).ceil().max(1.0) as usize };
        for (share, _, text) in of.into_iter().step_by(skip) {
            labels.add(share, vec![text]);
        }
        labels.turn = turn;
        let (sin, cos) = turn.to_radians().sin_cos();
        if turn != 0.0 {
            labels.height = labels.width * sin.abs() + line * cos.abs();
            labels.raised = if axis.rotation.is_none() { (labels.height - line).max(0.0) } else { 0.0 };
        }
        Ok(labels)
    }

    fn add(&mut self, share: f64, lines: Vec<Text>) {
        let (width, height) = room::size(&lines);
        self.width = self.width.max(width);
        self.height = self.height.max(height);
        self.of.push((share, lines));
    }
}

/// What the labels of an axis name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// Places on a scale, of which some can do without a name.
    Values,
    /// Categories that are numbers.
    Numbers,
    Words,
}

/// The series of the plots with an axis.
fn series_of(chart: &Chart, number: usize) -> impl Iterator<Item = &Series> {
    let is_own = move |(first, second): (usize, usize)| first == number || second == number;
    chart.plots.iter().filter(move |plot| plot.axes.is_some_and(is_own)).flat_map(|plot| &plot.series)
}

/// The levels above an axis' categories.
fn levels(
    chart: &Chart,
    number: usize,
    own: &Placed<'_>,
    canvas: &Canvas<'_, '_>,
) -> Result<Levels, LayoutError> {
    let first = series_of(chart, number).next().map(|series| series.categories.levels.as_slice());
    match (&own.along, first) {
        (Along::Bands { count, dates: None, .. }, Some(levels)) if own.axis.has_levels => {
            Levels::of(levels, (*count, own.length(), own.is_upright), &own.axis.style, canvas)
        }
        _ => Ok(Levels::default()),
    }
}

/// The texts of an axis' labels with their places, and what they name.
fn texts(chart: &Chart, number: usize, own: &Placed<'_>, line: f64) -> (Vec<(f64, String)>, Names) {
    let axis = own.axis;
    let of_plots = || series_of(chart, number);
    match &own.along {
        Along::Values(scale) => {
            let saved = || {
                of_plots().find_map(|series| {
                    let is_across =
                        axis.kind == crate::model::story::charted::AxisKind::Values && !own.is_upright;
                    if is_across && series.categories.format.is_some() {
                        series.categories.format.as_deref()
                    } else {
                        series.format.as_deref()
                    }
                })
            };
            let is_share = chart.plots.iter().any(|plot| {
                plot.grouping == crate::model::story::charted::Grouping::Percent
                    && plot.axes.is_some_and(|(_, own)| own == number)
            });
            let code = axis.format.as_deref().or(if is_share { Some("0%") } else { saved() });
            let steps = scale.steps();
            let room = own.length() / steps.len().max(1) as f64;
            let skip = if own.is_upright { (line * VALUE_PITCH / room).ceil().max(1.0) as usize } else { 1 };
            let label =
                |value: f64| Some((scale.share(value)?, data::write(value / axis.divisor, code, chart)));
            (steps.into_iter().step_by(skip).filter_map(label).collect(), Names::Values)
        }
        Along::Bands { count, dates: Some((unit, first)), .. } => {
            let code = axis
                .format
                .as_deref()
                .or_else(|| of_plots().find_map(|series| series.categories.format.as_deref()));
            let units = axis.major.map_or(1.0, |major| {
                let per = match (axis.major_date, unit) {
                    (DateUnit::Months, DateUnit::Days) => DAYS_PER_MONTH,
                    (DateUnit::Years, DateUnit::Days) => DAYS_PER_YEAR,
                    (DateUnit::Years, DateUnit::Months) => MONTHS_PER_YEAR,
                    _ => 1.0,
                };
                (major * per).round().max(1.0)
            });
            let room = (own.length() / (line * DATE_ROOM)).max(1.0);
            let least =
                if axis.major.is_some() { (count / MAX_LABELS as f64).ceil() } else { (count / room).ceil() };
            let step = units.max(least);
            let places = (0..MAX_LABELS).map(|at| at as f64 * step).take_while(|at| at < count);
            let text = |at: f64| data::write(unit.serial(first + at, chart.is_1904), code, chart);
            (places.map(|at| (own.band_share(at), text(at))).collect(), Names::Values)
        }
        Along::Bands { count, .. } => {
            let Some(series) = of_plots().next() else { return (Vec::new(), Names::Words) };
            let band = own.length() / count;
            let least = (line * CATEGORY_PITCH / band).ceil();
            let most = (count / MAX_LABELS as f64).ceil();
            let skip = axis.label_skip.map_or(least, |skip| skip as f64).max(most).max(1.0);
            let places = (0..MAX_LABELS).map(|at| at as f64 * skip).take_while(|at| at < count);
            let texts = places.map(|at| (own.band_share(at), data::category(series, at as usize, chart)));
            let is_of_words = series.categories.numbers.is_empty();
            (texts.collect(), if is_of_words { Names::Words } else { Names::Numbers })
        }
    }
}
