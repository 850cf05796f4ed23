//! Cuts text into stretches of one script, direction and face.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};
use unicode_script::{Script, UnicodeScript};

use crate::choice::Choice;
use crate::face::Face;
use crate::fallback::missing;
use crate::library::Library;
use crate::opened::Opened;

/// How a text is to be cut.
#[derive(Debug, Clone, Copy)]
pub struct Itemise<'a> {
    /// The font that the text asks for.
    pub choice: Choice,
    /// Whether the text runs from right to left where its characters do not say.
    pub right_to_left: bool,
    /// The directions of the text if its surroundings are known: one level for each byte (UAX 9), as [`levels`] gives
    /// them for the paragraph. Without them the text is taken for a paragraph of its own.
    pub levels: Option<&'a [u8]>,
    /// Language of the text (BCP 47; `w:lang`).
    pub language: Option<&'a str>,
}

/// A stretch of text of one script, direction and face.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The face that draws it.
    pub choice: Choice,
    /// Its script; characters that belong to all scripts take that of their neighbours.
    pub script: Script,
    /// Its direction: odd levels run from right to left (UAX 9).
    pub level: u8,
    /// Whether no face at hand has its characters, so that boxes are drawn.
    pub is_missing: bool,
}

impl Item {
    /// Whether the item runs from right to left.
    #[must_use]
    pub fn is_right_to_left(&self) -> bool {
        self.level % 2 == 1
    }
}

/// Direction of each byte of a paragraph (UAX 9): odd levels run from right to left.
#[must_use]
pub fn levels(paragraph: &str, right_to_left: bool) -> Vec<u8> {
    let base = if right_to_left { Level::rtl() } else { Level::ltr() };
    if !right_to_left && paragraph.is_ascii() {
        return vec![0; paragraph.len()];
    }
    BidiInfo::new(paragraph, Some(base)).levels.iter().map(Level::number).collect()
}

/// The order in which pieces of one line are drawn from left to right (UAX 9, rule L2), given their levels in reading
/// order.
#[must_use]
pub fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let level = |place: &usize| levels.get(*place).copied().unwrap_or_default();
    let highest = levels.iter().copied().max().unwrap_or_default();
    let lowest_odd = levels.iter().copied().filter(|level| level % 2 == 1).min().unwrap_or(highest + 1);
    for at_least in (lowest_odd..=highest).rev() {
        order.chunk_by_mut(|a, b| (level(a) >= at_least) == (level(b) >= at_least)).for_each(|chunk| {
            if chunk.first().is_some_and(|place| level(place) >= at_least) {
                chunk.reverse();
            }
        });
    }
    order
}

impl Library {
    /// Cuts `text` into items, in reading order. They cover the whole text.
    #[must_use]
    pub fn itemise(&self, text: &str, how: &Itemise) -> Vec<Item> {
        let own;
        let levels = match how.levels {
            Some(levels) => levels,
            None => {
                own = levels(text, how.right_to_left);
                &own
            }
        };
        let mut items: Vec<Item> = Vec::new();
        // The face of most characters.
        let wanted = self.face(how.choice.face).and_then(Face::opened);
        if let Some(item) = wanted.and_then(|opened| basic(text, levels, opened, how.choice)) {
            return vec![item];
        }
        let has = |character: char| wanted.is_some_and(|opened| opened.glyph_and_advance(character).0 != 0);
        for (at, character) in text.char_indices() {
            let end = at + character.len_utf8();
            let level = levels.get(at).copied().unwrap_or_default();
            let last = items.last_mut();
            let (choice, is_missing) = match &last {
                Some(last)
                    if follows(character)
                        && (is_invisible(character) || self.covers(&last.choice, character)) =>
                {
                    (last.choice, last.is_missing)
                }
                _ if is_invisible(character) || has(character) || is_unused(character, wanted) => {
                    (how.choice, false)
                }
                _ => self.face_for(character, how),
            };
            let script = script(character);
            let is_common = matches!(script, Script::Common | Script::Inherited | Script::Unknown);
            if let Some(last) = last {
                let one_script = is_common || last.script == script || last.script == Script::Common;
                if one_script && last.level == level && last.choice == choice && last.is_missing == is_missing
                {
                    last.range.end = end;
                    if last.script == Script::Common && !is_common {
                        last.script = script;
                    }
                    continue;
                }
            }
            let script = if is_common { Script::Common } else { script };
            items.push(Item { range: at..end, choice, script, level, is_missing });
        }
        items
    }

    /// The face for a character that the wanted one lacks, and whether there is none.
    fn face_for(&self, character: char, how: &Itemise) -> (Choice, bool) {
        match self.fallback(character, &how.choice, how.language) {
            Some(choice) => (choice, false),
            None => (missing(character, &how.choice), true),
        }
    }

    fn covers(&self, choice: &Choice, character: char) -> bool {
        self.face(choice.face)
            .and_then(|face| face.opened())
            .is_some_and(|opened| opened.glyph_and_advance(character).0 != 0)
    }
}

/// All of a text as one item, if it is plain ASCII in one direction that the face has, as most text is.
fn basic(text: &str, levels: &[u8], opened: &Opened, choice: Choice) -> Option<Item> {
    let level = levels.first().copied().unwrap_or_default();
    if text.is_empty() || !text.is_ascii() || levels.iter().any(|own| *own != level) {
        return None;
    }
    let glyphs = opened.first_block();
    let has = |byte: u8| {
        glyphs.get(usize::from(byte)).is_some_and(|(glyph, _)| *glyph != 0) || is_invisible(char::from(byte))
    };
    if !text.bytes().all(has) {
        return None;
    }
    let is_latin = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let script = if is_latin { Script::Latin } else { Script::Common };
    Some(Item { range: 0..text.len(), choice, script, level, is_missing: false })
}

/// The script of a character (UAX #24); of most text without a look into the table.
fn script(character: char) -> Script {
    match character {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '\0'..='\x7f' => Script::Common,
        _ => character.script(),
    }
}

/// Whether a character belongs to the one before it: marks, joiners, variation selectors.
fn follows(character: char) -> bool {
    !character.is_ascii()
        && (script(character) == Script::Inherited
            || matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'))
}

/// Whether a character of a face draws nothing though the face has no glyph for it.
pub(crate) fn draws_nothing(character: char, face: &Opened) -> bool {
    is_invisible(character) || is_unused(character, Some(face))
}

/// Whether a character is a code that a font of signs does not use: Word shows nothing for it (U+F0FF in Symbol).
fn is_unused(character: char, face: Option<&Opened>) -> bool {
    matches!(character, '\u{f000}'..='\u{f0ff}')
        && face.is_some_and(|face| face.codes.is_some() && face.glyph_and_advance(character).0 == 0)
}

/// Whether a character needs no glyph: white space, controls, and marks that only steer the layout.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}
