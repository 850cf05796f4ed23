//! Little-endian numbers and characters in untrusted bytes.

/// Bytes; offsets count from their beginning.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn get(self, at: usize, length: usize) -> Option<&'a [u8]> {
        self.0.get(at..at.checked_add(length)?)
    }

    pub fn from(self, at: usize) -> Bytes<'a> {
        Bytes(self.0.get(at..).unwrap_or_default())
    }

    pub fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    pub fn u16(self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.get(at, 2)?.try_into().ok()?))
    }

    pub fn i16(self, at: usize) -> Option<i16> {
        self.u16(at).map(u16::cast_signed)
    }

    pub fn u32(self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.get(at, 4)?.try_into().ok()?))
    }

    pub fn i32(self, at: usize) -> Option<i32> {
        self.u32(at).map(u32::cast_signed)
    }

    pub fn usize(self, at: usize) -> Option<usize> {
        usize::try_from(self.u32(at)?).ok()
    }

    /// A number of single precision; 0 for one that is none.
    pub fn f32(self, at: usize) -> Option<f64> {
        let value = f32::from_bits(self.u32(at)?);
        Some(if value.is_finite() { f64::from(value) } else { 0.0 })
    }

    /// A point of two 16-bit or 32-bit numbers.
    pub fn point(self, at: usize, is_short: bool) -> Option<(f64, f64)> {
        if is_short {
            Some((self.i16(at)?.into(), self.i16(at + 2)?.into()))
        } else {
            Some((self.i32(at)?.into(), self.i32(at + 4)?.into()))
        }
    }

    /// As many points as the record has, `count` at most.
    pub fn points(self, at: usize, count: usize, is_short: bool) -> Vec<(f64, f64)> {
        let size = if is_short { 4 } else { 8 };
        (0..count)
            .map_while(|place| self.point(at.checked_add(place.checked_mul(size)?)?, is_short))
            .collect()
    }

    /// UTF-16 text.
    pub fn utf16(self, at: usize, count: usize) -> Option<Vec<u16>> {
        let bytes = self.get(at, count.checked_mul(2)?)?;
        Some(bytes.chunks_exact(2).map(|pair| u16::from(pair[0]) | u16::from(pair[1]) << 8).collect())
    }

    /// Text up to its first zero.
    pub fn name(self, at: usize, most: usize) -> String {
        let units = (0..most).map_while(|place| self.u16(at + place * 2)).take_while(|unit| *unit != 0);
        String::from_utf16_lossy(&units.collect::<Vec<_>>())
    }
}

/// Characters 0x80 to 0x9F of the code page 1252.
const WINDOWS: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
    0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
    0x153, 0x9D, 0x17E, 0x178,
];

/// A character of the code page 1252.
pub(super) fn latin(byte: u8) -> u16 {
    match byte {
        0x80..=0x9F => WINDOWS.get(usize::from(byte - 0x80)).copied().unwrap_or_default(),
        _ => byte.into(),
    }
}
