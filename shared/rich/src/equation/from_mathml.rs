//! MathML (Core, and the rest of version 3) to Word's equations (ECMA-376 part 1, 22.1).

use std::fmt::Write;

use platen_ooxml::xml::characters::escape;
use roxmltree::Node;

use super::fences::{accent, is_fence, is_integral, is_large, is_line, is_span};

/// How deep elements lie in one another, at most: Word opens no more.
const DEEPEST: usize = 60;

/// The inside of an `m:oMath`.
///
/// # Errors
/// It is no equation, nests too deep, or holds an element that no equation has.
pub(super) fn written(root: Node<'_, '_>) -> Result<String, String> {
    if root.tag_name().name() != "math" {
        return Err(format!("is not an equation in MathML: it begins with <{}>", root.tag_name().name()));
    }
    let mut writer = Writer { out: String::new(), depth: 0 };
    writer.row(&children(root))?;
    Ok(writer.out)
}

struct Writer {
    out: String,
    depth: usize,
}

fn children<'a, 'input>(node: Node<'a, 'input>) -> Vec<Node<'a, 'input>> {
    node.children().filter(Node::is_element).collect()
}

/// The text of a sign, a letter or a number, without what nobody sees: applied functions, products, separators.
fn text<'a>(node: Node<'a, '_>) -> &'a str {
    let is_unseen = |sign: char| sign.is_whitespace() || ('\u{2061}'..='\u{2064}').contains(&sign);
    node.text().unwrap_or_default().trim_matches(is_unseen)
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

/// The element that stands for another one: groups of one are left out.
fn core<'a, 'input>(node: Node<'a, 'input>) -> Node<'a, 'input> {
    let mut node = node;
    while matches!(node.tag_name().name(), "mrow" | "mstyle" | "mpadded") {
        match children(node)[..] {
            [only] => node = only,
            _ => break,
        }
    }
    node
}

/// The operator that an element is.
fn operator<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let node = core(node);
    is(node, "mo").then(|| text(node))
}

