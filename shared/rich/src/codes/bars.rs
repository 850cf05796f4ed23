//! One-dimensional codes: Code 128 (ISO/IEC 15417), Code 39 (16388), EAN (15420), interleaved 2 of 5 (16390) and GS1-128.

use barcoders::sym::{code39::Code39, code128::Code128, ean8::EAN8, ean13::EAN13, tf::TF};

use super::super::fragment::{Composed, Fragment};
use super::super::picture_drawing::drawing;
use super::super::resources::{Resources, shortened};
use super::super::value::Rich;
use super::{gs1, png, wish};

/// Light modules beside a barcode.
const QUIET: usize = 10;
/// Pixels a module: printers get whole ones at any size.
const SCALE: usize = 4;
/// Width of a module without a wish: 0.33 mm (GS1's nominal X-dimension).
const MODULE: u64 = 11_880;
/// Height of bars without a wish: 15 mm.
const HEIGHT: u64 = 540_000;

/// Kinds of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bars {
    Code128,
    Code39,
    Ean13,
    Ean8,
    Gs1,
    Itf,
}

/// Draws bars of a kind, by the name that the author gave it.
pub(super) fn draw(
    text: &str,
    (name, kind): (&str, Bars),
    rich: &Rich,
    resources: &mut Resources<'_>,
) -> Composed {
    let wrong =
        |wanted: &str| format!("is {:?}; a barcode of the kind {name} takes {wanted}", shortened(text));
    let bars = match kind {
        Bars::Code128 => code128(text).ok_or_else(|| wrong("characters of ASCII"))?,
        Bars::Gs1 => {
            let encoded = gs1::data(text).and_then(|data| Code128::new(data).ok());
            encoded.map(|c| c.encode()).ok_or_else(|| {
                wrong(
                    "GS1's elements, each with its identifier in parentheses, as in (01)04006381333931(10)A1",
                )
            })?
        }
        Bars::Itf => {
            // The crate would add a check digit to an odd number of digits.
            let pairs = text.len().is_multiple_of(2).then(|| TF::interleaved(text).ok()).flatten();
            pairs.map(|c| c.encode()).ok_or_else(|| wrong("an even number of digits"))?
        }
        Bars::Code39 => {
            let encoded = Code39::new(text.to_uppercase()).map(|c| c.encode());
            encoded.map_err(|_| wrong("letters, digits and - . $ / + % or spaces"))?
        }
        Bars::Ean13 => {
            let wanted = "12 digits, or 13 of which the last is their check digit";
            let encoded = EAN13::new(text).map(|c| c.encode());
            encoded.map_err(|_| wrong(wanted))?
        }
        Bars::Ean8 => {
            let wanted = "7 digits, or 8 of which the last is their check digit";
            let encoded = EAN8::new(text).map(|c| c.encode());
            encoded.map_err(|_| wrong(wanted))?
        }
    };
    let modules = bars.len() + 2 * QUIET;
    let dark = |x: usize, _: usize| {
        (x / SCALE).checked_sub(QUIET).and_then(|x| bars.get(x)).is_some_and(|bar| *bar == 1)
    };
    let png = png(modules * SCALE, 1, dark)?;
    let width = wish(rich, "width")?.unwrap_or(modules as u64 * MODULE).min(resources.text_width);
    let height = wish(rich, "height")?.unwrap_or(HEIGHT);
    let id = resources.media(&png.into(), "png");
    let alt = rich.option("alt").unwrap_or(text);
    Ok(Fragment::Inline(drawing(resources, &id, "", (width, height), None, alt)))
}

/// Character set B, which holds all that is printed; set C, two digits a symbol, for digits alone. The crate marks
/// the sets by the letters À, Ɓ, Ć before the text.
fn code128(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || !text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return None;
    }
    let pairs = text.len() >= 4 && text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_digit());
    let set = if pairs { '\u{0106}' } else { '\u{0181}' };
    Code128::new(format!("{set}{text}")).ok().map(|c| c.encode())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_alone_take_half_the_symbols() {
        // 11 modules a symbol: start, text, checksum; 13 for stop.
        assert_eq!(code128("12345678").unwrap().len(), 11 * (1 + 4 + 1) + 13);
        assert_eq!(code128("1234567").unwrap().len(), 11 * (1 + 7 + 1) + 13);
        assert_eq!(code128("A b~").unwrap().len(), 11 * (1 + 4 + 1) + 13);
        assert_eq!(code128(""), None);
        assert_eq!(code128("\u{e9}"), None);
    }
}
