//! The open elements at one point of the text, in two lists: blocks, which nest, and formatting, which need not nest in real HTML
//! (`<b><p>x</b>y</p>`).

use super::element::{BlockKind, Role};
use super::formatting::{Format, Layout, Rgb};
use super::list_levels::ListInWork;
use super::list_markers::MsoItem;
use super::model::{CellAlign, Kind, Place, Width};

/// An open block, list, item, or part of a table.
#[derive(Debug)]
pub(super) struct Block {
    pub name: &'static str,
    pub role: Role,
    /// Formatting of the text in it.
    pub format: Format,
    /// How paragraphs in it stand; of its lengths only those of the innermost block hold, but for the indents, which add up.
    pub layout: Layout,
    /// Of a cell, row, row group or table.
    pub cell_align: Option<CellAlign>,
    /// Of a figure, which pictures in it take.
    pub width: Option<Width>,
    /// Of a list.
    pub list: Option<ListInWork>,
    /// Level of an item.
    pub level: Option<u8>,
    /// List of an item whose number or bullet stands nowhere yet.
    pub number: Option<usize>,
    /// The same of a paragraph of Word's, whose list is known once its number was read.
    pub mso_item: Option<MsoItem>,
    pub is_hidden: Option<bool>,
    pub keeps_spaces: Option<bool>,
    /// A page begins behind it.
    pub ends_page: bool,
    /// Index of the note, of a note.
    pub note: Option<usize>,
    /// Length of the formatting list when a cell was opened.
    pub floor: usize,
}

impl Block {
    pub fn new(name: &'static str, role: Role) -> Block {
        Block {
            name,
            role,
            format: Format::default(),
            layout: Layout::default(),
            cell_align: None,
            width: None,
            list: None,
            level: None,
            number: None,
            mso_item: None,
            is_hidden: None,
            keeps_spaces: None,
            ends_page: false,
            note: None,
            floor: 0,
        }
    }
}

/// An open inline element.
#[derive(Debug, PartialEq)]
pub(super) struct Formatting {
    pub name: &'static str,
    pub format: Format,
    pub link: Option<usize>,
    pub is_hidden: Option<bool>,
    pub keeps_spaces: Option<bool>,
    /// Stays in effect behind the end of the block in which it was opened.
    pub survives: bool,
    /// How many blocks were open around it.
    pub depth: usize,
}

/// Whether a block holds paragraphs of its own, beside those around it.
fn holds_flow(role: Role) -> bool {
    matches!(role, Role::Cell { .. } | Role::Block(BlockKind::Note))
}

/// All that is open.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub blocks: Vec<Block>,
    pub formatting: Vec<Formatting>,
}

/// Elements that an end tag does not reach through (HTML, 13.2.4.2: "has an element in scope").
pub(super) fn bounds_scope(role: Role) -> bool {
    matches!(role, Role::Table | Role::Block(BlockKind::Caption)) || holds_flow(role)
}

impl Open {
    pub fn depth(&self) -> usize {
        self.blocks.len() + self.formatting.len()
    }

    /// The innermost block that `wanted` holds of, not reaching through those that `bounds` holds of.
    pub fn find(&self, wanted: impl Fn(&Block) -> bool, bounds: impl Fn(Role) -> bool) -> Option<usize> {
        for (index, block) in self.blocks.iter().enumerate().rev() {
            if wanted(block) {
                return Some(index);
            }
            if bounds(block.role) {
                return None;
            }
        }
        None
    }

    pub fn in_scope(&self, wanted: impl Fn(&Block) -> bool) -> Option<usize> {
        self.find(wanted, bounds_scope)
    }

    /// The innermost table around, whatever is open in it.
    pub fn table(&self) -> Option<usize> {
        self.find(|b| b.role == Role::Table, |_| false)
    }

    /// Where formatting begins that the innermost cell or note holds.
    pub fn floor(&self) -> usize {
        self.blocks.iter().rev().find(|b| holds_flow(b.role)).map_or(0, |b| b.floor)
    }

    /// How text looks here.
    pub fn format(&self) -> Format {
        let blocks = self.blocks.iter().map(|b| &b.format);
        let inlines = self.formatting.iter().map(|f| &f.format);
        blocks.chain(inlines).fold(Format::default(), |around, inner| around.with(inner))
    }

    pub fn link(&self) -> Option<usize> {
        self.formatting.iter().rev().find_map(|f| f.link)
    }

