//! A chart's part (21.2.2.29): plots, axes, legend, titles.

use super::super::Reader;
use super::axes::number;
use super::chart_text::{CHART_TEXT, base, manual};
use super::look::{LINE, Palette};
use super::series::Within;
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::paint::Fill;
use crate::model::run::RunLayer;
use crate::model::shape_look::Line;
use crate::model::story::charted::{
    Area, Axis, AxisKind, Blanks, Chart, DataTable, Grouping, Labels, Legend, Plot, PlotKind, Point, Side,
    Title,
};
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Default size of a title, in points, and in per cent of the chart's own size if it has one (measured in Office).
const TITLE_SIZE: f64 = 18.0;
const TITLE_PER_CENT: f64 = 120.0;

/// Default distance of clusters of bars, in bars, and its bound (21.2.2.75).
const GAP: f64 = 1.5;
pub(super) const MOST_GAP: f64 = 5.0;

/// Default hole of a doughnut, and its bound, as shares of the radius (21.2.2.82).
const HOLE: f64 = 0.1;
const MOST_HOLE: f64 = 0.9;

/// Bound: the largest bubbles, in usual ones: 300 % (21.2.2.21).
const MOST_BUBBLE: f64 = 3.0;

/// Series of a chart that are drawn. Office has no more.
const MAX_SERIES: usize = 255;

/// Plots of a chart.
const MAX_PLOTS: usize = 16;

impl<'a> Reader<'a> {
    /// The chart of a relationship; none if its part is missing.
    pub(in crate::reader) fn chart(&mut self, id: Option<String>) -> Result<Option<Chart>, LayoutError> {
        let part = self.related_part(id.as_deref())?;
        let Some((part, root)) = part.as_ref().and_then(|part| Some((part, Element::root(&part.tree)?)))
        else {
            let detail = "a chart whose part is missing is left out; its space stays blank";
            self.undrawn.add("chart-missing", self.part, "", detail);
            return Ok(None);
        };
        let mapped = root.child("clrMapOvr").map(|map| self.theme.mapped(map));
        self.within(part, |own| {
            if let Some(mapped) = &mapped {
                own.theme = mapped;
            }
            root.child("chart").map(|chart| own.chart_body(root, chart)).transpose()
        })
    }

