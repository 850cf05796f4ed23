//! The cells of tables as formulas see them.

use std::collections::HashMap;
use std::rc::Rc;

use platen_ooxml::field::Marks;
use platen_ooxml::xml::{NodeId, Tree};

use super::formula::{Side, Values};
use super::part_text::Reading;
use super::scan::Scan;

/// The tables around formulas, each read once.
#[derive(Debug, Default)]
pub(super) struct Tables {
    known: HashMap<NodeId, Rc<Grid>>,
}

/// Numbers of cells, row by row; none for a cell without text.
#[derive(Debug, Default)]
struct Grid {
    rows: Vec<Vec<Option<Vec<f64>>>>,
    places: HashMap<NodeId, (usize, usize)>,
}

/// The cells around a field.
pub(super) struct Cells {
    grid: Rc<Grid>,
    /// Column and row of the field's own.
    at: (usize, usize),
}

/// The values that a formula can refer to.
pub(super) struct Around<'a> {
    pub cells: Option<Cells>,
    pub named: &'a dyn Fn(&str) -> Option<f64>,
}

impl Tables {
    /// The cells around a field; none outside of tables.
    pub fn around(&mut self, tree: &Tree, scan: &Scan, place: usize, marks: Marks) -> Option<Cells> {
        let cell = tree.ancestor_w(scan.fields.get(place)?.place.begin(), "tc")?;
        let table = tree.ancestor_w(cell, "tbl")?;
        let grid =
            self.known.entry(table).or_insert_with(|| Rc::new(Grid::read(tree, scan, table, marks))).clone();
        let at = *grid.places.get(&cell)?;
        Some(Cells { grid, at })
    }
}

impl Grid {
    fn read(tree: &Tree, scan: &Scan, table: NodeId, marks: Marks) -> Grid {
        let reading = Reading { tree, scan, values: &[] };
        let mut grid = Grid::default();
        for row in tree.children(table).filter(|node| tree.is_w(*node, "tr")) {
            let mut cells = Vec::new();
            for cell in tree.children(row).filter(|node| tree.is_w(*node, "tc")) {
                grid.places.insert(cell, (cells.len(), grid.rows.len()));
                let text = reading.inside(cell).unwrap_or_default();
                cells.push((!text.trim().is_empty()).then(|| marks.numbers(&text)));
            }
            grid.rows.push(cells);
        }
        grid
    }

    /// The sum of a cell's numbers; none for a cell without one.
    fn number(&self, column: usize, row: usize) -> Option<f64> {
        let numbers = self.rows.get(row)?.get(column)?.as_ref()?;
        (!numbers.is_empty()).then(|| numbers.iter().sum())
    }
}

impl Values for Around<'_> {
    /// Cells of words are passed over, as a column's heading is; an empty one ends the search.
    fn side(&self, side: Side) -> Vec<f64> {
        let Some(Cells { grid, at: (column, row) }) = &self.cells else { return Vec::new() };
        let width = grid.rows.get(*row).map_or(0, Vec::len);
        let cells: Box<dyn Iterator<Item = (usize, usize)>> = match side {
            Side::Above => Box::new((0..*row).rev().map(|row| (*column, row))),
            Side::Below => Box::new((row + 1..grid.rows.len()).map(|row| (*column, row))),
            Side::Left => Box::new((0..*column).rev().map(|column| (column, *row))),
            Side::Right => Box::new((column + 1..width).map(|column| (column, *row))),
        };
        let is_filled = |(column, row): &(usize, usize)| {
            grid.rows.get(*row).and_then(|cells| cells.get(*column)).is_some_and(Option::is_some)
        };
        cells.take_while(is_filled).filter_map(|(column, row)| grid.number(column, row)).collect()
    }

    fn cells(&self, from: (usize, usize), to: (usize, usize)) -> Vec<f64> {
        let Some(Cells { grid, .. }) = &self.cells else { return Vec::new() };
        let last = (to.1 + 1).min(grid.rows.len());
        (from.1..last)
            .flat_map(|row| {
                let width = grid.rows.get(row).map_or(0, Vec::len).min(to.0 + 1);
                (from.0..width).filter_map(move |column| grid.number(column, row))
            })
            .collect()
    }

    fn named(&self, name: &str) -> Option<f64> {
        (self.named)(name)
    }
}