impl Writer {
    /// Elements side by side. A sum or a function takes what follows it as its operand.
    fn row(&mut self, nodes: &[Node<'_, '_>]) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("is an equation that nests more than {DEEPEST} deep"));
        }
        if let Some(group) = fenced(nodes) {
            self.delimited(group)?;
        } else {
            let mut at = 0;
            while let Some(node) = nodes.get(at) {
                at += 1;
                if let Some(sum) = Sum::of(*node) {
                    let operand = nodes.get(at).copied();
                    at += 1;
                    self.sum(&sum, operand)?;
                } else if let (true, Some(operand)) = (is_function(*node), nodes.get(at)) {
                    at += 1;
                    self.object("func", "", &[("fName", *node), ("e", *operand)])?;
                } else {
                    self.element(*node)?;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn within(&mut self, name: &str, node: Node<'_, '_>) -> Result<(), String> {
        self.all_within(name, &[node])
    }

    fn all_within(&mut self, name: &str, nodes: &[Node<'_, '_>]) -> Result<(), String> {
        let _ = write!(self.out, "<m:{name}>");
        self.row(nodes)?;
        let _ = write!(self.out, "</m:{name}>");
        Ok(())
    }

    /// An object of Word's with the arguments of these names, and what its properties say.
    fn object(
        &mut self,
        name: &str,
        properties: &str,
        arguments: &[(&str, Node<'_, '_>)],
    ) -> Result<(), String> {
        let _ = write!(self.out, "<m:{name}>{properties}");
        for (argument, node) in arguments {
            self.within(argument, *node)?;
        }
        let _ = write!(self.out, "</m:{name}>");
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        let inner = children(node);
        match (node.tag_name().name(), &inner[..]) {
            ("mi" | "mn" | "mo" | "mtext" | "ms", _) => self.run(node),
            ("mspace", _) => self.space(node),
            ("mrow" | "mstyle" | "mpadded" | "merror" | "math", _) => return self.row(&inner),
            ("semantics" | "maction", [first, ..]) => return self.row(&[*first]),
            ("mfrac", [above, below]) => return self.fraction(node, *above, *below),
            ("msqrt", _) => {
                self.out.push_str("<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/>");
                self.all_within("e", &inner)?;
                self.out.push_str("</m:rad>");
            }
            ("mroot", [base, degree]) => return self.object("rad", "", &[("deg", *degree), ("e", *base)]),
            ("msup", [base, above]) => return self.object("sSup", "", &[("e", *base), ("sup", *above)]),
            ("msub", [base, below]) => return self.object("sSub", "", &[("e", *base), ("sub", *below)]),
            ("msubsup", [base, below, above]) => {
                return self.object("sSubSup", "", &[("e", *base), ("sub", *below), ("sup", *above)]);
            }
            ("mover", [base, sign]) => return self.over(*base, *sign),
            ("munder", [base, sign]) => return self.under(*base, *sign),
            ("munderover", [base, below, above]) => {
                self.out.push_str("<m:limUpp><m:e><m:limLow>");
                self.within("e", *base)?;
                self.within("lim", *below)?;
                self.out.push_str("</m:limLow></m:e>");
                self.within("lim", *above)?;
                self.out.push_str("</m:limUpp>");
            }
            ("mmultiscripts", [base, scripts @ ..]) => return self.scripts(*base, scripts),
            ("mtable", rows) => return self.table(rows),
            ("mphantom", _) => {
                return self.object_of("phant", "<m:phantPr><m:show m:val=\"0\"/></m:phantPr>", &inner);
            }
            ("menclose", _) => return self.object_of("borderBox", "", &inner),
            ("annotation" | "annotation-xml" | "none" | "mprescripts", _) => {}
            (name, _) => {
                return Err(format!("is an equation with <{name}>, or with something missing in it"));
            }
        }
        Ok(())
    }

    fn object_of(&mut self, name: &str, properties: &str, inner: &[Node<'_, '_>]) -> Result<(), String> {
        let _ = write!(self.out, "<m:{name}>{properties}");
        self.all_within("e", inner)?;
        let _ = write!(self.out, "</m:{name}>");
        Ok(())
    }

    /// A run (22.1.2.87). Word slants letters unless they are words of text or names of functions.
    fn run(&mut self, node: Node<'_, '_>) {
        let text = match node.tag_name().name() {
            "mtext" | "ms" => node.text().unwrap_or_default(),
            _ => text(node),
        };
        if text.is_empty() {
            return;
        }
        let is_upright = node.attribute("mathvariant") == Some("normal") || text.chars().count() > 1;
        let style = match node.tag_name().name() {
            "mtext" | "ms" => "<m:rPr><m:nor/></m:rPr>",
            "mi" | "mo" if is_upright && text.chars().all(char::is_alphabetic) => {
                "<m:rPr><m:sty m:val=\"p\"/></m:rPr>"
            }
            _ => "",
        };
        let _ = write!(self.out, "<m:r>{style}<m:t xml:space=\"preserve\">{}</m:t></m:r>", escape(text));
    }

    /// Room, as the space of Unicode that is about as wide.
    fn space(&mut self, node: Node<'_, '_>) {
        let width =
            node.attribute("width").and_then(|width| width.trim().strip_suffix("em")?.parse::<f64>().ok());
        let space = match width {
            Some(width) if width >= 1.5 => "\u{2003}\u{2003}",
            Some(width) if width >= 0.75 => "\u{2003}",
            Some(width) if width >= 0.25 => "\u{2005}",
            Some(width) if width > 0.0 => "\u{2009}",
            _ => return,
        };
        let _ = write!(self.out, "<m:r><m:t xml:space=\"preserve\">{space}</m:t></m:r>");
    }

    fn fraction(
        &mut self,
        node: Node<'_, '_>,
        above: Node<'_, '_>,
        below: Node<'_, '_>,
    ) -> Result<(), String> {
        let has_no_bar = node.attribute("linethickness").is_some_and(|width| {
            width.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '%').parse() == Ok(0.0)
        });
        let kind = if has_no_bar {
            "<m:fPr><m:type m:val=\"noBar\"/></m:fPr>"
        } else if node.attribute("bevelled") == Some("true") {
            "<m:fPr><m:type m:val=\"skw\"/></m:fPr>"
        } else {
            ""
        };
        self.object("f", kind, &[("num", above), ("den", below)])
    }

    fn over(&mut self, base: Node<'_, '_>, sign: Node<'_, '_>) -> Result<(), String> {
        let over = operator(sign).unwrap_or_default();
        if let Some(accent) = accent(over) {
            let properties = format!("<m:accPr><m:chr m:val=\"{accent}\"/></m:accPr>");
            return self.object("acc", &properties, &[("e", base)]);
        }
        if is_line(over) {
            return self.object("bar", "<m:barPr><m:pos m:val=\"top\"/></m:barPr>", &[("e", base)]);
        }
        if is_span(over) {
            return self.span(base, over, "top");
        }
        self.object("limUpp", "", &[("e", base), ("lim", sign)])
    }

    fn under(&mut self, base: Node<'_, '_>, sign: Node<'_, '_>) -> Result<(), String> {
        let under = operator(sign).unwrap_or_default();
        if is_line(under) {
            return self.object("bar", "<m:barPr><m:pos m:val=\"bot\"/></m:barPr>", &[("e", base)]);
        }
        if is_span(under) {
            return self.span(base, under, "bot");
        }
        self.object("limLow", "", &[("e", base), ("lim", sign)])
    }

    /// A brace above or below (22.1.2.41).
    fn span(&mut self, base: Node<'_, '_>, sign: &str, place: &str) -> Result<(), String> {
        let other = if place == "top" { "bot" } else { "top" };
        let properties = format!(
            "<m:groupChrPr><m:chr m:val=\"{sign}\"/><m:pos m:val=\"{place}\"/><m:vertJc m:val=\"{other}\"/></m:groupChrPr>"
        );
        self.object("groupChr", &properties, &[("e", base)])
    }

    /// Indices on both sides: those in front are an object of their own (22.1.2.99).
    fn scripts(&mut self, base: Node<'_, '_>, scripts: &[Node<'_, '_>]) -> Result<(), String> {
        let at = scripts.iter().position(|node| is(*node, "mprescripts"));
        let (behind, before) = scripts.split_at(at.unwrap_or(scripts.len()));
        let before = before.get(1..).unwrap_or_default();
        let (behind, before) = (behind.get(..2), before.get(..2));
        if let Some([below, above]) = before {
            self.out.push_str("<m:sPre>");
            self.within("sub", *below)?;
            self.within("sup", *above)?;
            self.out.push_str("<m:e>");
        }
        match behind {
            Some([below, above]) => {
                self.object("sSubSup", "", &[("e", base), ("sub", *below), ("sup", *above)])?
            }
            _ => self.row(&[base])?,
        }
        if before.is_some() {
            self.out.push_str("</m:e></m:sPre>");
        }
        Ok(())
    }

    /// A matrix (22.1.2.60).
    fn table(&mut self, rows: &[Node<'_, '_>]) -> Result<(), String> {
        self.out.push_str("<m:m>");
        for row in rows.iter().filter(|row| matches!(row.tag_name().name(), "mtr" | "mlabeledtr")) {
            self.out.push_str("<m:mr>");
            for cell in children(*row).into_iter().filter(|cell| is(*cell, "mtd")) {
                self.all_within("e", &children(cell))?;
            }
            self.out.push_str("</m:mr>");
        }
        self.out.push_str("</m:m>");
        Ok(())
    }

    /// A group in signs that are as high as it is (22.1.2.24).
    fn delimited(&mut self, (begin, inner, end): Group<'_, '_, '_>) -> Result<(), String> {
        let sign = |name: &str, sign: &str| {
            let sign = if sign == "." { "" } else { sign };
            format!("<m:{name} m:val=\"{}\"/>", escape(sign))
        };
        let _ = write!(self.out, "<m:d><m:dPr>{}{}</m:dPr>", sign("begChr", begin), sign("endChr", end));
        self.all_within("e", inner)?;
        self.out.push_str("</m:d>");
        Ok(())
    }

    /// A sum, a product, an integral (22.1.2.70).
    fn sum(&mut self, sum: &Sum<'_, '_>, operand: Option<Node<'_, '_>>) -> Result<(), String> {
        let place = if sum.is_beside { "subSup" } else { "undOvr" };
        let hidden = |name: &str, limit: Option<Node<'_, '_>>| match limit {
            Some(_) => String::new(),
            None => format!("<m:{name} m:val=\"1\"/>"),
        };
        let _ = write!(
            self.out,
            "<m:nary><m:naryPr><m:chr m:val=\"{}\"/><m:limLoc m:val=\"{place}\"/>{}{}</m:naryPr>",
            escape(sum.sign),
            hidden("subHide", sum.below),
            hidden("supHide", sum.above),
        );
        for (name, limit) in [("sub", sum.below), ("sup", sum.above), ("e", operand)] {
            let nodes: Vec<_> = limit.into_iter().collect();
            self.all_within(name, &nodes)?;
        }
        self.out.push_str("</m:nary>");
        Ok(())
    }
}

/// Whether an element is the name of a function, such as `sin` or `lim`, alone or with an index.
fn is_function(node: Node<'_, '_>) -> bool {
    let node = core(node);
    let is_index =
        matches!(node.tag_name().name(), "msub" | "msup" | "msubsup" | "munder" | "mover" | "munderover");
    let base = if is_index { node.first_element_child().map(core) } else { Some(node) };
    base.is_some_and(|base| {
        is(base, "mo") && text(base).chars().count() > 1 && text(base).chars().all(char::is_alphabetic)
    })
}

/// A sign, what it stands around, and the sign at the end.
type Group<'n, 'a, 'input> = (&'a str, &'n [Node<'a, 'input>], &'a str);

