//! What a PDF does not show as Word would, on its way from the child that found out to the log.

use std::collections::{BTreeMap, BTreeSet};

use platen_layout::Undrawn;
use serde::{Deserialize, Serialize};

use crate::fonts::Drawn;
use crate::missing::{self, needs_glyph};

/// Characters of a warning that are written out.
const NAMED: usize = 8;

/// Differences of one document that are warned of one by one.
const DIFFERENCES: usize = 32;

/// Characters of a text that a child sends.
const TEXT: usize = 160;

/// Code of what lacks a glyph, in the list of [`platen_layout::Laid`].
const NO_GLYPH: &str = "no-glyph";

/// What a PDF does not show as it should.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// How many characters no font has, and some of them.
    count: usize,
    missing: Vec<char>,
    /// Scripts whose letters are not joined; places for [`missing::script`].
    joined: Vec<usize>,
    /// What is drawn otherwise than in Word.
    differences: Vec<Difference>,
    /// How many more there are.
    more: usize,
}

/// Something that is drawn otherwise than in Word, or not at all. The text beside it is the document's, and stays out of
/// the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Difference {
    /// Stable name of the kind.
    code: String,
    /// What is missing, and what stands in its place.
    detail: String,
    part: String,
    /// How often it was met.
    count: usize,
}

impl Notes {
    /// Those of the embedded engine, from how each character is drawn.
    pub(crate) fn of(drawn: &BTreeMap<char, Drawn>) -> Notes {
        let joined = missing::joined(drawn);
        Notes { joined, ..Notes::of_missing(&missing::missing(drawn)) }
    }

    /// Those of Platen's own engine, from what its layout lists.
    pub(crate) fn of_undrawn(undrawn: Vec<Undrawn>) -> Notes {
        let (glyphs, others): (Vec<_>, Vec<_>) =
            undrawn.into_iter().partition(|undrawn| undrawn.code == NO_GLYPH);
        let missing: BTreeSet<char> =
            glyphs.iter().flat_map(|undrawn| undrawn.text.chars()).filter(|c| needs_glyph(*c)).collect();
        let more = others.len().saturating_sub(DIFFERENCES);
        let differences = others.into_iter().take(DIFFERENCES).map(Difference::of).collect();
        Notes { differences, more, ..Notes::of_missing(&missing.into_iter().collect::<Vec<_>>()) }
    }

    fn of_missing(missing: &[char]) -> Notes {
        let named = missing.iter().take(NAMED).copied().collect();
        Notes { count: missing.len(), missing: named, ..Notes::default() }
    }

    /// Tells whoever reads the log, and the user of the command line.
    ///
    /// Attack: a child that was taken over sends lines that look like the service's own, or fills the log. Characters get
    /// there as numbers, texts on one line and cut short.
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
            self.joined.iter().take(NAMED).filter_map(|place| missing::script(*place)).collect();
        if !scripts.is_empty() {
            let scripts = scripts.join(", ");
            tracing::warn!(
                scripts,
                "the PDF has letters that this engine does not join or reorder; the engine `libreoffice` does"
            );
        }
        for Difference { code, detail, part, count } in self.differences.iter().take(DIFFERENCES) {
            let [code, detail, part] = [code, detail, part].map(|text| one_line(text));
            tracing::warn!(code, part, count, "the PDF differs from Word's: {detail}");
        }
        if self.more > 0 {
            tracing::warn!(more = self.more, "the PDF differs from Word's in more ways than are listed");
        }
    }
}

impl Difference {
    fn of(undrawn: Undrawn) -> Difference {
        let Undrawn { code, detail, part, count, .. } = undrawn;
        // Names in a document may be long, and a message is bounded.
        Difference { code: one_line(code), detail: one_line(&detail), part: one_line(&part), count }
    }
}

/// The beginning of a text, without line breaks and other controls.
fn one_line(text: &str) -> String {
    text.chars().take(TEXT).map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undrawn(code: &'static str, detail: &str, text: &str) -> Undrawn {
        let (detail, text) = (detail.to_owned(), text.to_owned());
        Undrawn { code, detail, part: "word/document.xml".to_owned(), text, count: 2 }
    }

    #[test]
    fn missing_glyphs_are_counted_by_character_and_the_rest_is_listed() {
        let notes = Notes::of_undrawn(vec![
            undrawn(NO_GLYPH, "no font has it", "\u{11000}\u{11001} a"),
            undrawn(NO_GLYPH, "no font has it", "\u{11000}"),
            undrawn("chart", "a chart is left out", "Sales"),
        ]);
        assert_eq!((notes.count, notes.missing.as_slice()), (2, ['\u{11000}', '\u{11001}'].as_slice()));
        let [chart] = notes.differences.as_slice() else { panic!("{notes:?}") };
        assert_eq!((&*chart.code, &*chart.detail, chart.count), ("chart", "a chart is left out", 2));
        assert!(!format!("{notes:?}").contains("Sales"), "the document's text stays out of the log");
    }

    #[test]
    fn a_document_cannot_fill_the_log() {
        let long = "x\n".repeat(10_000);
        let notes = Notes::of_undrawn(vec![undrawn("drawing", &long, ""); 200]);
        assert_eq!((notes.differences.len(), notes.more), (DIFFERENCES, 200 - DIFFERENCES));
        let detail = &notes.differences[0].detail;
        assert!(detail.len() == TEXT && !detail.contains('\n'), "{detail}");
        let sent = serde_json::to_vec(&notes).unwrap();
        assert!(sent.len() < 64 << 10, "{} bytes: more than a message may have", sent.len());
    }
}
