//! The sections of a document on its pages, one after the other.

use std::collections::VecDeque;

use super::column::Top;
use super::filler::{Begins, Filler};
use super::pins::Pins;
use super::sheet::Sheet;
use crate::block::{Column, Flow, Origin, PageFrame, Place};
use crate::error::LayoutError;
use crate::model::section::{NoteRestart, Section, SectionStart};
use crate::model::story::Block;
use crate::shape::Values;
use crate::undrawn::UndrawnList;

/// Times that a section is laid out whose text depends on where its pages end, and no further page stays as it was.
const MAX_PASSES: usize = 5;

/// Bound: columns that it fills in all its passes. Where each page has a picture that text goes around, a pass settles one page
/// more: this is enough for thirty such pages in a row.
const MOST_FILLED: usize = 1000;

/// Bound: slices of a section that stay on the next page, for the objects that would push them there from the one before.
const MOST_HELD: usize = 50;

/// Bound: passes that can go in a circle. Two where an object moves back and forth, three with widow control (3 of 150 generated
/// documents).
const LONGEST_CIRCLE: usize = 4;

/// Pages before a section.
struct State<'a> {
    sheets: usize,
    last: Option<Sheet<'a>>,
    after: f64,
    lines: Option<i64>,
    /// Numbers of headings, bookmarks, fields, references to footnotes and paragraphs in styles that headers show.
    noted: [usize; 5],
    undrawn: UndrawnList,
}

/// Where two layouts of a section part at a page: the anchor of the object that is on it in one of them only, or the earlier
/// one of the slices that the next page begins with.
fn parting(own: &[PageFrame], other: &[PageFrame], at: usize) -> Option<Origin> {
    let anchors = |pages: &[PageFrame]| -> Vec<Origin> {
        pages.get(at).map_or_else(Vec::new, |page| page.wraps.iter().filter_map(|own| own.anchor).collect())
    };
    let (here, there) = (anchors(own), anchors(other));
    let moved = here.iter().filter(|own| !there.contains(own));
    let moved = moved.chain(there.iter().filter(|own| !here.contains(own))).min().copied();
    moved.or_else(|| {
        let first = |pages: &[PageFrame], at: usize| pages.get(at).and_then(|page| page.first);
        let mut pairs = (at..own.len().max(other.len())).map(|at| (first(own, at), first(other, at)));
        let (own, other) = pairs.find(|(own, other)| own != other)?;
        own.into_iter().chain(other).min()
    })
}

/// Lets the slices leave the page that would not stay on it. A line that widow control binds to the one above leaves with it: the
/// next page would end between them otherwise.
fn hold(flow: &mut Flow<'_>, held: &[Origin]) {
    let mut first = 0;
    for at in 0..flow.slices.len() {
        let Some(slice) = flow.slices.get(at) else { return };
        if !slice.is_glued || slice.is_loose || slice.origin.is_none_or(|own| own.slice == 0) {
            first = at;
        }
        if slice.origin.is_some_and(|own| held.contains(&own))
            && let Some(first) = flow.slices.get_mut(first)
        {
            first.leaves = true;
        }
    }
}

/// Whether a section begins with a paragraph that gives up its space to one of the same style (17.3.1.9), before the section's
/// beginning too (one document).
fn goes_on(before: Option<&Block>, first: Option<&Block>) -> bool {
    let (Some(Block::Paragraph(before)), Some(Block::Paragraph(first))) = (before, first) else {
        return false;
    };
    first.style.gives_up_to(&before.style)
}

