//! Divides a table's width among its columns, in twips.

use super::model::{Table, Width};
use super::table_grid::Grid;

/// Twips of a pixel (1/96 inch).
const PIXEL: f32 = 15.0;
/// What a column has at least.
const NARROWEST: f32 = 120.0;

/// Widths of the grid's columns: as `col` elements and cells of one column say, the rest evenly, all of them within
/// `room`.
pub(super) fn widths(table: &Table, grid: &Grid<'_>, room: u32) -> Vec<u32> {
    let room = room as f32;
    let wanted = wanted(table, grid);
    let pixels =
        |width: &Option<Width>| if let Some(Width::Pixels(n)) = width { Some(n * PIXEL) } else { None };
    let total = match table.width {
        Some(Width::Percent(n)) => room * n / 100.0,
        Some(width) => pixels(&Some(width)).unwrap_or(room),
        // A table whose columns all say how wide they are is as wide as they are together.
        None => wanted.iter().map(pixels).sum::<Option<f32>>().unwrap_or(room),
    };
    let total = total.clamp(NARROWEST, room.max(NARROWEST));
    let known = |width: &Option<Width>| match width {
        Some(Width::Percent(n)) => Some(total * n / 100.0),
        other => pixels(other),
    };
    let taken: f32 = wanted.iter().filter_map(known).sum();
    let unknown = wanted.iter().filter(|w| w.is_none()).count().max(1) as f32;
    let rest = ((total - taken) / unknown).max(total / wanted.len().max(1) as f32 / 4.0);
    let widths: Vec<f32> = wanted.iter().map(|w| known(w).unwrap_or(rest).max(NARROWEST)).collect();
    let scale = total / widths.iter().sum::<f32>().max(1.0);
    // Edges are rounded, not widths, so that the columns are as wide as the table.
    let mut edge = 0.0;
    let mut rounded = |width: &f32| {
        let before = f32::round(edge);
        edge += width * scale;
        (edge.round() - before).max(1.0) as u32
    };
    widths.iter().map(&mut rounded).collect()
}

fn wanted(table: &Table, grid: &Grid<'_>) -> Vec<Option<Width>> {
    let mut wanted: Vec<_> =
        grid.starts.iter().map(|start| table.columns.get(*start).copied().flatten()).collect();
    for slot in grid.rows.iter().flat_map(|row| &row.slots).filter(|slot| slot.columns == 1) {
        if let Some(column) = wanted.get_mut(slot.column) {
            *column = column.or(slot.cell.and_then(|cell| cell.width));
        }
    }
    wanted
}
