//! QR codes (ISO/IEC 18004) and Data Matrix codes (ISO/IEC 16022).

use datamatrix::{DataMatrix, SymbolList};
use qrcode::{Color, EcLevel, QrCode};

use super::super::fragment::{Composed, Fragment};
use super::super::picture::drawing;
use super::super::resources::{Resources, shortened};
use super::super::value::Rich;
use super::{content, png, wish};

/// Light modules around a QR code (ISO/IEC 18004, 6.3.8) and a Data Matrix code (ISO/IEC 16022, 4.2).
const QR_QUIET: usize = 4;
const MATRIX_QUIET: usize = 1;
/// Pixels a module: printers get whole ones at any size.
const SCALE: usize = 8;
/// Size of a module without a wish: 0.75 mm.
const MODULE: u64 = 27_000;

/// A level of a QR code's error correction by its letter.
pub(crate) fn level(letter: &str) -> Option<EcLevel> {
    match letter {
        "L" | "l" => Some(EcLevel::L),
        "M" | "m" => Some(EcLevel::M),
        "Q" | "q" => Some(EcLevel::Q),
        "H" | "h" => Some(EcLevel::H),
        _ => None,
    }
}

/// `{"$qr": "text", "size": "3cm", "errorCorrection": "L" | "M" | "Q" | "H", "alt": "..."}`
pub(in crate::rich) fn qr(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = content(rich)?;
    let asked = rich.option("errorCorrection").unwrap_or("M");
    let level = level(asked).ok_or_else(|| {
        format!("has the errorCorrection {:?}; it must be one of L, M, Q, H", shortened(asked))
    })?;
    let code = QrCode::with_error_correction_level(text.as_bytes(), level)
        .map_err(|error| format!("does not fit into a QR code: {error}"))?;
    let modules = code.width();
    let dark = code.to_colors().iter().map(|color| *color == Color::Dark).collect();
    draw(&Square { modules, quiet: QR_QUIET, dark }, &text, rich, resources)
}

/// `{"$barcode": "text", "kind": "datamatrix", "width": "2cm"}`
pub(super) fn matrix(text: &str, rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let code = DataMatrix::encode_str(text, SymbolList::default().enforce_square())
        .map_err(|_| "does not fit into a Data Matrix code".to_owned())?;
    let map = code.bitmap();
    draw(
        &Square { modules: map.width(), quiet: MATRIX_QUIET, dark: map.bits().to_vec() },
        text,
        rich,
        resources,
    )
}

/// A code of as many rows as columns.
struct Square {
    modules: usize,
    /// Light modules around it.
    quiet: usize,
    /// Its modules, row by row.
    dark: Vec<bool>,
}

fn draw(code: &Square, text: &str, rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let side = code.modules + 2 * code.quiet;
    let dark = |x: usize, y: usize| {
        let module = |at: usize| (at / SCALE).checked_sub(code.quiet).filter(|at| *at < code.modules);
        module(x)
            .zip(module(y))
            .and_then(|(x, y)| code.dark.get(y * code.modules + x))
            .copied()
            .unwrap_or(false)
    };
    let png = png(side * SCALE, side * SCALE, dark)?;
    let size = wish(rich, "size")?
        .or(wish(rich, "width")?)
        .unwrap_or(side as u64 * MODULE)
        .min(resources.text_width);
    let id = resources.media(&png.into(), "png");
    let alt = rich.option("alt").unwrap_or(text);
    Ok(Fragment::Inline(drawing(resources, &id, "", (size, size), alt)))
}
