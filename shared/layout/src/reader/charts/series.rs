//! Series (21.2.2.174): names, categories, values, looks.

use std::collections::BTreeMap;

use super::super::Reader;
use super::axes::number;
use super::chart_text::short;
use super::look::LINE;
use super::look::{Palette, SERIES_LINE, plain, series_line};
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::paint::Fill;
use crate::model::run::RunLayer;
use crate::model::shape_look::Line;
use crate::model::story::charted::{Area, Categories, Group, Marker, PlotKind, Point, Series, Symbol};
use crate::read::Element;

/// Bound: values of this size are none: their sums would be infinite.
const MOST_VALUE: f64 = 1e100;

/// Side of a marker, in points: of an automatic one (measured in a PDF of Word), and of one with a symbol (21.2.2.206).
const AUTO_MARKER: f64 = 7.0;
const MARKER: f64 = 5.0;

/// Bound: the largest marker, in points (21.2.3.26).
const MOST_MARKER: f64 = 72.0;

/// Points of a series that are drawn.
pub(super) const MAX_POINTS: usize = 20_000;

/// The context that a series is read in.
#[derive(Clone, Copy)]
pub(super) struct Within<'t> {
    pub kind: PlotKind,
    pub palette: Palette,
    pub base: &'t RunLayer,
    /// Number of all series of the chart.
    pub count: usize,
    /// Whether each point has a colour of its own.
    pub varies: bool,
    /// Whether points have markers by default.
    pub marks: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn chart_series(
        &mut self,
        element: Element<'a>,
        within: Within<'_>,
    ) -> Result<Series, LayoutError> {
        let number_of = |name: &str| element.child(name).and_then(|own| own.int("val")).unwrap_or(0);
        let index = usize::try_from(number_of("idx")).unwrap_or(0).min(10_000);
        let is_xy = matches!(within.kind, PlotKind::Scatter | PlotKind::Bubble { .. });
        let (values, format) = self.chart_numbers(element.child(if is_xy { "yVal" } else { "val" }))?;
        let categories = self.chart_categories(element.child(if is_xy { "xVal" } else { "cat" }))?;
        let (sizes, _) = self.chart_numbers(element.child("bubbleSize"))?;
        let ink = within.palette.colour(self, index, within.count.max(index + 1));
        let is_line = matches!(within.kind, PlotKind::Line | PlotKind::Scatter | PlotKind::Stock)
            || matches!(within.kind, PlotKind::Radar { is_filled: false });
        let shape = element.child("spPr");
        let area = self.chart_area(shape, plain(ink));
        let auto_line = match within.kind {
            PlotKind::Stock => None,
            _ if is_line => Some(series_line(ink)),
            _ => None,
        };
        let line = if is_line { self.chart_line(shape, auto_line, SERIES_LINE) } else { area.line.clone() };
        let marker =
            is_line.then(|| self.chart_marker(element.child("marker"), index, ink, within.marks)).flatten();
        let mut points = BTreeMap::new();
        if within.varies {
            let count = values.len().max(1);
            for at in 0..values.len().min(MAX_POINTS) {
                self.budget.spend(8)?;
                let ink = within.palette.colour(self, at, count);
                let own = Area { line: area.line.clone(), ..self.chart_area(shape, plain(ink)) };
                let mark = marker.clone().map(|marker| Marker { area: plain(ink), ..marker });
                let line = if is_line { line.clone() } else { own.line.clone() };
                points.insert(at, Point { area: own, line, marker: mark, explosion: None });
            }
        }
        for own in element.children().into_iter().filter(|own| own.name() == "dPt") {
            self.budget.spend(32)?;
            let Some(at) = own.child("idx").and_then(|idx| usize::try_from(idx.int("val")?).ok()) else {
                continue;
            };
            let before = points.get(&at).cloned();
            let base_area =
                before.as_ref().map_or_else(|| area.clone(), |before: &Point| before.area.clone());
            let base_line = before.as_ref().map_or_else(|| line.clone(), |before| before.line.clone());
            let look = self.chart_area(own.child("spPr"), base_area);
            let drawn = match is_line {
                true => self.chart_line(own.child("spPr"), base_line, SERIES_LINE),
                false => look.line.clone(),
            };
            let own_marker = match own.child("marker") {
                Some(marker) => self.chart_marker(Some(marker), index, ink, within.marks),
                None => before.map_or_else(|| marker.clone(), |before| before.marker),
            };
            let explosion = own.child("explosion").and_then(|own| own.percent("val"));
            points.insert(at, Point { area: look, line: drawn, marker: own_marker, explosion });
        }
        let negative = element.child("invertIfNegative").is_some_and(Element::on).then(|| {
            let own = element.find("invertSolidFillFmt").and_then(|own| own.find("spPr"));
            let own = own.and_then(|own| self.paint(own, None)).flatten();
            own.unwrap_or(Fill::Plain(Ink { colour: [255; 3], opacity: 1.0 }))
        });
        let smooth = element.child("smooth");
        let name = element.child("tx").and_then(|text| text.find("v")).map(|value| short(&value.text()));
        Ok(Series {
            name,
            order: number_of("order"),
            categories,
            values,
            sizes,
            format,
            line,
            area,
            marker,
            // Word draws series that say nothing of it smoothly (a PDF of Word).
            is_smooth: smooth.is_none_or(Element::on),
            negative,
            explosion: element.child("explosion").and_then(|own| own.percent("val")).unwrap_or(0.0),
            points,
            labels: self.chart_labels(element.child("dLbls"), within.base, None)?,
            errors: self.chart_errors(element)?,
            trends: self.chart_trends(element, ink),
        })
    }

    /// Saved numbers with their holes, and their format.
    pub(super) fn chart_numbers(
        &mut self,
        element: Option<Element<'a>>,
    ) -> Result<(Vec<Option<f64>>, Option<String>), LayoutError> {
        let Some(cache) = element.and_then(|own| own.find("numCache").or_else(|| own.find("numLit"))) else {
            return Ok((Vec::new(), None));
        };
        let format = cache.child("formatCode").map(|code| code.text().trim().to_owned());
        let mut values = vec![None; self.chart_count(cache)];
        for point in cache.children() {
            self.budget.spend(4)?;
            let Some(place) = place(point).and_then(|at| values.get_mut(at)) else { continue };
            let value = point.child("v").and_then(|value| value.text().trim().parse::<f64>().ok());
            // Attack: values whose sums are infinite.
            *place = value.filter(|value| value.abs() < MOST_VALUE);
        }
        Ok((values, format.filter(|format| !format.is_empty())))
    }

    /// Length of a cache: its points' numbers may have holes.
    fn chart_count(&mut self, cache: Element<'a>) -> usize {
        let said =
            cache.child("ptCount").and_then(|count| usize::try_from(count.int("val")?).ok()).unwrap_or(0);
        let used = cache.children().into_iter().filter_map(place).max().map_or(0, |last| last + 1);
        // Attack: one point, said to be the last of a billion.
        let count = said.max(used);
        if count > MAX_POINTS {
            let detail = format!("a chart is drawn with the first {MAX_POINTS} points of a series");
            self.undrawn.add("chart-points", self.part, "", detail);
        }
        count.min(MAX_POINTS)
    }

    fn chart_categories(&mut self, element: Option<Element<'a>>) -> Result<Categories, LayoutError> {
        let Some(element) = element else { return Ok(Categories::default()) };
        let (numbers, format) = self.chart_numbers(Some(element))?;
        if !numbers.is_empty() {
            return Ok(Categories { numbers, format, ..Categories::default() });
        }
        let Some(cache) = element
            .find("strCache")
            .or_else(|| element.find("strLit"))
            .or_else(|| element.find("multiLvlStrCache"))
        else {
            return Ok(Categories::default());
        };
        let mut texts = vec![None; self.chart_count(cache)];
        let mut levels = cache.children().into_iter().filter(|own| own.name() == "lvl");
        let inner = levels.next().unwrap_or(cache);
        texts.resize(self.chart_count(inner).max(texts.len()), None);
        for point in inner.children() {
            self.budget.spend(4)?;
            let Some(place) = place(point).and_then(|at| texts.get_mut(at)) else { continue };
            *place = point.child("v").map(|value| short(&value.text()));
        }
        let mut outer = Vec::new();
        for level in levels {
            let mut groups = Vec::new();
            for point in level.children() {
                self.budget.spend(4)?;
                let Some(from) = place(point).filter(|from| *from < texts.len()) else { continue };
                let name = point.child("v").map(|value| short(&value.text())).unwrap_or_default();
                groups.push(Group { from, name });
            }
            groups.sort_by_key(|group| group.from);
            outer.push(groups);
        }
        Ok(Categories { texts, levels: outer, ..Categories::default() })
    }

    fn chart_marker(
        &mut self,
        element: Option<Element<'a>>,
        index: usize,
        ink: Ink,
        marks: bool,
    ) -> Option<Marker> {
        let usual = [
            Symbol::Diamond,
            Symbol::Square,
            Symbol::Triangle,
            Symbol::Cross,
            Symbol::Star,
            Symbol::Circle,
            Symbol::Plus,
            Symbol::Dot,
            Symbol::Dash,
        ];
        let auto = usual.get(index % usual.len()).copied().unwrap_or(Symbol::Square);
        let symbol = match element.and_then(|own| own.child("symbol")).and_then(Element::val).as_deref() {
            Some("none") => return None,
            Some("circle") => Symbol::Circle,
            Some("dash") => Symbol::Dash,
            Some("diamond") => Symbol::Diamond,
            Some("dot") => Symbol::Dot,
            Some("plus") => Symbol::Plus,
            Some("square") => Symbol::Square,
            Some("star") => Symbol::Star,
            Some("triangle") => Symbol::Triangle,
            Some("x") => Symbol::Cross,
            _ if !marks => return None,
            _ => auto,
        };
        let said = element.and_then(|own| own.child("size")).and_then(number);
        // Automatic ones have a line of the same colour.
        let missing = if element.is_some() { MARKER } else { AUTO_MARKER };
        let auto = Area { line: Some(Line::plain(LINE, ink)), ..plain(ink) };
        let area = self.chart_area(element.and_then(|own| own.child("spPr")), auto);
        Some(Marker { symbol, size: said.unwrap_or(missing).clamp(1.0, MOST_MARKER), area })
    }
}

fn place(point: Element<'_>) -> Option<usize> {
    (point.name() == "pt").then(|| usize::try_from(point.int("idx")?).ok()).flatten()
}
