//! Text of a document that the embedded engine cannot draw well: characters in no font, and letters that it does not
//! join.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

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

/// Characters of a warning that are written out.
const NAMED: usize = 8;

/// The characters that no font has, sorted.
pub(crate) fn missing(drawn: &BTreeMap<char, Drawn>) -> Vec<char> {
    drawn.iter().filter(|(_, drawn)| **drawn == Drawn::Not).map(|(character, _)| *character).collect()
}

/// What a PDF does not show as it should.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// How many characters no font has, and some of them.
    count: usize,
    missing: Vec<char>,
    /// Places in [`JOINED`].
    joined: Vec<usize>,
}

impl Notes {
    pub(crate) fn of(drawn: &BTreeMap<char, Drawn>) -> Notes {
        let missing = missing(drawn);
        let is_used = |range: &RangeInclusive<char>| drawn.range(range.clone()).next().is_some();
        Notes {
            count: missing.len(),
            missing: missing.into_iter().take(NAMED).collect(),
            joined: (0..)
                .zip(&JOINED)
                .filter(|(_, (_, range))| is_used(range))
                .map(|(place, _)| place)
                .collect(),
        }
    }

    /// Tells whoever reads the log, and the user of the command line. Of what a child sent, numbers alone get there.
    pub(crate) fn warn(&self) {
        if self.count > 0 {
            let points: Vec<String> = self
                .missing
                .iter()
                .take(NAMED)
                .map(|character| format!("U+{:04X}", u32::from(*character)))
                .collect();
            let (count, characters) = (self.count, points.join(" "));
            tracing::warn!(
                count,
                characters,
                "the PDF shows empty boxes for characters that no font has; add a font that has them to the fonts folder"
            );
        }
        let scripts: Vec<&str> =
            self.joined.iter().take(JOINED.len()).filter_map(|place| Some(JOINED.get(*place)?.0)).collect();
        if !scripts.is_empty() {
            let scripts = scripts.join(", ");
            tracing::warn!(
                scripts,
                "the PDF has letters that this engine does not join or reorder; the engine `libreoffice` does"
            );
        }
    }
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
