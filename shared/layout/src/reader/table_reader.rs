//! Reads tables, with cell properties resolved from table style, table, row and cell.

use std::collections::HashMap;
use std::rc::Rc;

use super::table_format;
use super::table_format::CellPlace;
use super::{Around, Reader};
use crate::bounds::WIDEST;
use crate::error::LayoutError;
use crate::model::border::{Border, BorderStyle, Borders};
use crate::model::paragraph_properties::Align;
use crate::model::placement::{Place, Relative};
use crate::model::story::{Anchor, Block, Cell, CellEdges, Row, Table, Wrap};
use crate::model::styles::Style;
use crate::model::table_properties::{
    CellLayer, Condition, LEAST_ROW, Look, Margins, Merge, RowHeight, RowLayer, TableFormat, TableLayer,
    Width,
};
use crate::read::Element;

/// Rows of one table; Word has 32,767.
const MAX_ROWS: usize = 32_767;

/// Cells of one row; Word has 63.
const MAX_CELLS: usize = 64;

/// Default left and right margin of cells: measured in Word, 115 twips (5.75 pt).
const DEFAULT_MARGIN: f64 = 5.75;

/// A row before its cells are read.
struct RowPlan<'a> {
    own: RowLayer,
    exception: TableLayer,
    cells: Vec<Element<'a>>,
}

/// The formats of a table's cells, one of each combination of conditions.
struct Formats<'s> {
    style: &'s Style,
    look: Look,
    bands: (usize, usize),
    known: HashMap<Vec<Condition>, (Rc<TableFormat>, u64)>,
}

impl Condition {
    fn sign(self) -> u64 {
        1 << self as u64
    }
}

impl Formats<'_> {
    /// The format of a cell, and a number that distinguishes it from others of the document.
    fn get(&mut self, place: CellPlace) -> (Rc<TableFormat>, u64) {
        let conditions = table_format::conditions(self.look, place, self.bands);
        let style = std::ptr::from_ref(self.style) as u64;
        let (look, bands, parent) = (self.look, self.bands, self.style);
        let entry = self.known.entry(conditions).or_insert_with_key(|conditions| {
            let signs: u64 = conditions.iter().map(|condition| condition.sign()).sum();
            // Styles lie at different addresses, and no two are as near as the signs are large.
            let id = style.wrapping_mul(4096).wrapping_add(signs).wrapping_add(1);
            (Rc::new(table_format::of_cell(parent, look, place, bands)), id)
        });
        entry.clone()
    }
}

