//! The table of values below a chart (21.2.2.54): a column for each category, a row for each series.

use super::canvas::{At, Canvas, Text, rectangle};
use super::frame::Frame;
use super::legend::{KEY_GAP, Key};
use super::{data, legend};
use crate::error::LayoutError;
use crate::model::story::charted::{Area, Chart, DataTable, Series};
use crate::pages::Rect;

/// Space above and below a line of text, and beside it, in points. Guesses.
const ABOVE: f64 = 1.5;
const BESIDE: f64 = 4.0;

/// Columns and rows that are drawn; more find no room.
const MAX_COLUMNS: usize = 200;
const MAX_ROWS: usize = 50;

/// The table before it has a place.
pub(super) struct Table<'c> {
    own: &'c DataTable,
    /// Names of the series, with their keys.
    heads: Vec<(Text, Key)>,
    series: Vec<&'c Series>,
    columns: usize,
    /// Height of a row, and width of the names.
    row: f64,
    pub left: f64,
}

impl<'c> Table<'c> {
    /// The table of a chart; none if it has none.
    pub fn of(chart: &'c Chart, canvas: &Canvas<'_, '_>) -> Result<Option<Table<'c>>, LayoutError> {
        let Some(own) = &chart.table else { return Ok(None) };
        let (mut heads, mut series) = (Vec::new(), Vec::new());
        for plot in &chart.plots {
            for (at, one) in plot.series.iter().enumerate().take(MAX_ROWS.saturating_sub(heads.len())) {
                heads.push((canvas.text(&data::name(one, at), &own.style)?, legend::key(plot, one)));
                series.push(one);
            }
        }
        let columns = chart.plots.iter().map(data::count).max().unwrap_or(0);
        let all: usize = chart.plots.iter().map(|plot| plot.series.len()).sum();
        if columns > MAX_COLUMNS || all > MAX_ROWS {
            canvas.tell("chart-table", "the data table below a chart is only partly drawn");
        }
        let line = canvas.text("0", &own.style)?.height();
        let widest = heads.iter().map(|(text, _)| text.width).fold(0.0, f64::max);
        let key = if own.has_keys { legend::key_width(line) + KEY_GAP } else { 0.0 };
        let left = widest + key + 2.0 * BESIDE;
        let columns = columns.min(MAX_COLUMNS);
        Ok(Some(Table { own, heads, series, columns, row: line + 2.0 * ABOVE, left }))
    }

    pub fn height(&self) -> f64 {
        self.row * (self.heads.len() + 1) as f64
    }

    /// Draws it below the plot.
    pub fn draw(
        &self,
        frame: &Frame<'_, '_>,
        chart: &Chart,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), LayoutError> {
        canvas.spend((self.columns * (self.heads.len() + 1)) as u64 * 16)?;
        let rect = frame.rect;
        let (top, right) = (rect.y + rect.height, rect.x + rect.width);
        let (left, bottom) = (rect.x - self.left, top + self.height());
        let at_row = |row: usize| top + self.row * row as f64;
        let line = self.own.line.clone();
        if self.own.has_outline {
            // Nothing stands above the names.
            let area = |rect: Rect, canvas: &mut Canvas<'_, '_>| {
                canvas.area(rectangle(rect), &Area { fill: None, line: line.clone() });
            };
            area(Rect { x: rect.x, y: top, width: rect.width, height: bottom - top }, canvas);
            let names = Rect { x: left, y: at_row(1), width: self.left, height: bottom - at_row(1) };
            area(names, canvas);
        }
        let across = frame.across;
        let half = across.band_width() / 2.0;
        if self.own.has_rows {
            let rows = (1..=self.heads.len()).map(|row| {
                let y = at_row(row);
                ((left, y), (right, y))
            });
            canvas.lines(rows, line.as_ref());
        }
        if self.own.has_columns {
            let columns = (1..self.columns).map(|at| {
                let x = across.band(at as f64) - half;
                ((x, top), (x, bottom))
            });
            canvas.lines(columns, line.as_ref());
        }
        for (row, (name, key)) in self.heads.iter().enumerate() {
            let middle = at_row(row + 1) + self.row / 2.0;
            let mut x = left + BESIDE;
            if self.own.has_keys {
                let width = legend::key_width(name.height());
                legend::draw_key(key, (x, middle), width, name.height(), canvas);
                x += width + KEY_GAP;
            }
            canvas.put(name, (x, middle), (At::Start, At::Middle))?;
        }
        for at in 0..self.columns {
            let x = across.band(at as f64);
            let put = |text: &str, row: usize, canvas: &mut Canvas<'_, '_>| {
                let text = canvas.text(text, &self.own.style)?;
                let cell = Rect { x: x - half, y: at_row(row), width: half * 2.0, height: self.row };
                let middle = (x, cell.y + self.row / 2.0);
                let act = |canvas: &mut Canvas<'_, '_>| canvas.put(&text, middle, (At::Middle, At::Middle));
                // What is wider than its column is cut.
                if text.width > cell.width { canvas.clipped(cell, act) } else { act(canvas) }
            };
            if let Some(first) = self.series.first() {
                put(&data::category(first, at, chart), 0, canvas)?;
            }
            for (row, series) in self.series.iter().enumerate() {
                if let Some(value) = series.values.get(at).copied().flatten() {
                    put(&data::write(value, series.format.as_deref(), chart), row + 1, canvas)?;
                }
            }
        }
        Ok(())
    }
}
