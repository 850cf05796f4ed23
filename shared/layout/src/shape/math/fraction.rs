//! Fractions (22.1.2.36; The TeXbook, appendix G, rule 15).

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{FractionKind, Row};
use crate::model::run::RunStyle;

impl Setter<'_> {
    pub(super) fn fraction(
        &self,
        kind: FractionKind,
        over: &Row,
        under: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        if kind == FractionKind::Linear {
            let mut out = self.row(over, how)?;
            if let Some(slash) = face.font.glyph('/', how.level) {
                out.append(face.glyph(slash, '/'));
            }
            out.append(self.row(under, how)?);
            return Ok(out);
        }
        // In a line the parts are scripts; in displayed equations they keep their size, also inside one another
        // (Word's PDFs: 8 of 11 points in a line, 11 of 11 displayed, skewed ones too).
        let is_full = how.is_display && how.level == 0 && !self.small_fractions;
        let part = if is_full { How { is_nested: true, ..how } } else { how.script() };
        let (over, under) = (self.row(over, part)?, self.row(under, part.cramped())?);
        if kind == FractionKind::Skewed {
            return self.skewed(over, under, style, how);
        }
        let axis = face.axis();
        let is_large = how.is_large();
        let pick = |large, small| face.length(if is_large { large } else { small });
        let has_bar = kind == FractionKind::Bar;
        let (mut up, mut down) = if has_bar {
            (
                pick(Constant::FractionNumeratorDisplayStyleShiftUp, Constant::FractionNumeratorShiftUp),
                pick(
                    Constant::FractionDenominatorDisplayStyleShiftDown,
                    Constant::FractionDenominatorShiftDown,
                ),
            )
        } else {
            (
                pick(Constant::StackTopDisplayStyleShiftUp, Constant::StackTopShiftUp),
                pick(Constant::StackBottomDisplayStyleShiftDown, Constant::StackBottomShiftDown),
            )
        };
        let thickness = face.length(Constant::FractionRuleThickness);
        if has_bar {
            let above = pick(Constant::FractionNumDisplayStyleGapMin, Constant::FractionNumeratorGapMin);
            let below = pick(Constant::FractionDenomDisplayStyleGapMin, Constant::FractionDenominatorGapMin);
            up = up.max(axis + thickness / 2.0 + above + over.descent);
            down = down.max(thickness / 2.0 + below + under.ascent - axis);
        } else {
            let least = pick(Constant::StackDisplayStyleGapMin, Constant::StackGapMin);
            let gap = up - over.descent + down - under.ascent;
            let missing = (least - gap).max(0.0);
            (up, down) = (up + missing / 2.0, down + missing / 2.0);
        }
        let width = over.width.max(under.width);
        let (x_over, x_under) = ((width - over.width) / 2.0, (width - under.width) / 2.0);
        let mut out = Boxed::default();
        out.put(over, x_over, -up);
        if has_bar {
            out.rule((0.0, width), -axis, thickness, face.colour);
        }
        out.put(under, x_under, down);
        (out.width, out.accent) = (width, width / 2.0);
        Ok(out)
    }

    fn skewed(&self, over: Boxed, under: Boxed, style: &RunStyle, how: How) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let axis = face.axis();
        // The upper part stands on the axis, the lower one hangs from it, and the slash goes from one to the other.
        let gap = face.length(Constant::SkewedFractionVerticalGap) / 2.0;
        let (up, down) = (axis + gap + over.descent, under.ascent - axis + gap);
        // As high as the higher part at least, in the gap between them (six of two of Word's PDFs).
        let slash = face.stretched('/', over.height().max(under.height()), true).unwrap_or_default();
        let overlap = (slash.width - face.length(Constant::SkewedFractionHorizontalGap)).max(0.0) / 2.0;
        let shift = slash.descent - slash.height() / 2.0 + axis;
        let x = (over.width - overlap).max(0.0);
        let behind = (x + slash.width - overlap).max(over.width);
        let mut out = Boxed::default();
        out.put(over, 0.0, -up);
        out.put(slash, x, -shift);
        out.put(under, behind, down);
        out.accent = out.width / 2.0;
        Ok(out)
    }
}
