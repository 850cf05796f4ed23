//! Signs that fonts for East Asian text draw an em wide, while their letters are half as wide.

use std::collections::HashMap;

use unicode_width::UnicodeWidthChar;

use crate::opened::Opened;
use crate::stretch::Side;

/// Signs that fonts for East Asian text draw an em wide, as the old character sets did (UAX 11, ambiguous width): dashes,
/// quotes, bullets, arrows, Greek and Cyrillic letters. Two Word PDFs show dashes, bullets and arrows of MS Mincho and FangSong. Of
/// Latin-1 those that both JIS X 0208 and GB 2312 have; an en dash is half as wide, since neither has it (four in a PDF).
pub(crate) fn signs(face: &Opened) -> HashMap<u16, Side> {
    let is_wide = |sign: char| match sign {
        '§' | '¨' | '°' | '±' | '×' | '÷' => true,
        '\0'..='\u{36f}' | '–' | '‚' | '„' | '•' | '\u{203e}' => false,
        _ => sign.width_cjk() == Some(2),
    };
    let own = face.mappings().into_iter().filter(|(sign, _)| is_wide(*sign));
    let side = |sign| match sign {
        '‘' | '“' => Side::End,
        '’' | '”' => Side::Start,
        _ => Side::Middle,
    };
    own.map(|(sign, glyph)| (glyph, side(sign))).collect()
}
