//! The text of a paragraph as its reader sees it, with the way back to where each piece stands in the XML.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::xml::{Kind, NodeId, Tree, text};

/// The text of one paragraph (`w:p`). Runs, hyperlinks, tracked insertions and inline content controls are looked
/// through; deleted text is no text; a text box inside has paragraphs of its own.
#[derive(Debug)]
pub(crate) struct Flow {
    pub paragraph: NodeId,
    pub text: String,
    pub segments: Vec<Segment>,
}

/// A stretch of a flow's text.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// The text node, or the `w:tab`/`w:br` element that stands for a character.
    pub node: NodeId,
    /// Bytes of the flow's text.
    pub text: Range<usize>,
    /// Bytes of the part's source. As long as `text` unless the piece is a reference or an element.
    pub source: Range<usize>,
}

impl Segment {
    /// A character that stands in the source as a reference (`&lt;`) or an element: all or nothing.
    fn is_atomic(&self) -> bool {
        self.text.len() != self.source.len()
    }

    /// The source bytes of `range` of the flow's text, as far as it lies in this segment.
    pub fn source_of(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let start = range.start.max(self.text.start);
        let end = range.end.min(self.text.end);
        if start >= end {
            return None;
        }
        if self.is_atomic() {
            return Some(self.source.clone());
        }
        let base = self.source.start;
        Some(base + start - self.text.start..base + end - self.text.start)
    }
}

/// All paragraphs that have text, in document order.
pub(crate) fn flows(tree: &Tree) -> Vec<Flow> {
    let mut flows: BTreeMap<NodeId, Flow> = BTreeMap::new();
    for node in tree.nodes() {
        let holder = match tree.kind(node) {
            Kind::Text(_) => match tree.parent(node) {
                Some(parent) if tree.is_w(parent, "t") => parent,
                _ => continue,
            },
            Kind::Element { .. } if character(tree, node).is_some() => node,
            _ => continue,
        };
        let Some(paragraph) = paragraph_of(tree, holder) else { continue };
        let flow = flows.entry(paragraph).or_insert_with(|| Flow {
            paragraph,
            text: String::new(),
            segments: Vec::new(),
        });
        let push = |flow: &mut Flow, text: &str, source: Range<usize>| {
            let start = flow.text.len();
            flow.text.push_str(text);
            flow.segments.push(Segment { node, text: start..flow.text.len(), source });
        };
        match (tree.kind(node), character(tree, node)) {
            (Kind::Text(range), _) => {
                for (start, end, piece) in text::pieces(&tree.source()[range.clone()]) {
                    push(flow, &piece, range.start + start..range.start + end);
                }
            }
            (_, Some(c)) => push(flow, c, tree.range(node)),
            _ => {}
        }
    }
    flows.into_values().collect()
}

/// The character that an element of a run stands for.
fn character(tree: &Tree, node: NodeId) -> Option<&'static str> {
    let parent = tree.parent(node)?;
    if !tree.is_w(parent, "r") || tree.ns(node) != crate::xml::Ns::W {
        return None;
    }
    match tree.local(node) {
        "tab" | "ptab" => Some("\t"),
        "br" | "cr" => Some("\n"),
        "noBreakHyphen" => Some("-"),
        _ => None,
    }
}

/// The paragraph whose text `node` is, unless the text is deleted.
fn paragraph_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    for ancestor in tree.ancestors(node) {
        if tree.is_w(ancestor, "p") {
            return Some(ancestor);
        }
        if tree.is_w(ancestor, "del") || tree.is_w(ancestor, "moveFrom") {
            return None;
        }
    }
    None
}
