//! Chooses the face for a character that the requested face lacks.

use unicode_script::{Script, UnicodeScript};

use crate::choice::{Choice, choice};
use crate::face::{Face, FaceId};
use crate::facts::Facts;
use crate::generic::Generic;
use crate::han::{Han, is_japanese};
use crate::letters::Letters;
use crate::library::Library;
use crate::metrics::LineMetrics;

/// Whether a character is Chinese, Japanese or Korean: a letter, or a sign as wide as one.
fn is_east_asian(character: char, script: Script) -> bool {
    match script {
        Script::Han | Script::Hiragana | Script::Katakana | Script::Bopomofo | Script::Hangul => true,
        _ => matches!(character, '\u{3000}'..='\u{33ff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}'),
    }
}

/// The script whose fonts have a character: Unicode counts commas, digits and marks of Arabic text, and the dandas of Indic text,
/// to no script or to that of their neighbours.
fn script_of(character: char) -> Script {
    match character.script() {
        Script::Common | Script::Inherited if matches!(character, '\u{600}'..='\u{6ff}') => Script::Arabic,
        Script::Common if matches!(character, '\u{964}' | '\u{965}') => Script::Devanagari,
        own => own,
    }
}

/// Families that are tried first, by script, all of them bundled but for those of [`Han::families`].
fn families(character: char, looks: Generic, han: Han) -> &'static [&'static str] {
    match script_of(character) {
        // Its letters are one glyph each. Those of Noto Sans Arabic are put together of strokes and dots, which readers of a
        // PDF take for several letters.
        Script::Arabic => &["Vazirmatn", "Noto Sans Arabic"],
        Script::Hebrew => &["Noto Sans Hebrew", "Liberation Sans"],
        Script::Thai => &["Noto Sans Thai"],
        Script::Devanagari => &["Noto Sans Devanagari"],
        Script::Bengali => &["Noto Sans Bengali"],
        Script::Tamil => &["Noto Sans Tamil"],
        script if is_east_asian(character, script) => han.families(),
        // Cyrillic and Greek in a font with serifs keep them.
        _ => match looks {
            Generic::Serif => &["Liberation Serif", "Liberation Sans", "Carlito"],
            Generic::Sans => &["Liberation Sans", "Carlito"],
            Generic::Mono => &["Liberation Mono", "Liberation Sans", "Carlito"],
        },
    }
}

impl Library {
    /// A face for a character that the face of `near` lacks, in its style as far as possible. Its heights are its own; but
    /// where the wanted font has the character and only its stand-in lacks it, they are the wanted font's. `language` (BCP 47) decides whose shapes Chinese characters have. `None`: no font at hand has the character.
    ///
    /// The order: the families that are best for the script; then every face, the operator's first.
    #[must_use]
    pub fn fallback(&self, character: char, near: &Choice, language: Option<&str>) -> Option<Choice> {
        let wanted = self.face(near.face);
        let bold = near.synthetic_bold || wanted.is_some_and(|face| face.bold);
        let italic = near.synthetic_italic || wanted.is_some_and(|face| face.italic);
        let script = script_of(character);
        let han = match script {
            Script::Hiragana | Script::Katakana => Han::Japanese,
            Script::Hangul => Han::Korean,
            _ => Han::of(language),
        };
        let looks = wanted.map_or(Generic::Sans, Face::generic);
        let key = (character, bold, italic, looks, han);
        let id = self.lenders().get(&key).unwrap_or_else(|| {
            let id = self.find_fallback(character, bold, italic, families(character, looks, han));
            self.lenders().keep(key, id);
            id
        })?;
        let facts = wanted.and_then(Face::facts);
        let fitted = facts.and_then(|facts| {
            let id = match script {
                Script::Arabic => self.fitted_arabic(facts.family, bold, italic),
                other => self.fitted_letters(Letters::of(other)?, facts.family, bold, italic),
            }?;
            self.face(id).filter(|face| face.covers(character))?;
            Some(id)
        });
        let id = fitted.unwrap_or(id);
        let mut found = choice((id, self.face(id)?), bold, italic, true);
        if facts.is_some_and(|facts| has(facts, character, han)) {
            found.metrics = near.metrics;
        } else {
            let of_windows = is_east_asian(character, script).then(|| han.heights(character)).flatten();
            found.metrics = of_windows.unwrap_or_else(|| heights(character, found.metrics));
        }
        Some(found)
    }

