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
        '‥' | '…' => Side::Raised,
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
    use std::collections::BTreeSet;

    use read_fonts::FontRef;
    use skrifa::MetadataProvider;
    use skrifa::instance::{LocationRef, Size};

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

    #[test]
    fn an_ellipsis_stands_in_the_middle_of_the_line() {
        let library = Library::new(FontFolders::default());
        let height = |family| {
            let id = library.select(&Request::new(family, false, false)).face;
            let face = library.face(id).unwrap();
            let glyph = face.opened().unwrap().glyph('…').unwrap();
            let program = face.fitted_program(&BTreeSet::from([glyph])).unwrap();
            let font = FontRef::new((*program.data).as_ref()).unwrap();
            let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
            let bounds = metrics.bounds(glyph.into()).unwrap();
            (bounds.y_min + bounds.y_max) / 2.0
        };
        assert!((height("MS Mincho") - 0.33).abs() < 0.01, "{}", height("MS Mincho"));
        assert!(height("Consolas") < 0.1, "{}", height("Consolas"));
    }
}
