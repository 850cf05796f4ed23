//! Barcodes and QR codes, drawn as PNG pictures with one bit per pixel and whole pixels per module.

mod bars;
mod gs1;
mod matrix;
mod squares;
mod stacked;

use bars::Bars;
pub use squares::level;
pub use squares::qr;

use serde_json::Value as Json;

use super::fragment::Composed;
use super::length;
use super::resources::{Resources, shortened};
use super::value::Rich;

/// Characters of the longest text: longer ones make a code that no page holds. Encoders work and allocate with the length.
const LONGEST_BARS: usize = 80;
/// What the largest Data Matrix code holds in digits (ISO/IEC 16022, table 7), more than a PDF417 code does.
const LONGEST_MATRIX: usize = 3_116;

/// Kinds of `$barcode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbology {
    /// Bars of different widths.
    Bars(Bars),
    /// ISO/IEC 16022.
    DataMatrix,
    /// ISO/IEC 15438.
    Pdf417,
}

/// Their names, each with a content that fits.
const SYMBOLOGIES: [(&str, Symbology, &str); 8] = [
    ("code128", Symbology::Bars(Bars::Code128), "A-1001"),
    ("code39", Symbology::Bars(Bars::Code39), "A-1001"),
    ("datamatrix", Symbology::DataMatrix, "A-1001"),
    ("ean13", Symbology::Bars(Bars::Ean13), "4006381333931"),
    ("ean8", Symbology::Bars(Bars::Ean8), "96385074"),
    ("gs1-128", Symbology::Bars(Bars::Gs1), "(01)04006381333931(10)A1"),
    ("itf", Symbology::Bars(Bars::Itf), "14006381333938"),
    ("pdf417", Symbology::Pdf417, "A-1001"),
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
        let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        SYMBOLOGIES.iter().find(|(known, ..)| plain(known) == plain(name))
    }
}

/// The names of all kinds of barcodes, for messages.
pub fn names() -> String {
    SYMBOLOGIES.map(|(name, ..)| name).join(", ")
}

/// `{"$barcode": "4006381333931", "kind": "ean13", "width": "5cm", "height": "15mm"}`, of any kind of [`Symbology`]
pub fn barcode(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = content(rich)?;
    let kind = rich.option("kind").unwrap_or("code128");
    let symbology = Symbology::named(kind)
        .ok_or_else(|| format!("has the kind {:?}; it must be one of {}", shortened(kind), names()))?;
    let longest = if matches!(symbology, Symbology::Bars(_)) { LONGEST_BARS } else { LONGEST_MATRIX };
    if text.chars().nth(longest).is_some() {
        return Err(format!("has more than {longest} characters, too many for a barcode of the kind {kind}"));
    }
    match symbology {
        Symbology::Bars(bars) => bars::draw(&text, (kind, bars), rich, resources),
        Symbology::DataMatrix => squares::data_matrix(&text, rich, resources),
        Symbology::Pdf417 => stacked::pdf417(&text, rich, resources),
    }
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
    fn pictures_have_the_bars_as_black_pixels() {
        let bytes = png(9, 1, |x, _| x == 0 || x == 8).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [0b0111_1111, 0b0111_1111]);
    }
}
