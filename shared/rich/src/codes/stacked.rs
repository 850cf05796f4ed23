//! PDF417 (ISO/IEC 15438): rows of short barcodes for longer texts.

use rxing::common::CharacterSet;
use rxing::pdf417::encoder::PDF417;

use super::super::fragment::Composed;
use super::super::resources::Resources;
use super::super::value::Rich;
use super::matrix::{Look, Matrix};
use super::wish;

/// A module of 0.33 mm without a wish. Rows are three modules high at least (5.8.2), and two light modules are around them (5.8.4).
const PDF417: Look = Look { row_height: 4, quiet: 2, pixels: 4, module: 11_880 };

/// Columns and rows that a code may have (5.2.1).
const COLUMNS: (u32, u32) = (1, 30);
const ROWS: (u32, u32) = (3, 90);

/// The least level of error correction for so many codewords of data (annex E, table E.1).
const LEVELS: [(usize, u32); 3] = [(40, 2), (160, 3), (320, 4)];
const HIGHEST_LEVEL: u32 = 5;

/// `{"$barcode": "text", "kind": "pdf417", "width": "6cm", "height": "2cm"}`
pub(super) fn pdf417(text: &str, rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let matrix = encode(text).ok_or("does not fit into a PDF417 code")?;
    let wishes = (wish(rich, "width")?, wish(rich, "height")?);
    matrix.draw(wishes, rich.option("alt").unwrap_or(text), resources)
}

/// The code of a text; `None` for one that is too long.
fn encode(text: &str) -> Option<Matrix> {
    // No text has more codewords than bytes, but for the few that begin it.
    let level = LEVELS.iter().find(|(codewords, _)| text.len() <= *codewords);
    let level = level.map_or(HIGHEST_LEVEL, |(_, level)| *level);
    let mut encoder = PDF417::new();
    encoder.setDimensions(COLUMNS.1, COLUMNS.0, ROWS.1, ROWS.0);
    // Readers take a text for Latin-1 where it does not say what it is.
    if text.chars().any(|c| c > '\u{ff}') {
        encoder.setEncoding(Some(CharacterSet::UTF8));
    }
    encoder.generateBarcodeLogic(text, level).ok()?;
    let mut rows = encoder.getBarcodeMatrix().as_ref()?.getMatrix();
    // The crate gives the last row first.
    rows.reverse();
    let columns = rows.first()?.len();
    Some(Matrix { columns, dark: rows.concat().iter().map(|module| *module == 1).collect(), look: PDF417 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bars and spaces of the pattern that begins each row and of the one that ends it (5.1.2), as modules.
    fn pattern(widths: &[usize]) -> Vec<bool> {
        widths.iter().enumerate().flat_map(|(i, width)| std::iter::repeat_n(i % 2 == 0, *width)).collect()
    }

    #[test]
    fn each_row_begins_and_ends_as_the_standard_says() {
        let (start, stop) = (pattern(&[8, 1, 1, 1, 1, 1, 1, 3]), pattern(&[7, 1, 1, 3, 1, 1, 1, 2, 1]));
        for text in ["A", "A-1001", "Zürich", "→ 1", &"0123456789".repeat(100)] {
            let code = encode(text).unwrap();
            // Four codewords of 17 modules are around those of the data, with one module more at the end.
            assert_eq!(code.columns % 17, 1, "{text}");
            let rows: Vec<&[bool]> = code.dark.chunks(code.columns).collect();
            assert!((3..=90).contains(&rows.len()), "{text}: {}", rows.len());
            for row in rows {
                assert!(row.starts_with(&start) && row.ends_with(&stop), "{text}");
            }
        }
    }

    #[test]
    fn what_no_code_holds_is_refused() {
        assert!(encode(&"x".repeat(1_700)).is_some());
        assert!(encode(&"x".repeat(1_900)).is_none());
        assert!(encode(&"1".repeat(2_400)).is_some());
        assert!(encode(&"1".repeat(3_000)).is_none());
    }

    proptest::proptest! {
        #[test]
        fn no_text_breaks_the_encoder(text in "(\\PC|[a-z]{1,9}|[0-9]{1,20}|[ ;<>@\\r\\n\\t]){0,40}") {
            let _ = encode(&text);
        }
    }
}
