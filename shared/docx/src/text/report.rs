//! Remarks for a template's author: the part and place in words, the surrounding text, a caret.

use std::ops::Range;

use super::flow::Flow;
use super::places::Places;
use platen_ooxml::xml::NodeId;
use platen_ooxml::{Diagnostic, Severity};

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
        places: &Places<'_>,
        flow: &Flow,
        range: &Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let (excerpt, caret, width) = excerpt(&flow.text, range);
        Diagnostic { excerpt, caret, width, ..self.remark(places, flow.paragraph, message) }
    }

    /// A remark on a node that has no text of its own.
    pub fn on(&self, places: &Places<'_>, node: NodeId, message: impl Into<String>) -> Diagnostic {
        self.remark(places, node, message)
    }

    /// A remark on the part as a whole.
    pub fn whole(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            place: self.label.clone(),
            part: self.part.clone(),
            excerpt: String::new(),
            caret: 0,
            width: 0,
            message: message.into(),
            hint: None,
        }
    }

    fn remark(&self, places: &Places<'_>, node: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.place(places, node), ..self.whole(message) }
    }

    /// `body, table 3, row 2`
    fn place(&self, places: &Places<'_>, node: NodeId) -> String {
        format!("{}{}", self.label, places.of(node))
    }
}

/// The remarks on a part's text, which are found by several passes and told in document order.
pub(crate) struct Remarks<'a> {
    places: &'a Places<'a>,
    name: &'a PartName,
    flows: &'a [Flow],
    list: Vec<((usize, usize), Diagnostic)>,
}

impl<'a> Remarks<'a> {
    pub fn new(places: &'a Places<'a>, name: &'a PartName, flows: &'a [Flow]) -> Remarks<'a> {
        Remarks { places, name, flows, list: Vec::new() }
    }

    /// Adds an error at a range of a flow's text.
    pub fn add(
        &mut self,
        flow: usize,
        range: &Range<usize>,
        message: impl Into<String>,
        hint: Option<String>,
    ) {
        self.push(flow, range, message.into(), hint, Severity::Error);
    }

    /// Adds a warning.
    pub fn warn(&mut self, flow: usize, range: &Range<usize>, message: String, hint: Option<String>) {
        self.push(flow, range, message, hint, Severity::Warning);
    }

    fn push(
        &mut self,
        flow: usize,
        range: &Range<usize>,
        message: String,
        hint: Option<String>,
        severity: Severity,
    ) {
        let remark = self.name.at(self.places, &self.flows[flow], range, message);
        self.list.push(((flow, range.start), Diagnostic { hint, severity, ..remark }));
    }

    pub fn place(&self, node: NodeId) -> String {
        self.name.place(self.places, node)
    }

    pub fn into_list(mut self) -> impl Iterator<Item = Diagnostic> {
        self.list.sort_by_key(|(at, _)| *at);
        self.list.into_iter().map(|(_, remark)| remark)
    }
}

/// The text around a range on one line, and where the range stands in it, in characters.
pub(crate) fn excerpt(text: &str, range: &Range<usize>) -> (String, usize, usize) {
    let one_line = |c: char| if matches!(c, '\n' | '\t' | '\r' | '\u{A0}') { ' ' } else { c };
    // No more is looked at than is shown: a paragraph may hold thousands of tags.
    let mut before: Vec<char> = text[..range.start].chars().rev().take(CONTEXT + 1).map(one_line).collect();
    let cut_before = before.len() > CONTEXT;
    before.truncate(CONTEXT);
    let mut after: Vec<char> = text[range.end..].chars().take(CONTEXT + 1).map(one_line).collect();
    let cut_after = after.len() > CONTEXT;
    after.truncate(CONTEXT);
    let mut excerpt = if cut_before { "…".to_owned() } else { String::new() };
    let before: String = before.into_iter().rev().collect();
    excerpt.push_str(if cut_before { &before } else { before.trim_start() });
    let caret = excerpt.chars().count();
    let marked = &text[range.clone()];
    excerpt.extend(marked.chars().map(one_line));
    let after: String = after.into_iter().collect();
    excerpt.push_str(if cut_after { &after } else { after.trim_end() });
    excerpt.push_str(if cut_after { "…" } else { "" });
    (excerpt, caret, marked.chars().count().max(1))
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
