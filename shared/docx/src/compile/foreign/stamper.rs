//! docx-stamper and office-stamper: comments decide about their paragraph, row or table (`repeatTableRow(lines)`).

use std::collections::{BTreeSet, HashMap};

use super::dialect::Dialect;
use super::mark::{Mark, Site, What};
use crate::text::Marks;
use crate::text::flow::Flow;
use platen_ooxml::xml::characters::text_of;
use platen_ooxml::xml::{NodeId, Tree};

/// What a comment asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Repeats,
    Shows,
    /// The commented text is replaced by a value.
    Replaces,
    /// Nothing that a template says.
    Other,
}

/// The functions of comments, and the element that they act on; `""` is all that is commented.
const FUNCTIONS: [(&str, Does, &str); 14] = [
    ("repeatTableRow", Does::Repeats, "tr"),
    ("repeatParagraph", Does::Repeats, "p"),
    ("repeatDocPart", Does::Repeats, ""),
    ("repeat", Does::Repeats, ""),
    ("displayParagraphIf", Does::Shows, "p"),
    ("displayTableRowIf", Does::Shows, "tr"),
    ("displayTableIf", Does::Shows, "tbl"),
    ("displayDocPartIf", Does::Shows, ""),
    ("displayParagraphIfPresent", Does::Shows, "p"),
    ("displayTableRowIfPresent", Does::Shows, "tr"),
    ("displayTableIfPresent", Does::Shows, "tbl"),
    ("replaceWordWith", Does::Replaces, ""),
    ("replaceWith", Does::Replaces, ""),
    ("resolveTable", Does::Other, ""),
];

const STAYS: &str = "what it does is told where its text stands; write a loop or condition there";

/// Whether a code calls a function of comments.
pub(super) fn is_processor(code: &str) -> bool {
    call(code).is_some()
}

/// The function that a comment calls, and what it is called with.
fn call(code: &str) -> Option<(&'static (&'static str, Does, &'static str), &str)> {
    let (name, rest) = code.trim().split_once('(')?;
    let function = FUNCTIONS.iter().find(|(known, ..)| *known == name.trim())?;
    Some((function, rest.trim_end().strip_suffix(')')?.trim()))
}

/// The comments of a part of comments that call a function.
pub(super) fn in_comments(tree: &Tree, flows: &[Flow]) -> Vec<(usize, Mark)> {
    let is_part = tree.top_level().any(|root| tree.is_w(root, "comments"));
    let known = flows.iter().enumerate().filter(|(_, flow)| is_part && call(&flow.text).is_some());
    let mark = |flow: &Flow| Mark {
        dialect: Dialect::Stamper,
        open: "comment",
        range: 0..flow.text.len(),
        what: What::strange(STAYS),
        is_certain: true,
        site: Site::Text,
    };
    known.map(|(index, flow)| (index, mark(flow))).collect()
}

/// What the comments of a document ask for, by their ids.
#[derive(Debug, Default)]
pub(super) struct Comments {
    calls: HashMap<String, String>,
    /// Ids of those that became tags.
    done: BTreeSet<String>,
}

/// A comment in the text.
#[derive(Debug, Default)]
struct Anchor {
    start: Option<NodeId>,
    end: Option<NodeId>,
    reference: Option<NodeId>,
}

/// What a comment does in a part's text.
pub(super) struct Acts {
    id: String,
    pub code: String,
    /// The row, paragraph or blocks that it acts on. None: the commented text is replaced by a value.
    pub around: Option<(NodeId, NodeId)>,
    pub what: What,
    /// Where what is commented begins and ends.
    pub inside: (NodeId, NodeId),
    anchors: Vec<NodeId>,
}

impl Acts {
    /// Whether a mark is what this comment asks for.
    pub fn is_of(&self, mark: &Mark) -> bool {
        match (self.around, mark.site, &mark.what) {
            (Some((first, _)), Site::Before(node), What::Around(_, what)) => {
                mark.dialect == Dialect::Stamper && node == first && **what == self.what
            }
            (None, Site::Text, what) => mark.open == "replaced" && *what == self.what,
            _ => false,
        }
    }