    fn chart_body(&mut self, root: Element<'a>, chart: Element<'a>) -> Result<Chart, LayoutError> {
        let style = root.child("style").and_then(|style| style.int("val")).unwrap_or(2);
        let palette = Palette { style: style.rem_euclid(100).clamp(1, 48) };
        let is_dark = palette.style > 40;
        let (mut layer, _) = self.chart_text(root.child("txPr"), &base(self.theme.has_fonts()));
        let text = if is_dark { "lt1" } else { "tx1" };
        layer.colour = layer.colour.or(self.theme.colour(text).map(crate::model::colour::Colour::Rgb));
        let area = self.chart_area(root.child("spPr"), self.chart_ground(is_dark));
        let plot_area = chart.child("plotArea");
        let children = plot_area.map(Element::children).unwrap_or_default();
        let mut axes = Vec::new();
        for child in children.iter().take(64) {
            axes.extend(self.chart_axis(*child, &layer));
        }
        let count = children
            .iter()
            .filter(|child| child.name().ends_with("Chart"))
            .flat_map(|plot| plot.children())
            .filter(|child| child.name() == "ser")
            .count();
        let mut plots = Vec::new();
        let mut left = MAX_SERIES;
        for child in children.iter().filter(|child| child.name().ends_with("Chart")).take(MAX_PLOTS) {
            self.budget.spend(64)?;
            plots.extend(self.chart_plot(*child, (palette, &layer, count), &axes, &mut left)?);
        }
        let table = children.iter().find(|child| child.name() == "dTable").map(|own| {
            let has = |name: &str| own.child(name).is_some_and(Element::on);
            let auto = Line::plain(LINE, Ink { colour: [0x89; 3], opacity: 1.0 });
            let (layer, _) = self.chart_text(own.child("txPr"), &layer);
            DataTable {
                has_rows: has("showHorzBorder"),
                has_columns: has("showVertBorder"),
                has_outline: has("showOutline"),
                has_keys: has("showKeys"),
                line: self.chart_line(own.child("spPr"), Some(auto), LINE),
                style: self.chart_style(&layer),
            }
        });
        let shapes = match root.child("userShapes") {
            Some(own) => self.chart_shapes(own.attr("id"))?,
            None => Vec::new(),
        };
        if chart.child("view3D").is_some() || children.iter().any(|child| child.name().contains("3D")) {
            self.undrawn.add("chart-3d", self.part, "", "a 3-D chart is drawn flat");
        }
        let title = self.chart_head(chart, &layer, root.child("txPr").is_some(), &plots);
        let mut legend = chart.child("legend").map(|own| self.chart_legend(own, &layer));
        // What stands for a second plot is no category.
        if let Some(legend) = &mut legend {
            legend.hidden.extend(plots.iter().filter_map(|plot| Some(plot.second.as_ref()?.rest)));
        }
        Ok(Chart {
            area,
            // Without a word of it, Word rounds the corners (measured).
            is_rounded: root.child("roundedCorners").is_none_or(Element::on),
            title,
            legend,
            plots,
            axes,
            plot_area: self.chart_area(plot_area.and_then(|own| own.child("spPr")), Area::default()),
            layout: plot_area.and_then(manual),
            blanks: match chart.child("dispBlanksAs").map(Element::val) {
                Some(Some(own)) if own == "gap" => Blanks::Gap,
                Some(Some(own)) if own == "span" => Blanks::Span,
                None => Blanks::Gap,
                _ => Blanks::Zero,
            },
            is_1904: root.child("date1904").is_some_and(Element::on),
            language: root.child("lang").and_then(Element::val).map(Into::into),
            point: self.definitions.settings.decimal_symbol,
            alt: None,
            table,
            shapes,
        })
    }

    /// Default background and frame of a chart: measured in Word.
    fn chart_ground(&self, is_dark: bool) -> Area {
        let ground = self.theme.colour(if is_dark { "dk1" } else { "bg1" }).unwrap_or([255; 3]);
        let line = Line::plain(0.5, Ink { colour: [0x89; 3], opacity: 1.0 });
        Area {
            fill: Some(Fill::Plain(Ink { colour: ground, opacity: 1.0 })),
            line: (!is_dark).then_some(line),
        }
    }

    /// The chart's title; one series without another title gives its name.
    fn chart_head(
        &mut self,
        chart: Element<'a>,
        layer: &RunLayer,
        has_base: bool,
        plots: &[Plot],
    ) -> Option<Title> {
        let mut big = layer.clone();
        big.size = Some(if has_base {
            (big.size.unwrap_or(CHART_TEXT) * TITLE_PER_CENT).round() / HUNDREDTHS
        } else {
            TITLE_SIZE
        });
        big.size_cs = big.size;
        big.bold = big.bold.or(Some(true));
        big.bold_cs = big.bold;
        let is_deleted = chart.child("autoTitleDeleted").is_some_and(Element::on);
        let mut series = plots.iter().flat_map(|plot| &plot.series);
        let only = series.next().filter(|_| series.next().is_none()).and_then(|only| only.name.clone());
        match chart.child("title") {
            Some(title) if is_deleted && title.child("tx").is_none() => None,
            Some(title) => self.chart_title(title, &big, Some(only.as_deref().unwrap_or("Chart Title"))),
            None if is_deleted || chart.child("autoTitleDeleted").is_none() => None,
            None => only.map(|name| Title {
                lines: vec![vec![(name, self.chart_style(&big))]],
                layout: None,
                is_over: false,
                area: Area::default(),
                rotation: None,
            }),
        }
    }

