//! SVG pictures from data (SVG 1.1 and what usvg knows of SVG 2). A document gets two parts for one: the drawing as
//! PNG, which every program shows, and SVG for those that can.
//!
//! The SVG is not the sender's: it is written anew from usvg's tree, which knows shapes, paints and pictures, and
//! neither scripts nor addresses. Text becomes outlines of the bundled fonts, so that it looks the same everywhere.

mod census;
mod cost;
mod fonts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use imagesize::ImageType;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree, WriteOptions};

use super::length;
use super::picture::Picture;
use crate::Limits;

/// Pixels of the PNG's longer side: what is drawn is tried from the first on until it is cheap enough.
const SIDES: [f32; 3] = [1_200.0, 600.0, 300.0];
/// No drawing is smaller, whatever its natural size: an icon may be shown large.
const SMALLEST: f32 = 256.0;
/// Dots per inch of the PNG where the sender says how large the picture shall be: what Word keeps of pictures.
const DPI: f64 = 220.0;

/// Whether these bytes look like SVG, which has no magic number.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let text = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    text.starts_with(b"<") && text.windows(4).any(|word| word == b"<svg")
}

/// Reads and draws a picture. `wished` is the longer side in EMU as far as the sender says one.
///
/// # Errors
/// It is no SVG, holds what would have to be fetched, or costs more than [`Limits`] allow.
pub(super) fn read(bytes: &[u8], wished: Option<u64>, limits: &Limits) -> Result<Picture, String> {
    // Drawing libraries meet input that nobody thought of; that one value must not end the process.
    catch_unwind(AssertUnwindSafe(|| parse_and_draw(bytes, wished, limits)))
        .unwrap_or_else(|_| Err("is an SVG picture that cannot be drawn".to_owned()))
}

fn parse_and_draw(bytes: &[u8], wished: Option<u64>, limits: &Limits) -> Result<Picture, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "is an SVG picture that is not in UTF-8".to_owned())?;
    // Entities multiply: ten lines of them are a gigabyte of text. A bare DOCTYPE is what drawing programs write.
    if text.contains("<!ENTITY") {
        return Err("is an SVG picture with entities, which are not read".to_owned());
    }
    let nodes_limit = u32::try_from(limits.svg_elements).unwrap_or(u32::MAX);
    let document = Document::parse_with_options(
        text,
        ParsingOptions { allow_dtd: true, nodes_limit, ..Default::default() },
    )
    .map_err(|error| format!("is a broken SVG picture: {error}"))?;
    census::check(&document, limits)?;
    let refused = AtomicBool::new(false);
    let tree = Tree::from_xmltree(&document, &options(limits, &refused))
        .map_err(|error| format!("is a broken SVG picture: {error}"))?;
    if refused.into_inner() {
        return Err("is an SVG picture with a picture in it that is not a PNG, JPEG or GIF within it; nothing is fetched".to_owned());
    }
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    // A few bytes can claim a billion pixels: whoever opens the document would pay for them.
    if width * height > limits.image_pixels as f64 {
        let allowed = limits.image_pixels;
        return Err(format!("has {width} x {height} pixels, more than the limit image_pixels ({allowed})"));
    }
    let png = draw(&tree, wished, limits)?;
    Ok(Picture {
        bytes: png.into(),
        extension: "png",
        width,
        height,
        dpi: length::DPI,
        vector: Some(Bytes::from(tree.to_string(&WriteOptions::default()))),
    })
}

/// How usvg reads: from the text alone, with fonts of our own.
fn options<'a>(limits: &'a Limits, refused: &'a AtomicBool) -> Options<'a> {
    let known = move |data: &Arc<Vec<u8>>| {
        let size = imagesize::blob_size(data).ok()?;
        // Each picture in the picture is unpacked whole.
        let small =
            size.width.saturating_mul(size.height) as u64 <= limits.image_pixels.min(cost::IMAGE_PIXELS);
        match imagesize::image_type(data).ok().filter(|_| small)? {
            ImageType::Png => Some(ImageKind::PNG(data.clone())),
            ImageType::Jpeg => Some(ImageKind::JPEG(data.clone())),
            ImageType::Gif => Some(ImageKind::GIF(data.clone())),
            _ => None,
        }
    };
    let noted = move |kind: Option<ImageKind>| {
        refused.fetch_or(kind.is_none(), Ordering::Relaxed);
        kind
    };
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(move |_, data, _| noted(known(&data))),
            // Left to itself, usvg reads files.
            resolve_string: Box::new(move |_, _| noted(None)),
        },
        font_family: fonts::DEFAULT.to_owned(),
        font_resolver: fonts::resolver(),
        fontdb: fonts::bundled(),
        ..Options::default()
    }
}

/// The drawing as PNG.
fn draw(tree: &Tree, wished: Option<u64>, limits: &Limits) -> Result<Vec<u8>, String> {
    let longest = tree.size().width().max(tree.size().height());
    let wished = wished.map_or(longest * 2.0, |emu| (emu as f64 / length::EMU_PER_INCH * DPI) as f32);
    let sides = SIDES.into_iter().map(|side| side.min(wished.max(SMALLEST)));
    for side in sides {
        let scale = side / longest;
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
        if !cost::allows(tree, scale, (width, height), limits) {
            continue;
        }
        let mut pixmap = Pixmap::new(width, height).ok_or("is an SVG picture of no size")?;
        resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        return pixmap
            .encode_png()
            .map_err(|error| format!("is an SVG picture that cannot be drawn: {error}"));
    }
    Err("is an SVG picture that takes more work to draw than the limit svg_draw_time allows".to_owned())
}
