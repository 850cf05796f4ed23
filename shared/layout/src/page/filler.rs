//! Fills pages with the sections of a document, one after the other.

use std::collections::HashMap;

use super::balance::balanced;
use super::column::{Edges, Filled, Filling, Placed, Top};
use super::float::Surroundings;
use super::header::{Extent, Measured};
use super::note_areas::Edge;
use super::off_page;
use super::pins::Pins;
use super::sheet::{Sheet, left_edge};
use super::styled::Styled;
use super::{float, header};
use crate::block::{
    Boxes, Exclusion, Forced, Layouter, MAX_EXCLUSIONS, Mark, PageFrame, Slice, draw_flow, draw_out,
    draw_slice, exclusion,
};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::ink::border_line;
use crate::model::section::{HeaderKind, NoteRestart, Section};
use crate::model::story::{Noted, Wrap};
use crate::pages::{Destination, Heading, Page, PageNumber};
use crate::shape::Values;

/// The least height of text on a page, whatever header and footer take, in points: two lines. A guess.
const LEAST_TEXT: f64 = 24.0;

/// Fills pages.
pub(crate) struct Filler<'a, 'f> {
    pub layouter: &'f Layouter<'a>,
    /// Pages that a document may have.
    pub most_pages: usize,
    pub(super) sheets: Vec<Sheet<'a>>,
    edges: Edges<'a>,
    /// Space below the last paragraph of the section before.
    pub(super) after: f64,
    /// Headers and footers of sections, by their kinds; the last says which of both.
    pub(super) headers: HashMap<(usize, HeaderKind, bool), Option<Measured<'a>>>,
    /// The columns that the section has filled.
    pub(super) pages: Vec<PageFrame>,
    /// The objects of the section that stay where they were first.
    pub(super) pins: Pins,
    /// Number of the last line that was counted.
    pub(super) lines: Option<i64>,
    pub outline: Vec<Heading>,
    pub destinations: Vec<Destination>,
    /// Places of fields in the main part, and their pages.
    pub fields: Vec<(usize, usize)>,
    /// Footnotes by their places in the document, and the pages of their references.
    pub notes: Vec<(u32, usize)>,
    pub(super) styled: Vec<Styled>,
    /// The pages as fields name them.
    pub numbers: Vec<PageNumber>,
}

/// What a page is to its section: its first one may have a header of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// The section starts with it, and may count its pages again from a number of its own.
    Section,
    /// The section's first one, though it started on the page before.
    First,
    Further,
}