/// The group that a row is: its first and its last element are signs that grow with it.
fn fenced<'n, 'a, 'input>(nodes: &'n [Node<'a, 'input>]) -> Option<Group<'n, 'a, 'input>> {
    let [first, inner @ .., last] = nodes else { return None };
    let sign = |node: Node<'a, 'input>| {
        let grows = is(node, "mo") && node.attribute("stretchy") != Some("false");
        grows.then(|| text(node)).filter(|sign| is_fence(sign))
    };
    // Each with its own kind: `]` begins no group that `[` ends, but `|` may do both.
    let (begin, end) = (sign(*first)?, sign(*last)?);
    let is_one = inner.iter().all(|node| sign(*node).is_none_or(str::is_empty));
    is_one.then_some((begin, inner, end))
}

/// A large operator with its limits.
struct Sum<'a, 'input> {
    sign: &'a str,
    below: Option<Node<'a, 'input>>,
    above: Option<Node<'a, 'input>>,
    is_beside: bool,
}

impl<'a, 'input> Sum<'a, 'input> {
    fn of(node: Node<'a, 'input>) -> Option<Sum<'a, 'input>> {
        let node = core(node);
        let inner = children(node);
        let (base, below, above) = match (node.tag_name().name(), &inner[..]) {
            ("mo", _) => (node, None, None),
            ("msub" | "munder", [base, below]) => (*base, Some(*below), None),
            ("msup" | "mover", [base, above]) => (*base, None, Some(*above)),
            ("msubsup" | "munderover", [base, below, above]) => (*base, Some(*below), Some(*above)),
            _ => return None,
        };
        let sign = operator(base).filter(|sign| is_large(sign))?;
        let is_beside = match node.tag_name().name() {
            "mo" => is_integral(sign),
            name => name.starts_with("ms"),
        };
        Some(Sum { sign, below, above, is_beside })
    }
}