    /// Where the flow of the innermost cell or note begins.
    fn flow_start(&self) -> usize {
        self.blocks.iter().rposition(|b| holds_flow(b.role)).map_or(0, |at| at + 1)
    }

    /// The blocks in the innermost cell or note, or all.
    fn flow(&self) -> &[Block] {
        &self.blocks[self.flow_start()..]
    }

    fn flow_mut(&mut self) -> &mut [Block] {
        let start = self.flow_start();
        &mut self.blocks[start..]
    }

    /// Whether white space is shown as it is written.
    pub fn preformatted(&self) -> bool {
        let inline = self.formatting.iter().rev().find_map(|f| f.keeps_spaces);
        let block =
            |b: &Block| b.keeps_spaces.or((b.role == Role::Block(BlockKind::Preformatted)).then_some(true));
        inline.or_else(|| self.flow().iter().rev().find_map(block)).unwrap_or(false)
    }

    /// Whether something around is not to be shown.
    pub fn is_hidden(&self) -> bool {
        self.formatting.iter().any(|f| f.is_hidden == Some(true))
            || self.blocks.iter().any(|b| b.is_hidden == Some(true))
    }

    /// How a paragraph that begins here stands.
    pub fn layout(&self) -> Layout {
        let inner = |find: &dyn Fn(&Layout) -> bool| self.blocks.iter().rev().map(|b| b.layout).find(find);
        let flow = self.flow();
        let sum = |side: &dyn Fn(&Layout) -> i32| {
            flow.iter().fold(0, |sum: i32, b| sum.saturating_add(side(&b.layout)))
        };
        let own = flow.last().map(|b| b.layout).unwrap_or_default();
        Layout {
            align: inner(&|l| l.align.is_some()).and_then(|l| l.align),
            background: flow.iter().rev().find_map(|b| b.layout.background),
            left: sum(&|l| l.left),
            right: sum(&|l| l.right),
            first_line: flow.iter().rev().find_map(|b| b.layout.first_line),
            line_height: inner(&|l| l.line_height.is_some()).and_then(|l| l.line_height),
            above: own.above,
            below: own.below,
            rtl: self.blocks.iter().rev().find_map(|b| b.format.rtl),
            begins_page: false,
        }
    }

    /// Width of the figure around.
    pub fn figure_width(&self) -> Option<Width> {
        self.flow().iter().rev().find_map(|b| b.width)
    }

    pub fn kind(&self) -> Kind {
        let heading =
            |b: &Block| if let Role::Block(BlockKind::Heading(n)) = b.role { Some(n) } else { None };
        self.flow().iter().rev().find_map(heading).map_or(Kind::Body, Kind::Heading)
    }

    /// What is behind the innermost cell: its own background, its row's, its row group's or its table's.
    pub fn background_of_cell(&self) -> Option<Rgb> {
        let mut around =
            self.blocks.iter().rev().skip_while(|b| !matches!(b.role, Role::Cell { .. })).enumerate();
        let parts = around.by_ref().take_while(|(i, b)| *i == 0 || !matches!(b.role, Role::Cell { .. }));
        parts.take(4).find_map(|(_, b)| b.layout.background)
    }

    /// Where the content of the innermost cell stands, likewise.
    pub fn cell_align(&self) -> Option<CellAlign> {
        let around = self.blocks.iter().rev().skip_while(|b| !matches!(b.role, Role::Cell { .. }));
        around.take_while(|b| b.role != Role::Table).find_map(|b| b.cell_align)
    }

    pub fn place(&self) -> Place {
        let flow = self.flow();
        let indents = |b: &&Block| matches!(b.role, Role::Block(BlockKind::Quote | BlockKind::Description));
        Place {
            level: flow.iter().rev().find_map(|b| b.level),
            quotes: flow.iter().filter(indents).count().min(8) as u8,
        }
    }

    /// How many lists are open.
    pub fn lists(&self) -> usize {
        self.flow().iter().filter(|b| b.list.is_some()).count()
    }

    /// The innermost list.
    pub fn list_mut(&mut self) -> Option<&mut ListInWork> {
        self.flow_mut().iter_mut().rev().find_map(|b| b.list.as_mut())
    }

    /// The innermost item if its number or bullet stands nowhere yet.
    pub fn unnumbered(&mut self) -> Option<&mut Block> {
        let item = self.flow_mut().iter_mut().rev().find(|b| b.level.is_some());
        item.filter(|b| b.number.is_some() || b.mso_item.is_some())
    }
}