impl<'a, 'f> Filler<'a, 'f> {
    pub fn new(layouter: &'f Layouter<'a>, most_pages: usize) -> Filler<'a, 'f> {
        Filler {
            layouter,
            most_pages,
            sheets: Vec::new(),
            edges: Edges::default(),
            after: 0.0,
            headers: HashMap::new(),
            pages: Vec::new(),
            pins: Pins::default(),
            lines: None,
            outline: Vec::new(),
            destinations: Vec::new(),
            fields: Vec::new(),
            notes: Vec::new(),
            styled: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// All pages.
    pub fn run(&mut self) -> Result<Vec<Page>, LayoutError> {
        let count = self.layouter.document.sections.len();
        for index in 0..count {
            self.section(index)?;
        }
        let pages = self.finish()?;
        off_page::tell(&pages, self.layouter.undrawn);
        Ok(pages)
    }

    pub(super) fn section_of(&self, index: usize) -> Result<&'a Section, LayoutError> {
        let document = self.layouter.document;
        document.sections.get(index).map(|body| &body.section).ok_or(LayoutError::Internal)
    }

    /// Begins a page.
    pub(super) fn new_sheet(
        &mut self,
        index: usize,
        section: &'a Section,
        begins: Begins,
    ) -> Result<(), LayoutError> {
        // A page that holds nothing, again and again, would fill the memory.
        if self.sheets.len() >= self.most_pages {
            return Err(LayoutError::TooManyPages { allowed: self.most_pages });
        }
        self.layouter.budget.spend(1024)?;
        let settings = &self.layouter.document.settings;
        let before = self.sheets.last();
        let following = before.map_or(1, |sheet| sheet.number + 1);
        let number = match begins {
            Begins::Section => section.page_start.unwrap_or(following),
            Begins::First | Begins::Further => following,
        };
        let is_first = begins != Begins::Further;
        let kind = header::kind(section, is_first, number, settings.even_and_odd_headers);
        let mut header = self.header(index, section.paper(), kind, false)?;
        let mut footer = self.header(index, section.paper(), kind, true)?;
        if section.direction.is_turned() {
            self.tell_turned(section, header.take(), footer.take());
        }
        let gutter = if settings.gutter_at_top { section.gutter } else { 0.0 };
        // A negative margin holds whatever stands in it.
        let mut top = match &header {
            Some(own) if section.top >= 0.0 => (section.header + own.height).max(section.top + gutter),
            _ => section.top.abs() + gutter,
        };
        let mut bottom = match &footer {
            Some(own) if section.bottom >= 0.0 => (section.footer + own.height).max(section.bottom),
            _ => section.bottom.abs(),
        };
        let middle = section.height / 2.0;
        let natural = top;
        if let Some((_, to)) =
            header.as_ref().and_then(|own| own.band).filter(|(from, to)| *from <= top && *to < middle)
        {
            top = top.max(to);
        }
        let foot = section.height - bottom;
        if let Some((from, _)) =
            footer.as_ref().and_then(|own| own.band).filter(|(from, to)| *to >= foot && *from > middle)
        {
            bottom = bottom.max(section.height - from);
        }
        // A header that leaves no room does not push the text off the paper.
        let lowest = section.height - section.bottom.abs() - LEAST_TEXT;
        let top = top.min(lowest.max(section.top.abs() + gutter));
        let bottom = (section.height - bottom).max(top + LEAST_TEXT);
        let left = left_edge(section, number, settings.mirror_margins, settings.gutter_at_top);
        self.restart_lines(section, NoteRestart::Page);
        let reaches = |own: &Exclusion| own.bottom > top && own.top < bottom;
        let wraps =
            [header, footer].into_iter().flatten().flat_map(|own| own.wraps).filter(reaches).collect();
        self.sheets.push(Sheet {
            wraps,
            section: index,
            number,
            is_first,
            left,
            top,
            is_lowered: top > natural,
            bottom,
            items: Vec::new(),
            foot: Vec::new(),
            floats: Vec::new(),
            end: top,
            notes: 0.0,
            has_note_columns: false,
            is_blank: false,
            marker: std::marker::PhantomData,
        });
        Ok(())
    }

    fn header(
        &mut self,
        index: usize,
        section: &'a Section,
        kind: HeaderKind,
        is_footer: bool,
    ) -> Result<Option<Extent>, LayoutError> {
        let key = (index, kind, is_footer);
        let extent = |measured: &Option<Measured<'_>>| measured.as_ref().map(|own| own.extent.clone());
        if let Some(known) = self.headers.get(&key) {
            return Ok(extent(known));
        }
        let refs = if is_footer { &section.footers } else { &section.headers };
        let values = Values::default();
        let flow = self.layouter.header(refs, kind, section, &values, is_footer)?;
        let measured = flow.map(|flow| Measured {
            extent: header::extent(&flow, section, section.left, is_footer),
            flow: Some(flow).filter(|_| !values.are_shown.get()),
        });
        Ok(extent(self.headers.entry(key).or_insert(measured)))
    }

    /// Warns about headers that reach into text whose lines run down the page: the text does not avoid them.
    fn tell_turned(&self, section: &Section, header: Option<Extent>, footer: Option<Extent>) {
        let paper = section.paper();
        let reaches = |own: Option<Extent>, from: f64, margin: f64| {
            own.is_some_and(|own| margin >= 0.0 && from + own.height > margin + HAIR || !own.wraps.is_empty())
        };
        if reaches(header, paper.header, paper.top) || reaches(footer, paper.footer, paper.bottom) {
            let detail = "vertical text may overlap a header or footer that is taller than its margin";
            self.layouter.undrawn.borrow_mut().add("vertical-text", "", "", detail);
        }
    }

    /// Fills what is left of the page; answers with the break that ended it.
    pub(super) fn page(
        &mut self,
        section: &'a Section,
        stack: &mut Vec<Slice<'a>>,
        carried: &mut Vec<Slice<'a>>,
        above: Top,
        is_balanced: bool,
    ) -> Result<Option<Forced>, LayoutError> {
        let Some(sheet) = self.sheets.last() else { return Err(LayoutError::Internal) };
        let top = if above == Top::Section { sheet.end } else { sheet.top };
        let sheet_is_lowered = sheet.is_lowered;
        let bottom = sheet.bottom - sheet.notes;
        // Notes of sections that follow one another on a page stand below one line, in the order of the text.
        let joins_notes = sheet.notes > 0.0 && !sheet.has_note_columns && section.columns.len() == 1;
        let mut text_bottom = bottom;
        let is_top = above != Top::Section || top <= sheet.top + HAIR;
        if is_balanced
            && let Some(height) = balanced(stack, section.columns.len(), bottom - top, (above, self.after))
        {
            text_bottom = bottom.min(top + height);
        }
        // Side margins of a continuous section take effect at once.
        let settings = &self.layouter.document.settings;
        let left = left_edge(section, sheet.number, settings.mirror_margins, settings.gutter_at_top);
        let edges = section.column_edges();
        let (mut end, mut notes) = (top, 0.0_f64);
        // All columns of a section that begins on a page stand below the space of the section above (a column of two in one of
        // Word's PDFs).
        let lowered = if above == Top::Section { self.after } else { 0.0 };
        let mut above = above;
        let mut forced = None;
        let count = section.columns.len();
        for (index, (column, edge)) in section.columns.iter().zip(edges).enumerate() {
            let x = left + edge;
            // Whatever does not fit into an untouched page fits nowhere.
            let may_leave = !is_top;
            let filling = Filling {
                layouter: self.layouter,
                stack,
                carried,
                edges: &mut self.edges,
                width: column.width,
                stance: section.stance(),
                top: if index > 0 { top + lowered } else { top },
                bottom,
                text_bottom,
                joins_notes,
                paper: if section.direction.is_turned() { f64::MAX } else { section.height },
                above,
                after: self.after,
                may_leave,
                is_lowered: sheet_is_lowered,
                repeated: 0,
            };
            let filled = filling.run()?;
            let sheet_text = self.sheets.last().map_or((top, bottom), |sheet| (sheet.top, sheet.bottom));
            if let Some(first) = filled.placed.get(filled.repeated) {
                let wraps = |sheet: &Sheet<'_>| sheet.wraps_from((x, column.width), first.y);
                self.pages.push(PageFrame {
                    sheet: self.sheets.len(),
                    from: first.slice.at,
                    first: first.slice.origin,
                    start: first.y,
                    text: sheet_text,
                    height: section.height,
                    width: column.width,
                    left: x,
                    is_pushed: first.slice.skip > HAIR || filled.lowers,
                    wraps: self.sheets.last().map_or_else(Vec::new, wraps),
                    pinned: Vec::new(),
                });
            }
            end = end.max(filled.end);
            notes = notes.max(filled.notes.height);
            forced = filled.forced;
            let is_used = !filled.placed.is_empty();
            self.draw_column(section, filled, (x, column.width), (bottom, joins_notes))?;
            if section.column_line && index > 0 && is_used {
                let gap = section.columns.get(index - 1).map_or(0.0, |before| before.space) / 2.0;
                let middle = if section.is_rtl { x + column.width + gap } else { x - gap };
                if let Some(sheet) = self.sheets.last_mut() {
                    sheet.items.push(border_line::plain((middle, top), (middle, end), 0.5));
                }
            }
            if stack.is_empty() && carried.is_empty() {
                break;
            }
            match forced {
                Some(Forced::Page) => break,
                Some(Forced::Column) if index + 1 < count => above = Top::Break,
                _ => above = Top::Full,
            }
        }
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.end = end;
            sheet.notes += notes;
            sheet.has_note_columns |= notes > 0.0 && count > 1;
        }
        Ok(forced)
    }

