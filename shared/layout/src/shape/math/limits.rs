//! Sums, integrals and other large operators; limits; functions (22.1.2.70, 22.1.2.54, 22.1.2.56, 22.1.2.39).

use platen_fonts::Constant;

use super::boxes::Boxed;
use super::class::{self, Class, THIN};
use super::face::Sized;
use super::scripts::attach;
use super::setter::{How, Setter};
use crate::error::LayoutError;
use crate::model::equation::{Nary, Node, Row};
use crate::model::run::RunStyle;

impl Setter<'_> {
    pub(super) fn nary(&self, nary: &Nary, how: How) -> Result<Boxed, LayoutError> {
        let face = self.face(&nary.style, how)?;
        let base = self.row(&nary.base, how)?;
        // In a displayed fraction operators are as in a line of text (nine sums of one of Word's PDFs).
        let is_display = how.is_large();
        // Only what says so grows with its operand, within a line of text as well (seven sums of one of Word's PDFs).
        let mut sign = if is_display || nary.grows && how.level == 0 {
            let least = face.length(Constant::DisplayOperatorMinHeight);
            let wanted = if nary.grows { least.max(base.height()) } else { least };
            face.operator(nary.sign, wanted)
        } else {
            face.font.glyph(nary.sign, 0).map(|glyph| face.glyph(glyph, nary.sign))
        }
        .unwrap_or_default();
        let italic = sign.italic;
        // Centred on the axis.
        let lift = face.axis() - (sign.ascent - sign.descent) / 2.0;
        let mut centred = Boxed::default();
        let width = sign.width;
        sign.italic = 0.0;
        centred.put(sign, 0.0, -lift);
        (centred.width, centred.italic) = (width, italic);
        let sub = self.optional(nary.sub.as_ref(), how.script().cramped())?;
        let sup = self.optional(nary.sup.as_ref(), how.script())?;
        let mut out = if nary.has_limits && is_display {
            around(&face, centred, sub, sup)
        } else {
            // A sign's width holds its slope: the upper limit stands behind it, the lower one below the slope (OpenType
            // 1.9.1, "MathItalicsCorrectionInfo").
            centred.italic = 0.0;
            // No space of scripts is behind its limits (five sums of one of Word's PDFs).
            attach(&face, centred, sub.map(|sub| moved(sub, -italic)), sup, how, false)
        };
        if base.width > 0.0 {
            let first = match nary.base.first() {
                Some(Node::Text(text)) => text.text.chars().next().map(class::of),
                _ => None,
            };
            out.append(Boxed::space(
                class::gap(Class::Operator, first.unwrap_or(Class::Ordinary)) * face.size,
            ));
            out.append(base);
        }
        Ok(out)
    }

    pub(super) fn limit(
        &self,
        is_over: bool,
        base: &Row,
        limit: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let base = self.row(base, how)?;
        let limit = Some(self.row(limit, how.script())?);
        let (sub, sup) = if is_over { (None, limit) } else { (limit, None) };
        Ok(around(&face, base, sub, sup))
    }

    pub(super) fn function(
        &self,
        name: &Row,
        base: &Row,
        style: &RunStyle,
        how: How,
    ) -> Result<Boxed, LayoutError> {
        let face = self.face(style, how)?;
        let mut out = self.row(name, how)?;
        // Nothing stands between a name and brackets.
        let is_bracket = matches!(base.first(), Some(Node::Fence(_)));
        if !is_bracket && how.level == 0 {
            out.append(Boxed::space(THIN * face.size));
        }
        out.append(self.row(base, how)?);
        Ok(out)
    }
}

/// A box whose ink is moved to one side.
fn moved(boxed: Boxed, x: f64) -> Boxed {
    let width = (boxed.width + x).max(0.0);
    let mut out = Boxed::default();
    out.put(boxed, x, 0.0);
    out.width = width;
    out
}

/// Limits above and below.
fn around(face: &Sized<'_>, base: Boxed, sub: Option<Boxed>, sup: Option<Boxed>) -> Boxed {
    let lean = base.italic / 2.0;
    let middle = base.width / 2.0;
    let (ascent, descent, base_width) = (base.ascent, base.descent, base.width);
    let left = [(&sub, -lean), (&sup, lean)]
        .into_iter()
        .filter_map(|(limit, lean)| Some(limit.as_ref()?.width / 2.0 - middle - lean))
        .fold(0.0, f64::max);
    let mut out = Boxed::default();
    out.put(base, left, 0.0);
    if let Some(sub) = sub {
        let gap = face.length(Constant::LowerLimitGapMin) + sub.ascent;
        let down = descent + gap.max(face.length(Constant::LowerLimitBaselineDropMin) - descent).max(0.0);
        let x = left + middle - lean - sub.width / 2.0;
        out.put(sub, x, down.max(descent + gap));
    }
    if let Some(sup) = sup {
        let gap = face.length(Constant::UpperLimitGapMin) + sup.descent;
        let up = ascent + gap.max(face.length(Constant::UpperLimitBaselineRiseMin));
        let x = left + middle + lean - sup.width / 2.0;
        out.put(sup, x, -up);
    }
    out.width = out.width.max(left + base_width);
    out.accent = left + middle;
    out
}
