//! Puts a table's cells on the grid that Word needs: each row covers all columns, spans are merged cells (HTML, 4.9.12).

use super::formatting::Rgb;
use super::model::Section;
use super::model::{Cell, Row, Table};
use platen_ooxml::Limits;

/// Columns of a table that Word opens.
pub(super) const COLUMNS: usize = 63;

/// A resolved table.
pub(super) struct Grid<'a> {
    /// First of the table's own columns that each column of the grid stands for: columns in which no cell begins are
    /// one with those before them, so that a `colspan="100"` over three columns spans three.
    pub starts: Vec<usize>,
    pub rows: Vec<GridRow<'a>>,
}

pub(super) struct GridRow<'a> {
    /// Repeated on each page.
    pub header: bool,
    pub slots: Vec<Slot<'a>>,
}

/// A cell of the grid.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    /// First column and number of columns; while placing, of the table's own columns.
    pub column: usize,
    pub columns: usize,
    pub merge: Merge,
    /// `None` for what fills a gap or continues a cell above.
    pub cell: Option<&'a Cell>,
    pub background: Option<Rgb>,
}

/// `w:vMerge`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merge {
    None,
    Restart,
    Continue,
}

/// A cell that reaches into rows below.
struct Reach {
    column: usize,
    columns: usize,
    /// Rows still to come; `None` is: all of the row group.
    rows: Option<u32>,
    background: Option<Rgb>,
}

/// Places the cells. No row is a table that does not exist.
///
/// # Errors
/// Names the bound that the table crosses.
pub(super) fn resolve<'a>(table: &'a Table, limits: &Limits) -> Result<Grid<'a>, String> {
    let mut order: Vec<&Row> = table.rows.iter().collect();
    order.sort_by_key(|row| row.section);
    let mut starts: Vec<usize> = Vec::new();
    let mut reaches: Vec<Reach> = Vec::new();
    let mut group = None;
    let mut rows: Vec<(Section, Vec<Slot<'a>>)> = Vec::new();
    for row in order {
        if group.replace(row.group) != Some(row.group) {
            reaches.clear();
        }
        let mut slots: Vec<Slot<'a>> = reaches.iter().map(continued).collect();
        let mut begun = Vec::new();
        let mut column = 0;
        for cell in &row.cells {
            while let Some(taken) = slots.iter().find(|s| (s.column..s.column + s.columns).contains(&column))
            {
                column = taken.column + taken.columns;
            }
            let next = slots.iter().map(|s| s.column).filter(|c| *c > column).min().unwrap_or(usize::MAX);
            let columns = (cell.columns as usize).min(next - column);
            if let Err(at) = starts.binary_search(&column) {
                starts.insert(at, column);
            }
            if starts.len() > COLUMNS {
                return Err(format!("has a table of more than {COLUMNS} columns"));
            }
            let merge = if cell.rows == 1 { Merge::None } else { Merge::Restart };
            begun.push(Slot { column, columns, merge, cell: Some(cell), background: cell.background });
            if merge == Merge::Restart {
                let rows = (cell.rows > 1).then_some(cell.rows);
                reaches.push(Reach { column, columns, rows, background: cell.background });
            }
            column += columns;
        }
        slots.extend(begun);
        slots.sort_by_key(|slot| slot.column);
        reaches.retain_mut(|reach| match &mut reach.rows {
            Some(rows) => {
                *rows -= 1;
                *rows > 0
            }
            None => true,
        });
        if !slots.is_empty() {
            rows.push((row.section, slots));
        }
    }
    fill(starts, rows, limits)
}

fn continued<'a>(reach: &Reach) -> Slot<'a> {
    Slot {
        column: reach.column,
        columns: reach.columns,
        merge: Merge::Continue,
        cell: None,
        background: reach.background,
    }
}

/// Counts in columns of the grid, and closes the gaps.
fn fill<'a>(
    starts: Vec<usize>,
    rows: Vec<(Section, Vec<Slot<'a>>)>,
    limits: &Limits,
) -> Result<Grid<'a>, String> {
    let mut grid = Grid { starts, rows: Vec::with_capacity(rows.len()) };
    let index = |column: usize| grid.starts.partition_point(|start| *start < column);
    let gap = |column, columns| Slot { column, columns, merge: Merge::None, cell: None, background: None };
    let mut header = true;
    let mut cells = 0;
    for (section, slots) in rows {
        header &= section == Section::Head;
        let mut row = GridRow { header, slots: Vec::with_capacity(slots.len()) };
        let mut at = 0;
        for slot in slots {
            let (column, end) = (index(slot.column), index(slot.column + slot.columns));
            if at < column {
                row.slots.push(gap(at, column - at));
            }
            row.slots.push(Slot { column, columns: end - column, ..slot });
            at = end;
        }
        if at < grid.starts.len() {
            row.slots.push(gap(at, grid.starts.len() - at));
        }
        cells += row.slots.len();
        // 25,000 times `<tr>` below a row of cells with `rowspan="0"` are a million cells.
        if cells > limits.html_elements {
            return Err(format!(
                "has a table of more than {} cells (limit html_elements); send less, or split it",
                limits.html_elements
            ));
        }
        grid.rows.push(row);
    }
    Ok(grid)
}
