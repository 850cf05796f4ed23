//! Turns tables into slices, one for each row.

use std::rc::Rc;

use super::borders::stronger;
use super::columns;
use super::columns::{Room, Spot, over, spots};
use super::row::{CellBox, RowBox, TableFrame};
use crate::block::{Column, Content, Flow, Layouter, Place, Slice, spacing};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::Stance;
use crate::model::border::{Border, BorderStyle};
use crate::model::paragraph_properties::Align;
use crate::model::story::{Block, Cell, CellEdges, Row, Table};
use crate::model::table_properties::{LEAST_ROW, Merge, RowHeight};
use crate::model::text_direction::{TextDirection, TurnedBack};

/// How many times the space that a table gives lies between two of its cells, and beside the outer ones: each cell has its own
/// (17.4.45). Word's dialog shows both together, and its PDFs have gaps of about twice the value.
const SPACINGS: f64 = 2.0;

/// Length of lines of turned text in a row without a height, in points: an inch. A guess.
const TURNED_LINE: f64 = 72.0;

/// A row's place in the grid.
struct Grid {
    /// Left edges of all columns and the right edge of the last, from the table's left edge.
    edges: Vec<f64>,
    /// The table's left edge in the column.
    left: f64,
    is_rtl: bool,
    /// Space between cells, and between them and the table's edges.
    gap: f64,
}

impl Grid {
    /// Left edge and width of a cell in columns.
    fn span(&self, column: usize, span: usize) -> (f64, f64) {
        let last = self.edges.len() - 1;
        let edge = |at: usize| self.edges.get(at.min(last)).copied().unwrap_or(0.0);
        let total = edge(last);
        let side = |is_outer: bool| if is_outer { self.gap } else { self.gap / 2.0 };
        let from = edge(column) + side(column == 0);
        let to = (edge(column + span) - side(column + span >= last)).max(from);
        if self.is_rtl { (self.left + total - to, to - from) } else { (self.left + from, to - from) }
    }

    /// The table's own edges around cells with space between them.
    fn around(&self, outer: &CellEdges, is_last: bool) -> Option<TableFrame> {
        let (left, right) = if self.is_rtl { (outer.right, outer.left) } else { (outer.left, outer.right) };
        let width = self.edges.last().copied().unwrap_or_default();
        let edges = CellEdges { left, right, ..*outer };
        (self.gap > 0.0).then_some(TableFrame { edges, across: (self.left, self.left + width), is_last })
    }
}

