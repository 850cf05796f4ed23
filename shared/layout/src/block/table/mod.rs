//! Tables: widths of columns, heights of rows, borders that meet.

mod borders;
mod columns;
mod content;
mod layout;
mod page_end;
mod row;

pub(crate) use page_end::end_page;
pub(crate) use row::{RowBox, split};

use crate::block::{Content, Slice};
use crate::model::story::{Block, Row};

/// Left and right edge of a table, from its column's left edge.
pub(crate) fn edges(rows: &[Slice<'_>]) -> (f64, f64) {
    let mut edges: Option<(f64, f64)> = None;
    for slice in rows {
        let Content::Row(row) = &slice.content else { continue };
        for cell in &row.cells {
            let (left, right) = (cell.x, cell.x + cell.width);
            edges = Some(edges.map_or((left, right), |(from, to)| (from.min(left), to.max(right))));
        }
    }
    edges.unwrap_or_default()
}

/// Whether a row begins a page: as the first paragraph of its first cell says (17.3.1.23).
pub(crate) fn begins_page(row: &Row) -> bool {
    let first = row.cells.first().and_then(|cell| cell.blocks.first());
    matches!(first, Some(Block::Paragraph(paragraph)) if paragraph.style.page_break_before)
}

/// Whether a row stays with what follows: all paragraphs of its cells keep with the next.
pub(crate) fn keeps_with_next(row: &Row) -> bool {
    let first = |blocks: &[Block]| match blocks.first() {
        Some(Block::Paragraph(paragraph)) => paragraph.style.keep_next,
        _ => false,
    };
    !row.cells.is_empty() && row.cells.iter().all(|cell| cell.blocks.is_empty() || first(&cell.blocks))
}
