//! SVG pictures from data (SVG 1.1 and what usvg knows of SVG 2). A document gets two parts for one: the drawing as
//! PNG, which every program shows, and SVG for those that can.
//!
//! The SVG is not the sender's: it is written again from usvg's tree, which knows shapes, paints and pictures, and
//! neither scripts nor addresses. Text becomes outlines of the bundled fonts, so that it looks the same everywhere.
//!
//! Reading and drawing cannot be metered or stopped from outside, so a caller that draws for strangers does it in a process
//! that can be killed: [`DrawSvg`] is the place where such a drawer is put.

mod census;
mod dashes;
mod draw;
mod fonts;
mod reading;
mod style_sheets;

pub use draw::DrawInProcess;
pub use reading::read_svg;
pub use resvg::usvg;

use bytes::Bytes;
use platen_ooxml::Bounds;

/// What an SVG picture becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgDrawing {
    /// The drawing as PNG.
    pub png: Bytes,
    /// The picture written again as SVG: shapes, paints and pictures only.
    pub svg: Bytes,
    /// Width of the picture as it says itself, in CSS pixels (1/96 inch); not that of the PNG.
    pub width: f64,
    /// Height, alike.
    pub height: f64,
}

/// Reads and draws SVG pictures.
pub trait DrawSvg: Send + Sync {
    /// Draws one picture. `longer_side` is the length in EMU that its longer side will have on the page, if the sender
    /// says one. The same arguments give the same bytes.
    ///
    /// # Errors
    /// What is wrong with the picture, as a predicate: "is a broken SVG picture". When the budget is exhausted, any text:
    /// the caller looks at the budget first.
    fn draw(&self, svg: &[u8], longer_side: Option<u64>, bounds: Bounds<'_>) -> Result<SvgDrawing, String>;
}

/// Whether these bytes look like SVG, which has no magic number.
#[must_use]
pub fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let text = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    text.starts_with(b"<") && text.windows(4).any(|word| word == b"<svg")
}
