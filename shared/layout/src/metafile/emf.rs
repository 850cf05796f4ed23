//! Enhanced metafiles ([MS-EMF]).

use super::arcs::Ellipse;
use super::bytes::{Bytes, latin};
use super::matrix::Matrix;
use super::metafile_text::Text;
use super::painter::Canvas;
use super::painter::PIXELS_PER_MILLIMETRE;
use super::state::{Mapping, colour};
use super::{arcs, emf_objects as objects};
use crate::bounds::FARTHEST_PLACED;
use crate::drawing::Segment;
use crate::error::LayoutError;
use crate::units::{HUNDREDTHS, MILLIMETRES_PER_INCH, TENTHS, THOUSANDTHS, TWIPS_PER_INCH};

/// Whether bytes are an enhanced metafile (2.3.4.2).
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(&[1, 0, 0, 0]) && bytes.get(40..44) == Some(b" EMF")
}

/// Plays a metafile. Returns whether it has a size to be drawn in.
pub(super) fn play(bytes: &[u8], canvas: &mut Canvas<'_>) -> Result<bool, LayoutError> {
    let file = Bytes(bytes);
    let Some(device) = device(file, canvas) else { return Ok(false) };
    canvas.device = device;
    let mut at = 0_usize;
    while let (Some(kind), Some(size)) = (file.u32(at), file.usize(at + 4)) {
        canvas.budget.spend(4 + size as u64 / 64)?;
        // Attack: a record of no length, read forever.
        let Some(record) = file.get(at, size).filter(|_| size >= 8) else { break };
        if kind == 14 {
            break;
        }
        // A record that is too short for what it names is skipped.
        let _ = one(kind, Bytes(record), canvas)?;
        at += size;
        if canvas.room.is_none() {
            break;
        }
    }
    Ok(true)
}

/// From device units to points: the frame (in hundredths of millimetres) is the picture.
fn device(file: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<Matrix> {
    let edge = |at: usize| file.i32(at).map(f64::from);
    let bounds = [edge(8)?, edge(12)?, edge(16)?, edge(20)?];
    let frame = [edge(24)?, edge(28)?, edge(32)?, edge(36)?];
    let pixels = (edge(72)?, edge(76)?);
    let millimetres = (edge(80)?, edge(84)?);
    let per = |pixels: f64, millimetres: f64| {
        if millimetres > 0.0 && pixels > 0.0 { pixels / millimetres } else { PIXELS_PER_MILLIMETRE }
    };
    canvas.per_millimetre = (per(pixels.0, millimetres.0), per(pixels.1, millimetres.1));
    let (px, py) = (canvas.per_millimetre.0 / HUNDREDTHS, canvas.per_millimetre.1 / HUNDREDTHS);
    let framed = [frame[0] * px, frame[1] * py, frame[2] * px, frame[3] * py];
    let has_area = |[left, top, right, bottom]: [f64; 4]| right > left && bottom > top;
    let [left, top, right, bottom] = [framed, bounds].into_iter().find(|edges| has_area(*edges))?;
    let (x, y) = (canvas.size.0 / (right - left), canvas.size.1 / (bottom - top));
    Some(Matrix([x, 0.0, 0.0, y, -left * x, -top * y]))
}

/// Plays a record. `None`: it is too short.
fn one(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    Ok(match kind {
        2..=8 | 85..=91 => return poly(kind, own, canvas),
        9..=12 | 17 | 31 | 32 | 35 | 36 => coordinates(kind, own, canvas),
        18..=25 | 33 | 34 | 57 => setting(kind, own, canvas),
        37..=40 | 82 | 93..=95 => objects::one(kind, own, canvas),
        29 | 30 | 59..=68 | 75 | 27 | 54 => return path(kind, own, canvas),
        41..=47 | 55 => return round(kind, own, canvas),
        83 | 84 | 108 => return text(kind, own, canvas),
        15 | 76..=81 | 114 | 116 | 118 | 71 | 72 | 74 => return surface(kind, own, canvas),
        70 => comment(own, canvas),
        56 | 92 | 73 | 96 | 97 => {
            canvas.lack("records of a rare kind are left out");
            Some(())
        }
        _ => Some(()),
    })
}

fn rect(own: Bytes<'_>, at: usize) -> Option<[f64; 4]> {
    let ((left, top), (right, bottom)) = (own.point(at, false)?, own.point(at + 8, false)?);
    Some([left, top, right, bottom])
}

/// Lines and curves through points: 32-bit ones, and the same with 16-bit ones from 85 on.
fn poly(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let is_short = kind >= 85;
    let kind = if is_short { kind - 83 } else { kind };
    if !canvas.has_room(own.0.len() / if is_short { 4 } else { 8 }) {
        return Ok(None);
    }
    if matches!(kind, 7 | 8) {
        return polygons(kind == 8, is_short, own, canvas);
    }
    let Some(count) = own.usize(24) else { return Ok(None) };
    let points = own.points(28, count, is_short);
    canvas.budget.spend(points.len() as u64)?;
    let lines =
        |points: &[(f64, f64)]| -> Vec<Segment> { points.iter().map(|to| Segment::Line(*to)).collect() };
    match (kind, points.split_first()) {
        (_, None) => {}
        (2, Some((first, rest))) => {
            let mut segments = vec![Segment::Move(*first)];
            segments.extend(curves(rest));
            canvas.figure(&segments, false)?;
        }
        (3 | 4, Some((first, rest))) => {
            let mut segments = vec![Segment::Move(*first)];
            segments.extend(lines(rest));
            if kind == 3 {
                segments.push(Segment::Close);
            }
            canvas.figure(&segments, kind == 3)?;
        }
        (5, _) => canvas.go_on(&curves(&points).collect::<Vec<_>>())?,
        _ => canvas.go_on(&lines(&points))?,
    }
    Ok(Some(()))
}

fn curves(points: &[(f64, f64)]) -> impl Iterator<Item = Segment> + '_ {
    points.chunks_exact(3).filter_map(|points| match points {
        [a, b, to] => Some(Segment::Curve(*a, *b, *to)),
        _ => None,
    })
}

