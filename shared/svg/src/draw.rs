//! Drawing, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Tree, WriteOptions};

use crate::{DrawSvg, SvgDrawing, reading};
use platen_ooxml::{Bounds, Budget, Limits};

/// Pixels of the PNG's longer side at most.
const LONGEST: f32 = 1_200.0;
/// No drawing is smaller, whatever its natural size: an icon may be shown large.
const SMALLEST: f32 = 256.0;
/// Dots per inch of the PNG where the sender gives the size of the picture: what Word keeps of pictures.
const DPI: f64 = 220.0;
const EMU_PER_INCH: f64 = 914_400.0;

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
    let tree = reading::read(svg, limits, budget)?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    // A few bytes can claim a billion pixels: the program that opens the document would pay for them.
    if width * height > limits.image_pixels as f64 {
        let allowed = limits.image_pixels;
        return Err(format!("has {width} x {height} pixels, more than the limit image_pixels ({allowed})"));
    }
    budget.check().map_err(|exhausted| exhausted.to_string())?;
    let png = png(&tree, longer_side)?;
    let svg = Bytes::from(tree.to_string(&WriteOptions::default()));
    Ok(SvgDrawing { png: png.into(), svg, width, height })
}

/// The drawing as PNG.
fn png(tree: &Tree, longer_side: Option<u64>) -> Result<Vec<u8>, String> {
    let longest = tree.size().width().max(tree.size().height());
    let wished = longer_side.map_or(longest * 2.0, |emu| (emu as f64 / EMU_PER_INCH * DPI) as f32);
    let scale = LONGEST.min(wished.max(SMALLEST)) / longest;
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let size = (pixels(tree.size().width()), pixels(tree.size().height()));
    let mut pixmap = Pixmap::new(size.0, size.1).ok_or("is an SVG picture of no size")?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("is an SVG picture that cannot be drawn: {error}"))
}
