//! Charts (21.2) as their parts describe them, with every colour and font resolved. Values are those saved in the part; the
//! workbook behind it is never read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::GroupItem;
use crate::drawing::Ink;
use crate::model::paint::Fill;
use crate::model::run::RunStyle;
use crate::model::shape_look::Line;

/// A chart.
#[derive(Debug)]
pub(crate) struct Chart {
    /// Ground and frame of the whole.
    pub area: Area,
    pub is_rounded: bool,
    pub title: Option<Title>,
    pub legend: Option<Legend>,
    pub plots: Vec<Plot>,
    pub axes: Vec<Axis>,
    pub plot_area: Area,
    pub layout: Option<Manual>,
    pub blanks: Blanks,
    /// Whether dates count from 1904.
    pub is_1904: bool,
    pub language: Option<Arc<str>>,
    /// The decimal sign of the machine on which the document was saved (17.15.1.32), which Office's charts write.
    pub point: Option<char>,
    pub alt: Option<String>,
    /// The table of values below it.
    pub table: Option<DataTable>,
    /// The shapes drawn on it, at places in fractions of its size.
    pub shapes: Vec<GroupItem>,
}

/// A table of values below a plot.
#[derive(Debug)]
pub(crate) struct DataTable {
    /// Whether lines are between its rows, between its columns, around it.
    pub has_rows: bool,
    pub has_columns: bool,
    pub has_outline: bool,
    /// Whether the keys of a legend are before the names.
    pub has_keys: bool,
    pub line: Option<Line>,
    pub style: Arc<RunStyle>,
}

/// The fill of a surface, and the line around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Area {
    pub fill: Option<Fill>,
    pub line: Option<Line>,
}

/// Pieces of text of one style each.
pub(crate) type Rich = Vec<(String, Arc<RunStyle>)>;

/// A title: of the chart or an axis.
#[derive(Debug)]
pub(crate) struct Title {
    pub lines: Vec<Rich>,
    pub layout: Option<Manual>,
    pub is_over: bool,
    pub area: Area,
    /// Degrees clockwise; none if it is automatic.
    pub rotation: Option<f64>,
}

/// A place of one's own (21.2.2.95), in shares of the chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Manual {
    /// Whether it is that of the plot without the axes' labels.
    pub is_inner: bool,
    /// Left and top edge, or how far they move.
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub is_edge: (bool, bool),
    pub width: Option<f64>,
    pub height: Option<f64>,
}

/// The place of a legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Top,
    Right,
    Bottom,
    Corner,
}

/// A legend.
#[derive(Debug)]
pub(crate) struct Legend {
    pub side: Side,
    pub is_over: bool,
    pub layout: Option<Manual>,
    pub style: Arc<RunStyle>,
    pub area: Area,
    /// Numbers of the entries that are left out.
    pub hidden: Vec<usize>,
}

/// The treatment of missing values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blanks {
    Gap,
    Zero,
    Span,
}

/// How series of one plot lie on one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grouping {
    Beside,
    Stacked,
    Percent,
}

/// Kinds of plots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PlotKind {
    Bar {
        is_across: bool,
    },
    Line,
    Area,
    /// Degrees clockwise at which the first slice begins.
    Pie {
        start: f64,
    },
    /// Share of the radius that the hole takes.
    Doughnut {
        start: f64,
        hole: f64,
    },
    Scatter,
    Bubble {
        /// Size of the bubbles relative to the usual one.
        scale: f64,
        shows_negative: bool,
        is_of_width: bool,
    },
    Radar {
        is_filled: bool,
    },
    /// Lines without lines: high, low, close.
    Stock,
}

/// Series of one kind on the same axes.
#[derive(Debug)]
pub(crate) struct Plot {
    pub kind: PlotKind,
    pub grouping: Grouping,
    pub series: Vec<Series>,
    /// Room between clusters, and how far bars of one cluster overlap, in widths of a bar.
    pub gap: f64,
    pub overlap: f64,
    /// Numbers of its axes in the chart: of categories, of values.
    pub axes: Option<(usize, usize)>,
    /// Lines from the points to the axis, between the highest and the lowest.
    pub drop_lines: Option<Line>,
    pub high_low: Option<Line>,
    /// Bars between the first and the last series: where it rises, where it falls, and the room between two.
    pub up_down: Option<(Area, Area, f64)>,
    /// Whether each point of its series has a colour of its own.
    pub varies: bool,
    /// The plot beside a pie.
    pub second: Option<Second>,
}

/// A plot beside a pie: the parts of one of its slices.
#[derive(Debug)]
pub(crate) struct Second {
    /// Points that are in it, in ascending order, and the one in the pie that represents them.
    pub members: Vec<usize>,
    pub rest: usize,
    pub is_bar: bool,
    /// Its size relative to the pie's, and the distance in its radii.
    pub size: f64,
    pub gap: f64,
    /// Lines from the pie to it.
    pub lines: Option<Line>,
}

/// A series.
#[derive(Debug)]
pub(crate) struct Series {
    pub name: Option<String>,
    /// Place in the order of the legend.
    pub order: i64,
    pub categories: Categories,
    pub values: Vec<Option<f64>>,
    /// Sizes of bubbles.
    pub sizes: Vec<Option<f64>>,
    /// Number format of the saved values.
    pub format: Option<String>,
    pub area: Area,
    pub line: Option<Line>,
    pub marker: Option<Marker>,
    pub is_smooth: bool,
    /// The fill of a bar below zero, if it is not the same.
    pub negative: Option<Fill>,
    /// Share of the radius by which slices are pulled out.
    pub explosion: f64,
    pub points: BTreeMap<usize, Point>,
    pub labels: Option<Labels>,
    pub errors: Vec<ErrorBars>,
    pub trends: Vec<Trend>,
}

