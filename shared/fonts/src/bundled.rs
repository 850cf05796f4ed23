//! The faces that every installation has.

use crate::face::{Face, Source};

/// One face of a file that comes with the program.
struct Bundled {
    family: &'static str,
    bold: bool,
    italic: bool,
    /// Value of the axis `wght` of a variable face.
    weight: Option<f32>,
}

/// Families of the crate oxml-layout with four faces each, in its order: regular, bold, italic, bold italic.
const STYLES: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// Faces that the crate oxml-layout lacks, or has a few letters of only: family, bold, italic, file.
const OWN: [(&str, bool, bool, &[u8]); 28] = [
    ("Vazirmatn", false, false, include_bytes!("../faces/Vazirmatn-Regular.ttf")),
    ("Vazirmatn", true, false, include_bytes!("../faces/Vazirmatn-Bold.ttf")),
    ("Noto Sans Hebrew", false, false, include_bytes!("../faces/NotoSansHebrew-Regular.ttf")),
    ("Noto Sans Hebrew", true, false, include_bytes!("../faces/NotoSansHebrew-Bold.ttf")),
    ("Noto Sans Bengali", false, false, include_bytes!("../faces/NotoSansBengali-Regular.ttf")),
    ("Noto Sans Bengali", true, false, include_bytes!("../faces/NotoSansBengali-Bold.ttf")),
    ("Noto Sans Tamil", false, false, include_bytes!("../faces/NotoSansTamil-Regular.ttf")),
    ("Noto Sans Tamil", true, false, include_bytes!("../faces/NotoSansTamil-Bold.ttf")),
    ("Noto Sans Armenian", false, false, include_bytes!("../faces/NotoSansArmenian-Regular.ttf")),
    ("Noto Sans Ethiopic", false, false, include_bytes!("../faces/NotoSansEthiopic-Regular.ttf")),
    ("Noto Sans Georgian", false, false, include_bytes!("../faces/NotoSansGeorgian-Regular.ttf")),
    ("Noto Sans Gujarati", false, false, include_bytes!("../faces/NotoSansGujarati-Regular.ttf")),
    ("Noto Sans Gurmukhi", false, false, include_bytes!("../faces/NotoSansGurmukhi-Regular.ttf")),
    ("Noto Sans Kannada", false, false, include_bytes!("../faces/NotoSansKannada-Regular.ttf")),
    ("Noto Sans Khmer", false, false, include_bytes!("../faces/NotoSansKhmer-Regular.ttf")),
    ("Noto Sans Lao", false, false, include_bytes!("../faces/NotoSansLao-Regular.ttf")),
    ("Noto Sans Malayalam", false, false, include_bytes!("../faces/NotoSansMalayalam-Regular.ttf")),
    ("Noto Sans Myanmar", false, false, include_bytes!("../faces/NotoSansMyanmar-Regular.ttf")),
    ("Noto Sans Oriya", false, false, include_bytes!("../faces/NotoSansOriya-Regular.ttf")),
    ("Noto Sans Sinhala", false, false, include_bytes!("../faces/NotoSansSinhala-Regular.ttf")),
    ("Noto Sans Telugu", false, false, include_bytes!("../faces/NotoSansTelugu-Regular.ttf")),
    // Chinese, Japanese and Korean. Fonts of one language's own shapes are larger than this program.
    ("Droid Sans Fallback", false, false, include_bytes!("../faces/DroidSansFallback.ttf")),
    // Check boxes, arrows, dingbats: what documents in any script have.
    ("Noto Sans Symbols 2", false, false, include_bytes!("../faces/NotoSansSymbols2-Regular.ttf")),
    ("Noto Sans Symbols", false, false, include_bytes!("../faces/NotoSansSymbols-Regular.ttf")),
    ("Noto Sans Math", false, false, include_bytes!("../faces/NotoSansMath-Regular.ttf")),
    ("Noto Emoji", false, false, include_bytes!("../faces/NotoEmoji-Regular.ttf")),
    // What Carlito lacks: the weight of Word's headings in Calibri Light.
    ("Platen Light", false, false, include_bytes!("../faces/PlatenLight-Regular.ttf")),
    ("Platen Light", false, true, include_bytes!("../faces/PlatenLight-Italic.ttf")),
];

/// The face of equations. It is no face of text, and no document can ask for its name.
pub(crate) fn math() -> Face {
    let source = Source::Bundled(include_bytes!("../faces/PlatenMath.ttf"));
    Face::new("Platen Math".to_owned(), false, false, source, 0, None)
}

/// Families of that crate with a handful of glyphs, made for its tests.
const LEFT_OUT: [&str; 5] =
    ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR", "Noto Sans Hebrew", "Noto Sans Symbols 2"];

/// All faces, in the order in which they are tried for a character that the wanted face lacks.
pub(crate) fn faces() -> Vec<Face> {
    let mut faces = Vec::new();
    let mut seen = std::collections::HashMap::<&str, usize>::new();
    for (family, data) in oxml_layout::bundled_fonts::bundled_font_data() {
        if LEFT_OUT.contains(&family) {
            continue;
        }
        let count = seen.entry(family).or_default();
        let (bold, italic) = match family {
            // Upright and italic, each with an axis for the weight.
            "Gelasio" => (false, *count == 1),
            _ => STYLES.get(*count).copied().unwrap_or_default(),
        };
        *count += 1;
        let mut add = |bold: bool, weight: Option<f32>| {
            faces.push(Bundled { family, bold, italic, weight }.face(data));
        };
        if is_variable(family) {
            add(false, Some(400.0));
            add(true, Some(700.0));
        } else {
            add(bold, None);
        }
    }
    let own =
        OWN.map(|(family, bold, italic, data)| Bundled { family, bold, italic, weight: None }.face(data));
    faces.extend(own);
    faces
}

fn is_variable(family: &str) -> bool {
    ["Gelasio", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans Thai"].contains(&family)
}

impl Bundled {
    fn face(self, data: &'static [u8]) -> Face {
        Face::new(self.family.to_owned(), self.bold, self.italic, Source::Bundled(data), 0, self.weight)
    }
}
