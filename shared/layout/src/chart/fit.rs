//! Error bars and trend lines (21.2.2.55, 21.2.2.211).

use super::canvas::Canvas;
use super::data;
use super::frame::Frame;
use crate::drawing::Segment;
use crate::error::LayoutError;
use crate::model::story::charted::{ErrorAmount, ErrorBars, PlotKind, Series, Trend, TrendKind};

/// Tolerance: a row of equations whose largest factor is less adds nothing.
const NO_PIVOT: f64 = 1e-12;

/// Half the length of the cap of an error bar, in points. A guess.
const CAP: f64 = 2.5;

/// Pieces of a trend line.
const PIECES: usize = 60;

/// Draws what goes with a series, whose points are at `places`.
pub(super) fn draw(
    frame: &Frame<'_, '_>,
    series: &Series,
    places: &[Option<(f64, f64)>],
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    if series.errors.is_empty() && series.trends.is_empty() {
        return Ok(());
    }
    canvas.spend(series.values.len() as u64 * 32)?;
    let is_xy = matches!(frame.plot.kind, PlotKind::Scatter | PlotKind::Bubble { .. });
    for errors in &series.errors {
        error_bars(errors, frame, series, places, canvas);
    }
    for trend in &series.trends {
        trend_line(trend, frame, series, is_xy, canvas);
    }
    Ok(())
}

fn error_bars(
    errors: &ErrorBars,
    frame: &Frame<'_, '_>,
    series: &Series,
    places: &[Option<(f64, f64)>],
    canvas: &mut Canvas<'_, '_>,
) {
    let along = if errors.is_across { frame.across } else { frame.values };
    let xs: Vec<f64> = data::across(series).collect();
    let of = |at: usize| match errors.is_across {
        true => xs.get(at).copied(),
        false => series.values.get(at).copied().flatten(),
    };
    let (mean, deviation, count) = spread((0..series.values.len()).filter_map(of));
    let mut pairs = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let (Some(place), Some(value)) = (place, of(at)) else { continue };
        let own = |list: &[Option<f64>]| list.get(at).or(list.first()).copied().flatten().unwrap_or(0.0);
        let (middle, plus, minus) = match &errors.amount {
            ErrorAmount::Fixed(amount) => (value, *amount, *amount),
            ErrorAmount::Share(share) => (value, value.abs() * share, value.abs() * share),
            ErrorAmount::Deviation(times) => (mean, deviation * times, deviation * times),
            ErrorAmount::StandardError => {
                let error = deviation / count.max(1.0).sqrt();
                (value, error, error)
            }
            ErrorAmount::Own { plus, minus } => (value, own(plus), own(minus)),
        };
        let is_level = errors.is_across != frame.across.is_upright;
        let point = |at: f64| if is_level { (at, place.1) } else { (place.0, at) };
        let ends = [(errors.has_plus, middle + plus), (errors.has_minus, middle - minus)];
        for (_, end) in ends.into_iter().filter(|(has, _)| *has) {
            let (Some(from), Some(to)) = (along.value(middle), along.value(end)) else { continue };
            pairs.push((point(from), point(to)));
            if errors.has_caps {
                let (x, y) = point(to);
                let aside = if is_level { (0.0, CAP) } else { (CAP, 0.0) };
                pairs.push(((x - aside.0, y - aside.1), (x + aside.0, y + aside.1)));
            }
        }
    }
    canvas.lines(pairs.into_iter(), errors.line.as_ref());
}

/// Mean, standard deviation and number of values.
fn spread(values: impl Iterator<Item = f64> + Clone) -> (f64, f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt(), count)
}

fn trend_line(
    trend: &Trend,
    frame: &Frame<'_, '_>,
    series: &Series,
    is_xy: bool,
    canvas: &mut Canvas<'_, '_>,
) {
    let x = |at: usize| match is_xy && !series.categories.numbers.is_empty() {
        true => series.categories.numbers.get(at).copied().flatten(),
        false => Some(at as f64 + 1.0),
    };
    let mut data: Vec<(f64, f64)> =
        series.values.iter().enumerate().filter_map(|(at, value)| Some((x(at)?, (*value)?))).collect();
    data.sort_by(|a, b| a.0.total_cmp(&b.0));
    let place = |x: f64, y: f64| {
        let along = if is_xy { frame.across.value(x)? } else { frame.across.band(x - 1.0) };
        Some(frame.point(along, frame.values.value(y)?))
    };
    let points: Vec<(f64, f64)> = if let TrendKind::Average(period) = trend.kind {
        let mean = |window: &[(f64, f64)]| {
            let sum: f64 = window.iter().map(|(_, y)| y).sum();
            window.last().and_then(|(x, _)| place(*x, sum / period as f64))
        };
        data.windows(period).filter_map(mean).collect()
    } else {
        let (Some(first), Some(last), Some(curve)) = (data.first(), data.last(), Curve::of(trend, &data))
        else {
            return;
        };
        let (from, to) = (first.0 - trend.backward, last.0 + trend.forward);
        let at = |piece: usize| from + (to - from) * piece as f64 / PIECES as f64;
        (0..=PIECES).map(at).filter_map(|x| place(x, curve.at(x)?)).collect()
    };
    let segment = |(at, point): (usize, &(f64, f64))| {
        if at == 0 { Segment::Move(*point) } else { Segment::Line(*point) }
    };
    canvas.path(points.iter().enumerate().map(segment).collect(), None, trend.line.as_ref());
}