    fn chart_legend(&mut self, element: Element<'a>, layer: &RunLayer) -> Legend {
        let (layer, _) = self.chart_text(element.child("txPr"), layer);
        let hidden = element
            .children()
            .into_iter()
            .filter(|own| own.name() == "legendEntry" && own.child("delete").is_some_and(Element::on))
            .filter_map(|own| usize::try_from(own.child("idx")?.int("val")?).ok());
        Legend {
            side: match element.child("legendPos").and_then(Element::val).as_deref() {
                Some("l") => Side::Left,
                Some("t") => Side::Top,
                Some("b") => Side::Bottom,
                Some("tr") => Side::Corner,
                _ => Side::Right,
            },
            is_over: element.child("overlay").is_some_and(Element::on),
            layout: manual(element),
            style: self.chart_style(&layer),
            hidden: hidden.collect(),
            area: self.chart_area(element.child("spPr"), Area::default()),
        }
    }

    fn chart_plot(
        &mut self,
        element: Element<'a>,
        (palette, layer, count): (Palette, &RunLayer, usize),
        axes: &[Axis],
        left: &mut usize,
    ) -> Result<Option<Plot>, LayoutError> {
        let val = |name: &str| element.child(name).and_then(Element::val);
        let Some(kind) = self.chart_kind(element) else { return Ok(None) };
        let is_slices = matches!(kind, PlotKind::Pie { .. } | PlotKind::Doughnut { .. });
        let all = element.children();
        let series: Vec<Element<'a>> = all.into_iter().filter(|own| own.name() == "ser").collect();
        // The schema's own default is true; Office takes it for false except for slices.
        let says = element.child("varyColors").is_some_and(Element::on);
        let varies =
            if is_slices { element.child("varyColors").is_none_or(Element::on) } else { says && count == 1 };
        let marks = match kind {
            PlotKind::Line => element.child("marker").is_none_or(Element::on),
            PlotKind::Scatter => {
                !val("scatterStyle").is_some_and(|style| style == "line" || style == "smooth")
            }
            PlotKind::Radar { .. } => val("radarStyle").as_deref() == Some("marker"),
            PlotKind::Stock => false,
            _ => true,
        };
        let within = Within { kind, palette, base: layer, count, varies, marks };
        let mut own = Vec::new();
        if series.len() > *left {
            self.undrawn.add("chart-points", self.part, "", "a chart is drawn with its first 255 series");
        }
        for one in series.into_iter().take(*left) {
            self.budget.spend(64)?;
            own.push(self.chart_series(one, within)?);
        }
        *left -= own.len();
        let labels: Option<Labels> = self.chart_labels(element.child("dLbls"), layer, None)?;
        for one in &mut own {
            one.labels = one.labels.take().or_else(|| labels.clone());
        }
        let second = own.first_mut().and_then(|series| {
            let second = self.chart_second(element, series)?;
            let ink = palette.colour(self, second.rest, second.rest + 1);
            if varies {
                series.points.entry(second.rest).or_insert_with(|| Point::plain(ink));
            }
            Some(second)
        });
        let grouping = match val("grouping").as_deref() {
            Some("stacked") => Grouping::Stacked,
            Some("percentStacked") => Grouping::Percent,
            _ => Grouping::Beside,
        };
        let percent = |name: &str, missing: f64, empty: f64| {
            element.child(name).map_or(missing, |own| own.percent("val").unwrap_or(empty))
        };
        let black = Line::plain(LINE, Ink { colour: [0; 3], opacity: 1.0 });
        let mut along = |name: &str| {
            let own = element.child(name)?;
            self.chart_line(own.child("spPr"), Some(black.clone()), black.width)
        };
        let (drop_lines, high_low) = (along("dropLines"), along("hiLowLines"));
        let up_down = element.child("upDownBars").map(|own| {
            let bar = |name: &str, level: u8| {
                let auto = Area {
                    fill: Some(Fill::Plain(Ink { colour: [level; 3], opacity: 1.0 })),
                    line: Some(black.clone()),
                };
                (own.child(name).and_then(|bar| bar.child("spPr")), auto)
            };
            let ((up, up_auto), (down, down_auto)) = (bar("upBars", 255), bar("downBars", 0x40));
            let gap = own.child("gapWidth").and_then(|gap| gap.percent("val")).unwrap_or(GAP);
            (self.chart_area(up, up_auto), self.chart_area(down, down_auto), gap.clamp(0.0, MOST_GAP))
        });
        // Bars of a 3-D chart state no overlap: stacked ones lie upon each other all the same.
        let is_one_stack = element.name() == "bar3DChart" && grouping != Grouping::Beside;
        let overlap = if is_one_stack { 1.0 } else { 0.0 };
        Ok(Some(Plot {
            kind,
            grouping,
            series: own,
            gap: percent("gapWidth", GAP, GAP).clamp(0.0, MOST_GAP),
            overlap: percent("overlap", overlap, 0.0).clamp(-1.0, 1.0),
            axes: pair(element, axes),
            drop_lines,
            high_low,
            up_down,
            varies,
            second,
        }))
    }