fn polygons(
    is_closed: bool,
    is_short: bool,
    own: Bytes<'_>,
    canvas: &mut Canvas<'_>,
) -> Result<Option<()>, LayoutError> {
    let (Some(count), Some(total)) = (own.usize(24), own.usize(28)) else { return Ok(None) };
    let counts: Vec<usize> = (0..count).map_while(|place| own.usize(32 + place.checked_mul(4)?)).collect();
    let points = own.points(32 + counts.len() * 4, total, is_short);
    canvas.budget.spend((points.len() + counts.len()) as u64)?;
    let mut segments = Vec::with_capacity(points.len() + counts.len());
    let mut rest = points.as_slice();
    for count in counts {
        let (own, behind) = rest.split_at(count.min(rest.len()));
        rest = behind;
        let Some((first, others)) = own.split_first() else { continue };
        segments.push(Segment::Move(*first));
        segments.extend(others.iter().map(|to| Segment::Line(*to)));
        if is_closed {
            segments.push(Segment::Close);
        }
    }
    canvas.figure(&segments, is_closed)?;
    Ok(Some(()))
}

fn coordinates(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    let mapping = &mut canvas.state.mapping;
    match kind {
        9 => mapping.window.1 = own.point(8, false)?,
        10 => mapping.window.0 = own.point(8, false)?,
        11 => mapping.viewport.1 = own.point(8, false)?,
        12 => mapping.viewport.0 = own.point(8, false)?,
        17 => map_mode(own.u32(8)?, canvas),
        31 | 32 => {
            let part = |at: usize| own.i32(at).map(f64::from);
            let (x, y) = (part(8)? / part(12)?, part(16)? / part(20)?);
            let extent = if kind == 31 { &mut mapping.viewport.1 } else { &mut mapping.window.1 };
            if x.is_finite() && y.is_finite() {
                *extent = (extent.0 * x, extent.1 * y);
            }
        }
        _ => {
            let mut numbers = [0.0; 6];
            for (place, number) in numbers.iter_mut().enumerate() {
                *number = own.f32(8 + place * 4)?;
            }
            let given = Matrix(numbers);
            let world = canvas.state.world;
            canvas.state.world = match if kind == 35 { 4 } else { own.u32(32)? } {
                1 => Matrix::UPRIGHT,
                2 => given.then(world),
                3 => world.then(given),
                _ => given,
            };
        }
    }
    Some(())
}

