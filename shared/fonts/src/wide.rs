//! Symbols that East Asian fonts draw one em wide, although their letters are half as wide.

use std::collections::HashMap;

use unicode_width::UnicodeWidthChar;

use crate::opened::Opened;
use crate::stretch::Side;

/// Signs that fonts for East Asian text draw an em wide, as the old character sets did (UAX 11, ambiguous width): dashes,
/// quotes, bullets, arrows, Greek and Cyrillic letters. Two Word PDFs show dashes, bullets and arrows of MS Mincho and FangSong, one
/// the Greek letters of FangSong; `unicode-width` counts letters as narrow, whatever their context. Of Latin-1 those that both JIS X 0208 and GB 2312 have; an en dash is half as wide, since neither has it (four in a PDF).
pub(crate) fn signs(face: &Opened) -> HashMap<u16, Side> {
    let is_wide = |sign: char| match sign {
        '§' | '¨' | '°' | '±' | '×' | '÷' => true,
        letter if is_letter(letter) => true,
        '\0'..='\u{36f}' | '–' | '‚' | '„' | '•' | '\u{203e}' => false,
        _ => sign.width_cjk() == Some(2),
    };
    let own = face.mappings().into_iter().filter(|(sign, _)| is_wide(*sign));
    let side = |sign| match sign {
        '‘' | '“' => Side::End,
        '’' | '”' => Side::Start,
        letter if is_letter(letter) => Side::Between,
        _ => Side::Middle,
    };
    own.map(|(sign, glyph)| (glyph, side(sign))).collect()
}

/// Greek and Cyrillic letters of rows 6 and 7 of JIS X 0208 and GB 2312.
fn is_letter(sign: char) -> bool {
    matches!(sign, 'Α'..='Ω' | 'α'..='ρ' | 'σ'..='ω' | 'Ё' | 'А'..='я' | 'ё')
}

#[cfg(test)]
mod tests {
    use crate::{FontFolders, Library, Request};

    #[test]
    fn greek_and_cyrillic_letters_are_an_em_wide_where_chinese_characters_are() {
        let library = Library::new(FontFolders::default());
        let face = |family| library.select(&Request::new(family, false, false)).face;
        let width = |family, letter| {
            library.face(face(family)).unwrap().opened().unwrap().glyph_and_advance(letter).1
        };
        for letter in ['θ', 'Ω', 'я', 'Ё', '×'] {
            assert!((width("FangSong", letter) - 1.0).abs() < 0.001, "{letter}");
        }
        assert!((width("FangSong", 'a') - 0.5).abs() < 0.001);
        assert!(width("Calibri", 'я') < 0.7);
    }
}
