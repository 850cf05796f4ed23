//! Helpers to read elements of a part: they choose branches of markup compatibility and convert values to points.

use crate::units::{
    CENTIMETRES_PER_INCH, EMU_PER_POINT, HALVES_PER_POINT, HUNDREDTHS, MILLIMETRES_PER_INCH,
    PARTS_PER_DEGREE, PER_CENT_THOUSANDTHS, POINTS_PER_INCH, POINTS_PER_PICA, TWIPS_PER_POINT,
};

use std::borrow::Cow;

use platen_ooxml::xml::{NodeId, Ns, Tree};

/// Namespace prefixes of the extensions that this engine reads. A choice that requires another one is skipped for its
/// fallback (ECMA-376 part 3, 7.6).
const UNDERSTOOD: [&str; 7] = ["wps", "wpg", "wpc", "w14", "w15", "wp14", "a14"];

/// Bound: the largest number with a fraction that is read. A guess: more than any page needs.
const MOST_READ: f64 = 1e9;

/// Bound: the longest length that is read, in points. A guess: more than any page needs.
const MOST_POINTS: f64 = 1e6;

/// Bound: the largest whole number that is read; larger ones count as this. A double can represent all up to it.
const MOST: f64 = 9e15;

/// Choices inside choices that are followed.
const NESTED_CHOICES: usize = 8;

/// An element of a part.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    tree: &'a Tree,
    node: NodeId,
}

impl<'a> Element<'a> {
    /// The root element of a part.
    pub fn root(tree: &'a Tree) -> Option<Element<'a>> {
        let node = tree.nodes().find(|node| tree.is_element(*node))?;
        Some(Element { tree, node })
    }

    /// The element of a tree that has a number.
    pub fn at(tree: &'a Tree, node: NodeId) -> Element<'a> {
        Element { tree, node }
    }

    /// Its number in its tree.
    pub fn id(self) -> NodeId {
        self.node
    }

    /// Local name.
    pub fn name(self) -> &'a str {
        self.tree.local(self.node)
    }

    /// Whether it is of WordprocessingML.
    pub fn is_w(self) -> bool {
        self.tree.ns(self.node) == Ns::W
    }

    /// The elements in it, with each `mc:AlternateContent` replaced by the content of its chosen branch.
    pub fn children(self) -> Vec<Element<'a>> {
        let mut out = Vec::new();
        self.collect(&mut out, NESTED_CHOICES);
        out
    }

    fn collect(self, out: &mut Vec<Element<'a>>, nested: usize) {
        for node in self.tree.children(self.node).filter(|node| self.tree.is_element(*node)) {
            let element = Element { tree: self.tree, node };
            if self.tree.is(node, Ns::Mc, "AlternateContent") {
                if let (Some(branch), 1..) = (element.branch(), nested) {
                    branch.collect(out, nested - 1);
                }
            } else {
                out.push(element);
            }
        }
    }

