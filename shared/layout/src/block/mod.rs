//! Stories to slices: the horizontal strips that pages are filled with.

mod anchor;
mod chain;
mod floating_table;
mod frames;
mod keep;
mod layouter;
mod objects;
mod paragraph;
mod paragraph_box;
mod parts;
mod shape_items;
mod spacing;
pub(crate) mod table;
mod wrap;

use anchor::LEAST_GAP;
pub(crate) use anchor::{draw_flow, draw_out, draw_slice};
pub(crate) use layouter::{Column, Layouter, MAX_EXCLUSIONS, PageFrame, Place};
pub(crate) use paragraph_box::Boxes;
use table::RowBox;
pub(crate) use wrap::{Exclusion, exclusion};

use std::rc::Rc;
use std::sync::Arc;

use crate::bounds::HAIR;
use crate::drawing::Rgb;
use crate::model::Frame;
use crate::model::placement::{Place as Position, Relative};
use crate::model::story::{Anchor, Noted, Wrap};
use crate::pages::{Item, Rect};

/// Something that is noted at a place: it draws nothing.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    Heading {
        level: usize,
        title: String,
    },
    Noted(Noted),
    /// A paragraph in a style that headers show.
    Styled {
        style: Arc<str>,
        text: String,
        number: String,
    },
}

/// A break that the author set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forced {
    Page,
    Column,
}

/// A box around paragraphs: borders and shading. Slices of one box share it.
#[derive(Debug, PartialEq)]
pub(crate) struct Decoration {
    pub frame: Frame,
    pub shading: Option<Rgb>,
    /// Edges of the text in the column.
    pub left: f64,
    pub right: f64,
}

/// A floating object, with the place of its anchor within the slice.
#[derive(Debug, Clone)]
pub(crate) struct Floating<'a> {
    pub anchor: &'a Anchor,
    /// Its drawing, from its own corner.
    pub items: Rc<Vec<Item>>,
    /// Width of what it draws.
    pub width: f64,
    /// Height of what it draws, where that grows with its text.
    pub height: f64,
    /// The anchor's place in the line.
    pub x: f64,
    /// Top and bottom of the line, below the slice's top.
    pub line: (f64, f64),
    /// Top of the anchor's paragraph, below the slice's top.
    pub paragraph: f64,
    /// For an anchor in a table: the room of the cell's content, from the slice's corner.
    pub cell: Option<Rect>,
    /// Footnotes that it refers to.
    pub notes: Vec<u32>,
    /// Whether it is a table.
    pub is_table: bool,
    /// The parts of a frame or floating table, which each keep text off by their own width: a table, and its caption at one place.
    pub bands: Vec<Band>,
}

/// A part of what floats: how far below its top it begins, and its size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Band {
    pub down: f64,
    pub size: (f64, f64),
}

