//! Properties of tables, rows and cells (17.4), as one layer sets them.

use super::border::Borders;
use super::colour;
use super::layered::layered;
use super::paragraph_properties::{Align, TextLayer};
use super::text_direction::TextDirection;
use super::theme::Theme;
use crate::bounds::WIDEST;
use crate::drawing::Rgb;
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Unit: fiftieths of a per cent in a whole (17.18.90).
const FIFTIETHS: f64 = 5000.0;

/// Bound: the widest table or cell, as a share: Word takes 600 %.
const MOST_SHARE: f64 = 6.0;

/// A wish for a width (17.18.90).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Width {
    /// None.
    Auto,
    Points(f64),
    /// Share of the room, 1.0 is all of it.
    Share(f64),
}

impl Width {
    /// Reads `w:w` and `w:type`.
    pub fn read(element: Element<'_>) -> Width {
        let text = element.attr("w").unwrap_or_default();
        if let Some(per_cent) = text.strip_suffix('%') {
            return per_cent
                .trim()
                .parse::<f64>()
                .ok()
                .filter(|p| p.is_finite())
                .map_or(Width::Auto, |per_cent| {
                    Width::Share((per_cent / HUNDREDTHS).clamp(0.0, MOST_SHARE))
                });
        }
        match element.attr("type").as_deref() {
            Some("pct") => element
                .int("w")
                .map_or(Width::Auto, |w| Width::Share((w as f64 / FIFTIETHS).clamp(0.0, MOST_SHARE))),
            Some("auto" | "nil") => Width::Auto,
            _ => match element.points("w") {
                Some(points) if points > 0.0 => Width::Points(points.min(WIDEST)),
                _ => Width::Auto,
            },
        }
    }

    /// Points, for widths that are not relative.
    pub fn points(self) -> Option<f64> {
        match self {
            Width::Points(points) => Some(points),
            _ => None,
        }
    }
}

layered! {
    /// Distance between a cell's edges and its content, in points.
    Margins {
        top: f64,
        bottom: f64,
        left: f64,
        right: f64,
    }
}

impl Margins {
    fn read(element: Element<'_>) -> Margins {
        let mut margins = Margins::default();
        for side in element.children() {
            let points = side.points("w").filter(|_| side.attr("type").as_deref() != Some("nil"));
            let points = points.map(|points| points.max(0.0));
            match side.name() {
                "top" => margins.top = points,
                "bottom" => margins.bottom = points,
                "left" | "start" => margins.left = points,
                "right" | "end" => margins.right = points,
                _ => {}
            }
        }
        margins
    }
}

layered! {
    TableCore {
        width: Width,
        indent: f64,
        align: Align,
        is_fixed: bool,
        is_rtl: bool,
        spacing: f64,
        row_band: usize,
        column_band: usize,
        shading: Option<Rgb>,
    }
}

/// Table properties that one layer states.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TableLayer {
    pub core: TableCore,
    pub borders: Borders,
    pub margins: Margins,
}

impl TableLayer {
    pub fn lay(&mut self, upper: &TableLayer) {
        self.core.lay(&upper.core);
        self.borders.lay(&upper.borders);
        self.margins.lay(&upper.margins);
    }

    pub fn read(element: Element<'_>) -> TableLayer {
        let mut layer = TableLayer::default();
        let core = &mut layer.core;
        for child in element.children() {
            match child.name() {
                "tblW" => core.width = Some(Width::read(child)),
                "tblInd" => {
                    core.indent = child.points("w").filter(|_| child.attr("type").as_deref() != Some("auto"))
                }
                "jc" => {
                    core.align = Some(match child.val().as_deref() {
                        Some("center") => Align::Center,
                        Some("right" | "end") => Align::End,
                        _ => Align::Start,
                    });
                }
                "tblLayout" => core.is_fixed = Some(child.attr("type").as_deref() == Some("fixed")),
                "bidiVisual" => core.is_rtl = Some(child.on()),
                "tblCellSpacing" => core.spacing = child.points("w").map(|points| points.max(0.0)),
                "tblStyleRowBandSize" => core.row_band = child.int("val").map(|n| n.clamp(1, 1000) as usize),
                "tblStyleColBandSize" => {
                    core.column_band = child.int("val").map(|n| n.clamp(1, 1000) as usize)
                }
                "shd" => core.shading = Some(colour::shading(child)),
                "tblBorders" => layer.borders = Borders::read(child),
                "tblCellMar" => layer.margins = Margins::read(child),
                _ => {}
            }
        }
        layer
    }
}

/// How a row's height is meant (17.18.37).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum RowHeight {
    #[default]
    Auto,
    AtLeast(f64),
    Exact(f64),
}

/// The height of a row that states none, or less, where text is turned: a line. A guess, in points.
pub(crate) const LEAST_ROW: f64 = 12.0;

layered! {
    /// Row properties that one layer states.
    RowLayer {
        height: RowHeight,
        cant_split: bool,
        is_header: bool,
        is_hidden: bool,
        grid_before: usize,
        grid_after: usize,
    }
}

/// Columns that one cell can span: Word has 63 columns.
const MAX_SPAN: i64 = 64;

impl RowLayer {
    pub fn read(element: Element<'_>) -> RowLayer {
        let mut row = RowLayer::default();
        for child in element.children() {
            let span = || child.int("val").map(|n| n.clamp(0, MAX_SPAN) as usize);
            match child.name() {
                "trHeight" => {
                    let height = child.points("val").unwrap_or(0.0).max(0.0);
                    row.height = Some(match child.attr("hRule").as_deref() {
                        Some("exact") if height > 0.0 => RowHeight::Exact(height),
                        Some("auto") => RowHeight::Auto,
                        _ => RowHeight::AtLeast(height),
                    });
                }
                "cantSplit" => row.cant_split = Some(child.on()),
                "tblHeader" => row.is_header = Some(child.on()),
                "hidden" => row.is_hidden = Some(child.on()),
                "gridBefore" => row.grid_before = span(),
                "gridAfter" => row.grid_after = span(),
                _ => {}
            }
        }
        row
    }
}

