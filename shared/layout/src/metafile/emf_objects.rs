//! Pens, brushes and fonts of enhanced metafiles ([MS-EMF] 2.3.7, 2.3.8).

use super::bitmap;
use super::bytes::Bytes;
use super::painter::Canvas;
use super::state::{Font, Object, Pen, colour, dash, stock};
use crate::bounds::FARTHEST_PLACED;
use crate::drawing::{Cap, Join, Rgb};
use crate::units::TENTHS;

/// Bit of an index that names a stock object.
const STOCK: u32 = 0x8000_0000;

/// Plays a record. `None`: it is too short.
pub(super) fn one(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    let index = own.u32(8)?;
    match kind {
        37 => select(index, canvas),
        40 => canvas.delete(index),
        38 => {
            let (style, width, value) = (own.u32(12)?, own.i32(16)?, own.u32(24)?);
            canvas.make(index, Object::Pen(pen(style, f64::from(width).abs(), colour(value))));
        }
        95 => {
            let (style, width, value) = (own.u32(28)?, own.u32(32)?, own.u32(40)?);
            canvas.make(index, Object::Pen(pen(style, f64::from(width).min(FARTHEST_PLACED), colour(value))));
        }
        39 => {
            let (style, value) = (own.u32(12)?, own.u32(16)?);
            canvas.make(index, Object::Brush((style != 1).then(|| colour(value))));
            if style == 2 {
                canvas.lack("hatched surfaces are filled plain");
            }
        }
        93 | 94 => {
            let slice = |at: usize| own.get(own.usize(at)?, own.usize(at + 4)?);
            let mean = slice(16).and_then(mean);
            canvas.make(index, Object::Brush(Some(mean.unwrap_or([128; 3]))));
            canvas.lack("surfaces with a pattern are filled plain");
        }
        82 => canvas.make(index, Object::Font(font(own.from(12))?)),
        _ => {}
    }
    Some(())
}

/// A colour for a pattern: the middle of the two of a bitmap of two colours.
fn mean(header: &[u8]) -> Option<Rgb> {
    let _ = bitmap::size(header)?;
    let own = Bytes(header);
    let at = own.usize(0)?;
    if own.u16(14)? != 1 {
        return None;
    }
    let (first, second) = (own.get(at, 3)?, own.get(at + 4, 3)?);
    let part = |place: usize| Some(first.get(place)?.midpoint(*second.get(place)?));
    Some([part(2)?, part(1)?, part(0)?])
}

/// A pen of a style (2.1.25): its dashes in the low bits, then its ends and corners.
pub(super) fn pen(style: u32, width: f64, colour: Rgb) -> Pen {
    const NONE: u32 = 5;
    let cap = match style >> 8 & 0xf {
        1 => Cap::Square,
        2 => Cap::Flat,
        _ => Cap::Round,
    };
    let join = match style >> 12 & 0xf {
        1 => Join::Bevel,
        2 => Join::Miter,
        _ => Join::Round,
    };
    let is_drawn = style & 0xf != NONE;
    Pen { colour: is_drawn.then_some(colour), width, dash: dash(style), cap, join }
}

/// A font (2.2.13).
fn font(own: Bytes<'_>) -> Option<Font> {
    Some(Font {
        height: f64::from(own.i32(0)?),
        angle: f64::from(own.i32(8)?) / TENTHS,
        is_bold: own.i32(16)? >= 600,
        is_italic: own.u8(20)? != 0,
        is_underlined: own.u8(21)? != 0,
        is_struck: own.u8(22)? != 0,
        is_symbol: own.u8(23)? == 2,
        family: own.name(28, 32).trim_start_matches('@').into(),
    })
}

/// Selects an object of the metafile, or a stock object.
fn select(index: u32, canvas: &mut Canvas<'_>) {
    if index & STOCK != 0 {
        canvas.choose(stock(index & !STOCK));
    } else {
        canvas.select(index);
    }
}
