//! The content of a document, with all properties resolved: stories of blocks, blocks of inlines.

pub(crate) mod charted;
pub(crate) mod composed;

use std::sync::Arc;

use self::charted::Chart;
use self::composed::Composed;
use crate::drawing::Rgb;
use crate::model::border::Border;
use crate::model::equation::Equation;
use crate::model::numbering::Suffix;
use crate::model::paragraph_properties::{Align, FrameLayer, Leader};
use crate::model::paragraph_style::{ParagraphStyle, Role};
use crate::model::placement::{Place, Relative};
use crate::model::run::RunStyle;
use crate::model::shape_look::{Line, Look};
use crate::model::table_properties::{Merge, RowHeight, VAlign, Width};
use crate::model::text_direction::TextDirection;
use crate::number_format::NumberFormat;
use crate::pages::{Recolour, Target};
use crate::structure::ElementId;

/// A block of a story.
#[derive(Debug)]
pub(crate) enum Block {
    Paragraph(Box<Paragraph>),
    Table(Box<Table>),
    Frame(Box<TextFrame>),
}

/// Blocks at a place of their own (17.3.1.11).
#[derive(Debug)]
pub(crate) struct TextFrame {
    /// As the document states it: blocks with the same are in one frame.
    pub properties: FrameLayer,
    pub anchor: Anchor,
    pub blocks: Vec<Block>,
}

/// A paragraph.
#[derive(Debug)]
pub(crate) struct Paragraph {
    pub style: Arc<ParagraphStyle>,
    /// Properties of the paragraph mark.
    pub mark: Arc<RunStyle>,
    pub label: Option<Label>,
    pub inlines: Vec<Inline>,
    /// Whether its mark ends a section.
    pub ends_section: bool,
    /// The things to find again on the pages.
    pub spots: Vec<Station>,
    /// Its role, from its style.
    pub role: Role,
    /// Its element of the structure; none in headers and footers.
    pub element: Option<ElementId>,
}

impl Paragraph {
    /// Whether nothing in it is drawn.
    pub fn is_empty(&self) -> bool {
        self.inlines.is_empty()
    }
}

/// A place in a paragraph that is found again on the pages.
#[derive(Debug, Clone)]
pub(crate) struct Station {
    /// The inline, and the bytes of its text before the place.
    pub at: (usize, usize),
    pub noted: Noted,
}

/// A thing to find again on the pages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Noted {
    /// The beginning of a bookmark.
    Bookmark(Arc<str>),
    /// The beginning of a field of the main part: its place in the part's text.
    Field(usize),
}

/// Number or bullet of a list item.
#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub text: String,
    /// Its picture, and how many times its height that is wide.
    pub picture: Option<(Arc<str>, f64)>,
    pub style: Arc<RunStyle>,
    pub suffix: Suffix,
    pub align: Align,
    /// The list, for what counts as its neighbour.
    pub num: i64,
    /// Level in the list, 0 for the highest.
    pub level: usize,
    /// Its element of the structure.
    pub element: Option<ElementId>,
}

/// A piece of a paragraph.
#[derive(Debug)]
pub(crate) struct Inline {
    pub kind: InlineKind,
    pub style: Arc<RunStyle>,
    pub link: Option<Arc<Target>>,
}

impl Inline {
    /// Its text, if it is nothing else.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            InlineKind::Text(text) => Some(text),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) enum InlineKind {
    Text(String),
    Tab,
    /// A tab to an alignment instead of a stop (17.3.3.23).
    AlignedTab {
        align: Align,
        to_margin: bool,
        leader: Leader,
    },
    Break(Break),
    Picture(Picture),
    Equation(Box<Equation>),
    /// Text that is set as one.
    Composed(Box<Composed>),
    Anchor(Box<Anchor>),
    /// Reference to a note.
    Note {
        is_end: bool,
        place: usize,
    },
    /// The number of the note that the story belongs to.
    NoteMark,
    /// A value that depends on the page.
    Field {
        kind: Field,
        format: Option<NumberFormat>,
        saved: String,
    },
    /// The line above notes.
    Separator {
        is_continuation: bool,
    },
}

/// Sides of a line that nothing may float at (17.18.3, `ST_BrClear`), as the paper has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clear {
    Left,
    Right,
    All,
}

