//! Remarks for a template's author: which part and place in words, the text around, a caret.

use std::ops::Range;

use super::flow::Flow;
use crate::xml::{NodeId, Tree};
use crate::{Diagnostic, Severity};

/// Characters of text shown on each side of a tag.
const CONTEXT: usize = 30;

/// A part, as its author calls it.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartName {
    /// `word/header1.xml`
    pub part: String,
    /// `header 1`
    pub label: String,
}

impl PartName {
    /// A remark on a range of a paragraph's text.
    pub fn at(
        &self,
        tree: &Tree,
        flow: &Flow,
        range: &Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let (excerpt, caret, width) = excerpt(&flow.text, range);
        Diagnostic {
            severity: Severity::Error,
            place: self.place(tree, flow.paragraph),
            part: self.part.clone(),
            excerpt,
            caret,
            width,
            message: message.into(),
            hint: None,
        }
    }

    /// A remark on a node that has no text of its own.
    pub fn on(&self, tree: &Tree, node: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            place: self.place(tree, node),
            part: self.part.clone(),
            excerpt: String::new(),
            caret: 0,
            width: 0,
            message: message.into(),
            hint: None,
        }
    }

    /// `body, table 3, row 2`; a paragraph outside of tables by its number.
    pub fn place(&self, tree: &Tree, node: NodeId) -> String {
        let mut place = self.label.clone();
        let inside =
            |n: NodeId, local: &str| tree.is_w(n, local).then_some(n).or_else(|| tree.ancestor_w(n, local));
        if let Some(row) = inside(node, "tr")
            && let Some(table) = tree.ancestor_w(row, "tbl")
        {
            let tables = tree.nodes().filter(|n| *n <= table && tree.is_w(*n, "tbl")).count();
            let rows = tree
                .descendants(table)
                .filter(|n| *n <= row && tree.is_w(*n, "tr") && tree.ancestor_w(*n, "tbl") == Some(table))
                .count();
            place.push_str(&format!(", table {tables}, row {rows}"));
        } else if let Some(paragraph) =
            inside(node, "p").or_else(|| tree.descendants(node).find(|n| tree.is_w(*n, "p")))
        {
            let number = tree.nodes().filter(|n| *n <= paragraph && tree.is_w(*n, "p")).count();
            place.push_str(&format!(", paragraph {number}"));
        }
        if tree.ancestor_w(node, "txbxContent").is_some() {
            place.push_str(", text box");
        }
        place
    }
}

/// The remarks on a part's text, which are found by several passes and told in document order.
pub(crate) struct Remarks<'a> {
    tree: &'a Tree,
    name: &'a PartName,
    flows: &'a [Flow],
    list: Vec<((usize, usize), Diagnostic)>,
}

impl<'a> Remarks<'a> {
    pub fn new(tree: &'a Tree, name: &'a PartName, flows: &'a [Flow]) -> Remarks<'a> {
        Remarks { tree, name, flows, list: Vec::new() }
    }

    /// Adds an error at a range of a flow's text.
    pub fn add(
        &mut self,
        flow: usize,
        range: &Range<usize>,
        message: impl Into<String>,
        hint: Option<String>,
    ) {
        let mut remark = self.name.at(self.tree, &self.flows[flow], range, message);
        remark.hint = hint;
        self.list.push(((flow, range.start), remark));
    }

    pub fn place(&self, node: NodeId) -> String {
        self.name.place(self.tree, node)
    }

    pub fn into_list(mut self) -> impl Iterator<Item = Diagnostic> {
        self.list.sort_by_key(|(at, _)| *at);
        self.list.into_iter().map(|(_, remark)| remark)
    }
}

impl Diagnostic {
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }
}

/// The text around a range on one line, and where the range stands in it, in characters.
pub(crate) fn excerpt(text: &str, range: &Range<usize>) -> (String, usize, usize) {
    let one_line = |s: &str| s.replace(['\n', '\t', '\r', '\u{A0}'], " ");
    let before: Vec<char> = one_line(&text[..range.start]).trim_start().chars().collect();
    let after: Vec<char> = one_line(&text[range.end..]).trim_end().chars().collect();
    let marked = one_line(&text[range.clone()]);
    let mut excerpt = String::new();
    if before.len() > CONTEXT {
        excerpt.push('…');
    }
    excerpt.extend(&before[before.len().saturating_sub(CONTEXT)..]);
    let caret = excerpt.chars().count();
    let width = marked.chars().count().max(1);
    excerpt.push_str(&marked);
    excerpt.extend(&after[..after.len().min(CONTEXT)]);
    if after.len() > CONTEXT {
        excerpt.push('…');
    }
    (excerpt, caret, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_the_tag() {
        let text = format!("{} {{{{ b }}}}\n{}", "a".repeat(40), "c".repeat(40));
        let start = text.find("{{").unwrap();
        let (excerpt, caret, width) = excerpt(&text, &(start..start + 7));
        let marked: String = excerpt.chars().skip(caret).take(width).collect();
        assert_eq!(marked, "{{ b }}");
        assert!(excerpt.starts_with('…') && excerpt.ends_with('…') && !excerpt.contains('\n'));
    }
}
