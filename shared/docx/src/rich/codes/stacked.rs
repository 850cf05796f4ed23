//! PDF417 (ISO/IEC 15438): rows of short barcodes, for texts that are too long for one.

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