    /// Takes the comment out of the text.
    pub fn finish(&self, comments: &mut Comments, changes: &mut Marks) {
        comments.done.insert(self.id.clone());
        self.anchors.iter().for_each(|node| changes.drop(*node));
    }
}

impl Comments {
    /// Reads a part of comments.
    pub fn read(&mut self, tree: &Tree) {
        for comment in tree.nodes().filter(|n| tree.is_w(*n, "comment")) {
            let code = text_of(tree, comment);
            if let (Some(id), true) = (tree.attr(comment, "id"), call(&code).is_some()) {
                self.calls.insert(id, code.trim().to_owned());
            }
        }
    }

    /// Whether the comment around a paragraph became a tag.
    pub fn is_done(&self, tree: &Tree, paragraph: NodeId) -> bool {
        let comment = tree.ancestor_w(paragraph, "comment");
        comment.and_then(|n| tree.attr(n, "id")).is_some_and(|id| self.done.contains(&id))
    }

    /// The comments of a part's text that ask for what a template says.
    pub fn acts(&self, tree: &Tree) -> Vec<Acts> {
        if self.calls.is_empty() {
            return Vec::new();
        }
        let mut anchors: HashMap<String, Anchor> = HashMap::new();
        let mut order = Vec::new();
        for node in tree.nodes() {
            let local = tree.local(node);
            if !matches!(local, "commentRangeStart" | "commentRangeEnd" | "commentReference") {
                continue;
            }
            let Some(id) = tree.attr(node, "id").filter(|id| self.calls.contains_key(id)) else { continue };
            let anchor = anchors.entry(id.clone()).or_insert_with(|| {
                order.push(id);
                Anchor::default()
            });
            match local {
                "commentRangeStart" => anchor.start = Some(node),
                "commentRangeEnd" => anchor.end = Some(node),
                _ => anchor.reference = Some(node),
            }
        }
        order.iter().filter_map(|id| self.act(tree, id, &anchors[id])).collect()
    }

    fn act(&self, tree: &Tree, id: &str, anchor: &Anchor) -> Option<Acts> {
        let code = self.calls.get(id)?;
        let ((_, does, element), argument) = call(code)?;
        let start = anchor.start.or(anchor.reference)?;
        let end = anchor.end.or(anchor.reference)?;
        let what = match does {
            Does::Repeats => What::For(None, argument.to_owned()),
            Does::Shows => What::If(argument.to_owned()),
            Does::Replaces => What::Value(argument.to_owned()),
            Does::Other => return None,
        };
        let around = match (does, *element) {
            (Does::Replaces, _) => None,
            (_, "") => Some(blocks(tree, start, end)?),
            (_, element) => {
                let node = tree.ancestor_w(start, element).or_else(|| within(tree, start, element))?;
                Some((node, node))
            }
        };
        let anchors = [anchor.start, anchor.end, anchor.reference].into_iter().flatten().collect();
        Some(Acts { id: id.to_owned(), code: code.clone(), around, what, inside: (start, end), anchors })
    }
}

/// The element that follows a range that begins between paragraphs.
fn within(tree: &Tree, start: NodeId, element: &str) -> Option<NodeId> {
    let mut next = tree.next_sibling(start);
    while let Some(node) = next {
        if tree.is_w(node, element) {
            return Some(node);
        }
        if tree.is_element(node) {
            return tree.descendants(node).find(|n| tree.is_w(*n, element));
        }
        next = tree.next_sibling(node);
    }
    None
}

/// The first and last block of what is commented, side by side.
fn blocks(tree: &Tree, start: NodeId, end: NodeId) -> Option<(NodeId, NodeId)> {
    let line = |node: NodeId| -> Vec<NodeId> { [node].into_iter().chain(tree.ancestors(node)).collect() };
    let is_block = |n: &NodeId| tree.is_w(*n, "p") || tree.is_w(*n, "tbl") || tree.is_w(*n, "sdt");
    let (from, to) = (line(start), line(end));
    let firsts = from.iter().filter(|n| is_block(n));
    for first in firsts {
        if let Some(last) = to.iter().find(|n| is_block(n) && tree.parent(**n) == tree.parent(*first)) {
            return Some((*first, *last));
        }
    }
    None
}