/// A fitted curve.
struct Curve {
    kind: TrendKind,
    /// From the constant on.
    factors: Vec<f64>,
    /// The origin and unit of x, so that high powers stay exact.
    origin: (f64, f64),
}

impl Curve {
    fn of(trend: &Trend, data: &[(f64, f64)]) -> Option<Curve> {
        let has_log_x = matches!(trend.kind, TrendKind::Logarithmic | TrendKind::Power);
        let has_log_y = matches!(trend.kind, TrendKind::Exponential | TrendKind::Power);
        let degree = if let TrendKind::Polynomial(degree) = trend.kind { degree } else { 1 };
        let points: Vec<(f64, f64)> = data
            .iter()
            .map(|(x, y)| (if has_log_x { x.ln() } else { *x }, if has_log_y { y.ln() } else { *y }))
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect();
        let most = points.iter().map(|(x, _)| x.abs()).fold(0.0, f64::max);
        let origin = (0.0, if most > 0.0 { most } else { 1.0 });
        let fixed =
            trend.intercept.map(|own| if has_log_y { own.ln() } else { own }).filter(|own| own.is_finite());
        let count = degree + 1;
        // The normal equations.
        let mut rows = vec![vec![0.0; count + 1]; count];
        for (x, y) in &points {
            let x = (x - origin.0) / origin.1;
            for (i, row) in rows.iter_mut().enumerate() {
                for (j, cell) in row.iter_mut().enumerate() {
                    *cell += if j == count { y * x.powi(i as i32) } else { x.powi((i + j) as i32) };
                }
            }
        }
        if let (Some(fixed), Some(row)) = (fixed, rows.first_mut()) {
            row.fill(0.0);
            if let Some(cell) = row.first_mut() {
                *cell = 1.0;
            }
            if let Some(cell) = row.last_mut() {
                *cell = fixed;
            }
        }
        Some(Curve { kind: trend.kind, factors: solve(rows)?, origin })
    }

    fn at(&self, x: f64) -> Option<f64> {
        let own = match self.kind {
            TrendKind::Logarithmic | TrendKind::Power => x.ln(),
            _ => x,
        };
        let own = (own - self.origin.0) / self.origin.1;
        let sum = self.factors.iter().rev().fold(0.0, |sum, factor| sum * own + factor);
        let value = match self.kind {
            TrendKind::Exponential | TrendKind::Power => sum.exp(),
            _ => sum,
        };
        value.is_finite().then_some(value)
    }
}

/// Solves linear equations by elimination; none if they have no one solution.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let best = (column..count).max_by(|a, b| {
            let size =
                |row: usize| rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0.0).abs();
            size(*a).total_cmp(&size(*b))
        })?;
        rows.swap(column, best);
        let pivot = rows.get(column)?.clone();
        let head = *pivot.get(column)?;
        if head.abs() < NO_PIVOT {
            return None;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            if at != column {
                let times = row.get(column)? / head;
                row.iter_mut().zip(&pivot).for_each(|(cell, own)| *cell -= own * times);
            }
        }
    }
    rows.iter().enumerate().map(|(at, row)| Some(row.last()? / row.get(at)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_go_through_what_they_fit() {
        let of = |kind: TrendKind, data: &[(f64, f64)], x: f64| {
            let trend = Trend { name: None, kind, forward: 0.0, backward: 0.0, intercept: None, line: None };
            Curve::of(&trend, data).and_then(|curve| curve.at(x)).expect("a curve")
        };
        let close =
            |value: f64, expected: f64| assert!((value - expected).abs() < 1e-6, "{value} {expected}");
        close(of(TrendKind::Linear, &[(1.0, 1.0), (2.0, 3.0)], 4.0), 7.0);
        close(of(TrendKind::Polynomial(2), &[(1.0, 1.0), (2.0, 4.0), (3.0, 9.0)], 5.0), 25.0);
        close(of(TrendKind::Exponential, &[(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)], 3.0), 8.0);
        close(of(TrendKind::Power, &[(1.0, 2.0), (2.0, 8.0)], 3.0), 18.0);
    }
}
