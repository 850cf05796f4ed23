//! What an end tag closes, and what happens to it.

use super::element::{BlockKind, Role, element};
use super::formatting::Format;
use super::model::{Block, Content, Document, Inline, Paragraph};
use super::open_elements::bounds_scope;
use super::reader::Reader;

impl Reader<'_> {
    pub(super) fn end(&mut self, name: &str) -> Result<(), String> {
        if let Some((dropped, depth)) = &mut self.dropped {
            *depth -= usize::from(*dropped == name);
            if *depth == 0 {
                self.dropped = None;
            }
            return Ok(());
        }
        let Some((name, role)) = element(name) else { return Ok(()) };
        let open = &self.open;
        let at = match role {
            // Browsers show a `</br>` as the break that was meant.
            Role::Break => {
                self.push(Content::Break);
                return Ok(());
            }
            Role::Inline { survives } => return self.end_inline(name, survives),
            Role::Block(BlockKind::Heading(_)) => {
                open.in_scope(|b| matches!(b.role, Role::Block(BlockKind::Heading(_))))
            }
            Role::Block(_) | Role::List { .. } => open.in_scope(|b| b.name == name),
            Role::Item => {
                open.find(|b| b.role == role, |r| bounds_scope(r) || matches!(r, Role::List { .. }))
            }
            Role::Table => open.table(),
            Role::Rows(_) | Role::Row | Role::Cell { .. } => {
                open.find(|b| b.name == name, |r| r == Role::Table)
            }
            Role::Dropped | Role::DroppedVoid | Role::Rule | Role::Image | Role::Input | Role::Column => None,
        };
        if let Some(at) = at {
            self.pop_to(at);
        }
        Ok(())
    }

    fn end_inline(&mut self, name: &str, survives: bool) -> Result<(), String> {
        let (floor, depth) = (self.open.floor(), self.open.blocks.len());
        let ends = |f: &super::open_elements::Formatting| f.name == name && (survives || f.depth == depth);
        if let Some(at) = self.open.formatting[floor..].iter().rposition(ends) {
            if name == "q" {
                self.text("\u{201D}")?;
            }
            self.open.formatting.remove(floor + at);
        }
        Ok(())
    }

    /// Closes the paragraph that a block's tag ends.
    pub(super) fn close_paragraph(&mut self) {
        if let Some(at) = self.open.in_scope(|b| b.role == Role::Block(BlockKind::Paragraph)) {
            self.pop_to(at);
        }
    }

    /// Closes the item, term or description that another one ends.
    pub(super) fn close_alike(&mut self, alike: impl Fn(Role) -> bool) {
        let transparent = |role| matches!(role, Role::Block(BlockKind::Division | BlockKind::Paragraph));
        if let Some(at) = self.open.find(|b| alike(b.role), |role| !transparent(role)) {
            self.pop_to(at);
        }
    }

    /// Closes blocks until so many are open.
    pub(super) fn pop_to(&mut self, length: usize) {
        while self.open.blocks.len() > length {
            self.pop();
        }
    }

    /// Closes the innermost block.
    pub(super) fn pop(&mut self) {
        self.flow().end_line();
        if self.open.blocks.last().is_some_and(|b| b.level.is_some()) {
            self.settle_number();
        }
        let (background, align) = (self.open.background_of_cell(), self.open.cell_align());
        let Some(block) = self.open.blocks.pop() else { return };
        match block.role {
            Role::Cell { .. } => {
                let (flow, cell) = (self.flows.pop(), self.cells.pop());
                let row = self.tables.last_mut().and_then(|work| work.table.rows.last_mut());
                if let (Some(flow), Some(mut cell), Some(row)) = (flow, cell, row) {
                    cell.blocks = flow.blocks;
                    (cell.background, cell.align) = (background, align);
                    row.cells.push(cell);
                }
                self.open.formatting.truncate(block.floor);
            }
            Role::Block(BlockKind::Note) => {
                let flow = self.flows.pop();
                let note = block.note.and_then(|note| self.document.notes.get_mut(note));
                if let (Some(flow), Some(note)) = (flow, note) {
                    note.blocks.get_or_insert(flow.blocks);
                }
                self.open.formatting.truncate(block.floor);
            }
            Role::Rows(_) => self.begin_group(),
            Role::Table => {
                if let Some(work) = self.tables.pop() {
                    self.flow().blocks.push(Block::Table(work.table));
                }
            }
            _ => {}
        }
        self.begins_page |= block.ends_page;
        let depth = self.open.blocks.len();
        self.open.formatting.retain(|f| f.survives || f.depth <= depth);
    }

    /// Closes all that is open: end tags at the end may be missing.
    pub(super) fn finish(mut self) -> Document {
        self.pop_to(0);
        self.flow().end_line();
        let mut blocks = self.flows.pop().unwrap_or_default().blocks;
        if self.begins_page || !self.anchors.is_empty() {
            if !matches!(blocks.last(), Some(Block::Paragraph(_))) && self.begins_page {
                blocks.push(Block::Paragraph(Paragraph::default()));
            }
            if let Some(Block::Paragraph(last)) = blocks.last_mut() {
                last.anchors.append(&mut self.anchors);
                // What follows the value begins a page.
                let page_break =
                    Inline { content: Content::PageBreak, format: Format::default(), link: None };
                last.content.extend(self.begins_page.then_some(page_break));
            }
        }
        self.document.blocks = blocks;
        self.document
    }
}
