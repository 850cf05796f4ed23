//! Tables: widths of columns, heights of rows, borders that meet.

mod borders;
mod columns;
mod content;
mod layout;
mod pages;
mod row;

use crate::model::story::{Block, Row};

pub(crate) use borders::draw as draw_border;
pub(crate) use pages::end_page;
pub(crate) use row::RowBox;

/// Whether a row stays with what follows: all paragraphs of its cells keep with the next.
pub(crate) fn keeps_with_next(row: &Row) -> bool {
    let first = |blocks: &[Block]| match blocks.first() {
        Some(Block::Paragraph(paragraph)) => paragraph.style.keep_next,
        _ => false,
    };
    !row.cells.is_empty() && row.cells.iter().all(|cell| cell.blocks.is_empty() || first(&cell.blocks))
}
