//! Pictures from data: decoded, measured and fitted.

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use imagesize::{Compression, ImageSize, ImageType};

use super::{density, length, raster};
use platen_ooxml::Bounds;
use platen_svg::{DrawSvg, SvgDrawing};

/// A picture that documents can hold.
#[derive(Debug, Clone)]
pub struct Picture {
    pub bytes: Bytes,
    /// `png`, `jpeg` or `gif`.
    pub extension: &'static str,
    /// Pixels; of an SVG picture those of its own size, not of its drawing.
    pub width: f64,
    pub height: f64,
    /// Pixels per inch, as the file tells.
    pub dpi: f64,
    /// The SVG that `bytes` are a drawing of.
    pub vector: Option<Bytes>,
}

/// Senders differ in whether they pad.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The base64 of a data URI, or the text itself where it is none.
pub fn base64_of(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("data:").and_then(|uri| uri.split_once(',')).map_or(text, |(_, body)| body)
}

/// Bytes of base64 text, with or without a `data:` head, with or without line breaks.
///
/// # Errors
/// It is no base64.
pub fn decode(text: &str) -> Result<Vec<u8>, String> {
    let body = match text.trim_start().strip_prefix("data:") {
        Some(uri) => match uri.split_once(',') {
            Some((head, body)) if head.ends_with(";base64") => body,
            _ => {
                return Err(
                    "is not base64: a data URI looks like data:image/png;base64,iVBORw0...".to_owned()
                );
            }
        },
        None => text,
    };
    let decoded = BASE64.decode(body).or_else(|error| {
        // Most senders break no lines: looking for breaks first takes as long as decoding.
        if !body.bytes().any(|b| b.is_ascii_whitespace()) {
            return Err(error);
        }
        BASE64.decode(body.bytes().filter(|b| !b.is_ascii_whitespace()).collect::<Vec<u8>>())
    });
    decoded.map_err(|error| format!("is not base64: {error}"))
}

impl From<SvgDrawing> for Picture {
    fn from(drawing: SvgDrawing) -> Picture {
        Picture {
            bytes: drawing.png,
            extension: "png",
            width: drawing.width,
            height: drawing.height,
            dpi: length::DPI,
            vector: Some(drawing.svg),
        }
    }
}

/// Reads a picture from base64 text. `wished` is its longer side in EMU as far as the sender says one.
///
/// # Errors
/// It is no base64, no picture of a known kind, or has more pixels than the limits allow.
pub(super) fn read(
    text: &str,
    wished: Option<u64>,
    svg: &dyn DrawSvg,
    bounds: Bounds<'_>,
) -> Result<Picture, String> {
    // Addresses that may be fetched came as pictures before; no path is ever read.
    if ["http:", "https:", "file:"].iter().any(|scheme| text.trim_start().starts_with(scheme)) {
        return Err(
            "is an address, which is fetched only as {\"$image\": \"https://...\"} and from hosts that the operator lists \
             (PLATEN_PICTURE_HOSTS); send the picture itself as data:image/png;base64,..."
                .to_owned(),
        );
    }
    let bytes = decode(text)?;
    if platen_svg::is_svg(&bytes) {
        Ok(svg.draw(&bytes, wished, bounds)?.into())
    } else {
        of_bytes(bytes, bounds)
    }
}

fn of_bytes(bytes: Vec<u8>, bounds: Bounds<'_>) -> Result<Picture, String> {
    let wanted = "pictures are PNG, JPEG, GIF, WebP, BMP, TIFF or SVG";
    let kind = match imagesize::image_type(&bytes) {
        Ok(ImageType::Heif(Compression::Av1)) => {
            return Err(format!("is a picture of the kind AVIF; {wanted}"));
        }
        Ok(ImageType::Heif(_)) => return Err(format!("is a picture of the kind HEIC; {wanted}")),
        Ok(kind) => kind,
        Err(_) => return Err(format!("is not a picture; {wanted}")),
    };
    let size =
        imagesize::blob_size(&bytes).map_err(|error| format!("is a broken picture ({error}); {wanted}"))?;
    let ImageSize { width, height } = size;
    // A kilobyte of PNG can claim a billion pixels: the program that opens the document would pay for them.
    let (pixels, allowed) = (width.saturating_mul(height) as u64, bounds.limits.image_pixels);
    if pixels > allowed {
        return Err(format!("has {width} x {height} pixels, more than the limit image_pixels ({allowed})"));
    }
    if width == 0 || height == 0 {
        return Err(format!("is an empty picture; {wanted}"));
    }
    let dpi = density::of(&bytes).unwrap_or(length::DPI);
    let redrawn = raster::redrawn(&bytes, kind, bounds)
        .map_err(|error| if bounds.budget.check().is_err() { error } else { format!("{error}; {wanted}") })?;
    let (bytes, extension, (width, height)) = match (redrawn, raster::extension(kind)) {
        (Some(new), _) => (new.bytes, new.extension, (f64::from(new.width), f64::from(new.height))),
        (None, Some(extension)) => (bytes, extension, (width as f64, height as f64)),
        (None, None) => return Err(format!("is a picture of the kind {kind:?}; {wanted}")),
    };
    Ok(Picture { bytes: bytes.into(), extension, width, height, dpi, vector: None })
}

impl Picture {
    /// Width and height in EMU without any wish of the sender.
    pub fn natural_size(&self, dpi: Option<f64>) -> (u64, u64) {
        let dpi = dpi.unwrap_or(self.dpi);
        (length::of_pixels(self.width, dpi), length::of_pixels(self.height, dpi))
    }

    /// The largest size of its own proportions in a box.
    pub fn fitted(&self, width: u64, height: u64) -> (u64, u64) {
        let scale = (width as f64 / self.width).min(height as f64 / self.height);
        (((self.width * scale).round() as u64).max(1), ((self.height * scale).round() as u64).max(1))
    }
}