impl Clear {
    pub fn parse(text: &str) -> Option<Clear> {
        match text {
            "left" => Some(Clear::Left),
            "right" => Some(Clear::Right),
            "all" => Some(Clear::All),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    Line,
    /// A line break behind which text goes on below what floats there.
    Below(Clear),
    Page,
    Column,
}

/// A field that is computed for each page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Page,
    Pages,
    SectionPages,
    Section,
    /// The text in a style, by its place in [`crate::model::Document::style_refs`].
    StyleRef(usize),
}

/// A text in a style, looked for from page to page (17.16.5.59).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StyleRef {
    /// Id of the paragraph style.
    pub style: Arc<str>,
    /// Whether the last such paragraph of the page counts, not the first.
    pub last: bool,
    /// Whether its number is shown, not its text.
    pub number: bool,
}

/// A picture, its size in points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// Name of its part; none if it is linked or missing.
    pub part: Option<Arc<str>>,
    pub width: f64,
    pub height: f64,
    /// Shares of the picture that are cut off: left, top, right, bottom.
    pub crop: [f64; 4],
    /// Degrees, clockwise.
    pub rotation: f64,
    pub alt: Option<String>,
    /// Room that effects take: left, top, right, bottom.
    pub effect: [f64; 4],
    /// The line around it.
    pub border: Option<Box<Line>>,
    /// Whether it is mirrored left to right, and top to bottom.
    pub flip: (bool, bool),
    /// Changes of its colours, in their order.
    pub recolour: Vec<Recolour>,
    /// Name of the part with the same picture as SVG.
    pub vector: Option<Arc<str>>,
    /// Whether its line is as high as one of text, though it has none.
    pub is_with_text: bool,
}

/// How text goes around a floating object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrap {
    None,
    TopAndBottom,
    /// Square, tight and through; the sides that text may take.
    Sides {
        left: bool,
        right: bool,
    },
    /// On the side that has more room.
    Largest,
}

/// The area of an object that text avoids: all of it, or the inside of a polygon (20.4.2.16).
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outline {
    Whole,
    /// Corners, as shares of width and height.
    Polygon {
        corners: Arc<[(f64, f64)]>,
        /// Whether text is also in the bays between its leftmost and its rightmost edge (20.4.2.18).
        is_through: bool,
    },
}

/// A floating object. If its height is zero, its content decides.
#[derive(Debug)]
pub(crate) struct Anchor {
    pub width: f64,
    pub height: f64,
    pub across: (Relative, Place),
    pub down: (Relative, Place),
    pub wrap: Wrap,
    /// Distance to text: left, top, right, bottom.
    pub distance: [f64; 4],
    /// The outline that text wraps around.
    pub outline: Outline,
    pub is_behind: bool,
    /// Whether its place counts from its cell, not from the page (20.4.2.3, `layoutInCell`).
    pub in_cell: bool,
    pub order: i64,
    /// The references of its width and height, if they follow the page.
    pub shares: Option<Box<Shares>>,
    pub content: AnchorContent,
}

/// See [`Anchor::id`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnchorId(usize);

/// Width and height as shares of parts of the page ([MS-DOCX], 2.18.1).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Shares {
    pub across: Option<(Relative, f64)>,
    pub down: Option<(Relative, f64)>,
}

impl Anchor {
    /// Something at a place, all else as it is where nothing is said. The drawing of frames and tables comes from their blocks.
    pub fn at(across: (Relative, Place), down: (Relative, Place), wrap: Wrap, distance: [f64; 4]) -> Anchor {
        Anchor {
            width: 0.0,
            height: 0.0,
            across,
            down,
            wrap,
            distance,
            outline: Outline::Whole,
            is_behind: false,
            in_cell: true,
            order: 0,
            shares: None,
            content: AnchorContent::Group(Vec::new()),
        }
    }

    /// What tells it from the other objects of its document, in each layout of that.
    pub fn id(&self) -> AnchorId {
        AnchorId(std::ptr::from_ref(self).addr())
    }

    /// Whether its height counts from the page, and not from the text or its cell.
    pub fn is_of_page(&self, is_in_cell: bool) -> bool {
        let is_of_text = matches!(self.down.0, Relative::Text | Relative::Line);
        let is_of_cell = is_in_cell && self.in_cell;
        !is_of_text && !is_of_cell
    }
}

