//! 16-bit Windows metafiles ([MS-WMF]).

use super::arcs::Ellipse;
use super::bytes::{Bytes, latin};
use super::emf_objects::pen;
use super::metafile_text::Text;
use super::painter::Canvas;
use super::state::{Font, Object, colour};
use super::{arcs, bitmap};
use crate::drawing::Segment;
use crate::error::LayoutError;
use crate::units::TENTHS;

/// The header with the size (2.3.2.3), and the one that all have (2.3.2.2).
const PLACEABLE: [u8; 4] = [0xd7, 0xcd, 0xc6, 0x9a];
const PLACEABLE_LENGTH: usize = 22;

/// Whether bytes are such a metafile.
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(&PLACEABLE) || bytes.starts_with(&[1, 0, 9, 0]) || bytes.starts_with(&[2, 0, 9, 0])
}

/// Plays a metafile. Returns whether it has a size to be drawn in.
pub(super) fn play(bytes: &[u8], canvas: &mut Canvas<'_>) -> Result<bool, LayoutError> {
    let file = Bytes(bytes);
    let mut at = 0;
    // The window is the whole picture, whatever the device.
    canvas.state.is_mapped = true;
    canvas.state.mapping.viewport = ((0.0, 0.0), canvas.size);
    let mut has_window = false;
    if bytes.starts_with(&PLACEABLE) {
        if let (Some((left, top)), Some((right, bottom))) = (file.point(6, true), file.point(10, true)) {
            has_window = right != left && bottom != top;
            canvas.state.mapping.window = ((left, top), (right - left, bottom - top));
        }
        at = PLACEABLE_LENGTH;
    }
    at += file.u16(at + 2).map_or(18, |words| usize::from(words) * 2);
    while let (Some(words), Some(kind)) = (file.usize(at), file.u16(at + 4)) {
        let Some(size) = words.checked_mul(2) else { break };
        canvas.budget.spend(4 + size as u64 / 64)?;
        // Attack: a record of no length, read forever.
        let Some(record) = file.get(at, size).filter(|_| size >= 6) else { break };
        if kind == 0 {
            break;
        }
        has_window |= kind == 0x020C;
        // A record that is too short for what it names is skipped.
        let _ = one(kind, Bytes(record).from(6), canvas)?;
        at += size;
        if canvas.room.is_none() {
            break;
        }
    }
    Ok(has_window)
}

/// Parameters lie in reverse order: y before x, height before width.
fn yx(own: Bytes<'_>, at: usize) -> Option<(f64, f64)> {
    Some((own.i16(at + 2)?.into(), own.i16(at)?.into()))
}

/// A rectangle as bottom, right, top, left.
fn rect(own: Bytes<'_>, at: usize) -> Option<[f64; 4]> {
    let ((right, bottom), (left, top)) = (yx(own, at)?, yx(own, at + 4)?);
    Some([left, top, right, bottom])
}

/// Plays a record. `None`: it is too short.
fn one(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    match kind {
        0x020B | 0x020C | 0x020F | 0x0410 | 0x001E | 0x0127 | 0x0102 | 0x0104 | 0x012E | 0x0201 | 0x0209
        | 0x0416 | 0x0415 | 0x0214 | 0x012C => Ok(setting(kind, own, canvas)),
        0x012D | 0x01F0 | 0x02FA..=0x02FC | 0x00F7 | 0x06FF | 0x0142 | 0x01F9 => {
            Ok(object(kind, own, canvas))
        }
        0x0521 | 0x0A32 => text(kind, own, canvas),
        0x0940 | 0x0B41 | 0x0F43 | 0x0D33 | 0x061D | 0x041F | 0x0922 | 0x0B23 => surface(kind, own, canvas),
        0x0213 | 0x0324 | 0x0325 | 0x0538 | 0x041B | 0x0418 | 0x061C | 0x0817 | 0x081A | 0x0830 => {
            figure(kind, own, canvas)
        }
        0x0220 | 0x0228 | 0x0429 | 0x012A | 0x012B | 0x0548 | 0x0419 => {
            canvas.lack("records of a rare kind are left out");
            Ok(Some(()))
        }
        _ => Ok(Some(())),
    }
}