/// Mapping modes (2.1.21): pixels, lengths with y upwards, or as window and viewport say.
fn map_mode(mode: u32, canvas: &mut Canvas<'_>) {
    let (px, py) = canvas.per_millimetre;
    let state = &mut canvas.state;
    state.is_mapped = mode != 1;
    // Units to the millimetre.
    let units = match mode {
        2 => TENTHS,
        3 => HUNDREDTHS,
        4 => HUNDREDTHS / MILLIMETRES_PER_INCH,
        5 => THOUSANDTHS / MILLIMETRES_PER_INCH,
        6 => TWIPS_PER_INCH / MILLIMETRES_PER_INCH,
        _ => return,
    };
    let origins = (state.mapping.window.0, state.mapping.viewport.0);
    state.mapping = Mapping { window: (origins.0, (units, units)), viewport: (origins.1, (px, -py)) };
}

fn setting(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    let value = own.u32(8);
    let state = &mut canvas.state;
    match kind {
        18 => state.is_opaque = value? == 2,
        20 => {
            // R2_NOP leaves no trace; R2_COPYPEN (13) is plain.
            state.is_silent = value? == 11;
            if !matches!(value?, 11 | 13 | 1 | 16) {
                canvas.lack(
                    "lines and surfaces that should be combined with what is below them are drawn plain",
                );
            }
        }
        22 => state.text_align = value?,
        24 => state.text_colour = colour(value?),
        25 => state.ground = colour(value?),
        33 => canvas.save(),
        34 => canvas.restore(own.i32(8)?),
        57 => state.is_clockwise = value? == 2,
        _ => {}
    }
    Some(())
}

fn path(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    match kind {
        27 => {
            let Some(to) = own.point(8, false) else { return Ok(None) };
            canvas.move_to(to);
        }
        54 => {
            let Some(to) = own.point(8, false) else { return Ok(None) };
            canvas.go_on(&[Segment::Line(to)])?;
        }
        29 => canvas.lack("a rectangle is not cut out of the clip"),
        30 => {
            let Some(rect) = rect(own, 8) else { return Ok(None) };
            canvas.clip(rect);
        }
        59 => canvas.begin_path(),
        60 => canvas.end_path(),
        61 => canvas.close_figure(),
        62 => canvas.draw_path(true, false),
        63 => canvas.draw_path(true, true),
        64 => canvas.draw_path(false, true),
        67 => canvas.clip_to_path(),
        68 => canvas.abort_path(),
        75 => return Ok(clip_region(own, canvas)),
        _ => {}
    }
    Ok(Some(()))
}

/// A region as the clip (2.3.2.2), in device units. Without one all is seen again.
fn clip_region(own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    let (length, mode) = (own.usize(8)?, own.u32(12)?);
    if length == 0 {
        canvas.state.clip = None;
        return Some(());
    }
    let count = own.usize(24)?;
    if count > 1 {
        canvas.lack("a clip that is not a rectangle is replaced by its bounding box");
    }
    let [left, top, right, bottom] = rect(own, 32)?;
    let ((left, top), (right, bottom)) =
        (canvas.device.apply((left, top)), canvas.device.apply((right, bottom)));
    let own = [left, top, right, bottom];
    canvas.state.clip = match (mode, canvas.state.clip) {
        (1, Some([l, t, r, b])) => Some([left.max(l), top.max(t), right.min(r), bottom.min(b)]),
        (1 | 5, _) => Some(own),
        (_, before) => {
            canvas.lack("a clip is not put together of regions");
            before
        }
    };
    Some(())
}

