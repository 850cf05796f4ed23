//! Equations, written in a line (22.1): letters and signs in reading order, scripts raised and lowered. Parts with a
//! structure of their own (fractions, roots, matrices) come out flat, and that is told.

use std::sync::Arc;

use super::Reader;
use super::inlines::Open;
use crate::LayoutError;
use crate::model::paragraph::Align;
use crate::model::run::{RunStyle, VerticalAlign};
use crate::model::story::InlineKind;
use crate::read::Element;

/// Equations inside one another; what lies deeper is left out.
const MAX_NESTED: usize = 16;

/// Between two of these and their neighbours Word leaves a thick or a medium space (5/18 and 4/18 of an em).
const RELATIONS: &str = "=<>≤≥≈≡≠∼≅∝→←⇒⇔∈⊂≪≫";
const OPERATORS: &str = "+-−±×∙⋅÷*∓";

/// The font of equations whose letters are set in its text sibling: the sibling has an italic.
const MATH_FONT: &str = "Cambria Math";
const TEXT_FONT: &str = "Cambria";

/// Where in an equation a piece stands.
#[derive(Clone, Copy)]
struct Within {
    script: Option<VerticalAlign>,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn equation(&mut self, element: Element<'a>, open: &mut Open<'_>) -> Result<(), LayoutError> {
        let from = open.inlines.len();
        let is_flat = self.math(element, Within { script: None, depth: 0 }, open)?;
        if !is_flat {
            let text: String = open.inlines.get(from..).unwrap_or_default().iter().map(text_of).collect();
            let detail = "an equation is written in a line, without its structure";
            self.undrawn.add("equation", self.part, &text, detail);
        }
        if element.name() == "oMathPara" && from == 0 {
            let justify = element.child("oMathParaPr").and_then(|p| p.child("jc")).and_then(|jc| jc.val());
            open.display = Some(match justify.as_deref() {
                Some("left") => Align::Start,
                Some("right") => Align::End,
                _ => Align::Center,
            });
        }
        Ok(())
    }

    /// Writes what `parent` holds. Returns whether a line shows all of it.
    fn math(
        &mut self,
        parent: Element<'a>,
        within: Within,
        open: &mut Open<'_>,
    ) -> Result<bool, LayoutError> {
        if within.depth > MAX_NESTED {
            return Ok(false);
        }
        let deeper = Within { depth: within.depth + 1, ..within };
        let scripts = |align| Within { script: within.script.or(Some(align)), ..deeper };
        let mut is_flat = true;
        for child in parent.children() {
            self.budget.spend(8)?;
            is_flat &= match child.name() {
                "r" => self.math_run(child, within, open)?,
                "oMath" | "e" | "sSub" | "sSup" | "sSubSup" | "sPre" | "box" => {
                    self.math(child, deeper, open)?
                }
                "sub" => self.math(child, scripts(VerticalAlign::Subscript), open)?,
                "sup" => self.math(child, scripts(VerticalAlign::Superscript), open)?,
                "d" => self.delimited(child, deeper, open)?,
                "f" => {
                    for (name, sign) in [("num", "/"), ("den", "")] {
                        if let Some(part) = child.child(name) {
                            self.math(part, deeper, open)?;
                        }
                        self.math_sign(sign, child, within, open);
                    }
                    false
                }
                "rad" | "nary" => {
                    let properties = child.child("naryPr");
                    let sign = properties.and_then(|p| p.child("chr")).and_then(|chr| chr.val());
                    let plain = if child.name() == "rad" { "√" } else { "∫" };
                    self.math_sign(sign.as_deref().unwrap_or(plain), child, within, open);
                    self.math(child, deeper, open)?;
                    false
                }
                name if name.ends_with("Pr") => true,
                "ins" | "moveTo" | "func" | "fName" => self.math(child, deeper, open)?,
                _ => {
                    self.math(child, deeper, open)?;
                    false
                }
            };
        }
        Ok(is_flat)
    }

    /// An expression in brackets (22.1.2.24).
    fn delimited(
        &mut self,
        element: Element<'a>,
        within: Within,
        open: &mut Open<'_>,
    ) -> Result<bool, LayoutError> {
        let properties = element.child("dPr");
        let sign = |name: &str, plain: &str| {
            let own = properties.and_then(|p| p.child(name)).map(|sign| sign.val().unwrap_or_default());
            own.unwrap_or_else(|| plain.to_owned())
        };
        self.math_sign(&sign("begChr", "("), element, within, open);
        let mut is_flat = true;
        for (at, part) in element.children().into_iter().filter(|child| child.name() == "e").enumerate() {
            if at > 0 {
                self.math_sign(&sign("sepChr", "|"), element, within, open);
            }
            is_flat &= self.math(part, within, open)?;
        }
        self.math_sign(&sign("endChr", ")"), element, within, open);
        Ok(is_flat)
    }

