//! The minimum and maximum width of a cell's content.

use super::columns::Need;
use super::layout::{direction, turned_room};
use crate::block::{Column, Layouter};
use crate::error::LayoutError;
use crate::line::line_height;
use crate::model::settings::TAB_STOPS;
use crate::model::story::{Block, Cell, Row, Table};
use crate::model::table_properties::Width;
use crate::shape::{Kind, Shaped};

/// Tables inside cells that are looked into.
const MAX_DEPTH: usize = 8;

/// What `w:noWrap` asks for: of a cell with a width of its own nothing more than that width (ECMA-376-1, 17.4.30), in
/// which its text may wrap; of another its text in one line.
fn least_unwrapped(cell: &Cell, need: Need) -> f64 {
    match cell.width {
        Some(Width::Points(own)) => need.least.max(own - cell.margins[0] - cell.margins[2]),
        _ => need.most,
    }
}

impl<'a> Layouter<'a> {
    /// The width that a cell needs, its margins included.
    pub(super) fn need(
        &self,
        cell: &'a Cell,
        row: &Row,
        column: Column<'_>,
        depth: usize,
    ) -> Result<Need, LayoutError> {
        let margins = cell.margins[0] + cell.margins[2];
        if direction(cell, column.stance).is_turned() {
            let own = margins + self.need_of_turned(cell, turned_room(cell, row), column)?;
            return Ok(Need { least: own, most: own });
        }
        let need = self.need_of(&cell.blocks, column, depth)?;
        let least = if cell.no_wrap { least_unwrapped(cell, need) } else { need.least };
        Ok(Need { least: least + margins, most: need.most + margins })
    }

    fn need_of(&self, blocks: &'a [Block], column: Column<'_>, depth: usize) -> Result<Need, LayoutError> {
        let mut need = Need::default();
        for block in blocks {
            let own = match block {
                Block::Paragraph(paragraph) => {
                    let shaped = self.shaper.paragraph(paragraph, column.values, column.stance)?;
                    let style = &paragraph.style;
                    let label = match &paragraph.label {
                        Some(label) => self.shaper.label(label, None, (false, column.stance))?.width(),
                        None => 0.0,
                    };
                    let indent = style.start + style.end;
                    let first = style.first_line.max(0.0) + if style.first_line < 0.0 { 0.0 } else { label };
                    let own = of_text(&shaped);
                    let least = own.least + indent.max(0.0);
                    let most = own.most + indent + first;
                    Need { least, most: most.max(least) }
                }
                Block::Table(table) if depth < MAX_DEPTH => self.need_of_table(table, column, depth + 1)?,
                Block::Frame(frame) if depth < MAX_DEPTH => self.need_of(&frame.blocks, column, depth + 1)?,
                Block::Table(_) | Block::Frame(_) => Need::default(),
            };
            need.least = need.least.max(own.least);
            need.most = need.most.max(own.most);
        }
        Ok(need)
    }

    /// Lines that run up or down the page are as long as the row is high, and take their height of its width (a column of 36
    /// points, with words of 45, in one of Word's PDFs).
    fn need_of_turned(&self, cell: &'a Cell, room: f64, column: Column<'_>) -> Result<f64, LayoutError> {
        let mut need = 0.0;
        for block in &cell.blocks {
            let Block::Paragraph(paragraph) = block else { continue };
            let style = &paragraph.style;
            let shaped = self.shaper.paragraph(paragraph, column.values, column.stance)?;
            let mark = self.shaper.mark(&paragraph.mark);
            let line = line_height(&shaped, 0..shaped.clusters.len(), &mark, None, style.line, None);
            let count = (of_text(&shaped).most / room).ceil().max(1.0);
            need += style.before.points() + count * line.height + style.after.points();
        }
        Ok(need)
    }

    fn need_of_table(&self, table: &'a Table, column: Column<'_>, depth: usize) -> Result<Need, LayoutError> {
        let mut all = Need::default();
        for row in &table.rows {
            let mut own = Need::default();
            for cell in &row.cells {
                let need = self.need(cell, row, column, depth)?;
                let asked = cell.width.and_then(Width::points);
                own.least += need.least;
                own.most += asked.map_or(need.most, |asked| asked.max(need.least));
            }
            all.least = all.least.max(own.least);
            all.most = all.most.max(own.most);
        }
        Ok(all)
    }
}

/// The widest piece that cannot be broken, and the widest line.
fn of_text(shaped: &Shaped<'_>) -> Need {
    let mut need = Need::default();
    let (mut piece, mut line, mut spaces) = (0.0_f64, 0.0_f64, 0.0_f64);
    for cluster in &shaped.clusters {
        match cluster.kind {
            Kind::LineBreak | Kind::ClearBreak(_) | Kind::PageBreak | Kind::ColumnBreak => {
                (piece, line, spaces) = (0.0, 0.0, 0.0);
                continue;
            }
            Kind::Tab | Kind::AlignedTab(_) => {
                line += spaces + TAB_STOPS;
                (piece, spaces) = (0.0, 0.0);
            }
            Kind::Space => {
                spaces += cluster.width;
                piece = 0.0;
            }
            _ => {
                line += spaces + cluster.width;
                spaces = 0.0;
                piece += cluster.width;
            }
        }
        need.least = need.least.max(piece);
        need.most = need.most.max(line);
        if cluster.may_break {
            piece = 0.0;
        }
    }
    need
}