fn round(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    if kind == 41 {
        return angle_arc(own, canvas);
    }
    let Some(edges) = rect(own, 8) else { return Ok(None) };
    let ellipse = Ellipse::within(edges);
    match kind {
        42 => canvas.figure(&ellipse.whole(), true)?,
        43 => {
            let [left, top, right, bottom] = edges;
            let corners = [(right, top), (right, bottom), (left, bottom)];
            let mut segments = vec![Segment::Move((left, top))];
            segments.extend(corners.map(Segment::Line));
            segments.push(Segment::Close);
            canvas.figure(&segments, true)?;
        }
        44 => {
            let Some(corner) = own.point(24, false) else { return Ok(None) };
            canvas.figure(&arcs::rounded(edges, corner), true)?;
        }
        _ => {
            let (Some(from), Some(to)) = (own.point(24, false), own.point(32, false)) else {
                return Ok(None);
            };
            let (first, curves) = ellipse.arc(from, to, canvas.state.is_clockwise);
            if kind == 55 {
                let mut segments = vec![Segment::Line(first)];
                segments.extend(curves);
                canvas.go_on(&segments)?;
                return Ok(Some(()));
            }
            let mut segments = vec![Segment::Move(first)];
            segments.extend(curves);
            match kind {
                46 => segments.push(Segment::Close),
                47 => segments.extend([Segment::Line(ellipse.centre), Segment::Close]),
                _ => {}
            }
            canvas.figure(&segments, kind != 45)?;
        }
    }
    Ok(Some(()))
}

/// A line to an arc, and the arc (2.3.5.1): degrees grow counter-clockwise.
fn angle_arc(own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let numbers = || Some((own.point(8, false)?, own.u32(16)?, own.f32(20)?, own.f32(24)?));
    let Some((centre, radius, start, sweep)) = numbers() else { return Ok(None) };
    let radius = f64::from(radius).min(FARTHEST_PLACED);
    let (first, curves) =
        Ellipse { centre, radii: (radius, radius) }.sweep(-start.to_radians(), -sweep.to_radians());
    let mut segments = vec![Segment::Line(first)];
    segments.extend(curves);
    canvas.go_on(&segments)?;
    Ok(Some(()))
}

/// Options of text (2.1.11): a filled rectangle, numbers of glyphs, single bytes, no rectangle.
const OPAQUE: u32 = 2;
const GLYPHS: u32 = 0x10;
const SMALL: u32 = 0x200;
const NO_RECT: u32 = 0x100;

fn text(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    if kind == 108 {
        return small_text(own, canvas);
    }
    let head = || {
        Some((
            own.point(36, false)?,
            own.usize(44)?,
            own.usize(48)?,
            own.u32(52)?,
            rect(own, 56)?,
            own.usize(72)?,
        ))
    };
    let Some((at, count, offset, options, edges, distances)) = head() else { return Ok(None) };
    if options & OPAQUE != 0 {
        canvas.fill(edges, canvas.state.ground);
    }
    if options & GLYPHS != 0 {
        canvas.lack("text given as glyph numbers is left out");
        return Ok(Some(()));
    }
    let units = if kind == 84 {
        own.utf16(offset, count)
    } else {
        own.get(offset, count).map(|bytes| bytes.iter().map(|byte| latin(*byte)).collect())
    };
    let Some(units) = units else { return Ok(None) };
    let step = if options & 0x2000 != 0 { 8 } else { 4 };
    let distances: Vec<f64> = match distances {
        0 => Vec::new(),
        from => (0..count).map_while(|place| own.i32(from + place * step).map(f64::from)).collect(),
    };
    canvas.text(&Text { at, units: &units, distances: &distances })?;
    Ok(Some(()))
}

fn small_text(own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let head = || Some((own.point(8, false)?, own.usize(16)?, own.u32(20)?));
    let Some((at, count, options)) = head() else { return Ok(None) };
    let from = if options & NO_RECT != 0 { 36 } else { 52 };
    let units = if options & SMALL != 0 {
        own.get(from, count).map(|bytes| bytes.iter().map(|byte| u16::from(*byte)).collect())
    } else {
        own.utf16(from, count)
    };
    let Some(units) = units else { return Ok(None) };
    canvas.text(&Text { at, units: &units, distances: &[] })?;
    Ok(Some(()))
}

