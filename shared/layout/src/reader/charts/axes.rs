//! Axes (21.2.2.25, 21.2.2.39, 21.2.2.226).

use super::super::Reader;
use super::chart_text::manual;
use crate::model::run::RunLayer;
use crate::model::story::charted::{Axis, AxisKind, Crosses, DateUnit, LabelsAt, Ticks};
use crate::read::Element;

/// Unit: what values are divided by (21.2.3.6), and the word that Office writes.
const UNITS: [(&str, f64, &str); 8] = [
    ("hundreds", 1e2, "Hundreds"),
    ("tenThousands", 1e4, "x 10000"),
    ("hundredThousands", 1e5, "x 100000"),
    ("millions", 1e6, "Millions"),
    ("tenMillions", 1e7, "x 10000000"),
    ("hundredMillions", 1e8, "x 100000000"),
    ("billions", 1e9, "Billions"),
    ("trillions", 1e12, "Trillions"),
];
const THOUSANDS: (&str, f64, &str) = ("thousands", 1e3, "Thousands");

/// Bound: the least base of a logarithmic axis. The standard's is 2 (21.2.2.98); others write less.
const LEAST_BASE: f64 = 1.01;

/// Bound: the greatest distance of labels from their axis, in usual ones: 1000 % (21.2.2.91).
const MOST_OFFSET: f64 = 10.0;

impl<'a> Reader<'a> {
    /// An axis; none if the element is no axis.
    pub(super) fn chart_axis(&mut self, element: Element<'a>, base: &RunLayer) -> Option<Axis> {
        let kind = match element.name() {
            "catAx" | "serAx" => AxisKind::Categories,
            "valAx" => AxisKind::Values,
            "dateAx" => AxisKind::Dates(element.child("baseTimeUnit").map(unit)),
            _ => return None,
        };
        let scaling = element.child("scaling");
        let bound = |name: &str| number(scaling?.child(name)?);
        let val = |name: &str| element.child(name).and_then(Element::val);
        let count = |name: &str| {
            element
                .child(name)?
                .int("val")
                .and_then(|skip| usize::try_from(skip).ok())
                .filter(|skip| *skip > 0)
        };
        let (layer, rotation) = self.chart_text(element.child("txPr"), base);
        let grey = self.chart_grey();
        let grid = |reader: &mut Self, name: &str| {
            let own = element.child(name)?;
            reader.chart_line(own.child("spPr"), Some(grey.clone()), grey.width)
        };
        let mut title_base = base.clone();
        title_base.bold = title_base.bold.or(Some(true));
        let title =
            element.child("title").and_then(|own| self.chart_title(own, &title_base, Some("Axis Title")));
        let units = element.child("dispUnits");
        let (divisor, words) = units.map_or((1.0, None), display_unit);
        let unit_label = units
            .and_then(|units| units.child("dispUnitsLbl"))
            .and_then(|label| self.chart_title(label, &title_base, words));
        let line = self.chart_line(element.child("spPr"), Some(grey.clone()), grey.width);
        Some(Axis {
            kind,
            id: val("axId").unwrap_or_default(),
            other: val("crossAx").unwrap_or_default(),
            is_deleted: element.child("delete").is_some_and(Element::on),
            min: bound("min"),
            max: bound("max"),
            log: bound("logBase").filter(|base| *base >= LEAST_BASE),
            is_reversed: scaling
                .and_then(|scaling| scaling.child("orientation"))
                .is_some_and(|to| to.val().as_deref() == Some("maxMin")),
            crosses: match (element.child("crossesAt").and_then(number), val("crosses").as_deref()) {
                (Some(at), _) => Crosses::At(at),
                (_, Some("min")) => Crosses::Min,
                (_, Some("max")) => Crosses::Max,
                _ => Crosses::Zero,
            },
            is_between: val("crossBetween").map(|between| between != "midCat"),
            major: element.child("majorUnit").and_then(number).filter(|unit| *unit > 0.0),
            minor: element.child("minorUnit").and_then(number).filter(|unit| *unit > 0.0),
            major_date: element.child("majorTimeUnit").map_or(DateUnit::Days, unit),
            major_ticks: ticks(element.child("majorTickMark"), Ticks::Outside),
            minor_ticks: ticks(element.child("minorTickMark"), Ticks::None),
            labels_at: match val("tickLblPos").as_deref() {
                Some("none") => LabelsAt::None,
                Some("low") => LabelsAt::Low,
                Some("high") => LabelsAt::High,
                _ => LabelsAt::Axis,
            },
            label_skip: count("tickLblSkip"),
            tick_skip: count("tickMarkSkip"),
            has_levels: !element.child("noMultiLvlLbl").is_some_and(Element::on),
            offset: element
                .child("lblOffset")
                .and_then(|own| own.percent("val"))
                .unwrap_or(1.0)
                .clamp(0.0, MOST_OFFSET),
            format: element.child("numFmt").and_then(code),
            style: self.chart_style(&layer),
            rotation,
            line,
            grid: grid(self, "majorGridlines"),
            minor_grid: grid(self, "minorGridlines"),
            title: title.map(|mut title| {
                title.layout = element.child("title").and_then(manual);
                title
            }),
            divisor,
            unit_label,
        })
    }
}

/// The code of a `c:numFmt` that does not follow the saved values.
pub(super) fn code(element: Element<'_>) -> Option<String> {
    let code = element.attr("formatCode").filter(|code| !code.is_empty())?;
    (element.flag("sourceLinked") != Some(true)).then_some(code)
}

/// A number in `val`; nothing that is not finite.
pub(super) fn number(element: Element<'_>) -> Option<f64> {
    let value: f64 = element.val()?.trim().trim_end_matches('%').parse().ok()?;
    value.is_finite().then_some(value)
}

fn ticks(element: Option<Element<'_>>, missing: Ticks) -> Ticks {
    match element.map(Element::val) {
        None => missing,
        Some(value) => match value.as_deref() {
            Some("none") => Ticks::None,
            Some("in") => Ticks::Inside,
            Some("out") => Ticks::Outside,
            _ => Ticks::Cross,
        },
    }
}

fn unit(element: Element<'_>) -> DateUnit {
    match element.val().as_deref() {
        Some("months") => DateUnit::Months,
        Some("years") => DateUnit::Years,
        _ => DateUnit::Days,
    }
}

/// The divisor of values, and Office's name for it.
fn display_unit(element: Element<'_>) -> (f64, Option<&'static str>) {
    if let Some(own) = element.child("custUnit").and_then(number).filter(|unit| *unit > 0.0) {
        return (own, None);
    }
    let name = element.child("builtInUnit").and_then(Element::val).unwrap_or_default();
    let (_, size, word) = UNITS.into_iter().find(|(own, ..)| *own == name).unwrap_or(THOUSANDS);
    (size, Some(word))
}
