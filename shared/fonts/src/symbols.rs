//! Fonts of signs whose codes are no Unicode: Symbol, Wingdings, Webdings.
//!
//! `tables/symbols.txt` is written by `tables/make.py`: a line `@FONT`, then a line for each code, `CODE WIDTH SIGN TEXT`:
//! the code and two Unicode characters in hexadecimal, the width in em or `-` where it is not known. SIGN is drawn, with
//! the glyphs of `tables/signs.ttf`; TEXT is what Word writes for it into the text of a PDF.

use std::collections::HashMap;

const TABLE: &str = include_str!("../tables/symbols.txt");

/// Glyphs for the signs, from Noto Sans Symbols, Symbols 2, Math and Liberation Serif (SIL Open Font License).
pub(crate) const SIGNS: &[u8] = include_bytes!("../tables/signs.ttf");

/// Heights of the fonts: ascent and descent in em (`OS/2`, usWinAscent and usWinDescent; of Wingdings 2 and Webdings those of
/// `hhea`, as Mozilla's Shumway lists them).
pub(crate) const FONTS: [(&str, f32, f32); 5] = [
    ("Symbol", 2059.0 / 2048.0, 450.0 / 2048.0),
    ("Wingdings", 1841.0 / 2048.0, 432.0 / 2048.0),
    ("Wingdings 2", 1727.0 / 2048.0, 432.0 / 2048.0),
    ("Wingdings 3", 1900.0 / 2048.0, 432.0 / 2048.0),
    ("Webdings", 1638.0 / 2048.0, 410.0 / 2048.0),
];

/// One code of a font of signs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sign {
    /// The character whose glyph is drawn.
    pub drawn: char,
    /// The character that readers and searches find.
    pub text: char,
    /// Width in em, where it is known.
    pub width: Option<f32>,
}

/// The codes of one font.
#[derive(Debug, Clone, Default)]
pub(crate) struct Codes(HashMap<u8, Sign>);

impl Codes {
    /// Of the font named so. `None`: it is no font of signs.
    pub(crate) fn of(font: &str) -> Option<Codes> {
        let section = TABLE.split('@').find_map(|section| section.strip_prefix(font)?.strip_prefix('\n'))?;
        let character = |code: &str| char::from_u32(u32::from_str_radix(code, 16).ok()?);
        let sign = |line: &str| -> Option<(u8, Sign)> {
            let mut fields = line.split(' ');
            let code = u8::from_str_radix(fields.next()?, 16).ok()?;
            let width = fields.next()?.parse().ok();
            Some((code, Sign { width, drawn: character(fields.next()?)?, text: character(fields.next()?)? }))
        };
        Some(Codes(section.lines().filter_map(sign).collect()))
    }

    /// The sign that a character of a run in this font stands for. Documents write codes as they are or, as Word does,
    /// in the private use area (U+F000 to U+F0FF).
    pub(crate) fn get(&self, character: char) -> Option<Sign> {
        let code = u32::from(character);
        let code = if (0xf000..=0xf0ff).contains(&code) { code - 0xf000 } else { code };
        self.0.get(&u8::try_from(code).ok()?).copied()
    }

    pub(crate) fn signs(&self) -> impl Iterator<Item = Sign> {
        self.0.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_in_both_notations() {
        let symbol = Codes::of("Symbol").unwrap();
        let bullet = Sign { drawn: '•', text: '•', width: Some(0.45996) };
        assert_eq!(symbol.get('\u{f0b7}'), Some(bullet));
        assert_eq!(symbol.get('\u{b7}'), Some(bullet));
        assert_eq!(symbol.get('a').map(|sign| sign.text), Some('α'));
        assert_eq!(symbol.get('α'), None);
        let wingdings = Codes::of("Wingdings").unwrap();
        assert_eq!(wingdings.get('\u{f0a7}').map(|sign| (sign.text, sign.width)), Some(('▪', Some(0.45752))));
        assert_eq!(wingdings.get('\u{f0e0}').map(|sign| sign.text), Some('→'));
        assert!(Codes::of("Arial").is_none());
    }

    #[test]
    fn every_font_has_most_of_its_codes() {
        for (font, ..) in FONTS {
            assert!(Codes::of(font).unwrap().0.len() > 180, "{font}");
        }
    }
}