    /// A sign that the structure implies, in the style of `element`'s control properties.
    fn math_sign(&mut self, sign: &str, element: Element<'a>, within: Within, open: &mut Open<'_>) {
        if sign.is_empty() {
            return;
        }
        let control = element.children().into_iter().find(|child| child.name().ends_with("Pr"));
        let properties =
            control.and_then(|control| control.child("ctrlPr")).and_then(|control| control.child("rPr"));
        let style = self.run_style(open.base, open.key, properties);
        let style = Arc::new(upright(&style, within));
        self.push(open, InlineKind::Text(sign.to_owned()), &style);
    }

    fn math_run(
        &mut self,
        run: Element<'a>,
        within: Within,
        open: &mut Open<'_>,
    ) -> Result<bool, LayoutError> {
        let own = |is_w: bool| {
            run.children().into_iter().find(|child| child.name() == "rPr" && child.is_w() == is_w)
        };
        let style = self.run_style(open.base, open.key, own(true));
        if style.is_hidden {
            return Ok(true);
        }
        let math = own(false);
        let is_text = math.and_then(|math| math.child("nor")).is_some_and(Element::on);
        let kind = math.and_then(|math| math.child("sty")).and_then(|sty| sty.val());
        let upright = Arc::new(upright(&style, within));
        let letters = match kind.as_deref() {
            _ if is_text => upright.clone(),
            Some("p" | "b") => upright.clone(),
            _ => Arc::new(italic(&upright)),
        };
        for child in run.children().into_iter().filter(|child| child.name() == "t") {
            let mut text = child.text();
            self.budget.spend(text.len() as u64)?;
            if !is_text {
                // Lines do not break at an equation's spaces, and its hyphens are minus signs.
                text = text.replace(' ', "\u{A0}").replace('-', "−").into();
            }
            for (piece, behind) in pieces(&text) {
                let is_letters = piece.chars().all(char::is_alphabetic);
                let style = if is_letters { &letters } else { &upright };
                let is_spaced = !is_text && within.script.is_none();
                let after_operand = open.inlines.last().is_some_and(
                    |inline| matches!(&inline.kind, InlineKind::Text(text) if text.ends_with(is_operand)),
                );
                let spaced = piece.chars().all(|c| RELATIONS.contains(c))
                    || (after_operand && piece.chars().all(|c| OPERATORS.contains(c)));
                let has_space =
                    open.inlines.last().is_some_and(|inline| text_of(inline).ends_with([' ', '\u{A0}']));
                let text = if is_spaced && spaced && has_space {
                    piece.to_owned()
                } else if is_spaced && spaced {
                    // Lines break before the sign (`m:brkBin`), not behind it.
                    format!(" {piece}{}", if behind.starts_with('\u{A0}') { "" } else { "\u{A0}" })
                } else {
                    piece.to_owned()
                };
                self.push(open, InlineKind::Text(text), style);
            }
        }
        Ok(true)
    }
}

/// Stretches of letters, of spaced signs, and of all else; each with what stands behind it.
fn pieces(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let kind = |c: char| match c {
        c if c.is_alphabetic() => 0,
        c if RELATIONS.contains(c) || OPERATORS.contains(c) => 1,
        _ => 2,
    };
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = kind(rest.chars().next()?);
        let end = rest.char_indices().find(|(_, c)| kind(*c) != first).map_or(rest.len(), |(at, _)| at);
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some((piece, behind))
    })
}

fn is_operand(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '!' | '%')
}

fn text_of(inline: &crate::model::story::Inline) -> &str {
    match &inline.kind {
        InlineKind::Text(text) => text,
        _ => "",
    }
}

fn upright(style: &RunStyle, within: Within) -> RunStyle {
    let mut style = RunStyle { italic: false, is_equation: true, ..style.clone() };
    if let Some(script) = within.script {
        style.align = script;
    }
    style
}

fn italic(style: &RunStyle) -> RunStyle {
    let mut style = RunStyle { italic: true, ..style.clone() };
    for family in [&mut style.ascii, &mut style.h_ansi] {
        if **family == *MATH_FONT {
            *family = TEXT_FONT.into();
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn letters_signs_and_the_rest_are_apart() {
        assert_eq!(pieces("ab=1x").collect::<Vec<_>>(), [("ab", "=1x"), ("=", "1x"), ("1", "x"), ("x", "")]);
        assert_eq!(pieces("").count(), 0);
    }
}
