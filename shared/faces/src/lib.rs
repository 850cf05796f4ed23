//! The font files that come with the program. `README.md` says where they are from, and their licenses stand beside them.

use Style::{Bold, BoldItalic, Italic, Regular, Variable, VariableItalic};

/// Which faces of its family a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Upright, of weight 400.
    Regular,
    /// Upright, of weight 700.
    Bold,
    /// Slanted, of weight 400.
    Italic,
    /// Slanted, of weight 700.
    BoldItalic,
    /// Upright, regular and bold, by an axis `wght` from 400 to 700.
    Variable,
    /// The same, slanted.
    VariableItalic,
}

/// A font file.
#[derive(Debug, Clone, Copy)]
pub struct FontFile {
    /// The name that documents ask for it by.
    pub family: &'static str,
    /// Which faces it holds.
    pub style: Style,
    /// The file (OpenType, TrueType outlines).
    pub data: &'static [u8],
}

/// All fonts of text, in the order in which they are tried for a character that the wanted font lacks.
pub static FILES: [FontFile; 57] = [
    file("Carlito", Regular, include_bytes!("../files/Carlito-Regular.ttf")),
    file("Carlito", Bold, include_bytes!("../files/Carlito-Bold.ttf")),
    file("Carlito", Italic, include_bytes!("../files/Carlito-Italic.ttf")),
    file("Carlito", BoldItalic, include_bytes!("../files/Carlito-BoldItalic.ttf")),
    file("Caladea", Regular, include_bytes!("../files/Caladea-Regular.ttf")),
    file("Caladea", Bold, include_bytes!("../files/Caladea-Bold.ttf")),
    file("Caladea", Italic, include_bytes!("../files/Caladea-Italic.ttf")),
    file("Caladea", BoldItalic, include_bytes!("../files/Caladea-BoldItalic.ttf")),
    file("Gelasio", Variable, include_bytes!("../files/Gelasio-Regular.ttf")),
    file("Gelasio", VariableItalic, include_bytes!("../files/Gelasio-Italic.ttf")),
    file("Selawik", Regular, include_bytes!("../files/Selawik-Regular.ttf")),
    file("Selawik", Bold, include_bytes!("../files/Selawik-Bold.ttf")),
    file("Liberation Sans", Regular, include_bytes!("../files/LiberationSans-Regular.ttf")),
    file("Liberation Sans", Bold, include_bytes!("../files/LiberationSans-Bold.ttf")),
    file("Liberation Sans", Italic, include_bytes!("../files/LiberationSans-Italic.ttf")),
    file("Liberation Sans", BoldItalic, include_bytes!("../files/LiberationSans-BoldItalic.ttf")),
    file("Liberation Serif", Regular, include_bytes!("../files/LiberationSerif-Regular.ttf")),
    file("Liberation Serif", Bold, include_bytes!("../files/LiberationSerif-Bold.ttf")),
    file("Liberation Serif", Italic, include_bytes!("../files/LiberationSerif-Italic.ttf")),
    file("Liberation Serif", BoldItalic, include_bytes!("../files/LiberationSerif-BoldItalic.ttf")),
    file("Liberation Mono", Regular, include_bytes!("../files/LiberationMono-Regular.ttf")),
    file("Liberation Mono", Bold, include_bytes!("../files/LiberationMono-Bold.ttf")),
    file("Liberation Mono", Italic, include_bytes!("../files/LiberationMono-Italic.ttf")),
    file("Liberation Mono", BoldItalic, include_bytes!("../files/LiberationMono-BoldItalic.ttf")),
    file("Noto Sans Arabic", Variable, include_bytes!("../files/NotoSansArabic.ttf")),
    file("Noto Sans Devanagari", Variable, include_bytes!("../files/NotoSansDevanagari.ttf")),
    file("Noto Sans Thai", Variable, include_bytes!("../files/NotoSansThai.ttf")),
    file("Vazirmatn", Regular, include_bytes!("../files/Vazirmatn-Regular.ttf")),
    file("Vazirmatn", Bold, include_bytes!("../files/Vazirmatn-Bold.ttf")),
    file("Noto Sans Hebrew", Regular, include_bytes!("../files/NotoSansHebrew-Regular.ttf")),
    file("Noto Sans Hebrew", Bold, include_bytes!("../files/NotoSansHebrew-Bold.ttf")),
    file("Noto Sans Bengali", Regular, include_bytes!("../files/NotoSansBengali-Regular.ttf")),
    file("Noto Sans Bengali", Bold, include_bytes!("../files/NotoSansBengali-Bold.ttf")),
    file("Noto Sans Tamil", Regular, include_bytes!("../files/NotoSansTamil-Regular.ttf")),
    file("Noto Sans Tamil", Bold, include_bytes!("../files/NotoSansTamil-Bold.ttf")),
    file("Noto Sans Armenian", Regular, include_bytes!("../files/NotoSansArmenian-Regular.ttf")),
    file("Noto Sans Ethiopic", Regular, include_bytes!("../files/NotoSansEthiopic-Regular.ttf")),
    file("Noto Sans Georgian", Regular, include_bytes!("../files/NotoSansGeorgian-Regular.ttf")),
    file("Noto Sans Gujarati", Regular, include_bytes!("../files/NotoSansGujarati-Regular.ttf")),
    file("Noto Sans Gurmukhi", Regular, include_bytes!("../files/NotoSansGurmukhi-Regular.ttf")),
    file("Noto Sans Kannada", Regular, include_bytes!("../files/NotoSansKannada-Regular.ttf")),
    file("Noto Sans Khmer", Regular, include_bytes!("../files/NotoSansKhmer-Regular.ttf")),
    file("Noto Sans Lao", Regular, include_bytes!("../files/NotoSansLao-Regular.ttf")),
    file("Noto Sans Malayalam", Regular, include_bytes!("../files/NotoSansMalayalam-Regular.ttf")),
    file("Noto Sans Myanmar", Regular, include_bytes!("../files/NotoSansMyanmar-Regular.ttf")),
    file("Noto Sans Oriya", Regular, include_bytes!("../files/NotoSansOriya-Regular.ttf")),
    file("Noto Sans Sinhala", Regular, include_bytes!("../files/NotoSansSinhala-Regular.ttf")),
    file("Noto Sans Telugu", Regular, include_bytes!("../files/NotoSansTelugu-Regular.ttf")),
    // Chinese, Japanese and Korean. Fonts of one language's own shapes are larger than this program.
    file("Droid Sans Fallback", Regular, include_bytes!("../files/DroidSansFallback.ttf")),
    file("Platen Marks SC", Regular, include_bytes!("../files/PlatenMarksSC.ttf")),
    file("Platen Marks JP", Regular, include_bytes!("../files/PlatenMarksJP.ttf")),
    // Check boxes, arrows, dingbats: what documents in any script have.
    file("Noto Sans Symbols 2", Regular, include_bytes!("../files/NotoSansSymbols2-Regular.ttf")),
    file("Noto Sans Symbols", Regular, include_bytes!("../files/NotoSansSymbols-Regular.ttf")),
    file("Noto Sans Math", Regular, include_bytes!("../files/NotoSansMath-Regular.ttf")),
    file("Noto Emoji", Regular, include_bytes!("../files/NotoEmoji-Regular.ttf")),
    // What Carlito lacks: the weight of Word's headings in Calibri Light.
    file("Platen Light", Regular, include_bytes!("../files/PlatenLight-Regular.ttf")),
    file("Platen Light", Italic, include_bytes!("../files/PlatenLight-Italic.ttf")),
];

/// The font of equations (OpenType `MATH`). It is no font of text.
pub const MATH: &[u8] = include_bytes!("../files/PlatenMath.ttf");

const fn file(family: &'static str, style: Style, data: &'static [u8]) -> FontFile {
    FontFile { family, style, data }
}