/// Vertical merge of a cell (17.4.84).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Merge {
    Restart,
    Continue,
}

/// Vertical alignment (17.18.101).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum VAlign {
    #[default]
    Top,
    Center,
    Bottom,
    Both,
}

impl VAlign {
    pub fn parse(value: Option<&str>) -> VAlign {
        match value {
            Some("center") => VAlign::Center,
            Some("bottom") => VAlign::Bottom,
            Some("both") => VAlign::Both,
            _ => VAlign::Top,
        }
    }
}

layered! {
    CellCore {
        width: Width,
        span: usize,
        vertical_merge: Merge,
        horizontal_merge: Merge,
        shading: Option<Rgb>,
        align: VAlign,
        direction: TextDirection,
        no_wrap: bool,
        hide_mark: bool,
    }
}

/// Cell properties that one layer states.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct CellLayer {
    pub core: CellCore,
    pub borders: Borders,
    pub margins: Margins,
}

impl CellLayer {
    pub fn lay(&mut self, upper: &CellLayer) {
        self.core.lay(&upper.core);
        self.borders.lay(&upper.borders);
        self.margins.lay(&upper.margins);
    }

    pub fn read(element: Element<'_>) -> CellLayer {
        let mut layer = CellLayer::default();
        let core = &mut layer.core;
        let merge = |child: Element<'_>| {
            Some(if child.val().as_deref() == Some("restart") { Merge::Restart } else { Merge::Continue })
        };
        for child in element.children() {
            match child.name() {
                "tcW" => core.width = Some(Width::read(child)),
                "gridSpan" => core.span = child.int("val").map(|n| n.clamp(1, MAX_SPAN) as usize),
                "vMerge" => core.vertical_merge = merge(child),
                "hMerge" => core.horizontal_merge = merge(child),
                "shd" => core.shading = Some(colour::shading(child)),
                "vAlign" => core.align = Some(VAlign::parse(child.val().as_deref())),
                "textDirection" => core.direction = Some(TextDirection::of_flow(child.val().as_deref())),
                "noWrap" => core.no_wrap = Some(child.on()),
                "hideMark" => core.hide_mark = Some(child.on()),
                "tcBorders" => layer.borders = Borders::read(child),
                "tcMar" => layer.margins = Margins::read(child),
                _ => {}
            }
        }
        layer
    }
}

/// Parts of a table that a style formats apart (17.18.89), in the order in which Word lays them over one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Band1Row,
    Band2Row,
    Band1Column,
    Band2Column,
    FirstColumn,
    LastColumn,
    FirstRow,
    LastRow,
    NorthEast,
    NorthWest,
    SouthEast,
    SouthWest,
}

impl Condition {
    pub fn parse(name: &str) -> Option<Condition> {
        Some(match name {
            "band1Horz" => Condition::Band1Row,
            "band2Horz" => Condition::Band2Row,
            "band1Vert" => Condition::Band1Column,
            "band2Vert" => Condition::Band2Column,
            "firstCol" => Condition::FirstColumn,
            "lastCol" => Condition::LastColumn,
            "firstRow" => Condition::FirstRow,
            "lastRow" => Condition::LastRow,
            "neCell" => Condition::NorthEast,
            "nwCell" => Condition::NorthWest,
            "seCell" => Condition::SouthEast,
            "swCell" => Condition::SouthWest,
            _ => return None,
        })
    }
}

/// A table style's properties for the whole table or for one part of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TableFormat {
    pub text: TextLayer,
    pub table: TableLayer,
    pub row: RowLayer,
    pub cell: CellLayer,
}

impl TableFormat {
    pub fn lay(&mut self, upper: &TableFormat) {
        self.text.lay(&upper.text);
        self.table.lay(&upper.table);
        self.row.lay(&upper.row);
        self.cell.lay(&upper.cell);
    }

    pub fn read(element: Element<'_>, theme: &Theme) -> TableFormat {
        TableFormat {
            text: TextLayer::read(element, theme),
            table: element.child("tblPr").map(TableLayer::read).unwrap_or_default(),
            row: element.child("trPr").map(RowLayer::read).unwrap_or_default(),
            cell: element.child("tcPr").map(CellLayer::read).unwrap_or_default(),
        }
    }
}

/// The conditions that a table switches on (17.4.56).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub first_row: bool,
    pub last_row: bool,
    pub first_column: bool,
    pub last_column: bool,
    pub row_bands: bool,
    pub column_bands: bool,
}

impl Look {
    /// Single attributes count; the mask only if there are none.
    pub fn read(element: Option<Element<'_>>) -> Look {
        let mask = element
            .and_then(|look| look.val())
            .and_then(|val| u32::from_str_radix(&val, 16).ok())
            .unwrap_or(0);
        let flags = ["firstRow", "lastRow", "firstColumn", "lastColumn", "noHBand", "noVBand"];
        let single = element.is_some_and(|look| flags.iter().any(|name| look.attr(name).is_some()));
        let on = |name: &str, bit: u32| {
            if single { element.and_then(|look| look.flag(name)).unwrap_or(false) } else { mask & bit != 0 }
        };
        Look {
            first_row: on("firstRow", 0x20),
            last_row: on("lastRow", 0x40),
            first_column: on("firstColumn", 0x80),
            last_column: on("lastColumn", 0x100),
            row_bands: !on("noHBand", 0x200),
            column_bands: !on("noVBand", 0x400),
        }
    }
}
