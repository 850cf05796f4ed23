//! The drawing of floating objects: pictures, boxes with text, and groups of these.

use super::Flow;
use super::anchor::draw_with_floats;
use super::layouter::{Column, Layouter};
use super::shape_items::paths;
use crate::bounds::WIDEST;
use crate::draw::Outline;
use crate::drawing::Drawing;
use crate::error::LayoutError;
use crate::ink::picture_items;
use crate::model::Stance;
use crate::model::paragraph_properties::Align;
use crate::model::story::{AnchorContent, Block, TextBox, WordArt};
use crate::model::table_properties::VAlign;
use crate::model::text_direction::Turn;
use crate::pages::{Group, Item, Rect};
use crate::shape::{Kind, Values};
use crate::units::HALF_TURN;

/// Bound: the least share of a shape's height that its rectangle for text takes. A preset may leave none.
const LEAST_SHARE: f64 = 0.1;

/// Tolerance: what a line of a box as wide as its text is wider, in points, so that it is not broken.
const SPARE: f64 = 0.1;

impl<'a> Layouter<'a> {
    /// Draws an object at a given size, from its own corner; returns the size that it takes, which follows the text of some
    /// boxes. `grid` is that of the lines around it.
    pub(crate) fn object(
        &self,
        content: &'a AnchorContent,
        (width, height): (f64, f64),
        (values, grid): (&Values, Option<f64>),
        out: &mut Vec<Item>,
    ) -> Result<(f64, f64), LayoutError> {
        self.budget.spend(64)?;
        let size = (width, height);
        match content {
            AnchorContent::Picture(picture) => {
                let rect = Rect { x: 0.0, y: 0.0, width, height };
                out.extend(picture_items(picture, rect, None));
                Ok(size)
            }
            AnchorContent::Chart(chart) => {
                crate::chart::draw(&self.shaper, chart, size, out)?;
                for shape in &chart.shapes {
                    let mut own = Vec::new();
                    let size = (shape.width * width, shape.height * height);
                    self.object(&shape.content, size, (&Values::default(), None), &mut own)?;
                    out.extend(moved(own, shape.x * width, shape.y * height));
                }
                Ok(size)
            }
            AnchorContent::Box(own) => self.text_box(own, size, (values, grid), out),
            AnchorContent::Rule(rule) => {
                let own = rule.share.map_or(width, |share| width * share);
                let rect = Rect { x: (width - own) * rule.align, y: 0.0, width: own, height };
                out.push(Item::Fill { rect, colour: rule.colour });
                Ok(size)
            }
            AnchorContent::WordArt(own) => {
                self.word_art(own, size, out)?;
                Ok(size)
            }
            AnchorContent::Turned(inner, degrees) => {
                let mut own = Vec::new();
                let (width, height) = self.object(inner, size, (values, grid), &mut own)?;
                out.push(turned(own, Group::turn_about((width / 2.0, height / 2.0), *degrees)));
                Ok((width, height))
            }
            AnchorContent::Group(parts) => {
                for part in parts {
                    let mut own = Vec::new();
                    self.object(&part.content, (part.width, part.height), (values, grid), &mut own)?;
                    out.extend(moved(own, part.x, part.y));
                }
                Ok(size)
            }
        }
    }

    /// A line of text, stretched over a box.
    fn word_art(
        &self,
        own: &WordArt,
        (width, height): (f64, f64),
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let shaped = self.shaper.text(&own.text, &own.style)?;
        let natural = shaped.width();
        let high = |pick: fn(&crate::shape::Run) -> f64| shaped.runs.iter().map(pick).fold(0.0, f64::max);
        let (ascent, descent) = (high(|run| run.ascent), high(|run| run.descent));
        if natural <= 0.0 || ascent + descent <= 0.0 {
            return Ok(());
        }
        let mut items = Vec::new();
        self.pen().text(&shaped, (0.0, ascent), &mut items)?;
        let stretched = [width / natural, 0.0, 0.0, height / (ascent + descent), 0.0, 0.0];
        let items = vec![turned(items, stretched)];
        out.push(turned(items, Group::turn_about((width / 2.0, height / 2.0), own.rotation)));
        Ok(())
    }

