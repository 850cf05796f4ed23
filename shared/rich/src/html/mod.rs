//! HTML as rich content. The HTML is read into a closed model, and the document is written from that model alone: only text, numbers,
//! colors, checked links and checked pictures of the input reach the document.

mod attributes;
mod block_tags;
mod close;
mod css_values;
mod editor_classes;
mod element;
mod footnotes;
mod formatting;
mod inline_flow;
mod left_out;
mod list_levels;
mod list_markers;
mod lists;
mod model;
mod open_elements;
mod properties;
mod reader;
mod right_to_left;
mod style_attribute;
mod table_grid;
#[cfg(test)]
mod tests;
mod widths;
mod write_paragraph;
mod write_table;
mod writer;

pub use css_values::color;

use super::fragment::{Composed, Fragment};
use super::html::formatting::Layout;
use super::html::model::{Block, Content, Document, Kind, Paragraph, Place};
use super::html::properties::Properties;
use super::html::writer::Writer;
use super::resources::Resources;
use platen_ooxml::Bounds;

/// Size of text in half-points where nothing says any: Word's own.
const SIZE: u16 = 22;

/// `{"$html": "..."}`: inline where the HTML has no block element, else paragraphs and tables.
///
/// # Errors
/// Names the bound that the HTML crosses, or says what is wrong with a picture in it.
pub(super) fn compose(html: &str, resources: &mut Resources<'_>) -> Composed {
    compose_as(html, resources, |document| document.inline)
}

/// As [`compose`], but a single plain paragraph is inline: Markdown has no text without one.
pub(super) fn compose_of_markdown(html: &str, resources: &mut Resources<'_>) -> Composed {
    compose_as(html, resources, |document| {
        document.inline || matches!(&*document.blocks, [Block::Paragraph(paragraph)] if is_plain(paragraph))
    })
}

fn compose_as(html: &str, resources: &mut Resources<'_>, inline: impl Fn(&Document) -> bool) -> Composed {
    let size =
        Properties::parse_run(&resources.formatting).value("sz", "val").and_then(|size| size.parse().ok());
    let document = reader::read(html, size.unwrap_or(SIZE), resources.bounds)?;
    resources.warnings.extend(document.left_out.warnings());
    let mut writer = Writer::new(&document, resources);
    if document.blocks.is_empty() {
        return Ok(Fragment::Inline(String::new()));
    }
    if inline(&document) {
        for block in &document.blocks {
            if let Block::Paragraph(paragraph) = block {
                writer.bookmarks_of(paragraph);
                writer.inlines(&paragraph.content)?;
            }
        }
        return Ok(Fragment::Inline(writer.out));
    }
    writer.blocks(&document.blocks, false)?;
    // Only tables without cells.
    if writer.out.is_empty() {
        return Ok(Fragment::Inline(String::new()));
    }
    Ok(Fragment::Block(writer.out))
}

fn is_plain(paragraph: &Paragraph) -> bool {
    paragraph.kind == Kind::Body
        && paragraph.place == Place::default()
        && paragraph.layout == Layout::default()
}

/// The text alone, a line for each paragraph: for places that hold nothing else.
pub(super) fn plain(html: &str, bounds: Bounds<'_>) -> String {
    let document = reader::read(html, SIZE, bounds).unwrap_or_default();
    let mut lines = Vec::new();
    collect(&document.blocks, &mut lines);
    lines.join("\n")
}

/// Recursion is as deep as tables in tables.
fn collect(blocks: &[Block], lines: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                let pieces = paragraph.content.iter().map(|inline| match &inline.content {
                    Content::Text(text) => text.as_str(),
                    Content::Break | Content::PageBreak => "\n",
                    Content::Note(_) => "",
                    Content::Image(image) => &image.alt,
                });
                lines.push(pieces.collect());
            }
            Block::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    collect(&cell.blocks, lines);
                }
            }
        }
    }
}
