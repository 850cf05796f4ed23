//! Finds the structure of a document, and assigns its elements to paragraphs and labels.

use std::collections::{HashMap, HashSet};

use platen_ooxml::Budget;

use crate::error::LayoutError;
use crate::model::Document;
use crate::model::document::Note;
use crate::model::paragraph_style::Role;
use crate::model::story::{Anchor, AnchorContent, Block, Inline, InlineKind, Paragraph, Table};
use crate::model::table_properties::Merge;
use crate::model::unicode_math;
use crate::structure::{Element, ElementId, ElementKind, Header, ListKind};

/// Numbers the elements of a document, and assigns them to its paragraphs and labels. Headers and footers are none: they
/// repeat on every page.
pub(crate) fn number(document: &mut Document, budget: &Budget) -> Result<Vec<Element>, LayoutError> {
    let Document { sections, footnotes, endnotes, .. } = document;
    let mut builder = Builder { budget, footnotes, elements: Vec::new(), heading: None };
    let mut lists = Lists::default();
    for section in sections {
        builder.blocks(&mut section.blocks, None, &mut lists)?;
    }
    for note in endnotes {
        builder.note(note, None)?;
    }
    Ok(builder.elements)
}

struct Builder<'d> {
    budget: &'d Budget,
    footnotes: &'d mut [Note],
    elements: Vec<Element>,
    /// Level of the last heading.
    heading: Option<usize>,
}

/// The lists that the next paragraph can continue.
#[derive(Default)]
struct Lists {
    /// The lists that are open, the outermost first.
    open: Vec<OpenList>,
    contents: Option<ElementId>,
}

impl Lists {
    fn close(&mut self) {
        *self = Lists::default();
    }
}

struct OpenList {
    num: i64,
    level: usize,
    list: ElementId,
    /// Body of its last item.
    body: ElementId,
}