    /// The branch of an `mc:AlternateContent` that this engine reads.
    fn branch(self) -> Option<Element<'a>> {
        let of = |name| {
            self.tree
                .children(self.node)
                .filter(move |node| self.tree.is(*node, Ns::Mc, name))
                .map(|node| Element { tree: self.tree, node })
        };
        let known = |branch: &Element<'a>| {
            let requires = branch.attr("Requires").unwrap_or_default();
            requires.split_whitespace().all(|prefix| UNDERSTOOD.contains(&prefix))
        };
        of("Choice").find(known).or_else(|| of("Fallback").next())
    }

    /// The first element in it of this local name.
    pub fn child(self, name: &str) -> Option<Element<'a>> {
        for node in self.tree.children(self.node).filter(|node| self.tree.is_element(*node)) {
            if self.tree.is(node, Ns::Mc, "AlternateContent") {
                return self.children().into_iter().find(|child| child.name() == name);
            }
            if self.tree.local(node) == name {
                return Some(Element { tree: self.tree, node });
            }
        }
        None
    }

    /// The first element below it, at any depth, of this local name.
    pub fn find(self, name: &str) -> Option<Element<'a>> {
        let node = self.tree.descendants(self.node).find(|node| self.tree.local(*node) == name)?;
        Some(Element { tree: self.tree, node })
    }

    /// The element around it.
    pub fn parent(self) -> Option<Element<'a>> {
        self.tree.parent(self.node).map(|node| Element { tree: self.tree, node })
    }

    /// Value of the attribute of this local name.
    pub fn attr(self, name: &str) -> Option<String> {
        self.tree.attr(self.node, name)
    }

    /// Value of `w:val`.
    pub fn val(self) -> Option<String> {
        self.attr("val")
    }

    /// An on/off property (17.17.4): on unless it says otherwise.
    pub fn on(self) -> bool {
        self.val().is_none_or(|val| is_on(&val))
    }

    /// An on/off attribute.
    pub fn flag(self, name: &str) -> Option<bool> {
        self.attr(name).map(|value| is_on(&value))
    }

    /// A whole number; fractions that some writers leave are cut.
    pub fn int(self, name: &str) -> Option<i64> {
        // Attack: a number so large that counting on from it overflows.
        number(&self.attr(name)?).map(|value| value.clamp(-MOST, MOST) as i64)
    }

    /// A share: in thousandths of a per cent, or with its sign as Strict files write it (22.9.2.9).
    pub fn share(self, name: &str) -> Option<f64> {
        let value = self.attr(name)?;
        match value.trim().strip_suffix('%') {
            Some(value) => number(value).map(|value| value / HUNDREDTHS),
            None => number(&value).map(|value| value / PER_CENT_THOUSANDTHS),
        }
    }

    /// A share in per cent, with or without its sign.
    pub fn percent(self, name: &str) -> Option<f64> {
        number(self.attr(name)?.trim().trim_end_matches('%')).map(|value| value / HUNDREDTHS)
    }

    /// A length in twips or with its unit (17.18.81), in points.
    pub fn points(self, name: &str) -> Option<f64> {
        points(&self.attr(name)?, TWIPS_PER_POINT)
    }

    /// A length in half points or with its unit (17.18.42), in points.
    pub fn half_points(self, name: &str) -> Option<f64> {
        points(&self.attr(name)?, HALVES_PER_POINT)
    }

    /// A length in EMU, in points.
    pub fn emu(self, name: &str) -> Option<f64> {
        points(&self.attr(name)?, EMU_PER_POINT)
    }

    /// An angle of DrawingML (20.1.10.3), in degrees clockwise.
    pub fn degrees(self, name: &str) -> Option<f64> {
        self.int(name).map(|parts| parts as f64 / PARTS_PER_DEGREE)
    }

    /// A whole number of hundredths: of a line, of a character, or of a point (21.1.2.3.9).
    pub fn hundredths(self, name: &str) -> Option<f64> {
        self.int(name).map(|count| count as f64 / HUNDREDTHS)
    }

    /// The text directly in it.
    pub fn text(self) -> Cow<'a, str> {
        let mut pieces = self.tree.children(self.node).map(|node| self.tree.chars(node));
        let first = pieces.next().unwrap_or_default();
        pieces.fold(first, |mut all, piece| {
            all.to_mut().push_str(&piece);
            all
        })
    }

    /// Its start in the part's text.
    pub fn offset(self) -> usize {
        self.tree.range(self.node).start
    }

    /// Its source, with all that is in it.
    pub fn source(self) -> &'a str {
        self.tree.outer(self.node)
    }

    /// Whether white space at the ends of its text counts.
    pub fn keeps_space(self) -> bool {
        self.attr("space").as_deref() == Some("preserve")
    }
}

fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "off")
}

/// A number within what a page can need: a length of 1e300 points would make positions infinite.
fn number(text: &str) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    value.is_finite().then(|| value.clamp(-MOST_READ, MOST_READ))
}

/// A length: a plain number of which `per_point` make a point, or a number and its unit.
pub(crate) fn points(text: &str, per_point: f64) -> Option<f64> {
    let text = text.trim();
    let split = text.len() - text.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let (digits, unit) = text.split_at(split);
    let value = number(digits)?;
    let factor = match unit {
        "" => 1.0 / per_point,
        "pt" => 1.0,
        "in" => POINTS_PER_INCH,
        "cm" => POINTS_PER_INCH / CENTIMETRES_PER_INCH,
        "mm" => POINTS_PER_INCH / MILLIMETRES_PER_INCH,
        "pc" | "pi" => POINTS_PER_PICA,
        _ => return None,
    };
    Some((value * factor).clamp(-MOST_POINTS, MOST_POINTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_their_units() {
        assert_eq!(points("240", 20.0), Some(12.0));
        assert_eq!(points("1in", 20.0), Some(72.0));
        assert_eq!(points("-12.5pt", 20.0), Some(-12.5));
        assert_eq!(points("1e300", 20.0), Some(1e6));
        assert_eq!(
            [points("", 20.0), points("x", 20.0), points("NaN", 20.0), points("1kg", 20.0)],
            [None; 4]
        );
    }
}
