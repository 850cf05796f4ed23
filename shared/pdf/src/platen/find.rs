//! Finds the places of passages on the pages of a document.

use std::collections::HashMap;
use std::ops::Range;

use platen_layout::{GlyphRun, Item, Page, Rect, embedded_fonts, layout_with};
use platen_ooxml::package::Package;

use super::convert::{Conversion, layout_options, refused};
use crate::{Mark, Passage, PdfError, Whereabouts};

/// A shorter text stands everywhere.
const SHORTEST: usize = 3;

/// What a line of text has above its baseline, and in all, for each point of its size.
const ASCENT: f64 = 0.85;
const HEIGHT: f64 = 1.15;

impl Conversion<'_> {
    /// Lays out a document, and finds the passages on its pages: one place for each, in their order; `None` for those that are on no
    /// page. Of equal passages the second is the second on the pages.
    ///
    /// # Errors
    /// As [`Conversion::converted`].
    pub(super) fn found(
        &self,
        package: &Package,
        passages: &[Passage],
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let Conversion { limits, budget, fields, kept, .. } = *self;
        let options = layout_options(limits, budget, fields);
        let fonts = embedded_fonts(package, &options).map_err(refused)?;
        self.with_fonts(fonts, |library| {
            let laid = layout_with(package, library, &options, &kept.layout).map_err(refused)?;
            let mut text = PageText::of(&laid.pages);
            Ok(passages.iter().map(|passage| text.find(passage)).collect())
        })
    }
}

/// The characters of all pages without white space, in the order in which they are drawn.
#[derive(Default)]
struct PageText {
    /// Each as one character, ignoring case.
    text: String,
    /// Of each, its place in `text`, its page, and the rectangle that it stands in.
    characters: Vec<(usize, usize, Rect)>,
    sizes: Vec<(f64, f64)>,
    /// Where the search for the same text goes on.
    seen: HashMap<String, usize>,
}

impl PageText {
    fn of(pages: &[Page]) -> PageText {
        let mut text = PageText::default();
        for (number, page) in pages.iter().enumerate() {
            text.sizes.push((page.width, page.height));
            text.add(&page.items, number, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        }
        text
    }

    fn add(&mut self, items: &[Item], page: usize, matrix: [f64; 6]) {
        for item in items {
            match item {
                Item::Glyphs(run) => self.add_run(run, page, matrix),
                Item::Group(group) => self.add(&group.items, page, joined(group.transform, matrix)),
                _ => {}
            }
        }
    }

    fn add_run(&mut self, run: &GlyphRun, page: usize, matrix: [f64; 6]) {
        let mut x = run.x;
        let mut places = Vec::new();
        for glyph in &run.glyphs {
            let text = run.text.get(glyph.range()).unwrap_or_default();
            let count = text.chars().filter(|character| !character.is_whitespace()).count().max(1);
            let width = f64::from(glyph.advance) / count as f64;
            for character in text.chars().filter(|character| !character.is_whitespace()) {
                let rect = Rect { x, y: run.y - ASCENT * run.size, width, height: HEIGHT * run.size };
                places.push((folded(character), turned(rect, matrix)));
                x += width;
            }
            if text.chars().all(char::is_whitespace) {
                x += f64::from(glyph.advance);
            }
        }
        // Glyphs go from left to right, whatever the text does.
        if run.is_rtl {
            places.reverse();
        }
        for (character, rect) in places {
            self.characters.push((self.text.len(), page, rect));
            self.text.push(character);
        }
    }

    fn find(&mut self, passage: &Passage) -> Option<Whereabouts> {
        let Range { start, end } = passage.meant;
        let (mut whole, mut own) = (String::new(), String::new());
        let mut before = 0;
        for (at, character) in passage.text.chars().enumerate() {
            if character.is_whitespace() {
                continue;
            }
            if (start..end).contains(&at) {
                own.push(folded(character));
            } else if at < start {
                before += 1;
            }
            whole.push(folded(character));
        }
        let length = own.chars().count();
        let first = match self.next(&whole) {
            Some(first) => first + before,
            // What is around it is not drawn, or elsewhere.
            None if length >= SHORTEST => self.next(&own)?,
            None => return None,
        };
        self.place(first..first + length.max(1))
    }

    /// The next place of a text, as the number of its first character.
    fn next(&mut self, text: &str) -> Option<usize> {
        let from = self.seen.get(text).copied().unwrap_or_default();
        let at = from + self.text.get(from..)?.find(text).filter(|_| !text.is_empty())?;
        self.seen.insert(text.to_owned(), at + text.len());
        self.characters.binary_search_by_key(&at, |(at, ..)| *at).ok()
    }

    /// The rectangles around some characters, on the page of the first.
    fn place(&self, range: Range<usize>) -> Option<Whereabouts> {
        let characters = self.characters.get(range.start..range.end.min(self.characters.len()))?;
        let (_, page, _) = *characters.first()?;
        let mut lines: Vec<Rect> = Vec::new();
        for (_, _, rect) in characters.iter().filter(|(_, of, _)| *of == page) {
            match lines.last_mut() {
                Some(line) if (line.y - rect.y).abs() < rect.height / 2.0 => *line = around(*line, *rect),
                _ => lines.push(*rect),
            }
        }
        let (width, height) = *self.sizes.get(page)?;
        let marks = lines.into_iter().map(|line| Mark {
            left: share(line.x, width),
            top: share(line.y, height),
            width: share(line.width, width),
            height: share(line.height, height),
        });
        Some(Whereabouts { page: u32::try_from(page + 1).ok()?, marks: marks.collect() })
    }
}

/// Capitals that a format makes of small letters are the same letters.
fn folded(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

fn share(length: f64, of: f64) -> f64 {
    (length / of).clamp(0.0, 1.0)
}

/// The rectangle around two.
fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) =
        ((one.x + one.width).max(other.x + other.width), (one.y + one.height).max(other.y + other.height));
    Rect { x, y, width: right - x, height: bottom - y }
}

/// The matrix of a group within a group ([`platen_layout::Group::transform`]).
fn joined([a, b, c, d, e, f]: [f64; 6], [oa, ob, oc, od, oe, of]: [f64; 6]) -> [f64; 6] {
    [
        a * oa + b * oc,
        a * ob + b * od,
        c * oa + d * oc,
        c * ob + d * od,
        e * oa + f * oc + oe,
        e * ob + f * od + of,
    ]
}

/// The rectangle around a turned one.
fn turned(rect: Rect, [a, b, c, d, e, f]: [f64; 6]) -> Rect {
    let corner =
        |x: f64, y: f64| Rect { x: x * a + y * c + e, y: x * b + y * d + f, width: 0.0, height: 0.0 };
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    [corner(right, rect.y), corner(rect.x, bottom), corner(right, bottom)]
        .into_iter()
        .fold(corner(rect.x, rect.y), around)
}
