//! Error bars and trend lines (21.2.2.55, 21.2.2.211).

use super::super::Reader;
use super::axes::number;
use super::chart_text::short;
use super::look::LINE;
use super::look::{SERIES_LINE, series_line};
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::shape_look::Line;
use crate::model::story::charted::{ErrorAmount, ErrorBars, Trend, TrendKind};
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Bound: how far a trend line continues, in units of its axis.
const MOST_REACH: f64 = 1e6;

impl<'a> Reader<'a> {
    pub(super) fn chart_errors(&mut self, element: Element<'a>) -> Result<Vec<ErrorBars>, LayoutError> {
        let mut out = Vec::new();
        for own in element.children().into_iter().filter(|own| own.name() == "errBars").take(2) {
            let val = |name: &str| own.child(name).and_then(Element::val);
            let amount = own.child("val").and_then(number).unwrap_or(0.0);
            let amount = match val("errValType").as_deref() {
                Some("cust") => ErrorAmount::Own {
                    plus: self.chart_numbers(own.child("plus"))?.0,
                    minus: self.chart_numbers(own.child("minus"))?.0,
                },
                Some("percentage") => ErrorAmount::Share(amount / HUNDREDTHS),
                Some("stdDev") => ErrorAmount::Deviation(amount),
                Some("stdErr") => ErrorAmount::StandardError,
                _ => ErrorAmount::Fixed(amount),
            };
            let kind = val("errBarType");
            let black = Line::plain(LINE, Ink { colour: [0; 3], opacity: 1.0 });
            out.push(ErrorBars {
                is_across: val("errDir").as_deref() == Some("x"),
                amount,
                has_plus: kind.as_deref() != Some("minus"),
                has_minus: kind.as_deref() != Some("plus"),
                has_caps: !own.child("noEndCap").is_some_and(Element::on),
                line: self.chart_line(own.child("spPr"), Some(black.clone()), black.width),
            });
        }
        Ok(out)
    }

    pub(super) fn chart_trends(&mut self, element: Element<'a>, ink: Ink) -> Vec<Trend> {
        let mut out = Vec::new();
        for own in element.children().into_iter().filter(|own| own.name() == "trendline").take(8) {
            let count = |name: &str| own.child(name).and_then(|own| usize::try_from(own.int("val")?).ok());
            let reach = |name: &str| own.child(name).and_then(number).unwrap_or(0.0).clamp(0.0, MOST_REACH);
            let kind = match own.child("trendlineType").and_then(Element::val).as_deref() {
                Some("exp") => TrendKind::Exponential,
                Some("log") => TrendKind::Logarithmic,
                Some("power") => TrendKind::Power,
                Some("poly") => TrendKind::Polynomial(count("order").unwrap_or(2).clamp(2, 6)),
                Some("movingAvg") => TrendKind::Average(count("period").unwrap_or(2).clamp(2, 255)),
                _ => TrendKind::Linear,
            };
            let is_shown = |name: &str| own.child(name).is_some_and(Element::on);
            if is_shown("dispRSqr") || is_shown("dispEq") {
                let detail = "the equation of a chart's trend line is left out";
                self.undrawn.add("chart-formula", self.part, "", detail);
            }
            out.push(Trend {
                name: own.child("name").map(|name| short(&name.text())),
                kind,
                forward: reach("forward"),
                backward: reach("backward"),
                intercept: own.child("intercept").and_then(number),
                line: self.chart_line(own.child("spPr"), Some(series_line(ink)), SERIES_LINE),
            });
        }
        out
    }
}
