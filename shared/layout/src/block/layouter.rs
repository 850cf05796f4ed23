//! Turns stories into slices.

use std::cell::RefCell;
use std::rc::Rc;

use platen_ooxml::Budget;

use super::spacing::{self, Above};
use super::wrap::{Exclusion, Need, room};
use super::{Decoration, Floating, Flow, Forced, Origin, Slice};
use crate::bounds::HAIR;
use crate::drawing::Rgb;
use crate::error::LayoutError;
use crate::ink::Pen;
use crate::model::section::SectionStart;
use crate::model::story::{AnchorId, Block};
use crate::model::{Document, Spacing, Stance};
use crate::pages::Item;
use crate::shape::{Shaper, Values};
use crate::undrawn::UndrawnList;

/// The kind of story.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// The text of a section, and how the next one starts.
    Body {
        next: Option<SectionStart>,
    },
    Cell,
    /// Headers, notes, boxes.
    Other,
}

/// The column that a story is laid out in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column<'v> {
    pub width: f64,
    pub place: Place,
    pub values: &'v Values,
    /// Distance of the grid's lines, where the section has one.
    pub grid: Option<f64>,
    /// How its characters are placed in their lines.
    pub stance: Stance,
    /// Background colour of the story.
    pub ground: Option<Rgb>,
    /// The column's distance from the paper's left edge, where that is known.
    pub page_left: f64,
    /// Height of a page's text.
    pub page_height: f64,
    /// The columns that the story fills, as far as they are known, in their order.
    pub pages: &'v [PageFrame],
    /// Whether it has filled them before: then their `wraps` are complete.
    pub is_known: bool,
}

/// A column of a page as a story sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PageFrame {
    /// The page that it is of.
    pub sheet: usize,
    /// Where in the story it begins.
    pub from: f64,
    /// The slice that it begins with, unless that is the rest of a row.
    pub first: Option<Origin>,
    /// Distance of that place from the paper's upper edge.
    pub start: f64,
    /// Top and bottom of the page's text, from the paper's upper edge.
    pub text: (f64, f64),
    /// Height of the paper.
    pub height: f64,
    /// Width of the column, and its distance from the paper's left edge.
    pub width: f64,
    pub left: f64,
    /// Whether its first line still avoids objects of the page before, or its text some of its own where they are not.
    pub is_pushed: bool,
    /// Areas on this page that text avoids, wherever in the text their objects are anchored: from the paper's upper edge and
    /// the column's left one.
    pub wraps: Vec<Exclusion>,
    /// Objects among these whose places do not follow their paragraphs any more.
    pub pinned: Vec<AnchorId>,
}

impl<'v> Column<'v> {
    /// A column of a header, a note or a box.
    pub fn other(width: f64, values: &'v Values) -> Column<'v> {
        Column {
            width,
            place: Place::Other,
            values,
            grid: None,
            stance: Stance::default(),
            ground: None,
            page_left: 0.0,
            page_height: f64::MAX,
            pages: &[],
            is_known: false,
        }
    }
}

/// Lays out the stories of a document.
pub(crate) struct Layouter<'a> {
    pub document: &'a Document,
    pub shaper: Shaper<'a>,
    pub budget: &'a Budget,
    pub undrawn: &'a RefCell<UndrawnList>,
}

/// Floating objects that text goes around at one time.
pub(crate) const MAX_EXCLUSIONS: usize = 64;

/// Tolerance: places in a story that differ by less are one, in points.
pub(super) const SAME_PLACE: f64 = 0.02;

/// A story while it is laid out.
pub(super) struct Open<'a, 's> {
    /// The column where the story has come to.
    pub column: Column<'s>,
    /// Width of the widest column in which it continues.
    pub widest: f64,
    /// Pages whose `wraps` are among the exclusions.
    pub loaded: usize,
    pub flow: Flow<'a>,
    /// Height so far.
    pub y: f64,
    pub above: Option<Above<'a>>,
    /// Whether the paragraph before keeps with the next.
    pub keeps: bool,
    pub forced: Option<Forced>,
    pub decoration: Option<Rc<Decoration>>,
    pub exclusions: Vec<Exclusion>,
    /// Frames whose anchor is the next paragraph in the text.
    pub frames: Vec<Floating<'a>>,
    /// The bottom of a cell's lowest floating table: the cell contains it.
    pub floor: f64,
    /// A drop cap before the next paragraph.
    pub drop_cap: Option<DropCap>,
}

/// A large letter beside the next lines.
pub(super) struct DropCap {
    pub items: Vec<Item>,
    pub width: f64,
    pub lines: usize,
}

