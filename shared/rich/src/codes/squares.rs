//! QR codes (ISO/IEC 18004) and Data Matrix codes (ISO/IEC 16022).

use datamatrix::{DataMatrix, SymbolList};
use qrcode::{Color, EcLevel, QrCode};

use super::super::fragment::Composed;
use super::super::resources::{Resources, shortened};
use super::super::value::Rich;
use super::matrix::{Look, Matrix};
use super::{content, wish};

/// A module of 0.75 mm without a wish, and the light modules around a QR code (ISO/IEC 18004, 6.3.8) and a Data Matrix code
/// (ISO/IEC 16022, 4.2).
const QR: Look = Look { row_height: 1, quiet: 4, pixels: 8, module: 27_000 };
const DATA_MATRIX: Look = Look { quiet: 1, ..QR };

/// A level of a QR code's error correction by its letter.
pub fn level(letter: &str) -> Option<EcLevel> {
    match letter {
        "L" | "l" => Some(EcLevel::L),
        "M" | "m" => Some(EcLevel::M),
        "Q" | "q" => Some(EcLevel::Q),
        "H" | "h" => Some(EcLevel::H),
        _ => None,
    }
}

/// `{"$qr": "text", "size": "3cm", "errorCorrection": "L" | "M" | "Q" | "H", "alt": "..."}`
pub fn qr(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = content(rich)?;
    let asked = rich.option("errorCorrection").unwrap_or("M");
    let level = level(asked).ok_or_else(|| {
        format!("has the errorCorrection {:?}; it must be one of L, M, Q, H", shortened(asked))
    })?;
    let code = QrCode::with_error_correction_level(text.as_bytes(), level)
        .map_err(|error| format!("does not fit into a QR code: {error}"))?;
    let dark = code.to_colors().iter().map(|color| *color == Color::Dark).collect();
    draw(&Matrix { columns: code.width(), dark, look: QR }, &text, rich, resources)
}

/// `{"$barcode": "text", "kind": "datamatrix", "width": "2cm"}`
pub(super) fn data_matrix(text: &str, rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let code = DataMatrix::encode_str(text, SymbolList::default().enforce_square())
        .map_err(|_| "does not fit into a Data Matrix code".to_owned())?;
    let map = code.bitmap();
    let matrix = Matrix { columns: map.width(), dark: map.bits().to_vec(), look: DATA_MATRIX };
    draw(&matrix, text, rich, resources)
}

/// Draws a code of as many rows as columns: one wish is enough.
fn draw(code: &Matrix, text: &str, rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let side = wish(rich, "size")?.or(wish(rich, "width")?);
    code.draw((side, None), rich.option("alt").unwrap_or(text), resources)
}