impl<'a> Layouter<'a> {
    /// Lays out a table in a column.
    pub(crate) fn table(&self, table: &'a Table, column: Column<'_>) -> Result<Vec<Slice<'a>>, LayoutError> {
        let is_nested = column.place == Place::Cell;
        let grid = self.grid(table, column, is_nested)?;
        let flows = self.flows(table, &grid, column)?;
        let mut rows = self.rows(table, &grid, column.stance, flows)?;
        merge_heights(&mut rows);
        Ok(slices(table, rows))
    }

    fn grid(&self, table: &'a Table, column: Column<'_>, is_nested: bool) -> Result<Grid, LayoutError> {
        let is_old = self.document.settings.mode <= 14 && !is_nested;
        let first = table.rows.first().and_then(|row| row.cells.first());
        let outer = first.map_or(table.margins, |cell| cell.margins);
        // Up to 2010 the text of the first cell stands at the margin, and 100 % are the text's width and both margins.
        let overhang = if is_old { outer[0] } else { 0.0 };
        let whole = if is_old { column.width + outer[0] + outer[2] } else { column.width };
        let text = if is_old { whole - table.indent.max(0.0) } else { column.width - table.indent.max(0.0) };
        let widths =
            columns::widths(table, Room { text, whole }, |cell, row| self.need(cell, row, column, 0))?;
        let mut edges = vec![0.0];
        let mut at = 0.0;
        for width in &widths {
            at += width;
            edges.push(at);
        }
        let free = column.width - at;
        let before = match table.align {
            Align::Center => free / 2.0,
            Align::End => free + if is_old { outer[2] } else { 0.0 },
            _ => table.indent - overhang,
        };
        // What stands before a table from right to left is at its right.
        let left = if table.is_rtl { free - before } else { before };
        Ok(Grid { edges, left, is_rtl: table.is_rtl, gap: table.spacing * SPACINGS })
    }

    /// The content of all cells.
    fn flows(
        &self,
        table: &'a Table,
        grid: &Grid,
        column: Column<'_>,
    ) -> Result<Vec<Vec<Flow<'a>>>, LayoutError> {
        let mut out = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let mut flows = Vec::with_capacity(row.cells.len());
            for spot in spots(row) {
                let cell = spot.cell;
                let (_, width) = grid.span(spot.column, spot.span);
                let direction = direction(cell, column.stance);
                let room = if direction.is_turned() {
                    turned_room(cell, row)
                } else {
                    width - cell.margins[0] - cell.margins[2]
                };
                let ground = cell.shading.or(column.ground);
                let inner = Column {
                    width: room.max(1.0),
                    place: Place::Cell,
                    // 17.6.5, `linePitch`.
                    grid: column.grid.filter(|_| self.document.settings.grid_in_tables),
                    stance: match direction {
                        // What says nothing runs as the text around it.
                        TextDirection::Horizontal => column.stance,
                        own => Stance { turned_back: own.turned_back(), ..column.stance },
                    },
                    ground,
                    page_left: 0.0,
                    page_height: f64::MAX,
                    pages: &[],
                    is_known: false,
                    ..column
                };
                flows.push(self.flow(&cell.blocks, inner)?);
            }
            out.push(flows);
        }
        Ok(out)
    }

    fn rows(
        &self,
        table: &'a Table,
        grid: &Grid,
        stance: Stance,
        flows: Vec<Vec<Flow<'a>>>,
    ) -> Result<Vec<RowBox<'a>>, LayoutError> {
        let mut out: Vec<RowBox<'a>> = Vec::with_capacity(table.rows.len());
        let (mut above, mut own) = (Vec::new(), table.rows.first().map(spots).unwrap_or_default());
        for (index, (row, flows)) in table.rows.iter().zip(flows).enumerate() {
            self.budget.spend(row.cells.len() as u64 * 16)?;
            let below = table.rows.get(index + 1).map(spots).unwrap_or_default();
            let mut cells = Vec::with_capacity(own.len());
            for (at, (spot, flow)) in own.iter().zip(flows).enumerate() {
                let (x, width) = grid.span(spot.column, spot.span);
                let edges = &spot.cell.edges;
                let beside = |other: Option<usize>, pick: fn(&CellEdges) -> Option<Border>| {
                    other.and_then(|at| own.get(at)).and_then(|spot| pick(&spot.cell.edges))
                };
                // Cells that nothing parts share their borders.
                let touches = grid.gap == 0.0;
                let before = beside(at.checked_sub(1).filter(|_| touches), |edges| edges.right);
                let behind = beside(Some(at + 1).filter(|_| touches), |edges| edges.left);
                let upper = facing(&above, spot, |edges| edges.bottom).filter(|_| touches);
                let lower = facing(&below, spot, |edges| edges.top).filter(|_| touches);
                let is_covered = touches && over(&below, spot.column, spot.span).next().is_some();
                let from_above = spot.cell.merge == Some(Merge::Continue);
                let to_below = continues_below(&below, spot);
                // A merged cell is filled as its first row says.
                let head = out.last().filter(|_| from_above).and_then(|row| {
                    row.cells.get(above.partition_point(|other: &Spot<'_>| other.column < spot.column))
                });
                let shading = head.map_or(spot.cell.shading, |head| head.shading);
                let mut margins = inner_margins(spot.cell.margins, edges.left, edges.right);
                let (mut left, mut right) = (stronger(before, edges.left), stronger(edges.right, behind));
                // All sides are those of a table from left to right, and are mirrored with it (17.4.1).
                if grid.is_rtl {
                    margins.swap(0, 2);
                    std::mem::swap(&mut left, &mut right);
                }
                let count = flow.slices.len();
                let after = after(&flow, spot.cell, own.get(at + 1).map(|next| next.cell));
                cells.push(CellBox {
                    x,
                    width,
                    height: None,
                    margins,
                    shading,
                    align: spot.cell.align,
                    direction: direction(spot.cell, stance),
                    slices: Rc::new(flow.slices),
                    part: 0..count,
                    head: None,
                    tail: None,
                    after,
                    edges: CellEdges {
                        top: stronger(upper, edges.top),
                        // The lower edge is drawn by the row below, where that has a cell.
                        bottom: edges.bottom.filter(|border| border.is_drawn() && !is_covered),
                        left,
                        right,
                        ..*edges
                    },
                    from_above,
                    to_below,
                    at_page: (
                        stronger(stronger(upper, edges.top), table.outer.top),
                        stronger(stronger(edges.bottom, lower), table.outer.bottom),
                    ),
                });
            }
            share_margins(&mut cells);
            let mut laid = row_box(row, cells, index == 0, grid.gap);
            laid.around = grid.around(&table.outer, index + 1 == table.rows.len());
            out.push(laid);
            above = std::mem::replace(&mut own, below);
        }
        Ok(out)
    }
}

