//! Glyphs that grow: first through the sizes in the face, then from parts (OpenType 1.9.1, "MathVariants table").

use platen_fonts::Part;

use super::boxes::Boxed;
use super::face::Sized;
use crate::pages::PlacedGlyph;

/// Attack: a bracket of miles, put together from dots. A page has room for fewer.
const MOST_REPEATED: usize = 512;

/// Tolerance: what is missing at most of the wanted size, in points: widths are sums of fractions.
const TOLERANCE: f64 = 0.01;

impl Sized<'_> {
    /// The sign as high (or wide) as `target` points at least, as far as the face has it. `None`: the face lacks the sign.
    pub fn stretched(&self, sign: char, target: f64, is_vertical: bool) -> Option<Boxed> {
        let glyph = self.font.glyph(sign, 0)?;
        let plain = self.glyph(glyph, sign);
        let own = if is_vertical { plain.height() } else { ink_width(self, glyph) };
        if own >= target - TOLERANCE {
            return Some(plain);
        }
        let variants = self.font.variants(glyph, is_vertical);
        let fits = variants.iter().find(|(_, size)| self.em(*size) >= target - TOLERANCE);
        if let Some((variant, _)) = fits {
            return Some(self.glyph(*variant, sign));
        }
        let parts = self.font.parts(glyph, is_vertical);
        let assembled = self.assembled(&parts, sign, target, is_vertical);
        Some(assembled.unwrap_or_else(|| variants.last().map_or(plain, |(last, _)| self.glyph(*last, sign))))
    }

    /// A large operator as high as `target` points at least, as far as the face has it.
    pub fn operator(&self, sign: char, target: f64) -> Option<Boxed> {
        let own = self.font.operator(sign, ((target - TOLERANCE) / self.size) as f32)?;
        Some(self.glyph(own.glyph, sign).resized(own.size, own.width))
    }

    fn assembled(&self, parts: &[Part], sign: char, target: f64, is_vertical: bool) -> Option<Boxed> {
        if parts.is_empty() {
            return None;
        }
        let least = self.font.min_overlap();
        let chain = |times: usize| -> Vec<Part> {
            let repeat = |part: &Part| if part.is_extender { times } else { 1 };
            parts.iter().flat_map(|part| std::iter::repeat_n(*part, repeat(part))).collect()
        };
        // The joints at their tightest and at their loosest.
        let length = |chain: &[Part], is_longest: bool| -> f32 {
            let joints: f32 = chain
                .windows(2)
                .map(|pair| match pair {
                    [before, behind] if !is_longest => before.end.min(behind.start).max(least),
                    _ => least,
                })
                .sum();
            chain.iter().map(|part| part.length).sum::<f32>() - joints
        };
        let wanted = (target / self.size) as f32;
        let (one, two) = (length(&chain(1), true), length(&chain(2), true));
        let times = if one >= wanted {
            1
        } else if two > one {
            (1.0 + ((wanted - one) / (two - one)).ceil()).clamp(1.0, MOST_REPEATED as f32) as usize
        } else {
            1
        };
        let chain = chain(times);
        let (longest, shortest) = (length(&chain, true), length(&chain, false));
        // All joints give the same share of what they can.
        let share = if longest > shortest {
            ((longest - wanted) / (longest - shortest)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let text = sign.to_string();
        let mut glyphs: Vec<PlacedGlyph> = Vec::with_capacity(chain.len());
        let mut along = 0.0_f32;
        let (mut across, mut low, mut high) = (0.0_f64, f64::MAX, f64::MIN);
        for (at, part) in chain.iter().enumerate() {
            if let Some(before) = at.checked_sub(1).and_then(|at| chain.get(at)) {
                let tight = before.end.min(part.start).max(least);
                along -= least + (tight - least) * share;
            }
            let extents = self.font.extents(part.glyph);
            // Up from the baseline, or to the right, where the part begins.
            let (x_offset, y_offset) = if is_vertical {
                across = across.max(self.em(self.font.advance(part.glyph)));
                (0.0, self.em(along + extents.descent))
            } else {
                (low, high) = (low.min(-self.em(extents.descent)), high.max(self.em(extents.ascent)));
                (self.em(along - extents.left), 0.0)
            };
            let text = 0..text.len();
            glyphs.push(PlacedGlyph::new(part.glyph, 0.0, (x_offset, y_offset), text));
            along += part.length;
        }
        let total = self.em(along);
        let (width, ascent, descent) = if is_vertical { (across, total, 0.0) } else { (total, high, -low) };
        if let Some(last) = glyphs.last_mut() {
            last.advance = width as f32;
        }
        let items = vec![self.run(glyphs, text)];
        Some(Boxed { width, ascent, descent, accent: width / 2.0, items, ..Boxed::default() })
    }
}

fn ink_width(face: &Sized<'_>, glyph: u16) -> f64 {
    let extents = face.font.extents(glyph);
    face.em(extents.right - extents.left)
}
