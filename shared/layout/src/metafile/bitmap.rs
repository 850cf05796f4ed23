//! Bitmaps in metafiles ([MS-WMF] 2.2.2.9, "DeviceIndependentBitmap Object"), converted to files that picture decoders read.

use super::bytes::Bytes;

/// Length of the header of a BMP file.
const FILE_HEADER: usize = 14;

/// A BMP file of a header with its colours, and of pixels. `None`: they are no bitmap.
pub(super) fn file(header: &[u8], bits: &[u8]) -> Option<Vec<u8>> {
    let own = Bytes(header);
    let size = own.usize(0)?;
    // JPEG and PNG in the place of pixels.
    if size >= 40 && matches!(own.u32(16), Some(4 | 5)) {
        return Some(bits.to_vec());
    }
    let length = FILE_HEADER + header.len() + bits.len();
    let mut out = Vec::with_capacity(length);
    out.extend_from_slice(b"BM");
    out.extend_from_slice(&u32::try_from(length).ok()?.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&u32::try_from(FILE_HEADER + header.len()).ok()?.to_le_bytes());
    out.extend_from_slice(header);
    out.extend_from_slice(bits);
    Some(out)
}

/// A BMP file of pixels of 32 bits whose colours are multiplied by their opacity ([MS-EMF] 2.3.1.1). `None`: they are others.
pub(super) fn translucent(header: &[u8], bits: &[u8], constant: u8, has_own: bool) -> Option<Vec<u8>> {
    /// Length of a `BITMAPV4HEADER`, and the masks of blue, green, red and opacity at their places in it.
    const LENGTH: u8 = 108;
    let own = Bytes(header);
    if own.u32(0)? < 40 || own.u16(14)? != 32 || !matches!(own.u32(16)?, 0 | 3) {
        return None;
    }
    let mut v4 = vec![0; usize::from(LENGTH)];
    v4.get_mut(..40)?.copy_from_slice(header.get(..40)?);
    v4[0] = LENGTH;
    v4[16] = 3;
    v4.get_mut(32..40)?.fill(0);
    for (at, mask) in [(40, 0x00FF_0000_u32), (44, 0xFF00), (48, 0xFF), (52, 0xFF00_0000)] {
        v4.get_mut(at..at + 4)?.copy_from_slice(&mask.to_le_bytes());
    }
    let mut pixels = Vec::with_capacity(bits.len());
    for pixel in bits.chunks_exact(4) {
        let [blue, green, red, alpha] = *pixel else { break };
        let alpha = if has_own { alpha } else { u8::MAX };
        let whole = |part: u8| match alpha {
            0 => 0,
            _ if !has_own => part,
            _ => u8::try_from(u32::from(part) * 255 / u32::from(alpha)).unwrap_or(u8::MAX),
        };
        let opacity = (u16::from(alpha) * u16::from(constant) / 255) as u8;
        pixels.extend([whole(blue), whole(green), whole(red), opacity]);
    }
    file(&v4, &pixels)
}

/// Header and pixels of a packed bitmap.
pub(super) fn packed(dib: &[u8]) -> Option<(&[u8], &[u8])> {
    let own = Bytes(dib);
    let size = own.usize(0)?;
    let (depth, used, compression) =
        if size == 12 { (own.u16(10)?, 0, 0) } else { (own.u16(14)?, own.usize(32)?, own.u32(16)?) };
    let entry = if size == 12 { 3 } else { 4 };
    let colours = match (used, depth) {
        (0, 1..=8) => 1usize << depth,
        (used, _) => used.min(256),
    };
    let masks = if size == 40 && compression == 3 { 12 } else { 0 };
    let header = size.checked_add(masks)?.checked_add(colours * entry)?;
    Some((dib.get(..header)?, dib.get(header..)?))
}

/// Width and height in pixels.
pub(super) fn size(header: &[u8]) -> Option<(f64, f64)> {
    let own = Bytes(header);
    if own.u32(0)? == 12 {
        return Some((f64::from(own.u16(4)?), f64::from(own.u16(6)?)));
    }
    Some((f64::from(own.i32(4)?), f64::from(own.i32(8)?).abs()))
}