    fn chart_kind(&mut self, element: Element<'a>) -> Option<PlotKind> {
        let val = |name: &str| element.child(name).and_then(Element::val);
        let start = element.child("firstSliceAng").and_then(number).unwrap_or(0.0);
        let told = match element.name() {
            "surfaceChart" | "surface3DChart" => Some("a surface chart is drawn as areas"),
            _ => None,
        };
        if let Some(detail) = told {
            self.undrawn.add("chart-kind", self.part, "", detail);
        }
        Some(match element.name() {
            "barChart" | "bar3DChart" => PlotKind::Bar { is_across: val("barDir").as_deref() == Some("bar") },
            "lineChart" | "line3DChart" => PlotKind::Line,
            "areaChart" | "area3DChart" | "surfaceChart" | "surface3DChart" => PlotKind::Area,
            "pieChart" | "pie3DChart" | "ofPieChart" => PlotKind::Pie { start },
            "doughnutChart" => {
                let hole = element.child("holeSize").map_or(0.5, |own| own.percent("val").unwrap_or(HOLE));
                PlotKind::Doughnut { start, hole: hole.clamp(0.0, MOST_HOLE) }
            }
            "scatterChart" => PlotKind::Scatter,
            "bubbleChart" => PlotKind::Bubble {
                scale: element
                    .child("bubbleScale")
                    .and_then(|own| own.percent("val"))
                    .unwrap_or(1.0)
                    .clamp(0.0, MOST_BUBBLE),
                shows_negative: element.child("showNegBubbles").is_some_and(Element::on),
                is_of_width: val("sizeRepresents").as_deref() == Some("w"),
            },
            "radarChart" => PlotKind::Radar { is_filled: val("radarStyle").as_deref() == Some("filled") },
            "stockChart" => PlotKind::Stock,
            other => {
                let detail = format!("a plot of kind {other} in a chart is left out");
                self.undrawn.add("chart-kind", self.part, "", detail);
                return None;
            }
        })
    }
}

/// The axes that a plot names: of categories (or of x), and of values.
fn pair(element: Element<'_>, axes: &[Axis]) -> Option<(usize, usize)> {
    let ids: Vec<String> =
        element.children().into_iter().filter(|own| own.name() == "axId").filter_map(Element::val).collect();
    let find = |id: Option<&String>| axes.iter().position(|axis| Some(&axis.id) == id);
    let (first, second) = (find(ids.first())?, find(ids.get(1))?);
    let is_values = |at: usize| axes.get(at).is_some_and(|axis| axis.kind == AxisKind::Values);
    Some(if is_values(first) && !is_values(second) { (second, first) } else { (first, second) })
}
