//! Reading: an SVG picture as usvg's tree, once it is known that it ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use imagesize::ImageType;
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use crate::{census, dashes, fonts, style_sheets};
use platen_ooxml::{Bounds, Budget, Limits};

/// Pixels of a picture in the picture, which is unpacked whole.
const IMAGE_PIXELS: u64 = 12_000_000;

/// Reads an SVG picture for a caller that draws its shapes. Nothing outside of it is read; its text becomes
/// outlines of the bundled fonts.
///
/// # Errors
/// What is wrong with the picture, as a predicate: "is a broken SVG picture".
pub fn read_svg(svg: &[u8], bounds: Bounds<'_>) -> Result<Tree, String> {
    bounds.budget.spend(svg.len() as u64 / 4).map_err(|exhausted| exhausted.to_string())?;
    // What reading costs beyond its elements: the box around a dashed line is found dash by dash.
    dashes::check(svg)?;
    // As in [`super::draw::DrawInProcess`].
    catch_unwind(AssertUnwindSafe(|| read(svg, bounds.limits, bounds.budget)))
        .unwrap_or_else(|_| Err("is an SVG picture that cannot be read".to_owned()))
}

pub(super) fn read(svg: &[u8], limits: &Limits, budget: &Budget) -> Result<Tree, String> {
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
    style_sheets::check(&document, limits)?;
    census::check(&document, limits)?;
    budget.check().map_err(|exhausted| exhausted.to_string())?;
    let refused = AtomicBool::new(false);
    let tree = Tree::from_xmltree(&document, &options(limits, &refused))
        .map_err(|error| format!("is a broken SVG picture: {error}"))?;
    if refused.into_inner() {
        return Err("is an SVG picture with a picture in it that is not a PNG, JPEG or GIF within it; nothing is fetched".to_owned());
    }
    Ok(tree)
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