    fn text_box(
        &self,
        own: &'a TextBox,
        (width, height): (f64, f64),
        (values, grid): (&Values, Option<f64>),
        out: &mut Vec<Item>,
    ) -> Result<(f64, f64), LayoutError> {
        let look = &own.look;
        self.budget.spend(look.geometry.steps())?;
        let mut outline = Outline::of(&look.geometry, (width, height), look.flip);
        let insets = own.insets;
        let is_turned = own.direction.is_turned();
        // Insets are those of the sides of the paper, however the text runs.
        let (across, down) = own.room((outline.text.width, outline.text.height));
        let ground = look.fill.as_ref().map(|fill| fill.ink().colour);
        let stance = Stance { turned_back: own.direction.turned_back(), ..Stance::default() };
        let room =
            if own.is_unwrapped { self.longest(&own.story, values, stance)?.max(across) } else { across };
        // The size that Word saves for such a box may be that of before its text: WordArt has 144 points each way.
        let grown = if own.grows && !is_turned { room - across } else { 0.0 };
        if grown > 0.0 {
            outline = Outline::of(&look.geometry, (width + grown, height), look.flip);
        }
        let (width, across) = (width + grown, across + grown);
        // Text of boxes stands on the grid of the text around them (17.6.5; a game's rules of Word: lines of 15.6 points at a pitch
        // of 20).
        let grid = grid.filter(|_| !is_turned);
        let column = Column { ground, stance, grid, ..Column::other(room.max(1.0), values) };
        let flow =
            match own.chained.and_then(|(chain, place)| Some((self.document.chains.get(chain)?, place))) {
                Some((chain, place)) => self.chained(chain, place, column)?,
                None => self.flow(&own.story, column)?,
            };
        let text = flow.height();
        let (height, down) = if own.grows && !is_turned && !own.story.is_empty() {
            // The shape grows until its rectangle for text is as high as the text.
            let share =
                if outline.text.height > 0.0 && height > 0.0 { outline.text.height / height } else { 1.0 };
            let height = (text + insets[1] + insets[3]) / share.max(LEAST_SHARE);
            outline = Outline::of(&look.geometry, (width, height), look.flip);
            (height, text)
        } else {
            (height, down)
        };
        let shift = match own.align {
            VAlign::Center => ((down - text) / 2.0).max(0.0),
            VAlign::Bottom => (down - text).max(0.0),
            _ => 0.0,
        };
        let Rect { x, y, width: wide, height: high } = outline.text;
        // What is wider than the box runs out of it on the sides that its alignment leaves open.
        let over = match own.story.first() {
            _ if room <= across => 0.0,
            Some(Block::Paragraph(first)) if first.style.align == Align::Center => (room - across) / 2.0,
            Some(Block::Paragraph(first)) if first.style.align == Align::End => room - across,
            _ => 0.0,
        };
        let (left, top) = (x + insets[0], y + insets[1]);
        let (right, bottom) = (x + wide - insets[2], y + high - insets[3]);
        let mut items = Vec::new();
        let paths = paths(look, outline, (width, height));
        if !paths.is_empty() {
            items.push(Item::Drawing(Drawing { paths, alt: own.alt.clone(), element: None }));
        }
        let mut story = Vec::new();
        self.draw_story(flow, shift, (room, down), &mut story);
        if over > 0.0 {
            story = moved(story, -over, 0.0).collect();
        }
        // A shape that is mirrored top to bottom has its text upside down (LibreOffice and ONLYOFFICE read it so).
        match own.direction.turn() {
            _ if story.is_empty() => {}
            _ if look.flip.1 && !is_turned => {
                let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
                items.push(turned(moved(story, left, top).collect(), Group::turn_about(middle, HALF_TURN)));
            }
            Turn::None => items.extend(moved(story, left, top)),
            Turn::Clockwise => items.push(turned(story, [0.0, 1.0, -1.0, 0.0, right, top])),
            Turn::Anticlockwise => items.push(turned(story, [0.0, -1.0, 1.0, 0.0, left, bottom])),
        }
        if own.rotation == 0.0 {
            out.extend(items);
        } else {
            out.push(turned(items, Group::turn_about((width / 2.0, height / 2.0), own.rotation)));
        }
        Ok((width, height))
    }

    /// Width of the longest paragraph of a box whose lines do not break.
    fn longest(&self, story: &'a [Block], values: &Values, stance: Stance) -> Result<f64, LayoutError> {
        let mut longest = 0.0_f64;
        for block in story {
            if let Block::Paragraph(paragraph) = block {
                let style = &paragraph.style;
                let shaped = self.shaper.paragraph(paragraph, values, stance)?;
                let lines = shaped
                    .clusters
                    .split(|cluster| matches!(cluster.kind, Kind::LineBreak | Kind::ClearBreak(_)));
                let widths = lines.map(|line| line.iter().map(|cluster| cluster.width).sum::<f64>());
                let text = widths.fold(0.0, f64::max);
                // Sums of fractions: what is exactly as wide fits.
                longest = longest.max(style.start + style.first_line.max(0.0) + text + style.end + SPARE);
            }
        }
        Ok(longest.min(WIDEST))
    }

    /// Draws the story of a box from `top`, as far as it fits into `room`: Word hides lines that begin below the box and
    /// cuts the one that runs out of it.
    fn draw_story(&self, mut flow: Flow<'a>, top: f64, (width, room): (f64, f64), out: &mut Vec<Item>) {
        let mut at = top;
        let mut fits = |(index, slice): (usize, &super::Slice<'_>)| {
            at += if index == 0 { slice.gap_at_start } else { slice.gap };
            let is_in = index == 0 || at < room;
            at += slice.height;
            is_in
        };
        let count = flow.slices.iter().enumerate().take_while(|own| fits(*own)).count();
        if count < flow.slices.len() {
            let detail = "lines that do not fit into their box are hidden, as Word hides them";
            self.undrawn.borrow_mut().add("box-overflow", "", "", detail);
            flow.slices.truncate(count);
        }
        // Objects inside a box stand where their anchor does.
        draw_with_floats(&flow, (0.0, top), out, |own, _| Rect {
            x: 0.0,
            y: own.paragraph,
            width,
            height: own.height,
        });
    }
}

fn moved(items: Vec<Item>, x: f64, y: f64) -> impl Iterator<Item = Item> {
    items.into_iter().map(move |item| item.shifted(x, y))
}

fn turned(items: Vec<Item>, transform: [f64; 6]) -> Item {
    Item::Group(Group::new(transform, items))
}