impl<'a> Reader<'a> {
    /// Reads a table; none if it has no cells.
    pub(super) fn table(
        &mut self,
        element: Element<'a>,
        around: Around<'_>,
    ) -> Result<Option<Table>, LayoutError> {
        let properties = element.child("tblPr");
        let direct = properties.map(TableLayer::read).unwrap_or_default();
        let named = properties.and_then(|p| p.child("tblStyle")).and_then(|style| style.val());
        let style = named
            .and_then(|id| self.definitions.styles.get(&id))
            .unwrap_or(&self.definitions.styles.table)
            .clone();
        let look = Look::read(properties.and_then(|p| p.child("tblLook")));
        let mut whole = style.whole.table.clone();
        whole.lay(&direct);
        let bands = (whole.core.row_band.unwrap_or(1), whole.core.column_band.unwrap_or(1));
        let mut formats = Formats { style: &style, look, bands, known: HashMap::new() };

        let grid: Vec<f64> = element
            .child("tblGrid")
            .map(Element::children)
            .unwrap_or_default()
            .into_iter()
            .filter(|column| column.name() == "gridCol")
            .take(MAX_CELLS)
            .map(|column| column.points("w").unwrap_or(0.0).clamp(0.0, WIDEST))
            .collect();
        let outer = |edge: Option<Border>| edge.filter(Border::is_drawn);
        let (plans, is_cut) = row_plans(element);
        if is_cut {
            let detail = format!(
                "rows after row {MAX_ROWS} and cells after cell {MAX_CELLS} of a row are left out, since Word allows no more"
            );
            self.undrawn.add("table-size", self.part, "", detail);
        }
        let columns = plans.iter().map(RowPlan::columns).max().unwrap_or(0).max(grid.len());
        let count = plans.len();
        let mut rows = Vec::with_capacity(count);
        let mut in_header = true;
        // Columns and spans of the cells above that a merge may go on from.
        let mut merged: Vec<(usize, usize)> = Vec::new();
        for (index, plan) in plans.into_iter().enumerate() {
            in_header &= plan.own.is_header == Some(true);
            let place = RowPlace { index, count, columns, is_header: in_header };
            if let Some(row) = self.row(plan, place, (&whole, &direct), &mut formats, &mut merged, around)? {
                rows.push(row);
            }
        }
        if rows.iter().all(|row| row.cells.is_empty()) {
            return Ok(None);
        }
        measure_merged(&mut rows);
        Ok(Some(Table {
            grid,
            width: whole.core.width.unwrap_or(Width::Auto),
            indent: whole.core.indent.unwrap_or(0.0),
            align: whole.core.align.unwrap_or(Align::Start),
            is_fixed: whole.core.is_fixed.unwrap_or(false),
            is_rtl: whole.core.is_rtl.unwrap_or(false),
            spacing: whole.core.spacing.unwrap_or(0.0),
            rows,
            sets_apart: (look.first_row, look.first_column),
            margins: margins(&[&whole.margins]),
            float: properties.and_then(|p| p.child("tblpPr")).map(table_float),
            outer: CellEdges {
                top: outer(whole.borders.top),
                bottom: outer(whole.borders.bottom),
                left: outer(whole.borders.left),
                right: outer(whole.borders.right),
                ..CellEdges::default()
            },
        }))
    }

    fn row(
        &mut self,
        plan: RowPlan<'a>,
        row: RowPlace,
        (whole, direct): (&TableLayer, &TableLayer),
        formats: &mut Formats<'_>,
        merged: &mut Vec<(usize, usize)>,
        around: Around<'_>,
    ) -> Result<Option<Row>, LayoutError> {
        self.budget.spend(32)?;
        let mut own = formats.style.whole.row.clone();
        own.lay(&plan.own);
        if own.is_hidden == Some(true) {
            return Ok(None);
        }
        let before = own.grid_before.unwrap_or(0);
        let above = std::mem::take(merged);
        let mut column = before;
        let last = plan.cells.len().saturating_sub(1);
        let mut cells = Vec::with_capacity(plan.cells.len());
        for (index, element) in plan.cells.iter().enumerate() {
            let layer = element.child("tcPr").map(CellLayer::read).unwrap_or_default();
            let span = layer.core.span.unwrap_or(1);
            let place = CellPlace {
                row: row.index,
                rows: row.count,
                is_header: row.is_header,
                column,
                span,
                columns: row.columns,
            };
            let (format, id) = formats.get(place);
            let edges = Edges {
                is_first_row: row.index == 0,
                is_last_row: row.index + 1 == row.count,
                is_first: index == 0,
                is_last: index == last,
            };
            let mut inner = format.cell.clone();
            inner.lay(&layer);
            let mut borders = whole.borders.clone();
            borders.lay(&format.table.borders);
            borders.lay(&direct.borders);
            borders.lay(&plan.exception.borders);
            let mut blocks = Vec::new();
            let within = Around { table: Some((&format.text, id)), depth: around.depth };
            if let Some(control) = control_around(*element) {
                self.bound = self.bound_paragraph(control, *element)?;
                self.field = self.form_paragraph(control, *element);
            }
            self.blocks(*element, within, &mut blocks, &mut |_, _| {})?;
            // A merge goes on only below a cell of the same place and width (17.4.84).
            let merge = match inner.core.vertical_merge {
                Some(Merge::Continue) if above.binary_search(&(column, span)).is_err() => {
                    Some(Merge::Restart)
                }
                merge => merge,
            };
            if merge.is_some() {
                merged.push((column, span));
            }
            if merge == Some(Merge::Continue) {
                if blocks.iter().any(holds_text) {
                    let detail =
                        "the content of a cell that is merged with the one above is hidden, as in Word";
                    self.undrawn.add("merged-cell", self.part, "", detail);
                }
                blocks.clear();
            }
            let merged_left = layer.core.horizontal_merge == Some(Merge::Continue);
            column += span;
            if merged_left && let Some(left) = cells.last_mut() {
                let left: &mut Cell = left;
                left.span += span;
                continue;
            }
            cells.push(Cell {
                width: inner.core.width,
                span,
                merge,
                margins: margins(&[
                    &whole.margins,
                    &plan.exception.margins,
                    &format.cell.margins,
                    &layer.margins,
                ]),
                edges: edges.of(&format.cell.borders, &layer.borders, &borders),
                shading: inner.core.shading.or(format.table.core.shading).or(whole.core.shading).flatten(),
                align: inner.core.align.unwrap_or_default(),
                direction: inner.core.direction.unwrap_or_default(),
                no_wrap: inner.core.no_wrap.unwrap_or(false),
                merged_height: None,
                blocks,
            });
        }
        Ok(Some(Row {
            height: own.height.unwrap_or_default(),
            cant_split: own.cant_split.unwrap_or(false),
            is_header: own.is_header.unwrap_or(false),
            before,
            after: own.grid_after.unwrap_or(0),
            cells,
        }))
    }
}

