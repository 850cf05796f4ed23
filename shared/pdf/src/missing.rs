//! Text of a document that the embedded engine cannot draw well: characters in no font, and letters that it does not
//! join.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::fonts::Drawn;

/// Scripts whose letters change shape or place beside others, which the engine does not do (it joins Arabic).
const JOINED: [(&str, RangeInclusive<char>); 10] = [
    ("Syriac", '\u{700}'..='\u{74f}'),
    ("Devanagari", '\u{900}'..='\u{97f}'),
    ("Bengali", '\u{980}'..='\u{9ff}'),
    ("scripts of India", '\u{a00}'..='\u{d7f}'),
    ("Sinhala", '\u{d80}'..='\u{dff}'),
    ("Thai and Lao", '\u{e00}'..='\u{eff}'),
    ("Tibetan", '\u{f00}'..='\u{fff}'),
    ("Burmese", '\u{1000}'..='\u{109f}'),
    ("Khmer", '\u{1780}'..='\u{17ff}'),
    ("Mongolian", '\u{1800}'..='\u{18af}'),
];

/// The characters that no font has, sorted.
pub(crate) fn missing(drawn: &BTreeMap<char, Drawn>) -> Vec<char> {
    drawn.iter().filter(|(_, drawn)| **drawn == Drawn::Not).map(|(character, _)| *character).collect()
}

/// Which of the scripts that the engine does not join are drawn.
pub(crate) fn joined(drawn: &BTreeMap<char, Drawn>) -> Vec<&'static str> {
    let is_used = |range: &RangeInclusive<char>| drawn.range(range.clone()).next().is_some();
    JOINED.iter().filter(|(_, range)| is_used(range)).map(|(name, _)| *name).collect()
}

/// Spaces, controls, joiners and directions, variation selectors and private symbols (of pictograph fonts, which the
/// engine maps by itself) need no glyph of their own. ASCII is in every font.
pub(crate) fn needs_glyph(character: char) -> bool {
    !character.is_ascii()
        && !character.is_whitespace()
        && !character.is_control()
        && !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}')
}
