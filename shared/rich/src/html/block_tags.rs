//! What the start tag of a block, list or table part opens, and what it closes first.

use html5gum::StartTag;

use super::css_values::MONOSPACE;
use super::element::{BlockKind, Role};
use super::formatting::{Align, Format, Layout};
use super::inline_flow::Flow;
use super::model::Section;
use super::model::{Block, Cell, Kind, Paragraph, Row, Table};
use super::reader::{Reader, TableInWork};
use super::style_attribute::Style;
use super::table_grid::COLUMNS;
use super::{attributes, open_elements};

/// Tables inside tables.
const TABLES: usize = 10;

impl Reader<'_> {
    pub(super) fn start_block(
        &mut self,
        tag: &StartTag<()>,
        name: &'static str,
        role: Role,
    ) -> Result<(), String> {
        match role {
            Role::Block(BlockKind::Caption) => {
                let Some(table) = self.open.table() else { return Ok(()) };
                self.pop_to(table + 1);
            }
            Role::Item => self.close_alike(|r| r == Role::Item),
            Role::Block(BlockKind::Term | BlockKind::Description) => {
                self.close_alike(|r| matches!(r, Role::Block(BlockKind::Term | BlockKind::Description)));
            }
            _ => {}
        }
        self.close_paragraph();
        let heading = |role: Role| matches!(role, Role::Block(BlockKind::Heading(_)));
        if heading(role) && self.open.blocks.last().is_some_and(|b| heading(b.role)) {
            self.pop();
        }
        self.begin_block();
        let style = self.style(tag);
        self.after_pre = role == Role::Block(BlockKind::Preformatted);
        let role = self.note_of(tag).map_or(role, |_| Role::Block(BlockKind::Note));
        let mut block = open_elements::Block::new(name, role);
        match role {
            Role::List { ordered } => block.list = Some(self.open_list(tag, ordered, &style)),
            Role::Item => {
                // An item without a list has a bullet.
                if self.open.lists() == 0 {
                    let mut list = open_elements::Block::new("ul", Role::List { ordered: false });
                    list.list = Some(self.open_list(&StartTag::default(), false, &Style::default()));
                    self.push_block(list, &Style::default())?;
                }
                let (number, level) = self.begin_item(tag, &style);
                (block.number, block.level) = (number, Some(level));
            }
            Role::Block(BlockKind::Note) => block.note = self.note_of(tag).map(|label| self.note(&label)),
            Role::Block(_) => {
                block.mso_item = style.mso_item;
                block.level = style.mso_item.map(|item| item.level());
            }
            _ => {}
        }
        self.push_block(block, &style)?;
        if role == Role::Block(BlockKind::Note) {
            self.flows.push(Flow::default());
        }
        self.anchor(tag);
        Ok(())
    }

    pub(super) fn start_table_part(
        &mut self,
        tag: &StartTag<()>,
        name: &'static str,
        role: Role,
    ) -> Result<(), String> {
        if role == Role::Table {
            self.close_paragraph();
            self.begin_block();
            self.flow().end_line();
            // Layout of tables in tables takes time that doubles with each level.
            if self.tables.len() >= TABLES {
                return Err(format!("has tables in tables deeper than {TABLES} levels"));
            }
            let style = self.style(tag);
            let width = self.open.figure_width().or(style.width);
            let table = Table { width, place: self.open.place(), ..Table::default() };
            self.tables.push(TableInWork { table, group: 0 });
            self.anchor(tag);
            return self.push_block(open_elements::Block::new(name, role), &style);
        }
        // Rows and cells outside of a table are only their content.
        let Some(table) = self.open.table() else { return Ok(()) };
        let inside = |at: usize, wanted: &dyn Fn(Role) -> bool| {
            self.open.blocks.get(at).is_some_and(|b| wanted(b.role)).into()
        };
        let rows: usize = inside(table + 1, &|r| matches!(r, Role::Rows(_)));
        let row: usize = inside(table + 1 + rows, &|r| r == Role::Row);
        match role {
            Role::Rows(_) => {
                self.pop_to(table + 1);
                self.begin_group();
            }
            Role::Row => self.pop_to(table + 1 + rows),
            _ => {
                self.pop_to(table + 1 + rows + row);
                if row == 0 {
                    self.begin_row();
                    self.push_block(open_elements::Block::new("tr", Role::Row), &Style::default())?;
                }
            }
        }
        self.flow().end_line();
        let style = self.style(tag);
        match role {
            Role::Row => self.begin_row(),
            Role::Cell { .. } => {
                let span = |name: &str| attributes::number(tag, name);
                self.cells.push(Cell {
                    columns: span("colspan").unwrap_or(1).clamp(1, 1000),
                    rows: span("rowspan").unwrap_or(1).min(65_534),
                    width: style.width,
                    ..Cell::default()
                });
                self.flows.push(Flow::default());
            }
            _ => {}
        }
        self.anchor(tag);
        self.push_block(open_elements::Block::new(name, role), &style)
    }

    pub(super) fn begin_group(&mut self) {
        if let Some(work) = self.tables.last_mut() {
            work.group += 1;
        }
    }

    pub(super) fn begin_row(&mut self) {
        let section = self.open.blocks.iter().rev().find_map(|b| match b.role {
            Role::Rows(section) => Some(Some(section)),
            Role::Table => Some(None),
            _ => None,
        });
        if let Some(work) = self.tables.last_mut() {
            let section = section.flatten().unwrap_or(Section::Body);
            work.table.rows.push(Row { section, group: work.group, cells: Vec::new() });
        }
    }

    pub(super) fn column(&mut self, tag: &StartTag<()>) {
        let width = self.style(tag).width;
        let span = attributes::number(tag, "span").unwrap_or(1).clamp(1, 1000) as usize;
        let room = COLUMNS;
        if let Some(work) = self.tables.last_mut() {
            let columns = &mut work.table.columns;
            columns.extend(std::iter::repeat_n(width, span.min(room.saturating_sub(columns.len()))));
        }
    }

    /// The paragraph that is being written; begins one.
    pub(super) fn line(&mut self) -> &mut Paragraph {
        let line = match self.flow().line.take() {
            Some(line) => line,
            None => self.paragraph(self.open.kind()),
        };
        self.flow().line.insert(line)
    }

    /// A paragraph as one that begins here. Takes the number of the item around it.
    pub(super) fn paragraph(&mut self, kind: Kind) -> Paragraph {
        let number = if kind == Kind::Rule { None } else { self.take_number() };
        let begins_page = std::mem::take(&mut self.begins_page);
        Paragraph {
            kind,
            layout: Layout { begins_page, ..self.open.layout() },
            place: self.open.place(),
            number,
            anchors: std::mem::take(&mut self.anchors),
            content: Vec::new(),
        }
    }

    fn take_number(&mut self) -> Option<usize> {
        let item = self.open.unnumbered()?;
        let (number, of_word) = (item.number.take(), item.mso_item.take());
        number.or_else(|| Some(self.mso_list(of_word?)))
    }

    /// A block begins: the text is no longer inline.
    pub(super) fn begin_block(&mut self) {
        self.document.inline = false;
        self.flow().end_line();
    }

    /// Gives an item's number a paragraph of its own, where no text has taken it.
    pub(super) fn settle_number(&mut self) {
        if self.open.unnumbered().is_some() {
            let empty = self.paragraph(Kind::Body);
            self.flow().blocks.push(Block::Paragraph(empty));
        }
    }

    pub(super) fn push_block(
        &mut self,
        mut block: open_elements::Block,
        style: &Style,
    ) -> Result<(), String> {
        let role = block.role;
        if matches!(role, Role::List { .. } | Role::Item | Role::Table) || block.level.is_some() {
            self.settle_number();
        }
        self.bound_depth()?;
        let mut own = Format::default();
        match role {
            Role::Block(BlockKind::Preformatted) => own.font = Some(MONOSPACE.into()),
            Role::Block(BlockKind::Centered) => block.layout.align = Some(Align::Center),
            Role::Cell { header: true } => own.bold = Some(true),
            _ => {}
        }
        block.format = own.with(&style.format);
        block.layout = Layout { align: style.layout.align.or(block.layout.align), ..style.layout };
        block.layout.background = block.format.background.take();
        self.begins_page |= std::mem::take(&mut block.layout.begins_page);
        // Lists and cells have indents of their own.
        if matches!(role, Role::Block(_)) && block.level.is_none() {
            (block.layout.left, block.layout.right) = style.indents();
        } else {
            block.layout.first_line = None;
        }
        block.cell_align = style.cell_align;
        block.width = style.width.filter(|_| block.name == "figure");
        (block.is_hidden, block.keeps_spaces) = (style.is_hidden, style.keeps_spaces);
        block.ends_page = style.ends_page;
        block.floor = self.open.formatting.len();
        self.open.blocks.push(block);
        Ok(())
    }

    /// Deep nesting must end before it costs stack or time: each tag walks along all that is open.
    pub(super) fn bound_depth(&self) -> Result<(), String> {
        if self.open.depth() >= self.limits.html_depth {
            return Err(format!(
                "nests elements deeper than {} levels (limit html_depth)",
                self.limits.html_depth
            ));
        }
        Ok(())
    }
}