fn setting(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    let state = &mut canvas.state;
    match kind {
        0x020B => state.mapping.window.0 = yx(own, 0)?,
        0x020C => state.mapping.window.1 = yx(own, 0)?,
        0x020F => {
            let (x, y) = yx(own, 0)?;
            let origin = &mut state.mapping.window.0;
            *origin = (origin.0 + x, origin.1 + y);
        }
        0x0410 => {
            let ((xd, yd), (xn, yn)) = ((own.i16(4)?, own.i16(0)?), (own.i16(6)?, own.i16(2)?));
            let (x, y) = (f64::from(xn) / f64::from(xd), f64::from(yn) / f64::from(yd));
            let extent = &mut state.mapping.window.1;
            if x.is_finite() && y.is_finite() {
                *extent = (extent.0 * x, extent.1 * y);
            }
        }
        0x001E => canvas.save(),
        0x0127 => canvas.restore(own.i16(0)?.into()),
        0x0102 => state.is_opaque = own.u16(0)? == 2,
        0x0104 => {
            let operation = own.u16(0)?;
            state.is_silent = operation == 11;
            if !matches!(operation, 11 | 13 | 1 | 16) {
                canvas.lack(
                    "lines and surfaces that should be combined with what is below them are drawn plain",
                );
            }
        }
        0x012E => state.text_align = own.u16(0)?.into(),
        0x0201 => state.ground = colour(own.u32(0)?),
        0x0209 => state.text_colour = colour(own.u32(0)?),
        0x0416 => canvas.clip(rect(own, 0)?),
        0x0415 => canvas.lack("a rectangle is not cut out of the clip"),
        // Without a region all is seen again.
        0x012C => {
            canvas.state.clip = None;
            if own.u16(0)? != 0 {
                canvas.lack("a clip that is a region is left out");
            }
        }
        _ => canvas.move_to(yx(own, 0)?),
    }
    Some(())
}

fn object(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    match kind {
        0x012D => canvas.select(own.u16(0)?.into()),
        0x01F0 => canvas.delete(own.u16(0)?.into()),
        0x02FA => {
            let (style, width, value) = (own.u16(0)?, own.i16(2)?, own.u32(6)?);
            canvas.make_next(Object::Pen(pen(style.into(), f64::from(width).abs(), colour(value))));
        }
        0x02FC => {
            let (style, value) = (own.u16(0)?, own.u32(2)?);
            canvas.make_next(Object::Brush((style != 1).then(|| colour(value))));
            if style == 2 {
                canvas.lack("hatched surfaces are filled plain");
            }
        }
        0x02FB => {
            let bytes = own.0.get(18..).unwrap_or_default();
            let name: Vec<u16> =
                bytes.iter().take(32).take_while(|byte| **byte != 0).map(|byte| latin(*byte)).collect();
            let charset = own.u8(13)?;
            // Western, symbols, and what the machine had.
            if !matches!(charset, 0 | 1 | 2 | 77 | 255) {
                canvas.lack("text of another code page is read as Western");
            }
            canvas.make_next(Object::Font(Font {
                height: own.i16(0)?.into(),
                angle: f64::from(own.i16(4)?) / TENTHS,
                is_bold: own.i16(8)? >= 600,
                is_italic: own.u8(10)? != 0,
                is_underlined: own.u8(11)? != 0,
                is_struck: own.u8(12)? != 0,
                is_symbol: charset == 2,
                family: String::from_utf16_lossy(&name).into(),
            }));
        }
        0x0142 | 0x01F9 => {
            canvas.make_next(Object::Brush(Some([128; 3])));
            canvas.lack("surfaces with a pattern are filled plain");
        }
        _ => canvas.make_next(Object::Other),
    }
    Some(())
}

fn figure(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let polygon = |points: &[(f64, f64)], is_closed: bool, out: &mut Vec<Segment>| {
        let Some((first, rest)) = points.split_first() else { return };
        out.push(Segment::Move(*first));
        out.extend(rest.iter().map(|to| Segment::Line(*to)));
        if is_closed {
            out.push(Segment::Close);
        }
    };
    if !canvas.has_room(own.0.len() / 4) {
        return Ok(None);
    }
    let mut segments = Vec::new();
    match kind {
        0x0213 => {
            let Some(to) = yx(own, 0) else { return Ok(None) };
            canvas.go_on(&[Segment::Line(to)])?;
            return Ok(Some(()));
        }
        0x0324 | 0x0325 => {
            let Some(count) = own.u16(0) else { return Ok(None) };
            polygon(&own.points(2, count.into(), true), kind == 0x0324, &mut segments);
            canvas.figure(&segments, kind == 0x0324)?;
        }
        0x0538 => {
            let Some(count) = own.u16(0).map(usize::from) else { return Ok(None) };
            let mut at = 2 + count * 2;
            for place in 0..count {
                let Some(own_count) = own.u16(2 + place * 2).map(usize::from) else { return Ok(None) };
                canvas.budget.spend(own_count as u64)?;
                polygon(&own.points(at, own_count, true), true, &mut segments);
                at += own_count * 4;
            }
            canvas.figure(&segments, true)?;
        }
        0x061C => {
            let (Some(corner), Some(edges)) = (yx(own, 0), rect(own, 4)) else { return Ok(None) };
            canvas.figure(&arcs::rounded(edges, corner), true)?;
        }
        0x041B | 0x0418 => {
            let Some(edges) = rect(own, 0) else { return Ok(None) };
            if kind == 0x0418 {
                canvas.figure(&Ellipse::within(edges).whole(), true)?;
            } else {
                let [left, top, right, bottom] = edges;
                polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)], true, &mut segments);
                canvas.figure(&segments, true)?;
            }
        }
        _ => {
            // The end of the arc, its beginning, and its box.
            let (Some(to), Some(from), Some(edges)) = (yx(own, 0), yx(own, 4), rect(own, 8)) else {
                return Ok(None);
            };
            let ellipse = Ellipse::within(edges);
            let (first, curves) = ellipse.arc(from, to, false);
            segments.push(Segment::Move(first));
            segments.extend(curves);
            match kind {
                0x081A => segments.extend([Segment::Line(ellipse.centre), Segment::Close]),
                0x0830 => segments.push(Segment::Close),
                _ => {}
            }
            canvas.figure(&segments, kind != 0x0817)?;
        }
    }
    Ok(Some(()))
}