    fn find_fallback(&self, character: char, bold: bool, italic: bool, first: &[&str]) -> Option<FaceId> {
        let covers = |id: &FaceId| self.face(*id).is_some_and(|face| face.covers(character));
        let named = first.iter().filter_map(|family| Some(self.named(family, bold, italic)?.0)).find(covers);
        named.or_else(|| {
            let mut rest: Vec<FaceId> = self.faces().collect();
            rest.sort_by_key(|id| {
                self.face(*id).map_or(3, |face| u8::from(face.bold != bold) + u8::from(face.italic != italic))
            });
            rest.into_iter().find(covers)
        })
    }
}

/// Ascent and descent of the faces of Windows that draw pictographs, Segoe UI Symbol and Segoe UI Emoji: lines with a check mark
/// beside text of 11 points are 1.1 points higher than without in one of Word's PDFs.
const PICTOGRAPH_HEIGHTS: (f32, f32) = (2210.0 / 2048.0, 514.0 / 2048.0);

/// Whether Windows draws a character with these faces where the font of the text lacks it: technical signs, geometric shapes,
/// dingbats, arrows of their blocks, emoji.
fn is_pictograph(character: char) -> bool {
    matches!(character, '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Heights of a face that lends `character` to another; those of a face of Windows, where one is known to draw it.
fn heights(character: char, own: LineMetrics) -> LineMetrics {
    if !is_pictograph(character) {
        return own;
    }
    let (ascent, descent) = PICTOGRAPH_HEIGHTS;
    LineMetrics { ascent, descent, line_gap: 0.0, ..own }
}

/// What an empty box stands for, where no font at hand has `character`: it is as high as the character would be.
pub(crate) fn missing(character: char, near: &Choice) -> Choice {
    let own = near.metrics;
    Choice { metrics: if own.is_east_asian { own } else { heights(character, own) }, ..*near }
}

/// Families of Windows and the scripts that they have letters of, beyond those whose widths are known.
const OF_SCRIPTS: [(&[&str], &[Script]); 14] = [
    (
        &[
            "Arial",
            "Times New Roman",
            "Courier New",
            "Tahoma",
            "Segoe UI",
            "Microsoft Sans Serif",
            "Arial Unicode MS",
        ],
        &[Script::Hebrew, Script::Arabic],
    ),
    (
        &[
            "Aharoni",
            "David",
            "FrankRuehl",
            "Gisha",
            "Levenim MT",
            "Miriam",
            "Miriam Fixed",
            "Narkisim",
            "Rod",
        ],
        &[Script::Hebrew],
    ),
    (
        &[
            "Andalus",
            "Arabic Transparent",
            "Arabic Typesetting",
            "Dubai",
            "Microsoft Uighur",
            "Sakkal Majalla",
            "Simplified Arabic",
            "Simplified Arabic Fixed",
            "Traditional Arabic",
        ],
        &[Script::Arabic],
    ),
    (&["Browallia New", "Leelawadee", "LilyUPC", "Microsoft Sans Serif", "Tahoma"], &[Script::Thai]),
    (&["Leelawadee UI"], &[Script::Thai, Script::Lao, Script::Khmer]),
    (&["DokChampa", "Lao UI"], &[Script::Lao]),
    (&["DaunPenh", "Khmer UI", "MoolBoran"], &[Script::Khmer]),
    (&["Aparajita", "Kokila", "Mangal", "Utsaah"], &[Script::Devanagari]),
    (&["Latha", "Vijaya"], &[Script::Tamil]),
    (&["Gautami", "Vani"], &[Script::Telugu]),
    (&["Tunga"], &[Script::Kannada]),
    (&["Shruti"], &[Script::Gujarati]),
    (&["Raavi"], &[Script::Gurmukhi]),
    (
        &["Nirmala UI"],
        &[
            Script::Devanagari,
            Script::Bengali,
            Script::Gurmukhi,
            Script::Gujarati,
            Script::Tamil,
            Script::Telugu,
            Script::Kannada,
            Script::Malayalam,
        ],
    ),
];

/// Whether the font of the facts has glyphs for the script of `character`. Fonts of Japan have no characters that only China
/// writes: in text of another language, that counts.
fn has(facts: &Facts, character: char, han: Han) -> bool {
    let script = script_of(character);
    match script {
        Script::Han if han == Han::Foreign && facts.is_of_japan() => is_japanese(character),
        script if is_east_asian(character, script) => facts.is_east_asian(),
        Script::Common | Script::Inherited => {
            facts.is_east_asian() && matches!(character, '\u{2010}'..='\u{2fff}')
        }
        Script::Arabic if facts.arabic().is_some() => true,
        script
            if OF_SCRIPTS
                .iter()
                .any(|(families, own)| families.contains(&facts.family) && own.contains(&script)) =>
        {
            true
        }
        _ => facts.widths().any(|(known, _)| known.script() == script),
    }
}