/// A point's own properties.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub area: Area,
    pub line: Option<Line>,
    pub marker: Option<Marker>,
    pub explosion: Option<f64>,
}

impl Point {
    /// A point of one colour.
    pub fn plain(ink: Ink) -> Point {
        let area = Area { fill: Some(Fill::Plain(ink)), line: None };
        Point { area, line: None, marker: None, explosion: None }
    }
}

/// The categories of a series.
#[derive(Debug, Default)]
pub(crate) struct Categories {
    pub texts: Vec<Option<String>>,
    /// As numbers: dates, and the places of a scatter plot.
    pub numbers: Vec<Option<f64>>,
    pub format: Option<String>,
    /// Groups of them, and groups of these, from the inner level on.
    pub levels: Vec<Vec<Group>>,
}

/// A group of categories that stand beside each other: up to where the next one begins.
#[derive(Debug)]
pub(crate) struct Group {
    /// Its first category.
    pub from: usize,
    pub name: String,
}

/// The sign at a point.
#[derive(Debug, Clone)]
pub(crate) struct Marker {
    pub symbol: Symbol,
    /// Points.
    pub size: f64,
    pub area: Area,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbol {
    Diamond,
    Square,
    Triangle,
    Cross,
    Star,
    Circle,
    Plus,
    Dot,
    Dash,
}

/// The place of a label beside its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelPlace {
    BestFit,
    Below,
    Center,
    InsideBase,
    InsideEnd,
    Left,
    OutsideEnd,
    Right,
    Above,
}

/// Labels of points.
#[derive(Debug, Clone)]
pub(crate) struct Labels {
    pub shows: Shows,
    pub place: Option<LabelPlace>,
    pub separator: Option<String>,
    /// None: as the values are saved.
    pub format: Option<String>,
    pub style: Arc<RunStyle>,
    pub area: Area,
    pub rotation: f64,
    /// Lines from slices to labels that are away from them.
    pub leaders: Option<Line>,
    /// The labels of single points; none if they have no label.
    pub own: BTreeMap<usize, Option<OwnLabel>>,
}

/// The content of labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Shows {
    pub series: bool,
    pub category: bool,
    pub value: bool,
    pub percent: bool,
    pub size: bool,
    pub key: bool,
}

/// A label that one point has for itself.
#[derive(Debug, Clone)]
pub(crate) struct OwnLabel {
    pub lines: Option<Vec<Rich>>,
    pub layout: Option<Manual>,
    pub labels: Labels,
}

/// Bars about the points that tell of errors.
#[derive(Debug)]
pub(crate) struct ErrorBars {
    pub is_across: bool,
    pub amount: ErrorAmount,
    pub has_plus: bool,
    pub has_minus: bool,
    pub has_caps: bool,
    pub line: Option<Line>,
}

#[derive(Debug)]
pub(crate) enum ErrorAmount {
    Fixed(f64),
    Share(f64),
    /// Deviations, counted in standard deviations about the mean.
    Deviation(f64),
    StandardError,
    Own {
        plus: Vec<Option<f64>>,
        minus: Vec<Option<f64>>,
    },
}

/// A line that fits a series.
#[derive(Debug)]
pub(crate) struct Trend {
    pub name: Option<String>,
    pub kind: TrendKind,
    pub forward: f64,
    pub backward: f64,
    pub intercept: Option<f64>,
    pub line: Option<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrendKind {
    Linear,
    Exponential,
    Logarithmic,
    Power,
    Polynomial(usize),
    Average(usize),
}

/// The kind of values on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AxisKind {
    Categories,
    Values,
    /// Categories at their dates; the unit, if it is given.
    Dates(Option<DateUnit>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DateUnit {
    Days,
    Months,
    Years,
}

/// The point where an axis meets the other one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Crosses {
    Zero,
    Min,
    Max,
    At(f64),
}

/// Marks along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ticks {
    None,
    Inside,
    Outside,
    Cross,
}

/// The place of an axis' labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelsAt {
    Axis,
    Low,
    High,
    None,
}

/// An axis.
#[derive(Debug)]
pub(crate) struct Axis {
    pub kind: AxisKind,
    pub id: String,
    pub other: String,
    pub is_deleted: bool,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub log: Option<f64>,
    pub is_reversed: bool,
    pub crosses: Crosses,
    /// Whether the other axis is between two categories; none if it is automatic.
    pub is_between: Option<bool>,
    pub major: Option<f64>,
    pub minor: Option<f64>,
    pub major_date: DateUnit,
    pub major_ticks: Ticks,
    pub minor_ticks: Ticks,
    pub labels_at: LabelsAt,
    pub label_skip: Option<usize>,
    pub tick_skip: Option<usize>,
    /// Whether it names groups of categories apart from them.
    pub has_levels: bool,
    /// Distance of labels, 1.0 as usual.
    pub offset: f64,
    pub format: Option<String>,
    pub style: Arc<RunStyle>,
    /// Degrees clockwise; none if it is automatic.
    pub rotation: Option<f64>,
    pub line: Option<Line>,
    pub grid: Option<Line>,
    pub minor_grid: Option<Line>,
    pub title: Option<Title>,
    /// The divisor of its labels, and the words for it.
    pub divisor: f64,
    pub unit_label: Option<Title>,
}