fn text(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let (at, count, from, distances) = if kind == 0x0521 {
        let Some(count) = own.u16(0).map(usize::from) else { return Ok(None) };
        let Some(at) = yx(own, 2 + count + count % 2) else { return Ok(None) };
        (at, count, 2, 0)
    } else {
        let (Some(at), Some(count), Some(options)) = (yx(own, 0), own.u16(4).map(usize::from), own.u16(6))
        else {
            return Ok(None);
        };
        // A rectangle stands before the text where the text is clipped or has a ground.
        let from = if options & 6 == 0 { 8 } else { 16 };
        if options & 2 != 0
            && let (Some((left, top)), Some((right, bottom))) = (own.point(8, true), own.point(12, true))
        {
            canvas.fill([left, top, right, bottom], canvas.state.ground);
        }
        (at, count, from, from + count + count % 2)
    };
    let Some(bytes) = own.get(from, count) else { return Ok(None) };
    let is_symbol = canvas.state.font.is_symbol;
    let units: Vec<u16> =
        bytes.iter().map(|byte| if is_symbol { u16::from(*byte) } else { latin(*byte) }).collect();
    let distances: Vec<f64> = match distances {
        0 => Vec::new(),
        from => (0..count).map_while(|place| own.i16(from + place * 2).map(f64::from)).collect(),
    };
    // Fewer distances than characters are none.
    let distances = if distances.len() < count { &[][..] } else { &distances };
    canvas.text(&Text { at, units: &units, distances })?;
    Ok(Some(()))
}

fn surface(kind: u16, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let pair = |at: usize| -> Option<(f64, f64)> { yx(own, at) };
    // Where the numbers of the source and the target stand, and the bitmap: height and width, then y and x.
    let (source, target, dib) = match kind {
        0x0F43 => ((6, 10), (14, 18), 22),
        0x0B41 => ((4, 8), (12, 16), 20),
        0x0940 => ((0, 4), (8, 12), 16),
        0x041F => {
            let (Some(value), Some((x, y))) = (own.u32(0), pair(4)) else { return Ok(None) };
            canvas.fill([x, y, x + 1.0, y + 1.0], colour(value));
            return Ok(Some(()));
        }
        0x061D => {
            let numbers = || Some((own.u32(0)?, pair(4)?, pair(8)?));
            let Some((operation, (width, height), (x, y))) = numbers() else { return Ok(None) };
            canvas.pattern((x, y, width, height), operation);
            return Ok(Some(()));
        }
        _ => {
            canvas.lack("a bitmap of a rare kind is left out");
            return Ok(Some(()));
        }
    };
    let Some(operation) = own.u32(0) else { return Ok(None) };
    if kind == 0x0940 {
        return blt(own, operation, canvas);
    }
    let numbers = || Some((pair(source.0)?, pair(source.1)?, pair(target.0)?, pair(target.1)?));
    let Some((wide, from, size, at)) = numbers() else { return Ok(None) };
    let Some((header, bits)) = own.0.get(dib..).and_then(bitmap::packed) else {
        canvas.pattern((at.0, at.1, size.0, size.1), operation);
        return Ok(Some(()));
    };
    let rows = Bytes(header).i32(8).map_or(0.0, f64::from);
    // Sources count from the lower edge of most bitmaps.
    let top = if rows > 0.0 { (rows - from.1 - wide.1).max(0.0) } else { from.1 };
    let shown = Some((from.0, top, wide.0, wide.1));
    canvas.bitmap((at.0, at.1, size.0, size.1), shown, (header, bits), operation)?;
    Ok(Some(()))
}

/// A bitmap in its own size (2.3.1.2).
fn blt(own: Bytes<'_>, operation: u32, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let numbers = || Some((yx(own, 8)?, yx(own, 12)?));
    let Some(((width, height), (x, y))) = numbers() else { return Ok(None) };
    match own.0.get(16..).and_then(bitmap::packed) {
        Some(dib) => canvas.bitmap((x, y, width, height), None, dib, operation)?,
        None => canvas.pattern((x, y, width, height), operation),
    }
    Ok(Some(()))
}