    fn draw_column(
        &mut self,
        section: &'a Section,
        mut filled: Filled<'a>,
        column: (f64, f64),
        (bottom, joins_notes): (f64, bool),
    ) -> Result<(), LayoutError> {
        let number = self.sheets.len();
        let page = number.saturating_sub(1);
        let mut numbers = Vec::new();
        for placed in &filled.placed {
            if let Some(baseline) = placed.slice.numbered {
                self.number_line(section, (column.0, placed.y + baseline), &mut numbers)?;
            }
        }
        let counts_space = self.layouter.document.settings.mode <= 14;
        let mut boxes = Boxes::default();
        // The end of the text so far; up to 2010, with the space below it.
        let mut text_end = f64::MIN;
        for placed in &mut filled.placed {
            let (x, y) = (column.0, placed.y);
            self.notes.extend(placed.slice.notes.iter().map(|note| (*note, page)));
            for mark in &placed.slice.marks {
                match mark {
                    Mark::Heading { level, title } => {
                        let (_, y) = section.on_paper((x, y));
                        self.outline.push(Heading { level: *level, title: title.clone(), page, y });
                    }
                    Mark::Noted(Noted::Bookmark(name)) => {
                        let (x, y) = section.on_paper((x, y));
                        self.destinations.push(Destination { name: name.clone(), page, x, y });
                    }
                    Mark::Noted(Noted::Field(place)) => self.fields.push((*place, page)),
                    Mark::Styled { style, text, number } => {
                        let (style, text, number) = (style.clone(), text.clone(), number.clone());
                        self.styled.push(Styled { page, style, text, number });
                    }
                }
            }
            let Some(sheet) = self.sheets.last_mut() else { return Ok(()) };
            boxes.add(&placed.slice, x, y, &mut sheet.items);
            draw_out(&mut placed.slice, x, y, &mut sheet.items);
            self.draw_floats(section, placed, column, if counts_space { y } else { text_end });
            text_end = y + placed.slice.height - placed.slice.hang;
        }
        let Some(sheet) = self.sheets.last_mut() else { return Ok(()) };
        boxes.finish(&mut sheet.items);
        sheet.items.append(&mut numbers);
        if filled.notes.slices.is_empty() {
            return Ok(());
        }
        let mut y = bottom - filled.notes.height;
        let notice = self.edges.get(self.layouter, column.1, Edge::Notice)?.height();
        let line = if filled.notes.is_continued { Edge::Continuation } else { Edge::Separator };
        let separator = self.edges.get(self.layouter, column.1, line)?;
        let Some(sheet) = self.sheets.last_mut() else { return Ok(()) };
        if joins_notes {
            // Above the room of the notice, which the notes before keep.
            y += sheet.notes - notice;
            sheet.foot.iter_mut().for_each(|item| item.shift(0.0, -filled.notes.height));
        } else {
            draw_flow(separator, column.0, y, &mut sheet.foot, &mut |_, _, _| {});
            y += separator.height();
        }
        for slice in &filled.notes.slices {
            y += slice.gap;
            draw_slice(slice, column.0, y, &mut sheet.foot);
            y += slice.height;
        }
        if filled.notes.goes_on {
            let notice = self.edges.get(self.layouter, column.1, Edge::Notice)?;
            draw_flow(notice, column.0, y, &mut sheet.foot, &mut |_, _, _| {});
        }
        Ok(())
    }

