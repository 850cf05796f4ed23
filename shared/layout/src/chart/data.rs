//! Values of a chart as its plots use them: names, categories, sums.

use super::number;
use super::number::Locale;
use crate::model::story::charted::{Blanks, Chart, Grouping, Plot, PlotKind, Series};

/// How a chart writes its numbers.
pub(super) fn locale(chart: &Chart) -> Locale<'_> {
    let language = chart.language.as_deref().unwrap_or("en-US");
    Locale { language, point: chart.point, is_1904: chart.is_1904 }
}

/// A number by a code, or as it is.
pub(super) fn write(value: f64, code: Option<&str>, chart: &Chart) -> String {
    match code {
        Some(code) if code != "General" => number::write(value, code, locale(chart)),
        _ => number::general(value, locale(chart)),
    }
}

/// Name of a series; Office names those that have none by their number.
pub(super) fn name(series: &Series, at: usize) -> String {
    series.name.clone().unwrap_or_else(|| format!("Series{}", at + 1))
}

/// Number of categories of a plot.
pub(super) fn count(plot: &Plot) -> usize {
    let of = |series: &Series| {
        series.values.len().max(series.categories.texts.len()).max(series.categories.numbers.len())
    };
    plot.series.iter().map(of).max().unwrap_or(0)
}

/// A series' name for a category: its text, or its place.
pub(super) fn category(series: &Series, at: usize, chart: &Chart) -> String {
    let own = &series.categories;
    if let Some(Some(text)) = own.texts.get(at) {
        return text.clone();
    }
    match own.numbers.get(at) {
        Some(Some(number)) => write(*number, own.format.as_deref(), chart),
        Some(None) => String::new(),
        None if own.texts.is_empty() => (at + 1).to_string(),
        None => String::new(),
    }
}

/// From where to where each value of each series reaches, after stacking.
pub(super) struct Spans {
    /// By series, by category: where it begins and ends.
    pub of: Vec<Vec<Option<(f64, f64)>>>,
}

impl Spans {
    pub fn new(plot: &Plot, blanks: Blanks) -> Spans {
        let count = count(plot);
        let is_area = plot.kind == PlotKind::Area;
        let value = |series: &Series, at: usize| {
            let own = series.values.get(at).copied().flatten();
            own.or(((is_area || blanks == Blanks::Zero) && at < count).then_some(0.0))
        };
        let mut of = Vec::new();
        if plot.grouping == Grouping::Beside {
            for series in &plot.series {
                of.push((0..count).map(|at| value(series, at).map(|value| (0.0, value))).collect());
            }
            return Spans { of };
        }
        let whole: Vec<f64> = (0..count)
            .map(|at| plot.series.iter().filter_map(|series| value(series, at)).map(f64::abs).sum())
            .collect();
        // Bars above and below zero are stacked apart; lines and areas all on one another.
        let is_split = matches!(plot.kind, PlotKind::Bar { .. });
        let mut tops = vec![(0.0, 0.0); count];
        for series in &plot.series {
            let mut own = Vec::with_capacity(count);
            for (at, (top, whole)) in tops.iter_mut().zip(&whole).enumerate() {
                own.push(value(series, at).map(|value| {
                    let value = match plot.grouping {
                        Grouping::Percent if *whole > 0.0 => value / whole,
                        Grouping::Percent => 0.0,
                        _ => value,
                    };
                    let end = if is_split && value < 0.0 { &mut top.1 } else { &mut top.0 };
                    let from = *end;
                    *end += value;
                    (from, *end)
                }));
            }
            of.push(own);
        }
        Spans { of }
    }

    /// The lowest and the highest end.
    pub fn range(&self) -> Option<(f64, f64)> {
        range(self.of.iter().flatten().flatten().map(|(_, to)| *to))
    }
}

/// The lowest and the highest of numbers.
pub(super) fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |known, value| {
        Some(known.map_or((value, value), |(low, high): (f64, f64)| (low.min(value), high.max(value))))
    })
}

/// Places of a series along x: its numbers, or else 1, 2, 3 …
pub(super) fn across(series: &Series) -> impl Iterator<Item = f64> {
    (0..series.values.len()).filter_map(|at| x(series, at))
}

/// Place of a point along x.
pub(super) fn x(series: &Series, at: usize) -> Option<f64> {
    let numbers = &series.categories.numbers;
    if numbers.is_empty() { Some(at as f64 + 1.0) } else { numbers.get(at).copied().flatten() }
}
