//! Differences of a PDF from Word's, in the words of warnings, and in the log.

use std::collections::BTreeSet;

use platen_layout::Undrawn;
use platen_ooxml::{Warning, Warnings};

use crate::substitutions::Substitution;

/// Characters of a warning that are written out.
const NAMED: usize = 8;

/// Code of what lacks a glyph, in the list of [`platen_layout::Laid`].
const NO_GLYPH: &str = "no-glyph";

/// Code of a font of which the layout knows nothing, and that of all fonts that others stand in for.
const UNKNOWN_FONT: &str = "unknown-font";
const SUBSTITUTED: &str = "substituted-font";
const FONT_HINT: &str = "add the font to the service's fonts folder, or choose another one";

/// How a warning of a font begins.
fn missing_font(family: &str) -> String {
    format!("the font `{family}` is missing;")
}

/// Warnings of the fonts that others stand in for, and of all else. The layout tells of those itself of which it knows nothing.
pub(crate) fn with_fonts(replaced: &[Substitution], drawn: Warnings) -> Warnings {
    let is_told = |font: &&Substitution| {
        let begin = missing_font(&font.wanted);
        drawn.as_slice().iter().any(|own| own.code == SUBSTITUTED && own.detail.starts_with(&begin))
    };
    let fonts: Vec<Warning> = replaced.iter().filter(|font| !is_told(font)).map(substituted).collect();
    fonts.into_iter().chain(drawn).collect()
}

/// That a font stands in for another one.
fn substituted(font: &Substitution) -> Warning {
    let Substitution { wanted, used, .. } = font;
    // A stand-in that is fitted to the font is known under its name.
    if used.eq_ignore_ascii_case(wanted) {
        return of_font(format!(
            "`{wanted}` isn't installed; PDFs use a look-alike font with the same widths"
        ));
    }
    of_font(format!("{} a PDF shows `{used}` in its place", missing_font(wanted)))
}

fn of_font(detail: String) -> Warning {
    Warning::new(SUBSTITUTED, detail).hint(FONT_HINT).in_part("word/fontTable.xml")
}

/// Warnings of the engine, from what its layout lists.
pub(crate) fn of_undrawn(undrawn: Vec<Undrawn>) -> Warnings {
    let (glyphs, others): (Vec<_>, Vec<_>) =
        undrawn.into_iter().partition(|undrawn| undrawn.code == NO_GLYPH);
    let missing: BTreeSet<char> =
        glyphs.iter().flat_map(|undrawn| undrawn.text.chars()).filter(|c| needs_glyph(*c)).collect();
    let missing: Vec<char> = missing.into_iter().collect();
    missing_glyphs(&missing).into_iter().chain(others.into_iter().map(not_drawn)).collect()
}

/// The characters that no font has, as one warning.
fn missing_glyphs(missing: &[char]) -> Option<Warning> {
    if missing.is_empty() {
        return None;
    }
    let points: Vec<String> =
        missing.iter().take(NAMED).map(|character| format!("U+{:04X}", u32::from(*character))).collect();
    let more = match missing.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let detail = format!("no font has {}{more}; empty boxes are shown instead", points.join(", "));
    let text: String = missing.iter().take(NAMED).collect();
    let warning = Warning::new("missing-glyph", detail)
        .hint("add a font for that script to the service's fonts folder");
    Some(warning.beside(&text))
}

/// Spaces, controls, joiners and directions, variation selectors and private symbols need no glyph of their own.
pub(crate) fn needs_glyph(character: char) -> bool {
    !character.is_ascii()
        && !character.is_whitespace()
        && !character.is_control()
        && !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}')
}

fn not_drawn(undrawn: Undrawn) -> Warning {
    let Undrawn { code, detail, part, text, count } = undrawn;
    if code == UNKNOWN_FONT {
        return of_font(detail);
    }
    // The layout's codes name what is not drawn, more finely than callers tell apart.
    let code = if code.starts_with("field") { "field-not-updated" } else { "not-drawn" };
    Warning::new(code, detail).in_part(&part).beside(&text).times(count as u64)
}

/// Logs it, without the document's text.
pub(crate) fn log(warnings: &Warnings) {
    for Warning { code, detail, part, count, .. } in warnings {
        tracing::warn!(code, part, count, "the PDF differs from Word's: {detail}");
    }
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
        let warnings = of_undrawn(vec![
            undrawn(NO_GLYPH, "no font has it", "\u{11000}\u{11001} a"),
            undrawn(NO_GLYPH, "no font has it", "\u{11000}"),
            undrawn("chart", "a chart is left out", "Sales"),
        ]);
        let [glyphs, chart] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert_eq!(
            (glyphs.code.as_str(), glyphs.text.as_deref()),
            ("missing-glyph", Some("\u{11000}\u{11001}"))
        );
        assert!(glyphs.detail.contains("U+11000, U+11001;"), "{}", glyphs.detail);
        assert_eq!((chart.code.as_str(), chart.detail.as_str()), ("not-drawn", "a chart is left out"));
        assert_eq!((chart.text.as_deref(), chart.count), (Some("Sales"), 2));
    }

    #[test]
    fn a_document_without_fault_has_no_warning() {
        assert!(of_undrawn(Vec::new()).is_empty());
    }
}
