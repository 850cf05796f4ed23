//! A part of the file to which each document adds something: the text, its notes, its comments.

use std::ops::Range;

use super::links::Links;
use crate::package::{Growing, Part};
use crate::xml::{Changes, Kind, NodeId, Tree};

/// An element of a part, such as its root, and what is around its content.
pub(super) struct Ends {
    pub root: NodeId,
    pub head: String,
    pub tail: String,
}

impl Ends {
    /// Where the content of an element lies.
    pub fn inside(tree: &Tree, node: NodeId) -> Range<usize> {
        match tree.kind(node) {
            Kind::Element { open, close, .. } if !close.is_empty() => open.end..close.start,
            _ => tree.range(node).end..tree.range(node).end,
        }
    }

    /// Those of a tree; `None` if its root has no content.
    pub fn of(tree: &Tree) -> Option<Ends> {
        let root = tree.top_level().find(|n| tree.is_element(*n))?;
        let has_content = matches!(tree.kind(root), Kind::Element { close, .. } if !close.is_empty());
        has_content.then(|| Ends::around(tree, root))
    }

    /// All that is around the content of an element.
    pub fn around(tree: &Tree, element: NodeId) -> Ends {
        let (source, inside) = (tree.source(), Ends::inside(tree, element));
        Ends { root: element, head: source[..inside.start].to_owned(), tail: source[inside.end..].to_owned() }
    }
}

/// See the module.
pub(super) struct Collected {
    /// Its name in the file.
    pub name: String,
    content_type: String,
    pub head: String,
    tail: String,
    pub growing: Growing,
    pub links: Links,
}

impl Collected {
    /// Begins with the root of the first document's part.
    pub fn new(name: String, content_type: &str, ends: &Ends) -> Collected {
        let mut growing = Growing::default();
        growing.push(ends.head.as_bytes());
        Collected {
            name,
            content_type: content_type.to_owned(),
            head: ends.head.clone(),
            tail: ends.tail.clone(),
            growing,
            links: Links::default(),
        }
    }

    /// The part with its last content, and its relationships.
    pub fn end(self, content: &str) -> (Part, Links) {
        let last = format!("{content}{}", self.tail);
        (self.growing.end(&self.name, &self.content_type, last.as_bytes()), self.links)
    }
}

/// A stretch of a part with the changes that lie in it. Those that insert at its end belong to it, those at its start do not.
pub(super) fn stretch(tree: &Tree, changes: &Changes, range: Range<usize>) -> String {
    let source = tree.source();
    let first = changes.partition_point(|(at, _)| at.start < range.start);
    let mut out = String::with_capacity(range.len());
    let mut at = range.start;
    for (change, text) in &changes[first..] {
        let is_before = change.is_empty() && change.start == range.start;
        if change.start > range.end || (change.start == range.end && !change.is_empty()) {
            break;
        }
        if change.start < at || is_before || change.end > range.end {
            continue;
        }
        out.push_str(&source[at..change.start]);
        out.push_str(text);
        at = change.end;
    }
    out.push_str(&source[at..range.end]);
    out
}