/// Gives merged cells the height of their rows, from the last row up.
fn measure_merged(rows: &mut [Row]) {
    // Column, span and height of the cells below that go on from one above.
    let mut below: Vec<(usize, usize, f64)> = Vec::new();
    for row in rows.iter_mut().rev() {
        let own = match row.height {
            RowHeight::Exact(height) => height,
            RowHeight::AtLeast(height) => height.max(LEAST_ROW),
            RowHeight::Auto => LEAST_ROW,
        };
        let mut column = row.before;
        let mut going_on = Vec::new();
        for cell in &mut row.cells {
            let place = (column, cell.span);
            column += cell.span;
            let Some(merge) = cell.merge else { continue };
            let known = below.binary_search_by(|(column, span, _)| (*column, *span).cmp(&place));
            let rest = known.ok().and_then(|at| below.get(at)).map(|(_, _, height)| *height);
            match merge {
                Merge::Continue => going_on.push((place.0, place.1, own + rest.unwrap_or(0.0))),
                Merge::Restart => cell.merged_height = rest.map(|rest| own + rest),
            }
        }
        below = going_on;
    }
}

/// Whether a block contains anything that is drawn.
fn holds_text(block: &Block) -> bool {
    match block {
        Block::Paragraph(paragraph) => !paragraph.is_empty(),
        Block::Table(_) => true,
        Block::Frame(frame) => frame.blocks.iter().any(holds_text),
    }
}

#[derive(Clone, Copy)]
struct RowPlace {
    index: usize,
    count: usize,
    columns: usize,
    is_header: bool,
}

impl RowPlan<'_> {
    fn columns(&self) -> usize {
        let spans = self.cells.iter().map(|cell| {
            cell.child("tcPr")
                .and_then(|p| p.child("gridSpan"))
                .and_then(|span| span.int("val"))
                .unwrap_or(1)
                .clamp(1, 64) as usize
        });
        spans.sum::<usize>() + self.own.grid_before.unwrap_or(0) + self.own.grid_after.unwrap_or(0)
    }
}

/// The rows of a table, also those in content controls, and whether some are left out.
fn row_plans(element: Element<'_>) -> (Vec<RowPlan<'_>>, bool) {
    let (mut out, mut is_cut) = (Vec::new(), false);
    for row in wrapped(element, "tr", 8) {
        if out.len() >= MAX_ROWS {
            is_cut = true;
            break;
        }
        let properties = row.child("trPr");
        if properties.is_some_and(|p| p.child("del").is_some()) {
            continue;
        }
        let mut cells = wrapped(row, "tc", 8);
        is_cut |= cells.len() > MAX_CELLS;
        cells.truncate(MAX_CELLS);
        out.push(RowPlan {
            own: properties.map(RowLayer::read).unwrap_or_default(),
            exception: row.child("tblPrEx").map(TableLayer::read).unwrap_or_default(),
            cells,
        });
    }
    (out, is_cut)
}

