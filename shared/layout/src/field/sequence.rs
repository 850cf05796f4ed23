//! Numbers of captions: `SEQ` (17.16.5.56).

use std::collections::HashMap;

use platen_ooxml::field::Instruction;

use super::format;
use crate::number_format::NumberFormat;

/// The counters of a document, by their names in small letters.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    counters: HashMap<String, Counter>,
}

#[derive(Debug, Default)]
struct Counter {
    last: i64,
    /// Headings that stood before the last number, by the level that starts it again.
    headings: HashMap<usize, usize>,
}

impl Sequences {
    /// The result of a field. `headings` returns how many headings of a level are before it. None for a field that repeats the
    /// number at a bookmark.
    pub fn next(&mut self, instruction: &Instruction, headings: impl Fn(usize) -> usize) -> Option<String> {
        let arguments = instruction.arguments(&["\\r", "\\s"]);
        let name = arguments.first()?.to_lowercase();
        if arguments.len() > 1 {
            return None;
        }
        let counter = self.counters.entry(name).or_default();
        if let Some(level) = instruction.value("\\s").and_then(|level| level.parse().ok()) {
            let before = headings(level);
            if counter.headings.insert(level, before).is_some_and(|known| known != before) {
                counter.last = 0;
            }
        }
        match instruction.value("\\r").and_then(|start| start.trim().parse().ok()) {
            Some(start) => counter.last = start,
            None if instruction.has("\\c") => {}
            None => counter.last = counter.last.saturating_add(1),
        }
        // A hidden number counts, but is seen only where a format asks for it.
        let is_hidden = instruction.has("\\h") && NumberFormat::of(instruction).is_none();
        Some(if is_hidden { String::new() } else { format::whole(counter.last, instruction) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_start_again_and_repeat() {
        let mut sequences = Sequences::default();
        let mut next = |code: &str, headings: usize| {
            sequences.next(&Instruction::parse(code), |_| headings).expect("a number")
        };
        assert_eq!(next("SEQ Figure \\* ARABIC", 0), "1");
        assert_eq!(next("SEQ figure \\* ROMAN", 0), "II");
        assert_eq!(next("SEQ Table", 0), "1");
        assert_eq!(next("SEQ Figure \\c", 0), "2");
        assert_eq!(next("SEQ Figure \\h", 0), "");
        assert_eq!(next("SEQ Figure \\r 10", 0), "10");
        assert_eq!(next("SEQ Part \\s 1", 1), "1");
        assert_eq!(next("SEQ Part \\s 1", 1), "2");
        assert_eq!(next("SEQ Part \\s 1", 2), "1");
    }
}
