//! Paragraphs in frames (17.3.1.11): text placed elsewhere, and drop caps.

use std::rc::Rc;

use super::anchor::drawn_whole;
use super::layouter::{Column, DropCap, Layouter, Open};
use super::{Band, Floating, Slice, spacing, table};
use crate::error::LayoutError;
use crate::ink::Paper;
use crate::line::{Breaker, Line, Room};
use crate::model::paragraph_properties::Align;
use crate::model::placement::Place;
use crate::model::story::{Block, Paragraph, TextFrame};
use crate::pages::Item;
use crate::shape::Shaped;

/// Choice: what a frame is wider than its text, in points, so that its lines break as they were measured.
const SLACK: f64 = 0.1;

impl<'a> Layouter<'a> {
    /// Sets blocks in a frame of their own.
    pub(super) fn frame(&self, own: &'a TextFrame, open: &mut Open<'a, '_>) -> Result<(), LayoutError> {
        let room = match own.anchor.width {
            width if width > 0.0 => width,
            _ => self.natural_width(&own.blocks, open)?,
        };
        let column = Column {
            stance: open.column.stance,
            grid: open.column.grid,
            ..Column::other(room, open.column.values)
        };
        let mut flow = self.flow(&own.blocks, column)?;
        // The space below its last paragraph is not in it. Borders and shading go around all of its height.
        flow.after = 0.0;
        let spare = own.anchor.height - flow.height();
        let last = flow.slices.last().and_then(|last| last.decoration.clone());
        if let Some(decoration) = last.filter(|_| spare > 0.0) {
            let decoration = Some(decoration);
            flow.slices.push(Slice { height: spare, decoration, is_glued: true, ..Slice::empty() });
        }
        let width = if own.anchor.width > 0.0 { room } else { table::edges(&flow.slices).1.max(room) };
        let height = flow.height().max(own.anchor.height);
        let items = drawn_whole(&flow, 0.0, (width, height));
        let notes = flow.slices.into_iter().flat_map(|slice| slice.notes).collect();
        open.put_ahead(Floating { notes, ..Floating::ahead(&own.anchor, Rc::new(items), (width, height)) });
        Ok(())
    }

    /// The width of a frame that has none of its own: that of its longest line, set as in the column. Tables have their own.
    fn natural_width(&self, blocks: &'a [Block], open: &Open<'a, '_>) -> Result<f64, LayoutError> {
        let mut longest = 0.0_f64;
        for block in blocks {
            let Block::Paragraph(paragraph) = block else { continue };
            let shaped = self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?;
            let style = &paragraph.style;
            for line in self.lines_alone(paragraph, &shaped, open)? {
                let content = line.content_end.saturating_sub(line.clusters.start);
                let start = if style.align == Align::Start { line.start } else { style.start };
                let text = line.widths.iter().take(content).sum::<f64>();
                longest = longest.max(start + text + style.end);
            }
        }
        Ok((longest + SLACK).min(open.column.width))
    }

    /// The lines of a paragraph that nothing stands beside.
    fn lines_alone(
        &self,
        paragraph: &'a Paragraph,
        shaped: &Shaped<'_>,
        open: &Open<'a, '_>,
    ) -> Result<Vec<Line>, LayoutError> {
        let mark = self.shaper.mark(&paragraph.mark);
        Breaker {
            shaped,
            blank_from: shaped.blank_from(),
            label: None,
            style: &paragraph.style,
            mark: &mark,
            width: open.column.width,
            settings: &self.document.settings,
            is_in_cell: false,
            grid: None,
            budget: self.budget,
            room: &|_, _, _| Room::whole(),
        }
        .lines()
    }

    /// Keeps a drop cap for the paragraph after it.
    pub(super) fn drop_cap(
        &self,
        paragraph: &'a Paragraph,
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let shaped = self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?;
        let lines = self.lines_alone(paragraph, &shaped, open)?;
        let mut items = Vec::new();
        if let Some(line) = lines.first() {
            let paper = Paper {
                width: open.column.width,
                top: 0.0,
                is_rtl: false,
                ground: open.column.ground,
                page_left: open.column.page_left,
            };
            self.pen().line(&shaped, line, paper, &mut items, &mut |_, _| {})?;
            Item::belong_to(&mut items, paragraph.element);
        }
        let lines = paragraph.style.drop_cap.unwrap_or(1);
        open.drop_cap = Some(DropCap { items, width: shaped.width(), lines });
        Ok(())
    }
}

impl<'a> Open<'a, '_> {
    /// Puts a frame or a floating table beside the next paragraph. At the place of the one before it stands below that: paragraphs
    /// at one place are one frame, and a table and its caption keep clear of each other.
    pub(super) fn put_ahead(&mut self, own: Floating<'a>) {
        let place = |own: &Floating<'_>| (own.anchor.across, own.anchor.down);
        match self.frames.last_mut() {
            Some(before) if place(before) == place(&own) && !(before.is_table && own.is_table) => {
                before.join(own);
            }
            _ => self.frames.push(own),
        }
    }

    /// Puts the frames that no paragraph follows above the table that does, on its page.
    pub(super) fn put_frames_above(&mut self, table: &Block) {
        if self.frames.is_empty() {
            return;
        }
        let gap = self.above.map_or(0.0, |above| spacing::below(above.style, Some(table)));
        let floating = std::mem::take(&mut self.frames);
        let height = floating.iter().map(Floating::reach).fold(0.0, f64::max);
        let notes = floating.iter().flat_map(|own| own.notes.clone()).collect();
        let (is_glued, forced) = (self.keeps, self.forced.take());
        let own = Slice { floating, notes, gap, height, is_glued, forced, ..Slice::empty() };
        self.flow.slices.push(own);
        self.y += gap + height;
        (self.above, self.keeps) = (None, true);
    }
}

impl Floating<'_> {
    /// Takes in what stands below it. A table and its caption are each aligned by their own width, from where the first of them
    /// stands; paragraphs of one frame share its width.
    fn join(&mut self, below: Self) {
        let are_apart = self.is_table || below.is_table;
        let across = self.anchor.across.1;
        let is_aligned = are_apart && matches!(across, Place::Center | Place::End);
        let aside = if is_aligned { across.within((0.0, self.width), below.width) } else { 0.0 };
        if !is_aligned {
            self.width = self.width.max(below.width);
        }
        let down = self.height;
        self.height += below.height;
        match self.bands.last_mut().filter(|_| !are_apart) {
            Some(own) => own.size = (self.width, self.height),
            None => {
                let moved = below.bands.into_iter().map(|band| Band { down: band.down + down, ..band });
                self.bands.extend(moved);
            }
        }
        // Nobody else holds them yet: nothing is copied.
        let items = Rc::unwrap_or_clone(below.items).into_iter().map(|item| item.shifted(aside, down));
        Rc::make_mut(&mut self.items).extend(items);
        self.notes.extend(below.notes);
        self.is_table |= below.is_table;
    }
}
