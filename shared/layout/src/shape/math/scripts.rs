//! Superscripts and subscripts (22.1.2.99 to 22.1.2.106; The TeXbook, appendix G, rule 18; OpenType 1.9.1, "MathConstants",
//! "MathKernInfo").

use platen_fonts::{Constant, Corner};

use super::boxes::{Boxed, Single};
use super::class::Class;
use super::face::Sized;
use super::setter::{Atom, How, Setter};
use crate::error::LayoutError;
use crate::model::equation::Row;
use crate::model::run::RunStyle;

impl Setter<'_> {
    pub(super) fn scripts(
        &self,
        base: &Row,
        (sub, sup): (Option<&Row>, Option<&Row>),
        (is_before, is_aligned): (bool, bool),
        style: &RunStyle,
        how: How,
    ) -> Result<Atom, LayoutError> {
        let mut atoms = Vec::new();
        for node in base {
            self.node(node, how, &mut atoms)?;
        }
        // A sign with scripts stays what it is.
        let class = match atoms.as_slice() {
            [only] if only.class != Class::Space => only.class,
            _ => Class::Ordinary,
        };
        // Scripts stand at the last part of their base: behind `(½)` as high as behind `)` (one of Word's PDFs).
        let last = atoms.last().map(|last| &last.boxed).filter(|_| !is_before);
        let last = last.map(|last| (last.ascent, last.descent, last.glyph));
        let mut base = self.joined(atoms, how, super::setter::row_size(base));
        let extent = (base.ascent, base.descent);
        if let Some(last) = last {
            (base.ascent, base.descent, base.glyph) = last;
        }
        let sub = self.optional(sub, how.script().cramped())?;
        let sup = self.optional(sup, how.script())?;
        let face = self.face(style, how)?;
        let mut boxed = if is_before {
            before(&face, base, sub, sup, how)
        } else {
            let has_scripts = sub.is_some() || sup.is_some();
            let mut boxed = attach(&face, base, sub, sup, how, is_aligned);
            if has_scripts {
                boxed.append(Boxed::space(face.length(Constant::SpaceAfterScript)));
            }
            boxed
        };
        (boxed.ascent, boxed.descent) = (boxed.ascent.max(extent.0), boxed.descent.max(extent.1));
        Ok(Atom::new(class, boxed))
    }
}

/// How far the superscript is above the baseline, and the subscript below it.
pub(super) fn shifts(
    face: &Sized<'_>,
    base: &Boxed,
    sub: Option<&Boxed>,
    sup: Option<&Boxed>,
    is_cramped: bool,
) -> (f64, f64) {
    let is_letter = base.glyph.is_some();
    let mut up = face.length(if is_cramped {
        Constant::SuperscriptShiftUpCramped
    } else {
        Constant::SuperscriptShiftUp
    });
    let mut down = face.length(Constant::SubscriptShiftDown);
    if !is_letter {
        up = up.max(base.ascent - face.length(Constant::SuperscriptBaselineDropMax));
        down = down.max(base.descent + face.length(Constant::SubscriptBaselineDropMin));
    }
    if let Some(sup) = sup {
        up = up.max(face.length(Constant::SuperscriptBottomMin) + sup.descent);
    }
    if let Some(sub) = sub {
        down = down.max(sub.ascent - face.length(Constant::SubscriptTopMax));
    }
    if let (Some(sub), Some(sup)) = (sub, sup) {
        let gap = (up - sup.descent) - (sub.ascent - down);
        let missing = face.length(Constant::SubSuperscriptGapMin) - gap;
        if missing > 0.0 {
            // The superscript rises first, until its bottom is where it may be.
            let room = face.length(Constant::SuperscriptBottomMaxWithSubscript) - (up - sup.descent);
            let rise = missing.min(room.max(0.0));
            up += rise;
            down += missing - rise;
        }
    }
    (up, down)
}

/// Scripts after a base.
pub(super) fn attach(
    face: &Sized<'_>,
    base: Boxed,
    sub: Option<Boxed>,
    sup: Option<Boxed>,
    how: How,
    is_aligned: bool,
) -> Boxed {
    let (up, down) = shifts(face, &base, sub.as_ref(), sup.as_ref(), how.is_cramped);
    let (width, italic) = (base.width, base.italic);
    let kern = |corner, height: f64| match base.glyph {
        Some(Single { glyph, character, size }) if !is_aligned => {
            face.em(face.font.kern((glyph, character), corner, (height / size) as f32))
        }
        _ => 0.0,
    };
    let sup_kern = sup.as_ref().map_or(0.0, |sup| kern(Corner::TopRight, up - sup.descent));
    // Letters only draw a script under themselves: below a sum of Word's it stands as far right as the one above.
    let lead = |sub: &Boxed| match sub.first() {
        Some((first, size)) if base.glyph.is_some() && !is_aligned => f64::from(face.font.lead(first)) * size,
        _ => 0.0,
    };
    let sub_kern =
        sub.as_ref().map_or(0.0, |sub| kern(Corner::BottomRight, -(down - sub.ascent)) + lead(sub));
    let mut out = Boxed::default();
    out.append(base);
    let mut end = width;
    // Reading order: the subscript first.
    if let Some(sub) = sub {
        let x = (width + sub_kern).max(0.0);
        end = end.max(x + sub.width);
        out.put(sub, x, down);
    }
    if let Some(sup) = sup {
        let x = (width + if is_aligned { 0.0 } else { italic } + sup_kern).max(0.0);
        end = end.max(x + sup.width);
        out.put(sup, x, -up);
    }
    (out.width, out.italic, out.glyph, out.accent) = (end, 0.0, None, end / 2.0);
    out
}

/// Scripts before a base.
fn before(face: &Sized<'_>, base: Boxed, sub: Option<Boxed>, sup: Option<Boxed>, how: How) -> Boxed {
    let (up, down) = shifts(face, &base, sub.as_ref(), sup.as_ref(), how.is_cramped);
    let width = [&sub, &sup].into_iter().flatten().map(|script| script.width).fold(0.0, f64::max);
    let mut out = Boxed::default();
    for (script, y) in [(sub, down), (sup, -up)] {
        if let Some(script) = script {
            let x = width - script.width;
            out.put(script, x, y);
        }
    }
    let space = face.length(Constant::SpaceAfterScript);
    let italic = base.italic;
    out.put(base, width + space, 0.0);
    (out.italic, out.accent) = (italic, out.width / 2.0);
    out
}
