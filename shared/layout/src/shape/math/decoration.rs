//! Accents, bars, braces, frames (22.1.2.1, 22.1.2.7, 22.1.2.41, 22.1.2.11).

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{Frame, Row};
use crate::model::run::RunStyle;

impl Setter<'_> {
    pub(super) fn accent(
        &self,
        sign: char,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let base = self.row(base, how.cramped())?;
        let Some(glyph) = face.font.glyph(sign, how.level) else { return Ok(base) };
        // The widest that is no wider than the base, for bases of more than one letter.
        let widest =
            face.font.variants(glyph, false).into_iter().rev().find(|(_, size)| face.em(*size) <= base.width);
        let glyph = widest.filter(|_| base.glyph.is_none()).map_or(glyph, |(variant, _)| variant);
        let mut accent = face.glyph(glyph, sign);
        let at = accent.accent;
        let extents = face.font.extents(glyph);
        // Marks that have no width of their own stand left of their origin.
        let middle = if at == 0.0 { face.em((extents.left + extents.right) / 2.0) } else { at };
        let up = (base.ascent - face.length(Constant::AccentBaseHeight)).max(0.0);
        let x = base.accent - middle;
        accent.width = 0.0;
        let (width, italic, attached, single) = (base.width, base.italic, base.accent, base.glyph);
        let mut out = Boxed::default();
        out.append(base);
        out.put(accent, x, -up);
        (out.width, out.italic, out.accent, out.glyph) = (width, italic, attached, single);
        Ok(out)
    }

    pub(super) fn bar(
        &self,
        is_over: bool,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let mut out = self.row(base, if is_over { how.cramped() } else { how })?;
        let width = out.width;
        out.glyph = None;
        if is_over {
            let thickness = face.length(Constant::OverbarRuleThickness);
            let up = out.ascent + face.length(Constant::OverbarVerticalGap) + thickness / 2.0;
            out.rule((0.0, width), -up, thickness, face.colour);
            out.ascent += face.length(Constant::OverbarExtraAscender);
        } else {
            let thickness = face.length(Constant::UnderbarRuleThickness);
            let down = out.descent + face.length(Constant::UnderbarVerticalGap) + thickness / 2.0;
            out.rule((0.0, width), down, thickness, face.colour);
            out.descent += face.length(Constant::UnderbarExtraDescender);
        }
        Ok(out)
    }

    pub(super) fn group(
        &self,
        sign: char,
        is_over: bool,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let base = self.row(base, how)?;
        let Some(brace) = face.stretched(sign, base.width, false) else { return Ok(base) };
        let gap = face.length(if is_over {
            Constant::StretchStackGapAboveMin
        } else {
            Constant::StretchStackGapBelowMin
        });
        let y =
            if is_over { -(base.ascent + gap + brace.descent) } else { base.descent + gap + brace.ascent };
        let width = base.width.max(brace.width);
        let (x_base, x_brace) = ((width - base.width) / 2.0, (width - brace.width) / 2.0);
        let mut out = Boxed::default();
        out.put(base, x_base, 0.0);
        out.put(brace, x_brace, y);
        (out.width, out.accent) = (width, width / 2.0);
        Ok(out)
    }

    pub(super) fn border(
        &self,
        frame: Frame,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let base = self.row(base, how)?;
        let thickness = face.length(Constant::FractionRuleThickness);
        let padding = face.length(Constant::OverbarVerticalGap) / 2.0 + thickness;
        let (width, ascent, descent) =
            (base.width + 2.0 * padding, base.ascent + padding, base.descent + padding);
        let mut out = Boxed::default();
        out.put(base, padding, 0.0);
        let [left_top, right_top] = [(0.0, -ascent), (width, -ascent)];
        let [left_bottom, right_bottom] = [(0.0, descent), (width, descent)];
        let middle = (descent - ascent) / 2.0;
        let sides = [
            (left_top, left_bottom),
            (left_top, right_top),
            (right_top, right_bottom),
            (left_bottom, right_bottom),
        ];
        let strikes = [
            ((0.0, middle), (width, middle)),
            ((width / 2.0, -ascent), (width / 2.0, descent)),
            (left_bottom, right_top),
            (left_top, right_bottom),
        ];
        let wanted = frame.sides.into_iter().zip(sides).chain(frame.strikes.into_iter().zip(strikes));
        for (_, (from, to)) in wanted.filter(|(is_drawn, _)| *is_drawn) {
            out.line(from, to, thickness, face.colour);
        }
        (out.width, out.ascent, out.descent, out.accent) = (width, ascent, descent, width / 2.0);
        Ok(out)
    }
}