impl<'a> Floating<'a> {
    /// An object that belongs to the next paragraph; the column places it.
    fn ahead(anchor: &'a Anchor, items: Rc<Vec<Item>>, (width, height): (f64, f64)) -> Floating<'a> {
        Floating {
            anchor,
            items,
            width,
            height,
            x: 0.0,
            line: (0.0, 0.0),
            paragraph: 0.0,
            cell: None,
            notes: Vec::new(),
            is_table: false,
            bands: vec![Band { down: 0.0, size: (width, height) }],
        }
    }

    /// Whether it would be pushed up over its own line or what stands above its paragraph, if its slice stood at `y` on a page: no
    /// text stands beside it in a column of a width, and it hangs out of paper of a height, though it fits into the `room` of a
    /// page.
    pub fn climbs(&self, y: f64, width: f64, (paper, room): (f64, f64)) -> bool {
        let is_whole = match self.anchor.wrap {
            Wrap::None => false,
            Wrap::TopAndBottom => true,
            Wrap::Sides { .. } | Wrap::Largest => width - self.width < LEAST_GAP,
        };
        let Some(top) = self.top_in_text(y) else { return false };
        let (lowest, line) = (paper - self.height, y + self.paragraph + self.line.1 - self.line.0);
        is_whole && self.cell.is_none() && self.height <= room && lowest < line.min(top) - HAIR
    }

    /// Its top if its slice stands at `y` and its place counts from its paragraph or line, wherever the page ends.
    pub fn top_in_text(&self, y: f64) -> Option<f64> {
        let from = match self.anchor.down.0 {
            Relative::Text => (y + self.paragraph, 0.0),
            Relative::Line => (y + self.line.0, self.line.1 - self.line.0),
            _ => return None,
        };
        Some(self.anchor.down.1.within(from, self.height))
    }

    /// How far a table reaches below the paragraph that anchors it.
    fn reach(&self) -> f64 {
        match self.anchor.down {
            (Relative::Text, Position::Offset(offset)) => offset + self.height,
            _ => 0.0,
        }
    }
}

/// The content of a slice.
#[derive(Debug, Clone)]
pub(crate) enum Content<'a> {
    /// Items, from the column's left edge and the slice's top.
    Items(Vec<Item>),
    Row(Rc<RowBox<'a>>),
}

/// A strip of a story that stays whole on a page, but for rows, which may be split.
#[derive(Debug, Clone)]
pub(crate) struct Slice<'a> {
    pub height: f64,
    /// Baseline below its top, if it is a line that is numbered.
    pub numbered: Option<f64>,
    /// Its place in its story, without its gap.
    pub at: f64,
    /// Where in the body's text it is from. None for what is left of a row on the next page.
    pub origin: Option<Origin>,
    /// How far a floating table that it anchors reaches below its top, if there is one.
    pub reach: f64,
    /// Part of the height, at the bottom, that may hang out of the page's text.
    pub hang: f64,
    /// Part of the height, at the top, that the document grid adds: shading leaves it white.
    pub bare: f64,
    /// Part of the height, at the top, that floating objects take: above a line, or below the last one of a cell.
    pub skip: f64,
    /// Whether floating objects push it off its page.
    pub leaves: bool,
    /// Space above it.
    pub gap: f64,
    /// Space above it after a break that the author set.
    pub gap_after_break: f64,
    /// Its own share of the space above it, without that of the paragraph before.
    pub own_gap: f64,
    /// Space above it at the beginning of a story.
    pub gap_at_start: f64,
    /// Whether it stays on the page of the slice before it.
    pub is_glued: bool,
    /// Whether it stays there only as long as all that stays together fits into a page.
    pub is_loose: bool,
    pub forced: Option<Forced>,
    pub decoration: Option<Rc<Decoration>>,
    /// Space between the box's edge and the content: above, below.
    pub padding: (f64, f64),
    pub content: Content<'a>,
    /// Footnotes that it refers to.
    pub notes: Vec<u32>,
    pub floating: Vec<Floating<'a>>,
    pub marks: Vec<Mark>,
    /// Rows that are repeated above it at the top of a page.
    pub header: Option<Rc<Vec<Slice<'a>>>>,
    /// Whether it is on an earlier page too.
    pub is_repeated: bool,
}

/// A slice of the body's text, the same in each layout of it: its block, and its place among the slices of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    pub block: usize,
    pub slice: usize,
}

impl<'a> Slice<'a> {
    /// A slice of nothing.
    pub fn empty() -> Slice<'a> {
        Slice {
            height: 0.0,
            numbered: None,
            at: 0.0,
            origin: None,
            reach: f64::MIN,
            hang: 0.0,
            bare: 0.0,
            skip: 0.0,
            leaves: false,
            gap: 0.0,
            gap_after_break: 0.0,
            own_gap: 0.0,
            gap_at_start: 0.0,
            is_glued: false,
            is_loose: false,
            forced: None,
            decoration: None,
            padding: (0.0, 0.0),
            content: Content::Items(Vec::new()),
            notes: Vec::new(),
            floating: Vec::new(),
            marks: Vec::new(),
            header: None,
            is_repeated: false,
        }
    }
}

/// A story as slices.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flow<'a> {
    pub slices: Vec<Slice<'a>>,
    /// Space below the last one.
    pub after: f64,
    /// Whether it is laid out otherwise where pages end elsewhere.
    pub depends_on_pages: bool,
    /// Tops and bottoms of the areas in it that text avoids.
    pub wraps: Vec<(f64, f64)>,
}

impl Flow<'_> {
    /// Sets the place of every slice.
    pub fn measure(&mut self) {
        let mut y = 0.0;
        for slice in &mut self.slices {
            y += slice.gap;
            slice.at = y;
            y += slice.height;
        }
    }

    /// Height of all, with the space above the first and below the last.
    pub fn height(&self) -> f64 {
        let first = self.slices.first().map_or(0.0, |first| first.gap_at_start - first.gap);
        self.slices.iter().map(|slice| slice.gap + slice.height).sum::<f64>() + first + self.after
    }
}
