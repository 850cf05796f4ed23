//! What HTML is read into: the few things that a document can show. Everything that is written comes from here.

use std::collections::BTreeMap;

use super::super::numbering::ListKind;
use super::element::Section;
use super::formatting::{Align, Format, Rgb};

/// A whole value.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Document {
    pub blocks: Vec<Block>,
    /// No block element was there: the blocks are nothing, or one paragraph whose content stays in the text around.
    pub inline: bool,
    /// Lists by the index that their items give.
    pub lists: Vec<ListKind>,
    /// Targets of links by index, as they were written.
    pub links: Vec<String>,
    /// Elements that a browser would show and the document lacks, and how many of each.
    pub left_out: BTreeMap<&'static str, u64>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Block {
    Paragraph(Paragraph),
    Table(Table),
}

#[derive(Debug, PartialEq)]
pub(super) struct Paragraph {
    pub kind: Kind,
    pub align: Option<Align>,
    pub background: Option<Rgb>,
    pub place: Place,
    /// Belongs to a list's item and carries its number or bullet.
    pub numbered: bool,
    pub content: Vec<Inline>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Body,
    Heading(u8),
    /// A line across the page.
    Rule,
}

/// How far in a block stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The list's index and the level, 0 to 8, of the item that the block belongs to.
    pub item: Option<(usize, u8)>,
    /// Quotations and descriptions around the block.
    pub quotes: u8,
}

#[derive(Debug, PartialEq)]
pub(super) struct Inline {
    pub content: Content,
    pub format: Format,
    /// Index of the link around.
    pub link: Option<usize>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Content {
    Text(String),
    Break,
    Image(Image),
}

/// A picture by data URI.
#[derive(Debug, PartialEq)]
pub(super) struct Image {
    pub source: String,
    pub alt: String,
    /// In pixels.
    pub width: Option<u32>,
    pub height: Option<u32>,
}

#[derive(Debug, Default, PartialEq)]
pub(super) struct Table {
    pub rows: Vec<Row>,
    pub width: Option<Width>,
    /// Widths of columns from `col` elements.
    pub columns: Vec<Option<Width>>,
    pub place: Place,
}

#[derive(Debug, PartialEq)]
pub(super) struct Row {
    pub section: Section,
    /// Number of the row group, which no cell reaches out of.
    pub group: usize,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub blocks: Vec<Block>,
    /// At least 1.
    pub columns: u32,
    /// 0 is: to the end of the row group.
    pub rows: u32,
    pub width: Option<Width>,
    pub background: Option<Rgb>,
}

/// A `width` attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Width {
    Pixels(f32),
    Percent(f32),
}