    /// Draws the objects of a slice below text that ends at a height, and remembers what they take of the page.
    fn draw_floats(&mut self, section: &'a Section, placed: &Placed<'a>, column: (f64, f64), text_end: f64) {
        let number = self.sheets.len();
        let Some(sheet) = self.sheets.last_mut() else { return };
        let (x, y) = (column.0, placed.y);
        for own in &placed.slice.floating {
            if section.direction.is_turned() {
                if !own.anchor.is_of_page(own.cell.is_some()) {
                    let detail = "the position of an object beside vertical text is approximate";
                    self.layouter.undrawn.borrow_mut().add("vertical-text", "", "", detail);
                }
                float::place_beside_turned(own, section, sheet, (x, y));
                continue;
            }
            let around = Surroundings { column, slice: (x, y), is_text: true };
            let (id, origin) = (own.anchor.id(), placed.slice.origin);
            let pinned = self.pins.corner(id, number);
            let corner = float::place(own, section, sheet, around, pinned);
            if own.anchor.wrap == Wrap::None {
                continue;
            }
            let taken = exclusion(own.anchor, corner, (own.width, own.height));
            let taken = Exclusion { anchor: origin, ..taken };
            // The edge of the paper or of the text holds it.
            let is_held = own.top_in_text(y).is_some_and(|top| (top - corner.1).abs() > HAIR);
            let above = text_end.min(y + own.paragraph);
            if pinned.is_none() && own.cell.is_none() && corner.1 < above - HAIR {
                self.pins.propose(id, number, corner, &taken);
            }
            if let Some(page) = self.pages.last_mut() {
                page.is_pushed |= pinned.is_none() && own.cell.is_none() && is_held;
                if pinned.is_some() || float::is_of_page(own) {
                    page.wraps.push(taken.clone().moved(-x));
                    page.pinned.extend(pinned.map(|_| id));
                }
            }
            // The text of other columns keeps off it too; that of its own knows it by its anchor.
            let others = self.pages.iter_mut().rev().skip(1);
            for page in others.take_while(|page| page.sheet == number) {
                // Attack: ten thousand objects in each of 45 columns.
                if taken.is_over(page.left, page.width) && page.wraps.len() < MAX_EXCLUSIONS {
                    page.wraps.push(taken.clone().moved(-page.left));
                }
            }
            if sheet.wraps.len() < MAX_EXCLUSIONS {
                sheet.wraps.push(taken);
            }
        }
    }
}
