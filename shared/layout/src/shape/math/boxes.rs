//! Boxes: a drawing and the room that it takes. Positions count from the left end of the baseline, downwards.

use crate::drawing::Rgb;
use crate::pages::{Dash, GlyphRun, Item, Rule};

/// Tolerance: runs that are within so many points of each other become one.
const BESIDE: f64 = 0.001;

/// A part of an equation that was set.
#[derive(Debug, Clone, Default)]
pub(super) struct Boxed {
    pub width: f64,
    /// Height above the baseline.
    pub ascent: f64,
    /// Depth below it.
    pub descent: f64,
    /// How far it leans out of its width at the top.
    pub italic: f64,
    /// The middle of an accent.
    pub accent: f64,
    /// The glyph that it is, if it is one alone.
    pub glyph: Option<Single>,
    pub items: Vec<Item>,
}

/// A glyph of a character at a size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Single {
    pub glyph: u16,
    pub character: char,
    pub size: f64,
}

impl Boxed {
    /// Room without ink.
    pub fn space(width: f64) -> Boxed {
        Boxed { width, accent: width / 2.0, ..Boxed::default() }
    }

    pub fn height(&self) -> f64 {
        self.ascent + self.descent
    }

    /// The character that it begins with, and its size.
    pub fn first(&self) -> Option<(char, f64)> {
        match self.items.first()? {
            Item::Glyphs(run) => Some((run.text.chars().next()?, run.size)),
            _ => None,
        }
    }

    /// A glyph raised within its run.
    pub fn lifted(mut self, lift: f64) -> Boxed {
        for item in &mut self.items {
            if let Item::Glyphs(run) = item {
                run.glyphs.iter_mut().for_each(|glyph| glyph.y_offset += lift as f32);
            }
        }
        (self.ascent, self.descent) = (self.ascent + lift, self.descent - lift);
        self
    }

    /// The same glyphs at another size and width, as shares of their own.
    pub fn resized(mut self, size: f64, width: f64) -> Boxed {
        let across = size * width;
        for item in &mut self.items {
            if let Item::Glyphs(run) = item {
                (run.size, run.scale) = (run.size * size, run.scale * width);
                run.glyphs.iter_mut().for_each(|glyph| glyph.advance *= across as f32);
            }
        }
        for length in [&mut self.width, &mut self.italic, &mut self.accent] {
            *length *= across;
        }
        (self.ascent, self.descent) = (self.ascent * size, self.descent * size);
        self.glyph = self.glyph.map(|single| Single { size: single.size * size, ..single });
        self
    }

    /// Takes the room of white space, which stays in the text.
    pub fn close(&mut self) {
        for item in &mut self.items {
            if let Item::Glyphs(run) = item {
                run.glyphs.iter_mut().for_each(|glyph| glyph.advance = 0.0);
            }
        }
        self.width = 0.0;
    }

    /// Puts another box with its origin at a place of this one, which grows upwards and downwards, and to the right.
    pub fn put(&mut self, other: Boxed, x: f64, y: f64) {
        self.width = self.width.max(x + other.width);
        if !other.items.is_empty() || other.height() > 0.0 {
            self.ascent = self.ascent.max(other.ascent - y);
            self.descent = self.descent.max(other.descent + y);
        }
        for item in other.items {
            self.add(item.shifted(x, y));
        }
    }

    /// Puts another box after this one.
    pub fn append(&mut self, other: Boxed) {
        if self.items.is_empty() && self.width == 0.0 && self.height() == 0.0 {
            *self = other;
            return;
        }
        let width = self.width;
        (self.italic, self.glyph) = (other.italic, None);
        self.put(other, width, 0.0);
        self.accent = self.width / 2.0;
    }

    /// Adds an item; glyphs that follow one another in one font become one run.
    fn add(&mut self, item: Item) {
        match (self.items.last_mut(), item) {
            (Some(Item::Glyphs(last)), Item::Glyphs(run)) if follows(last, &run) => {
                let offset = last.text.len();
                last.text.push_str(&run.text);
                last.glyphs.extend(run.glyphs.into_iter().map(|glyph| {
                    let text = glyph.range();
                    glyph.of(text.start + offset..text.end + offset)
                }));
            }
            (_, item) => self.items.push(item),
        }
    }

    /// A horizontal line whose middle is at `y`.
    pub fn rule(&mut self, (from, to): (f64, f64), y: f64, width: f64, colour: Rgb) {
        self.line((from, y), (to, y), width, colour);
        self.ascent = self.ascent.max(width / 2.0 - y);
        self.descent = self.descent.max(y + width / 2.0);
        self.width = self.width.max(to);
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Rgb) {
        self.items.push(Item::Rule(Rule { from, to, width, colour, dash: Dash::Solid }));
    }
}

/// Glyphs of a run, at most: what follows is measured against its end.
const LONGEST_RUN: usize = 64;

fn follows(last: &GlyphRun, run: &GlyphRun) -> bool {
    let is_alike = last.face == run.face
        && last.size == run.size
        && last.scale == run.scale
        && last.colour == run.colour
        && last.synthetic_bold == run.synthetic_bold
        && last.synthetic_italic == run.synthetic_italic
        && !last.is_rtl
        && !run.is_rtl;
    let is_beside =
        |last: &GlyphRun| (last.x + last.width() - run.x).abs() < BESIDE && (last.y - run.y).abs() < BESIDE;
    is_alike && last.glyphs.len() < LONGEST_RUN && is_beside(last)
}