/// Pixels, bitmaps, regions.
fn surface(kind: u32, own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Result<Option<()>, LayoutError> {
    let area = |at: usize| -> Option<(f64, f64, f64, f64)> {
        let ((x, y), (width, height)) = (own.point(at, false)?, own.point(at + 8, false)?);
        Some((x, y, width, height))
    };
    let slice = |at: usize| own.get(own.usize(at)?, own.usize(at + 4)?).filter(|bytes| !bytes.is_empty());
    let dib = |at: usize| slice(at).zip(slice(at + 8));
    match kind {
        // BitBlt, StretchBlt, AlphaBlend, TransparentBlt.
        76 | 77 | 114 | 116 => {
            let (Some(target), Some(operation)) = (area(24), own.u32(40)) else { return Ok(None) };
            let operation = if kind >= 114 { 0x00CC_0020 } else { operation };
            let Some(dib) = dib(84) else {
                canvas.pattern(target, operation);
                return Ok(Some(()));
            };
            let shown = || {
                let (x, y) = own.point(44, false)?;
                let (width, height) = if kind == 76 { (target.2, target.3) } else { own.point(100, false)? };
                Some((x, y, width, height))
            };
            if kind == 114 {
                let [_, _, constant, format] = own.u32(40).unwrap_or_default().to_le_bytes();
                canvas.blend(target, shown(), dib, (constant, format == 1))?;
                return Ok(Some(()));
            }
            if kind == 116 {
                canvas.lack("a bitmap is drawn without its transparency");
            }
            // BitBlt counts its source in the source's own units: the whole is shown.
            canvas.bitmap(target, shown().filter(|_| kind != 76), dib, operation)?;
        }
        81 => {
            let target = || {
                let ((x, y), (width, height)) = (own.point(24, false)?, own.point(72, false)?);
                Some((x, y, width, height))
            };
            let (Some(target), Some(source), Some(operation)) = (target(), area(32), own.u32(68)) else {
                return Ok(None);
            };
            match dib(48) {
                Some(dib) => canvas.bitmap(target, Some(upright(source, dib.0)), dib, operation)?,
                None => canvas.pattern(target, operation),
            }
        }
        80 => {
            let (Some((x, y)), Some(source), Some(dib)) = (own.point(24, false), area(32), dib(48)) else {
                return Ok(None);
            };
            canvas.bitmap((x, y, source.2, source.3), Some(upright(source, dib.0)), dib, 0x00CC_0020)?;
        }
        15 => {
            let (Some((x, y)), Some(value)) = (own.point(8, false), own.u32(16)) else { return Ok(None) };
            canvas.fill([x, y, x + 1.0, y + 1.0], colour(value));
        }
        118 => canvas.lack("a gradient is left out"),
        71 | 72 | 74 => canvas.lack("a region is not filled"),
        _ => canvas.lack("a bitmap with a mask or in a parallelogram is left out"),
    }
    Ok(Some(()))
}

/// The visible part of a bitmap, counted from its upper left corner: most bitmaps count from the lower one.
fn upright((x, y, width, height): (f64, f64, f64, f64), header: &[u8]) -> (f64, f64, f64, f64) {
    let rows = Bytes(header).i32(8).map_or(0.0, f64::from);
    let top = if rows > 0.0 { (rows - y - height).max(0.0) } else { y };
    (x, top, width, height)
}

/// Comments hold the records of EMF+ ([MS-EMFPLUS]). Most writers repeat what they draw as records of EMF ("dual").
fn comment(own: Bytes<'_>, canvas: &mut Canvas<'_>) -> Option<()> {
    const HEADER: u16 = 0x4001;
    let is_plus = own.get(12, 4)? == b"EMF+";
    if is_plus && own.u16(16)? == HEADER && own.u16(18)? & 1 == 0 {
        canvas.lack("records of EMF+ that are not repeated as EMF are left out");
    }
    Some(())
}