impl<'a> Filler<'a, '_> {
    pub(super) fn section(&mut self, index: usize) -> Result<(), LayoutError> {
        let document = self.layouter.document;
        let section = self.section_of(index)?;
        let next = document.sections.get(index + 1).map(|body| body.section.start);
        let is_new = self.begin(index, section)?;
        self.restart_lines(section, NoteRestart::Section);
        let before = self.state();
        let mut earlier: VecDeque<Vec<PageFrame>> = VecDeque::new();
        let (mut held, mut holds): (Vec<Origin>, usize) = (Vec::new(), 0);
        let (mut settled, mut idle, mut passes, mut filled) = (0, 0, 0, 0);
        loop {
            let pages = std::mem::take(&mut self.pages);
            self.pins.begin();
            let mut flow = self.flow(index, section, is_new, &pages)?;
            hold(&mut flow, &held);
            let width = section.columns.first().map_or(section.text_width(), |column| column.width);
            self.layouter.endnotes(index, &mut flow, width, section.stance())?;
            let wraps = std::mem::take(&mut flow.wraps);
            let depends = flow.depends_on_pages || section.has_unequal_columns();
            self.fill(index, section, flow, (is_new, next))?;
            held.extend(self.pins.left(&self.pages));
            // Text goes around nothing that stands on another page.
            let crosses =
                |page: &PageFrame| wraps.iter().any(|(top, bottom)| *top < page.from && page.from < *bottom);
            let is_free = |page: &PageFrame| page.wraps.is_empty() && !page.is_pushed && !crosses(page);
            let is_free = self.pages.iter().chain(&pages).all(is_free);
            let is_settled = !depends && is_free;
            if is_settled || self.pages == pages {
                filled += self.pages.len();
                if filled > MOST_FILLED || !self.pins.fix(&mut self.pages) {
                    if self.pins.is_left() {
                        self.tell_unsettled();
                    }
                    break;
                }
                (settled, idle) = (0, 0);
                earlier.clear();
                self.restore(&before);
                continue;
            }
            let same = self.pages.iter().zip(&pages).take_while(|(now, before)| now == before).count();
            idle += usize::from(same <= settled);
            settled = settled.max(same);
            filled += self.pages.len();
            passes += 1;
            let is_same =
                |other: &Vec<PageFrame>| self.pages.iter().take(same + 1).eq(other.iter().take(same + 1));
            if let Some(circle) = earlier.iter().rposition(is_same) {
                // What an object pushes to the next page would have room without it: it stays there, and the object with it (a
                // heading that goes with the table below it, in one of Word's PDFs; a chart whose pages Word recorded). So do
                // lines that take less room there than beside the object, for widow control.
                let others = earlier.iter().skip(circle + 1).chain([&pages]);
                let parting = others.filter_map(|other| parting(&self.pages, other, same)).min();
                if let Some(own) = parting.filter(|own| holds < MOST_HELD && !held.contains(own)) {
                    // The page that it begins has room for those behind it.
                    held.retain(|other| other.block != own.block || other.slice < own.slice);
                    held.push(own);
                    holds += 1;
                    idle = 0;
                }
            }
            if idle == MAX_PASSES || (passes >= MAX_PASSES && filled > MOST_FILLED) {
                self.tell_unsettled();
                break;
            }
            earlier.push_back(pages);
            if earlier.len() > LONGEST_CIRCLE {
                earlier.pop_front();
            }
            self.restore(&before);
        }
        self.pages.clear();
        self.pins = Pins::default();
        Ok(())
    }

    fn tell_unsettled(&self) {
        let detail = "the positions of objects and columns did not settle; text may be too close to them";
        self.layouter.undrawn.borrow_mut().add("float-wrap", "", "", detail);
    }

    /// The text of a section. `pages` are the columns that it filled the last time.
    fn flow(
        &self,
        index: usize,
        section: &'a Section,
        is_new: bool,
        pages: &[PageFrame],
    ) -> Result<Flow<'a>, LayoutError> {
        let document = self.layouter.document;
        let next = document.sections.get(index + 1).map(|body| body.section.start);
        let width = section.columns.first().map_or(section.text_width(), |column| column.width);
        let sheet = self.sheets.last();
        let left = sheet.map_or(section.left, |sheet| sheet.left);
        // The first time only the page is known on which the section starts.
        let first = sheet.filter(|_| is_new).map(|sheet| PageFrame {
            sheet: self.sheets.len(),
            from: 0.0,
            first: None,
            start: sheet.top,
            text: (sheet.top, sheet.bottom),
            height: section.height,
            width,
            left,
            is_pushed: false,
            wraps: sheet.wraps_from((left, width), sheet.top),
            pinned: Vec::new(),
        });
        let column = Column {
            width,
            place: Place::Body { next },
            values: &Values::default(),
            grid: section.grid.map(|grid| grid.pitch),
            stance: section.stance(),
            ground: None,
            page_left: left,
            page_height: sheet.map_or(f64::MAX, |sheet| sheet.bottom - sheet.top),
            pages: if pages.is_empty() { first.as_slice() } else { pages },
            is_known: !pages.is_empty(),
        };
        let blocks_of = |index: usize| document.sections.get(index).map(|body| body.blocks.as_slice());
        let blocks = blocks_of(index).unwrap_or_default();
        let mut flow = self.layouter.flow(blocks, column)?;
        let before = index.checked_sub(1).and_then(blocks_of).and_then(<[Block]>::last);
        if let (Some(first), true) = (flow.slices.first_mut(), goes_on(before, blocks.first())) {
            (first.gap, first.gap_at_start, first.gap_after_break, first.own_gap) = (0.0, 0.0, 0.0, 0.0);
        }
        Ok(flow)
    }

    /// Fills pages with the text of a section.
    fn fill(
        &mut self,
        index: usize,
        section: &'a Section,
        flow: Flow<'a>,
        (is_new, next): (bool, Option<SectionStart>),
    ) -> Result<(), LayoutError> {
        let mut above = if is_new { Top::Start } else { Top::Section };
        let after = flow.after;
        let mut stack = flow.slices;
        stack.reverse();
        let mut carried = Vec::new();
        let is_balanced = next == Some(SectionStart::Continuous)
            && section.columns.len() > 1
            && !self.layouter.document.settings.no_column_balance;
        // What stands behind the section's last break, the slice before which it is and those that follow, is balanced as if the
        // section began there.
        let behind_break = stack.iter().take_while(|slice| slice.forced.is_none()).count() + 1;
        // The page that a section begins on is its first one, even if the header there is that of the section before (three
        // documents): only if none of its text fits there, it is the next.
        let end = |own: &Self| own.sheets.last().map(|sheet| sheet.end);
        let mut is_ahead = !is_new;
        while !stack.is_empty() || !carried.is_empty() {
            let is_balanced = is_balanced && stack.len() <= behind_break;
            let from = end(self);
            let forced = self.page(section, &mut stack, &mut carried, above, is_balanced)?;
            if stack.is_empty() && carried.is_empty() {
                break;
            }
            above = if forced.is_some() { Top::Break } else { Top::Full };
            let is_first = is_ahead && end(self) == from;
            self.new_sheet(index, section, if is_first { Begins::First } else { Begins::Further })?;
            is_ahead = false;
        }
        self.after = after;
        Ok(())
    }

    /// The state before a section is filled, to fill it again.
    fn state(&self) -> State<'a> {
        State {
            sheets: self.sheets.len(),
            last: self.sheets.last().cloned(),
            after: self.after,
            lines: self.lines,
            noted: [
                self.outline.len(),
                self.destinations.len(),
                self.fields.len(),
                self.notes.len(),
                self.styled.len(),
            ],
            undrawn: self.layouter.undrawn.borrow().clone(),
        }
    }

    fn restore(&mut self, state: &State<'a>) {
        self.sheets.truncate(state.sheets);
        if let (Some(sheet), Some(last)) = (self.sheets.last_mut(), &state.last) {
            sheet.clone_from(last);
        }
        self.after = state.after;
        self.lines = state.lines;
        let [headings, bookmarks, fields, notes, styled] = state.noted;
        self.outline.truncate(headings);
        self.destinations.truncate(bookmarks);
        self.fields.truncate(fields);
        self.notes.truncate(notes);
        self.styled.truncate(styled);
        *self.layouter.undrawn.borrow_mut() = state.undrawn.clone();
    }

    /// Starts a section; answers whether it starts a page.
    fn begin(&mut self, index: usize, section: &'a Section) -> Result<bool, LayoutError> {
        let Some(last) = self.sheets.last() else {
            self.new_sheet(index, section, Begins::Section)?;
            return Ok(true);
        };
        let before = self.section_of(last.section)?;
        let same_paper = before.width == section.width
            && before.height == section.height
            && before.direction.turn() == section.direction.turn();
        let number = section.page_start.unwrap_or(last.number + 1);
        let parity = number.rem_euclid(2);
        let same_side = parity == last.number.rem_euclid(2);
        let is_two_sided = self.layouter.document.settings.even_and_odd_headers;
        // Of one column the next is on the next page; from Word 2013 on it always is (four documents).
        let has_next_column = before.columns.len() > 1
            && before.columns.len() == section.columns.len()
            && self.layouter.document.settings.mode <= 14;
        match section.start {
            SectionStart::Continuous if same_paper => return Ok(false),
            SectionStart::NextColumn if same_paper && has_next_column => return Ok(false),
            // Two odd, or two even, numbers in a row are not the two sides of one sheet: numbers that start again leave a page
            // blank, too (page iii before a section that begins with an odd page 1, in two of Word's PDFs).
            SectionStart::OddPage if parity == 0 || same_side => self.blank_sheet(index, section)?,
            SectionStart::EvenPage if parity == 1 || same_side => self.blank_sheet(index, section)?,
            // With headers for even pages, numbers that start again leave odd ones on the same side of the paper (45
            // documents of Word, betteroffice#486).
            SectionStart::NextPage if is_two_sided && parity != (last.number + 1).rem_euclid(2) => {
                self.blank_sheet(index, section)?
            }
            _ => {}
        }
        self.new_sheet(index, section, Begins::Section)?;
        Ok(true)
    }

    fn blank_sheet(&mut self, index: usize, section: &'a Section) -> Result<(), LayoutError> {
        self.new_sheet(index, section, Begins::Further)?;
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.is_blank = true;
        }
        Ok(())
    }
}
