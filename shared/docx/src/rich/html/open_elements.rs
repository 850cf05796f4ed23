//! The elements that are open at a point of the text, in two lists: blocks, which nest, and formatting, which in real
//! HTML need not (`<b><p>x</b>y</p>`).

use super::element::{BlockKind, Role};
use super::formatting::{Align, Format, Rgb};
use super::model::{Kind, Place};

/// An open block, list, item, or part of a table.
#[derive(Debug)]
pub(super) struct Block {
    pub name: &'static str,
    pub role: Role,
    /// Formatting of the text in it.
    pub format: Format,
    pub align: Option<Align>,
    pub background: Option<Rgb>,
    /// Index of the list, of a list.
    pub list: Option<usize>,
    /// An item whose number stands nowhere yet.
    pub unnumbered: bool,
    /// Length of the formatting list when a cell was opened.
    pub floor: usize,
}

/// An open inline element.
#[derive(Debug, PartialEq)]
pub(super) struct Formatting {
    pub name: &'static str,
    pub format: Format,
    pub link: Option<usize>,
    /// Stays in effect behind the end of the block in which it was opened.
    pub survives: bool,
    /// How many blocks were open around it.
    pub depth: usize,
}

/// All that is open.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub blocks: Vec<Block>,
    pub formatting: Vec<Formatting>,
}

/// Elements that an end tag does not reach through (HTML, 13.2.4.2: "has an element in scope").
pub(super) fn bounds_scope(role: Role) -> bool {
    matches!(role, Role::Cell { .. } | Role::Table | Role::Block(BlockKind::Caption))
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

    /// Where formatting begins that the innermost cell holds.
    pub fn floor(&self) -> usize {
        self.blocks.iter().rev().find(|b| matches!(b.role, Role::Cell { .. })).map_or(0, |b| b.floor)
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

    pub fn align(&self) -> Option<Align> {
        self.blocks.iter().rev().find_map(|b| b.align)
    }

    /// The blocks in the innermost cell, or all.
    fn flow(&self) -> &[Block] {
        let cell = self.blocks.iter().rposition(|b| matches!(b.role, Role::Cell { .. }));
        &self.blocks[cell.map_or(0, |cell| cell + 1)..]
    }

    pub fn preformatted(&self) -> bool {
        self.flow().iter().any(|b| b.role == Role::Block(BlockKind::Preformatted))
    }

    pub fn kind(&self) -> Kind {
        let heading =
            |b: &Block| if let Role::Block(BlockKind::Heading(n)) = b.role { Some(n) } else { None };
        self.flow().iter().rev().find_map(heading).map_or(Kind::Body, Kind::Heading)
    }

    pub fn background(&self) -> Option<Rgb> {
        self.flow().iter().rev().find_map(|b| b.background)
    }

    /// What is behind the innermost cell: its own background, its row's, its row group's or its table's.
    pub fn background_of_cell(&self) -> Option<Rgb> {
        let mut around =
            self.blocks.iter().rev().skip_while(|b| !matches!(b.role, Role::Cell { .. })).enumerate();
        let parts = around.by_ref().take_while(|(i, b)| *i == 0 || !matches!(b.role, Role::Cell { .. }));
        parts.take(4).find_map(|(_, b)| b.background)
    }

    pub fn place(&self) -> Place {
        let flow = self.flow();
        let lists = flow.iter().filter(|b| b.list.is_some()).count();
        let indents = |b: &&Block| matches!(b.role, Role::Block(BlockKind::Quote | BlockKind::Description));
        // Text in a list beside its items belongs to no item.
        let list = flow.iter().rev().find_map(|b| b.list);
        let in_item = flow.iter().any(|b| b.role == Role::Item);
        Place {
            item: list.filter(|_| in_item).map(|list| (list, level(lists))),
            quotes: flow.iter().filter(indents).count().min(8) as u8,
        }
    }

    pub fn in_list(&self) -> bool {
        self.flow().iter().any(|b| b.list.is_some())
    }

    /// The index that the innermost list has.
    pub fn list_mut(&mut self) -> Option<&mut usize> {
        self.flow_mut().iter_mut().rev().find_map(|b| b.list.as_mut())
    }

    fn flow_mut(&mut self) -> &mut [Block] {
        let cell = self.blocks.iter().rposition(|b| matches!(b.role, Role::Cell { .. }));
        &mut self.blocks[cell.map_or(0, |cell| cell + 1)..]
    }

    /// The innermost item if its number stands nowhere yet.
    pub fn unnumbered(&mut self) -> Option<&mut Block> {
        self.flow_mut().iter_mut().rev().find(|b| b.role == Role::Item).filter(|b| b.unnumbered)
    }
}

/// Word has nine levels, 0 to 8; what is deeper stays on the last.
fn level(lists: usize) -> u8 {
    lists.saturating_sub(1).min(8) as u8
}
