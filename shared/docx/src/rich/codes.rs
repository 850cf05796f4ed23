//! QR codes (ISO/IEC 18004) and barcodes, drawn as PNG pictures of whole pixels a module, one bit deep.

use barcoders::sym::{code39::Code39, code128::Code128, ean8::EAN8, ean13::EAN13};
use qrcode::{Color, EcLevel, QrCode};
use serde_json::Value as Json;

use super::fragment::{Composed, Fragment};
use super::length;
use super::picture::drawing;
use super::resources::{Resources, shortened};
use super::value::Rich;

/// Light modules around a QR code (ISO/IEC 18004, 6.3.8) and beside a barcode.
const QR_QUIET: usize = 4;
const BAR_QUIET: usize = 10;
/// Pixels a module: printers get whole ones at any size.
const QR_SCALE: usize = 8;
const BAR_SCALE: usize = 4;
/// Size of a module without a wish: 0.75 mm for QR codes, 0.33 mm for bars (GS1's nominal X-dimension).
const QR_MODULE: u64 = 27_000;
const BAR_MODULE: u64 = 11_880;
/// Height of bars without a wish: 15 mm.
const BAR_HEIGHT: u64 = 540_000;
/// Longer texts make a barcode that no page holds.
const LONGEST_BARCODE: usize = 80;

/// Kinds of barcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbology {
    Code128,
    Code39,
    Ean13,
    Ean8,
}

/// Their names, each with a content that fits.
const SYMBOLOGIES: [(&str, Symbology, &str); 4] = [
    ("code128", Symbology::Code128, "A-1001"),
    ("code39", Symbology::Code39, "A-1001"),
    ("ean13", Symbology::Ean13, "4006381333931"),
    ("ean8", Symbology::Ean8, "96385074"),
];

impl Symbology {
    /// Case, hyphens and spaces of a name do not count.
    pub fn named(name: &str) -> Option<Symbology> {
        Symbology::row(name).map(|(_, symbology, _)| *symbology)
    }

    /// A content that a barcode of this name can hold.
    pub fn sample(name: &str) -> Option<&'static str> {
        Symbology::row(name).map(|(.., sample)| *sample)
    }

    fn row(name: &str) -> Option<&'static (&'static str, Symbology, &'static str)> {
        let plain = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        SYMBOLOGIES.iter().find(|(known, ..)| *known == plain)
    }
}

/// The names of all kinds of barcodes, for messages.
pub(crate) fn names() -> String {
    SYMBOLOGIES.map(|(name, ..)| name).join(", ")
}

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
pub(super) fn qr(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = content(rich)?;
    let asked = rich.option("errorCorrection").unwrap_or("M");
    let level = level(asked)
        .ok_or_else(|| format!("has the errorCorrection {:?}; it is one of L, M, Q, H", shortened(asked)))?;
    let code = QrCode::with_error_correction_level(text.as_bytes(), level)
        .map_err(|error| format!("does not fit into a QR code: {error}"))?;
    let modules = code.width();
    let rows: Vec<Vec<bool>> =
        code.to_colors().chunks(modules).map(|row| row.iter().map(|c| *c == Color::Dark).collect()).collect();
    let side = modules + 2 * QR_QUIET;
    let pixels = side * QR_SCALE;
    let dark = |x: usize, y: usize| {
        let module = |at: usize| (at / QR_SCALE).checked_sub(QR_QUIET);
        let row = module(y).and_then(|y| rows.get(y));
        module(x).and_then(|x| row?.get(x)).copied().unwrap_or(false)
    };
    let png = png(pixels, pixels, dark)?;
    let size = wish(rich, "size")?
        .or(wish(rich, "width")?)
        .unwrap_or(side as u64 * QR_MODULE)
        .min(resources.text_width);
    let id = resources.media(&png.into(), "png");
    let alt = rich.option("alt").unwrap_or(&text);
    Ok(Fragment::Inline(drawing(resources, &id, "", (size, size), alt)))
}

/// `{"$barcode": "4006381333931", "kind": "code128" | "code39" | "ean13" | "ean8", "width": "5cm", "height": "15mm"}`
pub(super) fn barcode(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = content(rich)?;
    // Encoders work and allocate with the length of the text.
    if text.chars().count() > LONGEST_BARCODE {
        return Err(format!("has more than {LONGEST_BARCODE} characters, too many for a barcode"));
    }
    let kind = rich.option("kind").unwrap_or("code128");
    let wrong =
        |wanted: &str| format!("is {:?}; a barcode of the kind {kind} holds {wanted}", shortened(&text));
    let symbology = Symbology::named(kind)
        .ok_or_else(|| format!("has the kind {:?}; it is one of {}", shortened(kind), names()))?;
    let bars = match symbology {
        Symbology::Code128 => code128(&text).ok_or_else(|| wrong("characters of ASCII"))?,
        Symbology::Code39 => {
            let encoded = Code39::new(text.to_uppercase()).map(|c| c.encode());
            encoded.map_err(|_| wrong("letters, digits and - . $ / + % or spaces"))?
        }
        Symbology::Ean13 => {
            let wanted = "12 digits, or 13 of which the last is their check digit";
            let encoded = EAN13::new(text.clone()).map(|c| c.encode());
            encoded.map_err(|_| wrong(wanted))?
        }
        Symbology::Ean8 => {
            let wanted = "7 digits, or 8 of which the last is their check digit";
            let encoded = EAN8::new(text.clone()).map(|c| c.encode());
            encoded.map_err(|_| wrong(wanted))?
        }
    };
    let modules = bars.len() + 2 * BAR_QUIET;
    let dark = |x: usize, _: usize| {
        (x / BAR_SCALE).checked_sub(BAR_QUIET).and_then(|x| bars.get(x)).is_some_and(|bar| *bar == 1)
    };
    let png = png(modules * BAR_SCALE, 1, dark)?;
    let width = wish(rich, "width")?.unwrap_or(modules as u64 * BAR_MODULE).min(resources.text_width);
    let height = wish(rich, "height")?.unwrap_or(BAR_HEIGHT);
    let id = resources.media(&png.into(), "png");
    let alt = rich.option("alt").unwrap_or(&text);
    Ok(Fragment::Inline(drawing(resources, &id, "", (width, height), alt)))
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

fn content(rich: &Rich) -> Result<String, String> {
    match rich.content() {
        Json::String(text) if !text.is_empty() => Ok(text.clone()),
        Json::Number(number) => Ok(number.to_string()),
        _ => Err("has no text to encode".to_owned()),
    }
}

fn wish(rich: &Rich, name: &str) -> Result<Option<u64>, String> {
    let value = rich.members.get(name).filter(|value| !value.is_null());
    value
        .map(|value| length::parse(value).map_err(|error| format!("has a wrong {name}: {error}")))
        .transpose()
}

/// A picture of black on white, one bit a pixel.
fn png(width: usize, height: usize, dark: impl Fn(usize, usize) -> bool) -> Result<Vec<u8>, String> {
    let stride = width.div_ceil(8);
    let mut pixels = vec![0xFF_u8; stride * height];
    for y in 0..height {
        for x in (0..width).filter(|x| dark(*x, y)) {
            pixels[y * stride + x / 8] &= !(0x80 >> (x % 8));
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.map_err(|error| format!("cannot be drawn: {error}"))?;
    Ok(bytes)
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

    #[test]
    fn pictures_have_the_bars_as_black_pixels() {
        let bytes = png(9, 1, |x, _| x == 0 || x == 8).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [0b0111_1111, 0b0111_1111]);
    }
}