#[derive(Debug)]
pub(crate) enum AnchorContent {
    Picture(Picture),
    Box(Box<TextBox>),
    Chart(Box<Chart>),
    /// Pictures and boxes at their places in the object.
    Group(Vec<GroupItem>),
    /// A rule across the column (`o:hr`).
    Rule(ColumnRule),
    /// Text that fills its box.
    WordArt(Box<WordArt>),
    /// Something turned about its middle, by degrees clockwise.
    Turned(Box<AnchorContent>, f64),
}

impl AnchorContent {
    /// Degrees, clockwise, by which it is turned about its middle.
    pub fn rotation(&self) -> f64 {
        match self {
            AnchorContent::Picture(own) => own.rotation,
            AnchorContent::Box(own) => own.rotation,
            AnchorContent::WordArt(own) => own.rotation,
            AnchorContent::Turned(inner, degrees) => inner.rotation() + degrees,
            AnchorContent::Chart(_) | AnchorContent::Group(_) | AnchorContent::Rule(_) => 0.0,
        }
    }
}

/// A rule across the column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnRule {
    /// How much of the column it takes; none if it has a width of its own.
    pub share: Option<f64>,
    /// Share of the rest of the room that is before it.
    pub align: f64,
    pub colour: Rgb,
}

/// A line of text that is stretched over its box.
#[derive(Debug)]
pub(crate) struct WordArt {
    pub text: String,
    /// Its size does not matter.
    pub style: Arc<RunStyle>,
    /// Degrees, clockwise, about its centre.
    pub rotation: f64,
}

/// A box with a story of its own.
#[derive(Debug)]
pub(crate) struct TextBox {
    pub story: Vec<Block>,
    /// Left, top, right, bottom.
    pub insets: [f64; 4],
    pub align: VAlign,
    pub direction: TextDirection,
    /// Whether its height follows its text.
    pub grows: bool,
    /// Whether its lines end only at the text's own breaks (21.1.2.1.1, `wrap`).
    pub is_unwrapped: bool,
    pub look: Look,
    pub alt: Option<String>,
    /// Degrees, clockwise, about its centre.
    pub rotation: f64,
    /// Its link to the boxes in which its text continues.
    pub link: Option<Box<Link>>,
    /// Its chain, and its place in it.
    pub chained: Option<(usize, usize)>,
}

/// A box's link to its chain.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Link {
    /// The chain's number in its part, and the place in it.
    Numbered(Arc<str>, usize),
    /// Its names, and the name of the next box.
    Named(Vec<Arc<str>>, Option<Arc<str>>),
}

/// A part of a group: its corner and size within the group, in points.
#[derive(Debug)]
pub(crate) struct GroupItem {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub content: AnchorContent,
}

/// Edges of a cell, as they come out of the table's, the style's and its own borders. `None` yields to the neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct CellEdges {
    pub top: Option<Border>,
    pub bottom: Option<Border>,
    pub left: Option<Border>,
    pub right: Option<Border>,
    pub diagonal_down: Option<Border>,
    pub diagonal_up: Option<Border>,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    /// Widths of the grid's columns in points, as the file has them.
    pub grid: Vec<f64>,
    pub width: Width,
    pub indent: f64,
    pub align: Align,
    pub is_fixed: bool,
    pub is_rtl: bool,
    pub spacing: f64,
    pub rows: Vec<Row>,
    /// Whether its look sets its first row and its first column apart (17.4.55).
    pub sets_apart: (bool, bool),
    /// Left and right margins of cells without their own.
    pub margins: [f64; 4],
    /// Its place, if it has its own (17.4.57); its drawing comes from its rows.
    pub float: Option<Box<Anchor>>,
    /// The table's own edges: they close it where a page ends within it, and surround cells with space between them.
    pub outer: CellEdges,
}

/// A row.
#[derive(Debug)]
pub(crate) struct Row {
    pub height: RowHeight,
    pub cant_split: bool,
    pub is_header: bool,
    pub before: usize,
    pub after: usize,
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug)]
pub(crate) struct Cell {
    /// None if the cell has none at all.
    pub width: Option<Width>,
    pub span: usize,
    pub merge: Option<Merge>,
    /// The height of the rows that it goes down, if it is merged with cells below it.
    pub merged_height: Option<f64>,
    /// Left, top, right, bottom.
    pub margins: [f64; 4],
    pub edges: CellEdges,
    pub shading: Option<Rgb>,
    pub align: VAlign,
    pub direction: TextDirection,
    pub no_wrap: bool,
    pub blocks: Vec<Block>,
}