impl Builder<'_> {
    fn add(&mut self, kind: ElementKind, parent: Option<ElementId>) -> Result<ElementId, LayoutError> {
        self.budget.spend(8)?;
        let id = u32::try_from(self.elements.len()).map_err(|_| LayoutError::Internal)?;
        self.elements.push(Element { kind, parent });
        Ok(ElementId(id))
    }

    /// The depth of stories in one another is bounded where they are read.
    fn blocks(
        &mut self,
        blocks: &mut [Block],
        parent: Option<ElementId>,
        lists: &mut Lists,
    ) -> Result<(), LayoutError> {
        // A drop cap is the beginning of the paragraph behind it.
        let mut cap: Option<usize> = None;
        for at in 0..blocks.len() {
            let is_last = at + 1 == blocks.len();
            let element = match blocks.get_mut(at) {
                Some(Block::Paragraph(paragraph)) if paragraph.style.drop_cap.is_some() && !is_last => {
                    cap = Some(at);
                    continue;
                }
                Some(Block::Paragraph(paragraph)) => self.paragraph(paragraph, parent, lists)?,
                Some(Block::Table(table)) => {
                    lists.close();
                    self.table(table, parent)?;
                    continue;
                }
                Some(Block::Frame(frame)) => {
                    self.blocks(&mut frame.blocks, parent, lists)?;
                    continue;
                }
                None => break,
            };
            if let Some(Block::Paragraph(cap)) = cap.take().and_then(|cap| blocks.get_mut(cap)) {
                cap.element = Some(element);
            }
        }
        Ok(())
    }

    fn story(&mut self, blocks: &mut [Block], parent: Option<ElementId>) -> Result<(), LayoutError> {
        self.blocks(blocks, parent, &mut Lists::default())
    }

    fn paragraph(
        &mut self,
        paragraph: &mut Paragraph,
        parent: Option<ElementId>,
        lists: &mut Lists,
    ) -> Result<ElementId, LayoutError> {
        let (element, parent) = if let Some(level) = paragraph.style.outline_level {
            lists.close();
            let level = level.min(self.heading.map_or(0, |before| before + 1));
            let title = text(paragraph);
            if title.is_empty() {
                (self.add(ElementKind::Paragraph, parent)?, parent)
            } else {
                self.heading = Some(level);
                (self.add(ElementKind::Heading { level, title }, parent)?, parent)
            }
        } else if paragraph.role == Role::Entry {
            let contents = match lists.contents {
                Some(contents) => contents,
                None => self.add(ElementKind::Contents, parent)?,
            };
            *lists = Lists { open: Vec::new(), contents: Some(contents) };
            (self.add(ElementKind::Entry, Some(contents))?, parent)
        } else if paragraph.role == Role::Caption {
            lists.close();
            (self.add(ElementKind::Caption, parent)?, parent)
        } else if paragraph.label.is_some() {
            lists.contents = None;
            let body = self.item(paragraph, parent, lists)?;
            (self.add(ElementKind::Paragraph, Some(body))?, Some(body))
        } else {
            lists.close();
            (self.add(ElementKind::Paragraph, parent)?, parent)
        };
        paragraph.element = Some(element);
        if let Some(label) = &mut paragraph.label {
            label.element.get_or_insert(element);
        }
        for inline in &mut paragraph.inlines {
            match &mut inline.kind {
                InlineKind::Anchor(anchor) => self.anchor(anchor, parent)?,
                InlineKind::Equation(equation) => {
                    let alt = unicode_math::of(&equation.row);
                    self.budget.spend(alt.len() as u64)?;
                    equation.element = Some(self.add(ElementKind::Formula { alt }, Some(element))?);
                }
                InlineKind::Note { is_end: false, place } => {
                    // Each reference has a note of its own.
                    if let Some(mut note) = self.footnotes.get_mut(*place).map(std::mem::take) {
                        self.note(&mut note, parent)?;
                        if let Some(place) = self.footnotes.get_mut(*place) {
                            *place = note;
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(element)
    }

    /// Puts an item into the list that it continues, or into a new one; returns its body.
    fn item(
        &mut self,
        paragraph: &mut Paragraph,
        parent: Option<ElementId>,
        lists: &mut Lists,
    ) -> Result<ElementId, LayoutError> {
        let Some(label) = &mut paragraph.label else { return Err(LayoutError::Internal) };
        let (num, level) = (label.num, label.level);
        while lists
            .open
            .last()
            .is_some_and(|open| open.level > level || open.level == level && open.num != num)
        {
            lists.open.pop();
        }
        let list = match lists.open.last() {
            Some(open) if open.level == level => open.list,
            open => {
                let around = open.map(|open| open.body).or(parent);
                self.add(ElementKind::List(list_kind(&label.text)), around)?
            }
        };
        let item = self.add(ElementKind::Item, Some(list))?;
        label.element = Some(self.add(ElementKind::Label, Some(item))?);
        let body = self.add(ElementKind::Body, Some(item))?;
        match lists.open.last_mut() {
            Some(open) if open.list == list => open.body = body,
            _ => lists.open.push(OpenList { num, level, list, body }),
        }
        Ok(body)
    }

    fn note(&mut self, note: &mut Note, parent: Option<ElementId>) -> Result<(), LayoutError> {
        let element = self.add(ElementKind::Note, parent)?;
        self.story(&mut note.blocks, Some(element))
    }

    fn anchor(&mut self, anchor: &mut Anchor, parent: Option<ElementId>) -> Result<(), LayoutError> {
        self.object(&mut anchor.content, parent)
    }

    fn object(&mut self, content: &mut AnchorContent, parent: Option<ElementId>) -> Result<(), LayoutError> {
        self.budget.spend(8)?;
        match content {
            AnchorContent::Picture(_)
            | AnchorContent::Chart(_)
            | AnchorContent::WordArt(_)
            | AnchorContent::Rule(_) => Ok(()),
            AnchorContent::Box(text_box) => self.story(&mut text_box.story, parent),
            AnchorContent::Turned(inner, _) => self.object(inner, parent),
            AnchorContent::Group(parts) => {
                parts.iter_mut().try_for_each(|part| self.object(&mut part.content, parent))
            }
        }
    }

    fn table(&mut self, table: &mut Table, parent: Option<ElementId>) -> Result<(), LayoutError> {
        let element = self.add(ElementKind::Table, parent)?;
        // Word's tags follow the look, whether the style gives these cells a format or not (16 of its PDFs with 800 such cells).
        let (first_row, first_column) = table.sets_apart;
        let repeated = table.rows.iter().take_while(|row| row.is_header).count();
        let headers = repeated.max(usize::from(first_row));
        // Rows that repeat over nothing say nothing of any column.
        let headers = if headers == table.rows.len() { 0 } else { headers };
        let heights = heights(table);
        let mut around = element;
        for (number, (row, heights)) in table.rows.iter_mut().zip(heights).enumerate() {
            if headers > 0 && number == 0 {
                around = self.add(ElementKind::HeaderRows, Some(element))?;
            } else if headers > 0 && number == headers {
                around = self.add(ElementKind::BodyRows, Some(element))?;
            }
            let own = self.add(ElementKind::Row, Some(around))?;
            let is_single = row.cells.len() == 1;
            for (place, (cell, rows)) in row.cells.iter_mut().zip(heights).enumerate() {
                // A cell that goes on from above shows nothing of its own.
                if rows == 0 {
                    continue;
                }
                let columns = u32::try_from(cell.span.max(1)).unwrap_or(1);
                let header = if number < headers {
                    Some(Header::Column)
                } else {
                    (first_column && place == 0 && row.before == 0 && !is_single).then_some(Header::Row)
                };
                let kind = ElementKind::Cell { header, rows, columns };
                let cell_element = self.add(kind, Some(own))?;
                self.story(&mut cell.blocks, Some(cell_element))?;
            }
        }
        Ok(())
    }
}

/// How many rows each cell takes, row by row; 0 for one that continues from the row above.
fn heights(table: &Table) -> Vec<Vec<u32>> {
    let columns = |row: &crate::model::story::Row| {
        let mut column = row.before;
        let own = row.cells.iter().map(|cell| {
            let own = column;
            column += cell.span.max(1);
            own
        });
        own.collect::<Vec<usize>>()
    };
    // Columns in which a merged cell can go on.
    let mut open: HashSet<usize> = HashSet::new();
    let mut out: Vec<Vec<u32>> = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let mut still = HashSet::new();
        let own = row.cells.iter().zip(columns(row)).map(|(cell, column)| {
            let goes_on = cell.merge == Some(Merge::Continue) && open.contains(&column);
            if cell.merge.is_some() {
                still.insert(column);
            }
            u32::from(!goes_on)
        });
        out.push(own.collect());
        open = still;
    }
    // From below: how many cells hang on the one above.
    let mut below: HashMap<usize, u32> = HashMap::new();
    for (row, heights) in table.rows.iter().zip(&mut out).rev() {
        let mut own = HashMap::new();
        for (height, column) in heights.iter_mut().zip(columns(row)) {
            let hanging = below.get(&column).copied().unwrap_or(0);
            if *height == 0 {
                own.insert(column, hanging + 1);
            } else {
                *height += hanging;
            }
        }
        below = own;
    }
    out
}

/// How a list is numbered, from its first label.
fn list_kind(label: &str) -> ListKind {
    match label.chars().find(|sign| sign.is_alphanumeric()) {
        Some(first) if first.is_numeric() => ListKind::Decimal,
        // Word's bullets from fonts of signs lie in the private use area; the letter is that of "Courier New".
        None | Some('o') => ListKind::Bullets,
        Some(first @ ('i' | 'I')) => ListKind::Roman(first.is_uppercase()),
        Some(first) if first.is_ascii_alphabetic() => ListKind::Letters(first.is_uppercase()),
        Some(_) => ListKind::Decimal,
    }
}

/// Characters of a heading's title.
const MOST_TITLE: usize = 250;

/// The text of a paragraph.
fn text(paragraph: &Paragraph) -> String {
    let mut text = String::new();
    for inline in &paragraph.inlines {
        match &inline.kind {
            InlineKind::Composed(own) => text.extend(own.base().iter().filter_map(Inline::text)),
            InlineKind::Text(own) => text.push_str(own),
            InlineKind::Tab | InlineKind::Break(_) => text.push(' '),
            InlineKind::Equation(equation) => text.push_str(&unicode_math::of(&equation.row)),
            _ => {}
        }
    }
    text.trim().chars().take(MOST_TITLE).collect()
}
