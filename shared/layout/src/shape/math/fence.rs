//! Brackets (22.1.2.24).

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{Fence, Node, Row};

/// Tolerance: share of its height by which a sign can be off the axis and stays where the face has it. A guess.
const OFF_AXIS: f64 = 0.12;

impl Setter<'_> {
    pub(super) fn fence(&self, fence: &Fence, how: How) -> Result<Boxed, LayoutError> {
        let face = self.face(&fence.style, how)?;
        let mut parts = Vec::with_capacity(fence.parts.len());
        for part in &fence.parts {
            parts.push(self.row(part, how)?);
        }
        let (ascent, descent) = parts.iter().fold((0.0_f64, 0.0_f64), |(ascent, descent), part| {
            (ascent.max(part.ascent), descent.max(part.descent))
        });
        let axis = face.axis();
        let half = (ascent - axis).max(descent + axis);
        let (target, middle) =
            if fence.is_centered { (2.0 * half, axis) } else { (ascent + descent, (ascent - descent) / 2.0) };
        // Brackets around letters and their scripts keep their size; those around brackets do not (21 pairs of one of Word's PDFs).
        let is_tall = fence.parts.iter().any(has_brackets)
            || target > face.length(Constant::DelimitedSubFormulaMinHeight);
        let sign = |sign: Option<char>| -> Result<Option<Boxed>, LayoutError> {
            let Some(sign) = sign else { return Ok(None) };
            if !fence.grows {
                return Ok(face.font.glyph(sign, how.level).map(|glyph| face.glyph(glyph, sign)));
            }
            let grown = face.stretched(sign, if is_tall { target } else { 0.0 }, true);
            Ok(grown.map(|grown| centred(grown, middle)))
        };
        let mut out = Boxed::default();
        if let Some(open) = sign(fence.open)? {
            out.append(open);
        }
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0
                && let Some(separator) = sign(fence.separator)?
            {
                out.append(separator);
            }
            out.append(part);
        }
        if let Some(close) = sign(fence.close)? {
            out.append(close);
        }
        (out.glyph, out.accent) = (None, out.width / 2.0);
        Ok(out)
    }
}

/// Whether brackets, perhaps with scripts, are among the parts of a row.
fn has_brackets(row: &Row) -> bool {
    row.iter().any(|node| match node {
        Node::Fence(_) => true,
        Node::Scripts { base, .. } => matches!(base.as_slice(), [Node::Fence(_)]),
        _ => false,
    })
}

/// A sign whose middle is at a height above the baseline, if it was put together or enlarged.
fn centred(sign: Boxed, middle: f64) -> Boxed {
    let lift = middle - (sign.ascent - sign.descent) / 2.0;
    // Glyphs at their own size stand where the face has them.
    if lift.abs() < sign.height() * OFF_AXIS {
        return sign;
    }
    let width = sign.width;
    let mut out = Boxed::default();
    out.put(sign, 0.0, -lift);
    out.width = width;
    out
}
