//! Pictures from data: decoded, measured, fitted, and drawn inline (ECMA-376 part 1, 20.4.2.8).

use std::fmt::Write;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use imagesize::{Compression, ImageSize, ImageType};

use super::fragment::{Composed, Fragment};
use super::resources::Resources;
use super::value::Rich;
use super::{density, length, raster};
use platen_ooxml::Bounds;
use platen_ooxml::xml::characters::escape;
use platen_svg::SvgDrawing;

/// A picture that documents can hold.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
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
pub(crate) fn base64_of(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("data:").and_then(|uri| uri.split_once(',')).map_or(text, |(_, body)| body)
}

/// Bytes of base64 text, with or without a `data:` head, with or without line breaks.
///
/// # Errors
/// It is no base64.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, String> {
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
fn read(text: &str, wished: Option<u64>, resources: &Resources<'_>) -> Result<Picture, String> {
    // An address would have to be fetched, a path be read: neither happens.
    if ["http:", "https:", "file:"].iter().any(|scheme| text.trim_start().starts_with(scheme)) {
        return Err(
            "is an address, and nothing is fetched; send the picture itself as data:image/png;base64,..."
                .to_owned(),
        );
    }
    let bytes = decode(text)?;
    if platen_svg::is_svg(&bytes) {
        Ok(resources.svg.draw(&bytes, wished, resources.bounds)?.into())
    } else {
        of_bytes(bytes, resources.bounds)
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

/// The picture of a rich value; decoded once however often it is printed.
pub(crate) fn of(rich: &Rich, resources: &Resources<'_>) -> Result<Picture, String> {
    let wish = |name: &str| rich.members.get(name).and_then(|value| length::parse(value).ok());
    let wished = wish("width").into_iter().chain(wish("height")).max();
    rich.picture.get_or_init(|| read(rich.text()?, wished, resources)).clone()
}

/// `{"$image": "data:image/png;base64,...", "width": "4cm", "height": "3cm", "dpi": 300, "alt": "..."}`
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    inline(rich, resources).map(Fragment::Inline)
}

/// The run with the picture.
pub(super) fn inline(rich: &Rich, resources: &mut Resources<'_>) -> Result<String, String> {
    if rich.picture.get().is_none() {
        resources.bounds.budget.spend(rich.text()?.len() as u64)?;
    }
    let picture = of(rich, resources)?;
    let (width, height) = size(rich, &picture, resources.text_width)?;
    let id = resources.media(&picture.bytes, picture.extension);
    let vector = vector(resources, &picture);
    Ok(drawing(resources, &id, &vector, (width, height), rich.option("alt").unwrap_or_default()))
}

/// Size in EMU as the sender wishes, never wider than the text around.
fn size(rich: &Rich, picture: &Picture, widest: u64) -> Result<(u64, u64), String> {
    let wish = |name: &str| match rich.members.get(name) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(value) => length::parse(value).map(Some).map_err(|error| format!("has a wrong {name}: {error}")),
    };
    let dpi = match rich.members.get("dpi") {
        None | Some(serde_json::Value::Null) => None,
        Some(dpi) => match dpi.as_f64().filter(|dpi| (1.0..=10_000.0).contains(dpi)) {
            None => return Err(format!("has a wrong dpi: {dpi} is not a number from 1 to 10000")),
            some => some,
        },
    };
    let (natural_width, natural_height) = picture.natural_size(dpi);
    let scaled = |length: u64, of: u64, by: u64| {
        ((u128::from(length) * u128::from(of) / u128::from(by)) as u64).max(1)
    };
    let (width, height) = match (wish("width")?, wish("height")?) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, scaled(natural_height, width, natural_width)),
        (None, Some(height)) => (scaled(natural_width, height, natural_height), height),
        (None, None) => (natural_width, natural_height),
    };
    if width > widest {
        return Ok((widest, scaled(height, widest, width)));
    }
    Ok((width, height))
}

/// What a picture's `a:blip` holds when there is an SVG of it: Word 2016 and later show that ([MS-ODRAWXML], 2.3.1.18).
pub(super) fn vector(resources: &mut Resources<'_>, picture: &Picture) -> String {
    let Some(svg) = &picture.vector else { return String::new() };
    let id = resources.media(svg, "svg");
    let (r, a) = (resources.relationships_ns(), resources.drawing_ns("main"));
    format!(
        "<a:extLst xmlns:a=\"{a}\"><a:ext uri=\"{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}\">\
         <asvg:svgBlip xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\" xmlns:r=\"{r}\" \
         r:embed=\"{id}\"/></a:ext></a:extLst>"
    )
}

/// A run with an inline picture; `embed` is the relationship's id, `extension` what its blip holds, sizes are in EMU.
pub(super) fn drawing(
    resources: &Resources<'_>,
    embed: &str,
    extension: &str,
    (width, height): (u64, u64),
    alt: &str,
) -> String {
    let id = resources.fresh_id();
    let (r, a) = (resources.relationships_ns(), resources.drawing_ns("main"));
    let (wp, pic) = (resources.drawing_ns("wordprocessingDrawing"), resources.drawing_ns("picture"));
    let mut out = String::with_capacity(1200);
    let _ = write!(
        out,
        "<w:r><w:drawing><wp:inline xmlns:wp=\"{wp}\" distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">\
         <wp:extent cx=\"{width}\" cy=\"{height}\"/><wp:docPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/>\
         <wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a=\"{a}\" noChangeAspect=\"1\"/></wp:cNvGraphicFramePr>\
         <a:graphic xmlns:a=\"{a}\"><a:graphicData uri=\"{pic}\"><pic:pic xmlns:pic=\"{pic}\">\
         <pic:nvPicPr><pic:cNvPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip xmlns:r=\"{r}\" r:embed=\"{embed}\">{extension}</a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
         <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{width}\" cy=\"{height}\"/></a:xfrm>\
         <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>\
         </wp:inline></w:drawing></w:r>",
        alt = escape(alt),
    );
    out
}