/// The elements `name` in `parent`, also those that content controls wrap.
fn wrapped<'a>(parent: Element<'a>, name: &str, depth: usize) -> Vec<Element<'a>> {
    let mut out = Vec::new();
    for child in parent.children() {
        match child.name() {
            own if own == name => out.push(child),
            "sdt" | "sdtContent" | "customXml" | "ins" | "moveTo" if depth > 0 => {
                out.extend(wrapped(child, name, depth - 1));
            }
            _ => {}
        }
    }
    out
}

/// The content control around a cell.
fn control_around(cell: Element<'_>) -> Option<Element<'_>> {
    cell.parent().filter(|content| content.name() == "sdtContent")?.parent()
}

fn margins(layers: &[&Margins]) -> [f64; 4] {
    let mut all = Margins {
        top: Some(0.0),
        bottom: Some(0.0),
        left: Some(DEFAULT_MARGIN),
        right: Some(DEFAULT_MARGIN),
    };
    for layer in layers {
        all.lay(layer);
    }
    [all.left, all.top, all.right, all.bottom].map(|side| side.unwrap_or(0.0))
}

/// The edges of its table that a cell touches.
struct Edges {
    is_first_row: bool,
    is_last_row: bool,
    is_first: bool,
    is_last: bool,
}

impl Edges {
    /// A side is the cell's own; if absent or `none`, the style's; then the table's outer or inner one. `nil` ends the
    /// search ([MS-OI29500] 2.1.169).
    fn of(&self, style: &Borders, own: &Borders, table: &Borders) -> CellEdges {
        let side =
            |pick: fn(&Borders) -> Option<Border>, inside: fn(&Borders) -> Option<Border>, is_outer: bool| {
                let of_style = pick(style).or_else(|| if is_outer { None } else { inside(style) });
                let of_table = if is_outer { pick(table) } else { inside(table) };
                let found = [pick(own), of_style, of_table].into_iter().flatten();
                let mut found = found.skip_while(|border| border.style == BorderStyle::None);
                found.next().or_else(|| pick(own))
            };
        CellEdges {
            top: side(|b| b.top, |b| b.inside_h, self.is_first_row),
            bottom: side(|b| b.bottom, |b| b.inside_h, self.is_last_row),
            left: side(|b| b.left, |b| b.inside_v, self.is_first),
            right: side(|b| b.right, |b| b.inside_v, self.is_last),
            diagonal_down: own.diagonal_down.or(style.diagonal_down).filter(Border::is_drawn),
            diagonal_up: own.diagonal_up.or(style.diagonal_up).filter(Border::is_drawn),
        }
    }
}

fn table_float(element: Element<'_>) -> Box<Anchor> {
    let relative = |name: &str, usual: Relative| Relative::read(element, name).unwrap_or(usual);
    let place = |spec: &str, offset: &str| match Place::aligned(element, spec) {
        Some(aligned) if aligned != Place::IN_TEXT => aligned,
        _ => Place::Offset(element.points(offset).unwrap_or(0.0)),
    };
    let down = match place("tblpYSpec", "tblpY") {
        Place::IN_TEXT => (Relative::Text, Place::IN_TEXT),
        at => (relative("vertAnchor", Relative::Margin), at),
    };
    let across = (relative("horzAnchor", Relative::Text), place("tblpXSpec", "tblpX"));
    let distance = |name: &str| element.points(name).unwrap_or(0.0).max(0.0);
    let distance = ["leftFromText", "topFromText", "rightFromText", "bottomFromText"].map(distance);
    Box::new(Anchor::at(across, down, Wrap::Sides { left: true, right: true }, distance))
}