/// Space below a cell's text, which the next cell of its row may take back.
fn after(flow: &Flow<'_>, cell: &Cell, next: Option<&Cell>) -> f64 {
    match (cell.blocks.last(), next.and_then(|next| next.blocks.first())) {
        (Some(Block::Paragraph(last)), Some(next)) => flow.after.min(spacing::below(&last.style, Some(next))),
        _ => flow.after,
    }
}

/// How long the lines of a turned cell are: as the rows are high that it goes down. One without a height of its own, or with
/// less than that of a line, gets the room of a few words.
pub(super) fn turned_room(cell: &Cell, row: &Row) -> f64 {
    match (cell.merged_height, row.height) {
        (Some(height), _) => height,
        (None, RowHeight::Exact(height)) => height.max(1.0),
        (None, RowHeight::AtLeast(height)) if height >= LEAST_ROW => height,
        _ => TURNED_LINE,
    }
}

/// The direction of a cell's lines. If those around the table run down the page, so does the table.
pub(super) fn direction(cell: &Cell, around: Stance) -> TextDirection {
    match (cell.direction, around.turned_back) {
        (TextDirection::Vertical, TurnedBack::EastAsian) => TextDirection::Horizontal,
        (own, _) => own,
    }
}

/// Text avoids half a border at least.
fn inner_margins(mut margins: [f64; 4], left: Option<Border>, right: Option<Border>) -> [f64; 4] {
    let half = |border: Option<Border>| border.map_or(0.0, |border| border.thickness() / 2.0);
    margins[0] = margins[0].max(half(left));
    margins[2] = margins[2].max(half(right));
    margins
}

