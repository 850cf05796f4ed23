//! The structure of a document (ISO 32000-1, 14.8): headings, paragraphs, lists, tables, notes, in reading order. A writer
//! of the pages can tag them with it.

/// A place in [`crate::pages::Laid::structure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementId(pub(crate) u32);

impl ElementId {
    /// The place as a number.
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// An element of the structure. It comes after its parent, and after everything that is read before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its kind.
    pub kind: ElementKind,
    /// The element that it belongs to; `None` for the document itself.
    pub parent: Option<ElementId>,
}

/// How the items of a list are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// Not at all: bullets.
    Bullets,
    /// 1, 2, 3, in any notation.
    Decimal,
    /// i, ii, iii; `true` for capitals.
    Roman(bool),
    /// a, b, c; `true` for capitals.
    Letters(bool),
}

/// The cells that a header cell names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// The cells of its column.
    Column,
    /// The cells of its row.
    Row,
}

/// The kind of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElementKind {
    /// A paragraph.
    Paragraph,
    /// A heading.
    Heading {
        /// 0 for the highest level. The first heading has it, and none is more than one level below the one before it.
        level: usize,
        /// Its text, without its number.
        title: String,
    },
    /// A caption of a table or a figure.
    Caption,
    /// A table of contents or of figures; its children are entries.
    Contents,
    /// An entry of such a table.
    Entry,
    /// A list; its children are items.
    List(ListKind),
    /// An item; its children are a label and a body.
    Item,
    /// The number or bullet of an item.
    Label,
    /// The content of an item, and lists below it.
    Body,
    /// A table; its children are rows, or header rows and body rows.
    Table,
    /// Rows that describe the columns.
    HeaderRows,
    /// The other rows of a table that has header rows.
    BodyRows,
    /// A row.
    Row,
    /// A cell.
    Cell {
        /// Whose content it names, if it is a header.
        header: Option<Header>,
        /// Rows that it takes.
        rows: u32,
        /// Columns that it takes.
        columns: u32,
    },
    /// A footnote or endnote.
    Note,
    /// An equation.
    Formula {
        /// Its text, in a line.
        alt: String,
    },
}
