//! Short names for the paragraphs, runs and tables that the samples are made of. Looks live in `assets/styles.xml`.

use docx_rs::{
    AlignmentType, BorderType, Paragraph, Run, Shading, Table, TableAlignmentType, TableCell,
    TableCellBorder, TableCellBorderPosition, TableCellBorders, TableCellMargins, TableLayoutType, TableRow,
    WidthType,
};

/// A paragraph of one run, or of none where the text is empty.
pub(crate) fn paragraph(style: &str, text: &str) -> Paragraph {
    let paragraph = Paragraph::new().style(style);
    if text.is_empty() { paragraph } else { paragraph.add_run(run(text)) }
}

/// A paragraph of one run, aligned at the right.
pub(crate) fn right(style: &str, text: &str) -> Paragraph {
    paragraph(style, text).align(AlignmentType::Right)
}

/// A paragraph of body text; `**` switches bold on and off.
pub(crate) fn body(text: &str) -> Paragraph {
    styled_body("Normal", text)
}

/// As [`body`], in a style of its own.
pub(crate) fn styled_body(style: &str, text: &str) -> Paragraph {
    let pieces = text.split("**").enumerate().filter(|(_, piece)| !piece.is_empty());
    pieces.fold(Paragraph::new().style(style), |paragraph, (i, piece)| {
        paragraph.add_run(if i % 2 == 0 { run(piece) } else { run(piece).style("Strong") })
    })
}

/// A run of plain text.
pub(crate) fn run(text: &str) -> Run {
    Run::new().add_text(text)
}

/// A table without borders; `widths` in twips.
pub(crate) fn table(widths: &[usize], rows: Vec<TableRow>) -> Table {
    Table::without_borders(rows)
        .set_grid(widths.to_vec())
        .width(widths.iter().sum(), WidthType::Dxa)
        .layout(TableLayoutType::Fixed)
        .align(TableAlignmentType::Left)
}

/// A table whose cells have no inner margin, so that its text lines up with the text above and below it.
pub(crate) fn flush_table(widths: &[usize], rows: Vec<TableRow>) -> Table {
    Table::without_borders(rows)
        .set_grid(widths.to_vec())
        .width(widths.iter().sum(), WidthType::Dxa)
        .align(TableAlignmentType::Left)
        .margins(TableCellMargins::new().margin(0, 0, 0, 0))
}

/// A row that no page break splits.
pub(crate) fn row(cells: Vec<TableCell>) -> TableRow {
    TableRow::new(cells).cant_split()
}

/// A row that holds one `{%tr ... %}` tag across all columns; rendering removes it.
pub(crate) fn tag_row(widths: &[usize], tag: &str) -> TableRow {
    let cell = TableCell::new().width(widths.iter().sum(), WidthType::Dxa).grid_span(widths.len());
    row(vec![cell.add_paragraph(paragraph("TableText", tag))])
}

/// A cell of some paragraphs; `width` in twips.
pub(crate) fn cell(width: usize, paragraphs: impl IntoIterator<Item = Paragraph>) -> TableCell {
    paragraphs.into_iter().fold(TableCell::new().width(width, WidthType::Dxa), TableCell::add_paragraph)
}

/// One line at a cell's edge; `size` in eighths of a point.
pub(crate) fn line(
    cell: TableCell,
    position: TableCellBorderPosition,
    size: usize,
    color: &str,
) -> TableCell {
    let border = TableCellBorder::new(position).border_type(BorderType::Single).size(size).color(color);
    cell.set_borders(TableCellBorders::with_empty().set(border))
}

/// Fills a cell with a colour.
pub(crate) fn filled(cell: TableCell, color: &str) -> TableCell {
    cell.shading(Shading::new().fill(color))
}