/// Text of a row stands below the largest of its cells' upper margins, and the row ends below the largest of the lower ones, also
/// where two cells give them (17.4.68 leaves it open; LibreOffice and ONLYOFFICE do so for Word's files, and a public probe of
/// another engine shows it of Word).
fn share_margins(cells: &mut [CellBox<'_>]) {
    for side in [1, 3] {
        let largest = cells.iter().map(|cell| cell.margins[side]).fold(0.0, f64::max);
        cells.iter_mut().filter(|cell| cell.is_upright()).for_each(|cell| cell.margins[side] = largest);
    }
}

/// The edge of the cells of the next row that lies at a cell, the strongest of them.
fn facing(row: &[Spot<'_>], own: &Spot<'_>, pick: fn(&CellEdges) -> Option<Border>) -> Option<Border> {
    over(row, own.column, own.span).map(|spot| pick(&spot.cell.edges)).fold(None, stronger)
}

fn continues_below(row: &[Spot<'_>], own: &Spot<'_>) -> bool {
    over(row, own.column, own.span).any(|spot| {
        spot.column == own.column && spot.span == own.span && spot.cell.merge == Some(Merge::Continue)
    })
}

/// A row's height: the thickest border above it, then the highest content; a given height is a floor under the content,
/// with the cells' margins on top (576 twips and 0.5 pt borders: 29.3 pt from row to row). Over a cell that wants no border
/// the one of the cell above is drawn, and takes no room (two documents of Word, whose rows have `nil` above them).
fn row_box<'a>(row: &Row, mut cells: Vec<CellBox<'a>>, is_first: bool, gap: f64) -> RowBox<'a> {
    let thickness = |(cell, own): (&CellBox<'_>, &Cell)| {
        let is_open = cell.from_above || own.edges.top.is_some_and(|border| border.style == BorderStyle::Nil);
        if is_open { 0.0 } else { cell.edges.top.map_or(0.0, |border| border.thickness()) }
    };
    let top = gap + cells.iter().zip(&row.cells).map(thickness).fold(0.0, f64::max);
    if gap > 0.0 {
        let lower = |cell: &CellBox<'_>| cell.edges.bottom.map_or(0.0, |border| border.thickness());
        let bottom = cells.iter().map(lower).fold(0.0, f64::max);
        cells.iter_mut().for_each(|cell| cell.margins[3] += bottom);
    }
    let is_counted = |cell: &&CellBox<'_>| !cell.from_above && !cell.to_below && cell.is_upright();
    let content = cells.iter().filter(is_counted).map(CellBox::content).fold(0.0, f64::max);
    let margin = |side: usize| cells.iter().map(|cell| cell.margins[side]).fold(0.0, f64::max);
    let floor = match row.height {
        RowHeight::AtLeast(height) => (height - gap).max(0.0) + margin(1) + margin(3),
        _ => 0.0,
    };
    let (height, is_exact) = match row.height {
        RowHeight::Exact(height) => ((height - top).max(0.0), true),
        _ => (content.max(floor), false),
    };
    let may_split = !row.cant_split;
    let least = floor;
    RowBox {
        cells,
        gap,
        top,
        height,
        least,
        is_exact,
        may_split,
        is_first,
        opens: false,
        closes: false,
        around: None,
    }
}

/// A merged cell counts only in the last of its rows, which takes what the others lack.
fn merge_heights(rows: &mut [RowBox<'_>]) {
    for start in 0..rows.len() {
        for at in 0..rows.get(start).map_or(0, |row| row.cells.len()) {
            let Some(cell) = rows.get(start).and_then(|row| row.cells.get(at)) else { continue };
            if cell.from_above || !cell.to_below {
                continue;
            }
            let (x, content) = (cell.x, cell.content());
            let end = end_of(start, x, rows);
            let first_top = rows.get(start).map_or(0.0, |row| row.top);
            let total: f64 =
                rows.get(start..=end).unwrap_or_default().iter().map(|row| row.top + row.height).sum();
            let lack = content - (total - first_top);
            let mut height = total - first_top;
            if lack > 0.0
                && let Some(last) = rows.get_mut(end).filter(|last| !last.is_exact)
            {
                last.height += lack;
                height += lack;
            }
            if let Some(cell) = rows.get_mut(start).and_then(|row| row.cells.get_mut(at)) {
                cell.height = Some(height);
            }
        }
    }
    // A merge may lengthen a row that an earlier merge has counted.
    for start in 0..rows.len() {
        for at in 0..rows.get(start).map_or(0, |row| row.cells.len()) {
            let Some(cell) = rows.get(start).and_then(|row| row.cells.get(at)) else { continue };
            if cell.height.is_none() {
                continue;
            }
            let end = end_of(start, cell.x, rows);
            let own = rows.get(start..=end).unwrap_or_default();
            let height = own.iter().map(|row| row.top + row.height).sum::<f64>()
                - own.first().map_or(0.0, |row| row.top);
            if let Some(cell) = rows.get_mut(start).and_then(|row| row.cells.get_mut(at)) {
                cell.height = Some(height);
            }
        }
    }
}

/// The last row of a merged cell that begins in row `start` at `x`. The cells of a row stand side by side, from the left or from
/// the right.
fn end_of(start: usize, x: f64, rows: &[RowBox<'_>]) -> usize {
    let goes_on = |row: &&RowBox<'_>| {
        let is_rtl = row.cells.first().zip(row.cells.last()).is_some_and(|(first, last)| first.x > last.x);
        let is_before = |other: &CellBox<'_>| if is_rtl { other.x >= x + HAIR } else { other.x <= x - HAIR };
        let there = row.cells.iter().skip(row.cells.partition_point(is_before));
        there.take_while(|other| (other.x - x).abs() < HAIR).any(|other| other.from_above)
    };
    start + rows.get(start + 1..).unwrap_or_default().iter().take_while(goes_on).count()
}

fn slices<'a>(table: &'a Table, rows: Vec<RowBox<'a>>) -> Vec<Slice<'a>> {
    let headers = table.rows.iter().take_while(|row| row.is_header).count();
    let headers = if headers == table.rows.len() { 0 } else { headers };
    // A merge that runs out of the header rows binds them to the body.
    let runs_out =
        headers > 0 && rows.get(headers).is_some_and(|row| row.cells.iter().any(|cell| cell.from_above));
    let headers = if runs_out { 0 } else { headers };
    let mut out: Vec<Slice<'a>> = Vec::with_capacity(rows.len());
    let mut header: Option<Rc<Vec<Slice<'a>>>> = None;
    let mut keeps = false;
    let count = rows.len();
    for (at, (row, source)) in rows.into_iter().zip(&table.rows).enumerate() {
        let bottom = if at + 1 == count && row.gap > 0.0 {
            row.gap
        } else if at + 1 == count {
            row.cells
                .iter()
                .filter_map(|cell| cell.edges.bottom)
                .map(|border| border.thickness())
                .fold(0.0, f64::max)
        } else {
            0.0
        };
        let mut slice = Slice { height: row.top + row.height, ..Slice::empty() };
        // The lower border of the table takes room below its last row.
        slice.padding.1 = bottom;
        let in_header = at < headers + usize::from(headers > 0);
        slice.is_glued = at > 0 && (keeps || in_header);
        slice.header.clone_from(&header);
        (slice.notes, slice.marks, slice.floating) = row.carried();
        slice.content = Content::Row(Rc::new(row));
        keeps = super::keeps_with_next(source);
        out.push(slice);
        if at + 1 == headers {
            header = Some(Rc::new(
                out.iter()
                    .map(|slice| Slice { notes: Vec::new(), marks: Vec::new(), ..slice.clone() })
                    .collect(),
            ));
        }
    }
    if let Some(last) = out.last_mut() {
        last.height += last.padding.1;
    }
    out
}