impl<'a, 's> Open<'a, 's> {
    /// An empty story in a column.
    pub fn new(column: Column<'s>) -> Open<'a, 's> {
        Open {
            column,
            widest: column.pages.iter().map(|page| page.width).fold(column.width, f64::max),
            loaded: 0,
            flow: Flow::default(),
            y: 0.0,
            above: None,
            keeps: false,
            forced: None,
            decoration: None,
            exclusions: Vec::new(),
            frames: Vec::new(),
            floor: 0.0,
            drop_cap: None,
        }
    }

    /// The column of the page with a place of the story.
    pub fn page(&self, y: f64) -> Option<&'s PageFrame> {
        page_at(self.column.pages, y)
    }

    /// Takes over the areas that text avoids on the pages down to `y` and on the next, on which a paragraph can continue; answers
    /// whether there are more than before.
    pub fn load_wraps(&mut self, y: f64) -> bool {
        let before = self.exclusions.len();
        let begun = self.column.pages.partition_point(|page| page.from <= y + HAIR);
        while self.loaded < self.column.pages.len().min(begun + 1) {
            let until = self.column.pages.get(self.loaded + 1).map_or(f64::MAX, |next| next.from);
            if let Some(page) = self.column.pages.get(self.loaded) {
                let paper = page.from - page.start;
                let own = page.wraps.iter().map(|own| Exclusion {
                    top: (own.top + paper).max(page.from),
                    bottom: own.bottom + paper,
                    until,
                    ..own.clone()
                });
                self.exclusions.extend(own.filter(|own| own.bottom > own.top));
                self.exclusions.truncate(MAX_EXCLUSIONS);
            }
            self.loaded += 1;
        }
        self.exclusions.len() > before
    }

    /// Whether a page is known to begin with the slice at `y`.
    pub fn begins_page(&self, y: f64) -> bool {
        self.page(y).is_some_and(|page| (page.from - y).abs() < SAME_PLACE)
    }

    /// The space above the slice at `y` that its page keeps, if that is known to begin with it.
    pub fn gap_at_page_top(&self, y: f64) -> f64 {
        let page = self.page(y).filter(|_| self.column.is_known && self.begins_page(y));
        page.map_or(f64::MAX, |page| page.start - page.text.0)
    }

    /// How far a table must go down from `top`, so that no part of it is on floating objects.
    fn clear_of(&self, top: f64, rows: &[Slice<'_>]) -> f64 {
        let (left, right) = super::table::edges(rows);
        let height = rows.first().map_or(0.0, |row| row.height);
        let mut y = top;
        for _ in 0..self.exclusions.len() {
            let hit = self.exclusions.iter().find(|own| {
                let is_beside = own.right <= left + HAIR || own.left >= right - HAIR;
                !is_beside && own.top < y + height && own.bottom > y + HAIR && y < own.until - HAIR
            });
            let Some(hit) = hit else { break };
            y = hit.bottom;
        }
        y - top
    }

    /// Whether floating objects leave no room on its page for a line of a height at `y`: then it goes to the next page, where
    /// they have no parts.
    pub fn leaves_page(&mut self, (y, height): (f64, f64), need: Need, budget: &Budget) -> bool {
        if self.exclusions.is_empty() || !matches!(self.column.place, Place::Body { .. }) {
            return false;
        }
        let Some(page) = page_at(self.column.pages, y - SAME_PLACE) else { return false };
        let bottom = page.from - page.start + page.text.1;
        // Beyond the pages that are known.
        if y > bottom {
            return false;
        }
        // A line that already stands at the top of the next page is there for what stands on the page before.
        let begins = self.begins_page(y);
        let is_there =
            |own: &&Exclusion| if begins { (own.until - y).abs() < SAME_PLACE } else { own.until > y };
        let own = self.exclusions.iter().filter(is_there);
        let own: Vec<Exclusion> = own.map(|own| Exclusion { until: f64::MAX, ..own.clone() }).collect();
        let skip = room(&own, (y, height), (page.width, need), (0, None), budget).skip;
        let leaves = skip > SAME_PLACE && y + skip + height > bottom + SAME_PLACE;
        // Its own page's objects stay where it begins that.
        for own in self.exclusions.iter_mut().filter(|own| leaves && !begins && own.top < y + height) {
            own.until = own.until.min(y);
        }
        leaves
    }

    /// The end of the page with a given place of the story, as far as it is known.
    pub fn page_end(&self, y: f64) -> f64 {
        let next = self.column.pages.get(self.column.pages.partition_point(|page| page.from <= y + HAIR));
        next.map_or(f64::MAX, |next| next.from)
    }
}

