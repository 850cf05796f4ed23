//! What a start tag of a block, a list or a part of a table opens, and what it closes first.

use html5gum::StartTag;

use super::super::numbering::{ListKind, NumberFormat};
use super::element::{BlockKind, Role, Section};
use super::formatting::{Align, Format};
use super::inline_flow::Flow;
use super::model::{Block, Cell, Kind, Paragraph, Row, Table};
use super::reader::{Reader, TableInWork};
use super::table_grid::COLUMNS;
use super::{attributes, open_elements, style_attribute};

/// Tables inside tables.
const TABLES: usize = 10;

/// Word's numbers end here.
const LARGEST: u32 = i32::MAX as u32;

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
        self.flow().end_line();
        let list = match role {
            Role::List { ordered } => Some(self.open_list(tag, ordered)),
            // An item without a list has a bullet.
            Role::Item if !self.open.in_list() => {
                let list = self.open_list(tag, false);
                self.push_block("ul", Role::List { ordered: false }, tag, Some(list))?;
                None
            }
            Role::Item => {
                self.renumber(tag);
                None
            }
            _ => None,
        };
        self.after_pre = role == Role::Block(BlockKind::Preformatted);
        self.push_block(name, role, tag, list)
    }

    pub(super) fn open_list(&mut self, tag: &StartTag<()>, ordered: bool) -> usize {
        let start = attributes::number(tag, "start").unwrap_or(1).min(LARGEST);
        let format = attributes::text(tag, "type").and_then(|word| NumberFormat::of_html(&word));
        self.document.lists.push(if ordered {
            ListKind::Numbers { start, format }
        } else {
            ListKind::Bullet
        });
        self.document.lists.len() - 1
    }

    /// Lets the list go on from the number that an item asks for (HTML, 4.4.8): to Word that is another list.
    fn renumber(&mut self, item: &StartTag<()>) {
        let Some(start) = attributes::number(item, "value") else { return };
        let Some(place) = self.open.list_mut() else { return };
        if let Some(ListKind::Numbers { format, .. }) = self.document.lists.get(*place).copied() {
            *place = self.document.lists.len();
            self.document.lists.push(ListKind::Numbers { start: start.min(LARGEST), format });
        }
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
            let table = Table { width: attributes::width(tag), place: self.open.place(), ..Table::default() };
            self.tables.push(TableInWork { table, group: 0 });
            return self.push_block(name, role, tag, None);
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
                    self.push_block("tr", Role::Row, &StartTag::default(), None)?;
                }
            }
        }
        self.flow().end_line();
        match role {
            Role::Row => self.begin_row(),
            Role::Cell { .. } => {
                let span = |name: &str| attributes::number(tag, name);
                self.cells.push(Cell {
                    columns: span("colspan").unwrap_or(1).clamp(1, 1000),
                    rows: span("rowspan").unwrap_or(1).min(65_534),
                    width: attributes::width(tag),
                    ..Cell::default()
                });
                self.flows.push(Flow::default());
            }
            _ => {}
        }
        self.push_block(name, role, tag, None)
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
        let width = attributes::width(tag);
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
        let numbered = kind != Kind::Rule
            && self.open.unnumbered().is_some_and(|item| std::mem::take(&mut item.unnumbered));
        Paragraph {
            kind,
            align: self.open.align(),
            background: self.open.background(),
            place: self.open.place(),
            numbered,
            content: Vec::new(),
        }
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
        name: &'static str,
        role: Role,
        tag: &StartTag<()>,
        list: Option<usize>,
    ) -> Result<(), String> {
        if matches!(role, Role::List { .. } | Role::Item | Role::Table) {
            self.settle_number();
        }
        self.bound_depth()?;
        let style = self.style(tag);
        let mut own = Format::default();
        let mut align = None;
        match role {
            Role::Block(BlockKind::Preformatted) => own.monospace = true,
            Role::Block(BlockKind::Centered) => align = Some(Align::Center),
            Role::Cell { header: true } => own.bold = Some(true),
            _ => {}
        }
        let mut format = own.with(&style.format);
        let background = format.background.take();
        self.open.blocks.push(open_elements::Block {
            name,
            role,
            format,
            align: style.align.or(align),
            background,
            list,
            unnumbered: role == Role::Item,
            floor: self.open.formatting.len(),
        });
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

    pub(super) fn style(&self, tag: &StartTag<()>) -> style_attribute::Style {
        match attributes::text(tag, "style") {
            Some(style) => style_attribute::parse(&style, self.open.format().size.unwrap_or(self.size)),
            None => style_attribute::Style::default(),
        }
    }
}
