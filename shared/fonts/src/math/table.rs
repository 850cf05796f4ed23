//! The MATH table, read in place (OpenType 1.9.1, "MATH"). Glyphs can share data, so a copy of it all for each could be a million times
//! as large in a hostile file.

use super::constants::COUNT;

/// Attack: a glyph with 65,535 sizes or parts. Known faces have at most 16.
const MOST_VARIANTS: usize = 64;
const MOST_PARTS: usize = 16;
const MOST_KERNS: usize = 64;

/// A piece of the table; offsets count from its beginning.
#[derive(Clone, Copy)]
pub(super) struct Table<'a>(&'a [u8]);

/// A glyph of another size, and its size along the axis in which it grows, in font units.
pub(super) type Variant = (u16, u16);

/// A part of a glyph that is put together, in font units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RawPart {
    pub glyph: u16,
    pub start: u16,
    pub end: u16,
    pub advance: u16,
    pub is_extender: bool,
}

impl<'a> Table<'a> {
    pub fn new(bytes: &'a [u8]) -> Table<'a> {
        Table(bytes)
    }

    fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.0.get(at..at.checked_add(2)?)?;
        Some(u16::from_be_bytes(bytes.try_into().ok()?))
    }

    fn i16(self, at: usize) -> Option<i16> {
        self.u16(at).map(u16::cast_signed)
    }

    /// The table that an offset at `at` leads to; offset 0 is none.
    fn sub(self, at: usize) -> Option<Table<'a>> {
        let offset = usize::from(self.u16(at)?);
        (offset != 0).then(|| self.0.get(offset..).map(Table)).flatten()
    }

    /// All constants, in font units and per cent.
    pub fn constants(self) -> Option<[i16; COUNT]> {
        let table = self.sub(4)?;
        let mut out = [0; COUNT];
        for (place, value) in out.iter_mut().enumerate() {
            // Two percentages and two lengths of two bytes; records of four bytes; a percentage.
            let at = if place < 4 { place * 2 } else { 8 + (place - 4) * 4 };
            *value = table.i16(at)?;
        }
        Some(out)
    }

    pub fn italic_correction(self, glyph: u16) -> Option<i16> {
        self.sub(6)?.sub(0)?.value(glyph)
    }

    pub fn accent_attachment(self, glyph: u16) -> Option<i16> {
        self.sub(6)?.sub(2)?.value(glyph)
    }

    /// A value of a table of coverage, count and records.
    fn value(self, glyph: u16) -> Option<i16> {
        let place = self.sub(0)?.covered(glyph)?;
        (place < self.u16(2)?).then(|| self.i16(4 + usize::from(place) * 4)).flatten()
    }

    /// How far a script at this height (font units) moves towards the glyph; corners count from the upper right one: upper
    /// right, upper left, lower right, lower left.
    pub fn kern(self, glyph: u16, corner: usize, height: f32) -> Option<i16> {
        let info = self.sub(6)?.sub(6)?;
        let place = info.sub(0)?.covered(glyph)?;
        let kern = (place < info.u16(2)?).then(|| info.sub(4 + usize::from(place) * 8 + corner * 2))??;
        let count = usize::from(kern.u16(0)?);
        let known = count.min(MOST_KERNS);
        let below =
            (0..known).take_while(|at| kern.i16(2 + at * 4).is_some_and(|own| f32::from(own) <= height));
        kern.i16(2 + count * 4 + below.count() * 4)
    }

    pub fn min_overlap(self) -> Option<u16> {
        self.sub(8)?.u16(0)
    }

    fn construction(self, glyph: u16, is_vertical: bool) -> Option<Table<'a>> {
        let variants = self.sub(8)?;
        let (coverage, before) = if is_vertical { (2, 0) } else { (4, usize::from(variants.u16(6)?)) };
        let place = variants.sub(coverage)?.covered(glyph)?;
        let count = variants.u16(if is_vertical { 6 } else { 8 })?;
        (place < count).then(|| variants.sub(10 + (before + usize::from(place)) * 2)).flatten()
    }

    /// Sizes of a glyph, the smallest first.
    pub fn variants(self, glyph: u16, is_vertical: bool) -> Vec<Variant> {
        let Some(construction) = self.construction(glyph, is_vertical) else { return Vec::new() };
        let count = usize::from(construction.u16(2).unwrap_or_default()).min(MOST_VARIANTS);
        (0..count)
            .map_while(|at| Some((construction.u16(4 + at * 4)?, construction.u16(6 + at * 4)?)))
            .collect()
    }

    /// The parts that a glyph of any size is put together from: from the bottom up, or from the left.
    pub fn parts(self, glyph: u16, is_vertical: bool) -> Vec<RawPart> {
        let assembly = self.construction(glyph, is_vertical).and_then(|construction| construction.sub(0));
        let Some(assembly) = assembly else { return Vec::new() };
        let count = usize::from(assembly.u16(4).unwrap_or_default()).min(MOST_PARTS);
        let part = |at: usize| {
            Some(RawPart {
                glyph: assembly.u16(at)?,
                start: assembly.u16(at + 2)?,
                end: assembly.u16(at + 4)?,
                advance: assembly.u16(at + 6)?,
                is_extender: assembly.u16(at + 8)? & 1 == 1,
            })
        };
        (0..count).map_while(|place| part(6 + place * 10)).collect()
    }

    /// The place of a glyph in a coverage table ("Common Table Formats").
    fn covered(self, glyph: u16) -> Option<u16> {
        let count = usize::from(self.u16(2)?);
        let is_ranges = self.u16(0)? == 2;
        let width = if is_ranges { 6 } else { 2 };
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            let at = 4 + middle * width;
            let first = self.u16(at)?;
            let last = if is_ranges { self.u16(at + 2)? } else { first };
            if glyph < first {
                high = middle;
            } else if glyph > last {
                low = middle + 1;
            } else if is_ranges {
                return self.u16(at + 4)?.checked_add(glyph - first);
            } else {
                return u16::try_from(middle).ok();
            }
        }
        None
    }
}