/// The column with a place of the story.
pub(super) fn page_at(pages: &[PageFrame], y: f64) -> Option<&PageFrame> {
    let behind = pages.partition_point(|page| page.from <= y + HAIR);
    pages.get(behind.checked_sub(1)?)
}

impl<'a> Layouter<'a> {
    /// Draws lines of text.
    pub(crate) fn pen(&self) -> Pen<'_, 'a> {
        Pen(&self.shaper)
    }

    /// Lays out `blocks` in a column.
    pub fn flow(&self, blocks: &'a [Block], column: Column<'_>) -> Result<Flow<'a>, LayoutError> {
        let place = column.place;
        let mut open = Open::new(column);
        let mut begins = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            self.budget.spend(64)?;
            if matches!(place, Place::Body { .. }) {
                begins.push(open.flow.slices.len());
            }
            if let Some(page) = open.page(open.y) {
                (open.column.width, open.column.page_left) = (page.width, page.left);
            }
            open.load_wraps(open.y);
            match block {
                Block::Paragraph(paragraph) => {
                    let is_only = blocks.len() == 1;
                    let before = at.checked_sub(1).and_then(|at| blocks.get(at));
                    let after_table = matches!(before, Some(Block::Table(table)) if table.float.is_none());
                    let is_last = at + 1 == blocks.len();
                    // An empty last paragraph that follows a nested table takes no height.
                    if place == Place::Cell && is_last && after_table && paragraph.is_empty() {
                        open.above = None;
                        continue;
                    }
                    self.paragraph(paragraph, is_only, &mut open)?;
                }
                Block::Frame(frame) => self.frame(frame, &mut open)?,
                Block::Table(table) => {
                    let rows = self.table(table, open.column)?;
                    let Some(rows) = self.float_table(table, rows, &mut open) else { continue };
                    open.put_frames_above(block);
                    let gap = open.above.map_or(0.0, |above| spacing::below(above.style, Some(block)));
                    let floated =
                        |gap| table.float.as_deref().map_or(gap, |anchor| open.gap_above(anchor, gap));
                    let (gap, down) = (floated(gap), floated(0.0));
                    let gap = gap + open.clear_of(open.y + gap, &rows);
                    let mut first = true;
                    for (mut slice, row) in rows.into_iter().zip(&table.rows) {
                        if std::mem::take(&mut first) {
                            (slice.gap, slice.gap_at_start) = (gap, down);
                            slice.is_glued = open.keeps;
                            slice.forced = open.forced.take();
                        }
                        if super::table::begins_page(row) && matches!(place, Place::Body { .. }) {
                            slice.forced = Some(Forced::Page);
                        }
                        open.y += slice.gap + slice.height;
                        open.flow.slices.push(slice);
                    }
                    open.above = None;
                    open.decoration = None;
                    open.keeps = table.rows.last().is_some_and(super::table::keeps_with_next);
                }
            }
        }
        if !open.frames.is_empty() {
            open.floor = open.frames.iter().map(|own| open.y + own.reach()).fold(open.floor, f64::max);
            let floating = std::mem::take(&mut open.frames);
            let notes = floating.iter().flat_map(|own| own.notes.clone()).collect();
            let (is_glued, forced) = (true, open.forced.take());
            open.flow.slices.push(Slice { floating, notes, is_glued, forced, ..Slice::empty() });
        }
        if place == Place::Cell && open.floor > open.y + HAIR {
            let height = open.floor - open.y;
            open.flow.slices.push(Slice { height, skip: height, is_glued: true, ..Slice::empty() });
        }
        if let Some(forced) = open.forced.take() {
            // A break at the very end: what follows is another section, or an empty page.
            open.flow.slices.push(Slice { forced: Some(forced), ..Slice::empty() });
        }
        let ends = begins.iter().skip(1).copied().chain([open.flow.slices.len()]);
        for (block, (begin, end)) in begins.iter().zip(ends).enumerate() {
            let slices = open.flow.slices.get_mut(*begin..end).unwrap_or_default();
            for (slice, own) in slices.iter_mut().enumerate() {
                own.origin = Some(Origin { block, slice });
            }
        }
        // A large table has thousands of flows, each with a line or two.
        open.flow.slices.shrink_to_fit();
        open.flow.measure();
        open.flow.after = match (open.above.map(|above| above.style.after), place) {
            // Automatic space counts nothing at the end of a cell.
            (Some(Spacing::Auto(_)), Place::Cell) => 0.0,
            (Some(after), _) => after.points(),
            (None, _) => 0.0,
        };
        Ok(open.flow)
    }
}
