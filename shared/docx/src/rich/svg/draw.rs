//! Reading and drawing, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use imagesize::ImageType;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree, WriteOptions};

use super::super::length;
use super::{DrawSvg, SvgDrawing, census, css, fonts};
use crate::{Bounds, Budget, Limits};

/// Pixels of the PNG's longer side at most.
const LONGEST: f32 = 1_200.0;
/// No drawing is smaller, whatever its natural size: an icon may be shown large.
const SMALLEST: f32 = 256.0;
/// Dots per inch of the PNG where the sender says how large the picture shall be: what Word keeps of pictures.
const DPI: f64 = 220.0;
/// Pixels of a picture in the picture, which is unpacked whole.
const IMAGE_PIXELS: u64 = 12_000_000;

/// Draws in the caller's thread. Elements, nesting and style sheets are bounded; the time of filters, patterns and
/// wide strokes is not: documents of strangers want a drawer in a process of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct DrawInProcess;

impl DrawSvg for DrawInProcess {
    fn draw(&self, svg: &[u8], longer_side: Option<u64>, bounds: Bounds<'_>) -> Result<SvgDrawing, String> {
        let Bounds { limits, budget } = bounds;
        budget.check().map_err(|exhausted| exhausted.to_string())?;
        // Drawing libraries meet input that nobody thought of; that one value must not end the process.
        catch_unwind(AssertUnwindSafe(|| parse_and_draw(svg, longer_side, limits, budget)))
            .unwrap_or_else(|_| Err("is an SVG picture that cannot be drawn".to_owned()))
    }
}

fn parse_and_draw(
    svg: &[u8],
    longer_side: Option<u64>,
    limits: &Limits,
    budget: &Budget,
) -> Result<SvgDrawing, String> {
    let text = std::str::from_utf8(svg).map_err(|_| "is an SVG picture that is not in UTF-8".to_owned())?;
    // Entities multiply: ten lines of them are a gigabyte of text. A bare DOCTYPE is what drawing programs write.
    if text.contains("<!ENTITY") {
        return Err("is an SVG picture with entities, which are not read".to_owned());
    }
    // Attack: namespaces and attributes. The parser compares each name with all that are in scope.
    if text.matches("xmlns").count() > MOST_NAMESPACES {
        return Err(format!("is an SVG picture with more than {MOST_NAMESPACES} namespace declarations"));
    }
    let nodes_limit = u32::try_from(limits.svg_elements).unwrap_or(u32::MAX);
    let document = Document::parse_with_options(
        text,
        ParsingOptions { allow_dtd: true, nodes_limit, ..Default::default() },
    )
    .map_err(|error| format!("is a broken SVG picture: {error}"))?;
    css::check(&document, limits)?;
    census::check(&document, limits)?;
    budget.check().map_err(|exhausted| exhausted.to_string())?;
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
    budget.check().map_err(|exhausted| exhausted.to_string())?;
    let png = png(&tree, longer_side)?;
    let svg = Bytes::from(tree.to_string(&WriteOptions::default()));
    Ok(SvgDrawing { png: png.into(), svg, width, height })
}

/// Namespace declarations of one picture: drawing programs write some ten.
const MOST_NAMESPACES: usize = 1_000;

/// How usvg reads: from the text alone, with fonts of our own.
fn options<'a>(limits: &'a Limits, refused: &'a AtomicBool) -> Options<'a> {
    let known = move |data: &Arc<Vec<u8>>| {
        let size = imagesize::blob_size(data).ok()?;
        let small = size.width.saturating_mul(size.height) as u64 <= limits.image_pixels.min(IMAGE_PIXELS);
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
fn png(tree: &Tree, longer_side: Option<u64>) -> Result<Vec<u8>, String> {
    let longest = tree.size().width().max(tree.size().height());
    let wished = longer_side.map_or(longest * 2.0, |emu| (emu as f64 / length::EMU_PER_INCH * DPI) as f32);
    let scale = LONGEST.min(wished.max(SMALLEST)) / longest;
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let size = (pixels(tree.size().width()), pixels(tree.size().height()));
    let mut pixmap = Pixmap::new(size.0, size.1).ok_or("is an SVG picture of no size")?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("is an SVG picture that cannot be drawn: {error}"))
}
