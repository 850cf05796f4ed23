//! Pies with a second plot beside them (21.2.2.126): which slices it shows.

use super::super::Reader;
use super::axes::number;
use super::look::LINE;
use super::part::MOST_GAP;
use crate::model::story::charted::{Second, Series};
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Default size of the second plot, in first ones, and its bounds: 5 to 200 % (21.2.2.164).
const SECOND: f64 = 0.75;
const SECONDS: (f64, f64) = (0.05, 2.0);

/// Bound: points that are in the second plot by their place.
const MOST_POINTS: f64 = 1e6;

impl<'a> Reader<'a> {
    /// The plot beside a pie. The series gets a slice for all points in it.
    pub(super) fn chart_second(&mut self, element: Element<'a>, series: &mut Series) -> Option<Second> {
        if element.name() != "ofPieChart" {
            return None;
        }
        let val = |name: &str| element.child(name).and_then(Element::val);
        let count = series.values.len();
        let value = |at: usize| series.values.get(at).copied().flatten().unwrap_or(0.0).abs();
        let whole: f64 = (0..count).map(value).sum();
        let split = element.child("splitPos").and_then(number);
        let mut members: Vec<usize> = match (val("splitType").as_deref(), split) {
            (Some("cust"), _) => {
                let own = element.child("custSplit").map(Element::children).unwrap_or_default();
                let points = own.into_iter().filter_map(|own| usize::try_from(own.int("val")?).ok());
                points.filter(|at| *at < count).collect()
            }
            (Some("percent"), Some(split)) => {
                (0..count).filter(|at| value(*at) * HUNDREDTHS < split * whole).collect()
            }
            (Some("val"), Some(split)) => (0..count).filter(|at| value(*at) < split).collect(),
            // A third of them by themselves.
            (_, split) => {
                let last = split.map_or(count.div_ceil(3), |split| split.clamp(0.0, MOST_POINTS) as usize);
                (count.saturating_sub(last)..count).collect()
            }
        };
        members.sort_unstable();
        members.dedup();
        let sum: f64 = members.iter().map(|at| value(*at)).sum();
        if sum <= 0.0 || sum >= whole {
            return None;
        }
        series.values.push(Some(sum));
        if series.categories.numbers.is_empty() {
            series.categories.texts.resize(count, None);
            series.categories.texts.push(Some("Other".to_owned()));
        }
        let percent =
            |name: &str, usual: f64| element.child(name).and_then(|own| own.percent("val")).unwrap_or(usual);
        Some(Second {
            members,
            rest: count,
            is_bar: val("ofPieType").as_deref() == Some("bar"),
            size: percent("secondPieSize", SECOND).clamp(SECONDS.0, SECONDS.1),
            gap: percent("gapWidth", 1.0).clamp(0.0, MOST_GAP),
            lines: element.child("serLines").and_then(|own| {
                let black = crate::drawing::Ink { colour: [0; 3], opacity: 1.0 };
                let auto = crate::model::shape_look::Line::plain(LINE, black);
                self.chart_line(own.child("spPr"), Some(auto), LINE)
            }),
        })
    }
}
