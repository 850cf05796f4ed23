//! Roots (22.1.2.88; OpenType 1.9.1, "MathConstants").

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::Row;
use crate::model::run::RunStyle;

/// Height of a root of nothing, in em: that of an `x`. A guess.
const EMPTY_ROOT: f64 = 0.45;

impl Setter<'_> {
    pub(super) fn radical(
        &self,
        degree: &Row,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let base = self.row(base, how.cramped())?;
        let gap = face.length(if how.is_large() {
            Constant::RadicalDisplayStyleVerticalGap
        } else {
            Constant::RadicalVerticalGap
        });
        let thickness = face.length(Constant::RadicalRuleThickness);
        // A root of nothing is as high as one of a digit.
        let (ascent, descent) = (base.ascent.max(face.size * EMPTY_ROOT), base.descent.max(0.0));
        let wanted = ascent + descent + gap + thickness;
        let sign = face.stretched('√', wanted, true).unwrap_or_default();
        // What the sign is higher than wanted goes above and below the base.
        let surplus = (sign.height() - wanted).max(0.0);
        let top = ascent + gap + surplus / 2.0 + thickness;
        let shift = top - sign.ascent;
        let bottom = sign.height() - top;
        let mut out = Boxed::default();
        let degree = self.optional(Some(degree), How { level: 2, is_display: false, ..how })?;
        let mut x = 0.0;
        if let Some(degree) = degree {
            let rise = f64::from(face.font.degree_rise()) * sign.height() - bottom;
            let before = face.length(Constant::RadicalKernBeforeDegree);
            let after = face.length(Constant::RadicalKernAfterDegree);
            let width = degree.width;
            x = (before + width + after).max(0.0);
            out.put(degree, (x - after - width).max(0.0), -(rise + 0.0));
        }
        let (sign_width, base_width) = (sign.width, base.width);
        out.put(sign, x, -shift);
        let from = x + sign_width;
        out.rule((from, from + base_width), -(top - thickness / 2.0), thickness, face.colour);
        out.put(base, from, 0.0);
        out.ascent = out.ascent.max(top + face.length(Constant::RadicalExtraAscender));
        out.accent = out.width / 2.0;
        Ok(out)
    }
}
