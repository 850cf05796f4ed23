//! Matrices, and stacked lines (22.1.2.60, 22.1.2.34).

use super::boxes::Boxed;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{Across, Down, Grid, Pitch};

/// Distance of baselines, in em (ONLYOFFICE measures 7/6 in Word).
const PITCH: f64 = 7.0 / 6.0;
/// Room that is left between two rows, in em. A guess.
const LEAST: f64 = 0.2;

impl Setter<'_> {
    pub(super) fn grid(&self, grid: &Grid, how: How) -> Result<Boxed, LayoutError> {
        let face = self.face(&grid.style, how)?;
        // Fractions of a displayed equation keep their size in a matrix as well (five of one of Word's PDFs).
        let part = if grid.is_lines { how } else { How { is_nested: true, ..how } };
        let mut widths: Vec<f64> = Vec::new();
        let mut rows = Vec::with_capacity(grid.rows.len());
        for row in &grid.rows {
            let mut cells = Vec::with_capacity(row.len());
            for (column, cell) in row.iter().enumerate() {
                self.shaper.budget.spend(8)?;
                let cell = self.row(cell, part)?;
                match widths.get_mut(column) {
                    Some(width) => *width = width.max(cell.width),
                    None => widths.push(cell.width),
                }
                cells.push(cell);
            }
            rows.push(cells);
        }
        let gap = match (grid.is_lines, grid.column_gap) {
            (true, _) => 0.0,
            (_, Pitch::Times(times)) => times * face.size,
            (_, Pitch::Exactly(points)) => points,
        };
        let mut lefts = Vec::with_capacity(widths.len());
        let mut width = 0.0;
        for (column, own) in widths.iter().enumerate() {
            if column > 0 {
                width += gap;
            }
            lefts.push(width);
            width += own;
        }
        // Baselines below the first one.
        let mut baselines: Vec<f64> = Vec::with_capacity(rows.len());
        let mut before: Option<f64> = None;
        let height = |cells: &[Boxed]| {
            cells
                .iter()
                .fold((0.0_f64, 0.0_f64), |(up, down), cell| (up.max(cell.ascent), down.max(cell.descent)))
        };
        for cells in &rows {
            let (ascent, _) = height(cells);
            let at = match (baselines.last(), before, grid.row_pitch) {
                (Some(last), Some(descent), Pitch::Times(times)) => {
                    last + (PITCH * times * face.size).max(descent + ascent + LEAST * times * face.size)
                }
                (Some(last), _, Pitch::Exactly(points)) => last + points,
                _ => 0.0,
            };
            baselines.push(at);
            before = Some(height(cells).1);
        }
        let top = rows.first().map_or(0.0, |cells| height(cells).0);
        let last = baselines.last().copied().unwrap_or(0.0);
        let bottom = last + before.unwrap_or(0.0);
        // How far the first baseline stands above the surrounding one.
        let lift = match grid.down {
            Down::Top => 0.0,
            Down::Bottom => last,
            Down::Center if rows.len() < 2 => 0.0,
            Down::Center => face.axis() + (bottom + top) / 2.0 - top,
        };
        let mut out = Boxed::default();
        for (cells, baseline) in rows.into_iter().zip(baselines) {
            for (column, cell) in cells.into_iter().enumerate() {
                let (Some(left), Some(own)) = (lefts.get(column), widths.get(column)) else { continue };
                let free = own - cell.width;
                let across = match grid.columns.get(column) {
                    Some(across) => *across,
                    // Lines: what stands before a mark ends at it, what follows begins there.
                    None if grid.is_lines && widths.len() > 1 && column % 2 == 0 => Across::Right,
                    None if grid.is_lines => Across::Left,
                    None => Across::Center,
                };
                let x = left
                    + match across {
                        Across::Left => 0.0,
                        Across::Center => free / 2.0,
                        Across::Right => free,
                    };
                out.put(cell, x, baseline - lift);
            }
        }
        (out.width, out.accent) = (width, width / 2.0);
        Ok(out)
    }
}
