//! The model of HTML: the few things that a document can show. The writer uses nothing else.

use super::super::list_kind::ListKind;
use super::formatting::{Format, Layout, Rgb};
use super::left_out::AllLeftOut;

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
    /// Ids to which links lead, by the index that paragraphs give.
    pub anchors: Vec<String>,
    /// Footnotes by the index that the text gives.
    pub notes: Vec<Note>,
    /// What a browser would show and the document lacks.
    pub left_out: AllLeftOut,
}

#[derive(Debug, PartialEq)]
pub(super) enum Block {
    Paragraph(Paragraph),
    Table(Table),
}

#[derive(Debug, Default, PartialEq)]
pub(super) struct Paragraph {
    pub kind: Kind,
    pub layout: Layout,
    pub place: Place,
    /// Index of the list whose number or bullet it carries.
    pub number: Option<usize>,
    /// Indices of the ids that stand in it.
    pub anchors: Vec<usize>,
    pub content: Vec<Inline>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Body,
    Heading(u8),
    /// A line across the page.
    Rule,
}

/// How far in a block stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The level, 0 to 8, of the list's item that the block belongs to.
    pub level: Option<u8>,
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
    PageBreak,
    Image(Image),
    /// A footnote's reference, by the index of the note.
    Note(usize),
}

/// A footnote.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Note {
    /// By which references name it.
    pub label: String,
    /// `None`: nothing defines it.
    pub blocks: Option<Vec<Block>>,
}

/// A picture by data URI.
#[derive(Debug, PartialEq)]
pub(super) struct Image {
    pub source: String,
    pub alt: String,
    pub width: Option<Width>,
    pub height: Option<Width>,
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
    pub align: Option<CellAlign>,
}

/// Where a cell's content stands (`w:vAlign`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellAlign {
    Top,
    Middle,
    Bottom,
}

/// A width, or a height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Width {
    Pixels(f32),
    Percent(f32),
}

/// The groups of a table's rows, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Head,
    Body,
    Foot,
}
