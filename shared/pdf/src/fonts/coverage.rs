//! Which family draws a character: one that the engine falls back to by itself, or one that a run has to name.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use super::Fonts;

/// Families that the engine looks into, one character at a time, when a run's own font lacks a glyph.
const REACHED: [&str; 8] = [
    "Arial",
    "Cambria Math",
    "Segoe UI Symbol",
    "Segoe UI Emoji",
    "Arial Unicode MS",
    "MS Gothic",
    "Noto Sans Symbols 2",
    "DejaVu Sans",
];

/// Those that it looks into for East Asian characters.
const REACHED_EAST_ASIAN: [&str; 18] = [
    "Batang",
    "Malgun Gothic",
    "Gulim",
    "MS Mincho",
    "Yu Mincho",
    "Yu Gothic",
    "Meiryo",
    "SimSun",
    "Microsoft YaHei",
    "PMingLiU",
    "MingLiU",
    "Microsoft JhengHei",
    "Noto Sans CJK KR",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans CJK TC",
    "Noto Serif CJK SC",
    "Noto Serif CJK JP",
];

/// Arabic letters: the engine joins them into other characters (Unicode's presentation forms) once it has chosen the
/// font, and does not look for a font that has those.
fn is_joined(character: char) -> bool {
    matches!(character, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// How a character comes onto the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// The engine finds a font.
    ByItself,
    /// Only when the run names this family.
    With(String),
    /// No font has it: a box.
    Not,
}

/// What is known of characters so far. There are as many at most as Unicode has.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<HashMap<char, Drawn>>);

impl Fonts {
    /// How each of `characters` is drawn. Font files are read only for characters that were never asked for before.
    pub(crate) fn drawn(&self, characters: &BTreeSet<char>) -> BTreeMap<char, Drawn> {
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut joined, mut left): (BTreeSet<char>, BTreeSet<char>) =
            characters.iter().copied().filter(|c| !known.contains_key(c)).partition(|c| is_joined(*c));
        for family in REACHED.iter().chain(&REACHED_EAST_ASIAN).map(|name| self.resolved(name)) {
            for character in self.families().covered(family, &left) {
                left.remove(&character);
                known.insert(character, Drawn::ByItself);
            }
        }
        left.append(&mut joined);
        for family in self.families().names() {
            if left.is_empty() {
                break;
            }
            for character in self.families().covered(family, &left) {
                left.remove(&character);
                known.insert(character, Drawn::With(family.to_owned()));
            }
        }
        known.extend(left.into_iter().map(|character| (character, Drawn::Not)));
        characters.iter().filter_map(|character| Some((*character, known.get(character)?.clone()))).collect()
    }

    /// Those of `characters` that the family, or what stands in for it, has a glyph for.
    pub(crate) fn covered_by(&self, family: &str, characters: &BTreeSet<char>) -> BTreeSet<char> {
        self.families().covered(self.resolved(family), characters)
    }

    /// The family itself, or the bundled one that stands in for it.
    fn resolved<'a>(&self, family: &'a str) -> &'a str {
        if self.families().contains(family) {
            return family;
        }
        self.stand_in(family).unwrap_or(family)
    }
}
