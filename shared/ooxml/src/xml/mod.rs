//! One XML part as an arena tree over its source: each node is a range of the source's bytes, so what a template does not change is
//! copied instead of serialized again.

pub mod characters;
mod namespaces;
mod parse;
pub mod properties;
mod start_tag;
mod usual;

pub use namespaces::Ns;
pub use parse::XmlError;
pub use parse::unless_exhausted;
pub use start_tag::start_tag;

use std::ops::Range;

use quick_xml::events::attributes::Attributes;

use crate::{Budget, Exhausted};

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

const NONE: u32 = u32::MAX;

/// What a node is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// An element: its namespace, the local name's range and its tags' ranges (`close` is empty for `<a/>`).
    Element {
        /// Its namespace.
        ns: Ns,
        /// The name without its prefix.
        local: Range<usize>,
        /// The start tag.
        open: Range<usize>,
        /// The end tag.
        close: Range<usize>,
    },
    /// Character data, entities and CDATA sections not resolved.
    Text(Range<usize>),
    /// The XML declaration, a comment or a processing instruction.
    Other(Range<usize>),
}

/// A range of the source's bytes. Half the size of a `Range<usize>`: there may be millions of nodes.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// [`Tree::parse`] refuses a part whose places do not fit.
    fn of(range: &Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }

    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A [`Kind`] as a node keeps it.
#[derive(Debug)]
enum Held {
    Element { ns: Ns, local: Span, open: Span, close: Span },
    Text(Span),
    Other(Span),
}

#[derive(Debug)]
struct Node {
    held: Held,
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
}

/// One parsed part. Node ids ascend in document order.
///
/// Each step from node to node, and each byte of a tag in which an attribute is looked for, counts in the budget that the
/// part was parsed with, so that no walk over a part, however often it is taken, costs nothing. The walks cannot end
/// where they are: a caller that takes one asks [`Tree::check`] afterward.
#[derive(Debug)]
pub struct Tree {
    source: String,
    nodes: Vec<Node>,
    budget: Budget,
}

impl Tree {
    /// The part's text, without a byte order mark.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether work may go on after the walks that were taken: cheap enough to be asked for each of many.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn check(&self) -> Result<(), Exhausted> {
        self.budget.spend(1)
    }

    /// Counts bytes of the part, or made of it, that are copied.
    pub fn count(&self, bytes: usize) {
        self.budget.count(bytes as u64);
    }

    /// Counts a step of a walk.
    #[inline]
    fn step(&self) {
        self.budget.count(1);
    }

    /// What `node` is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> Kind {
        match self.nodes[node.0 as usize].held {
            Held::Element { ns, local, open, close } => {
                Kind::Element { ns, local: local.range(), open: open.range(), close: close.range() }
            }
            Held::Text(span) => Kind::Text(span.range()),
            Held::Other(span) => Kind::Other(span.range()),
        }
    }

    /// The element that `node` stands in.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].parent)
    }

    /// The first node in `node`.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].first)
    }

    /// The node that follows in the same element.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].next)
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(0..self.nodes.len() as u32)
    }

    fn walk(&self, range: Range<u32>) -> impl Iterator<Item = NodeId> + '_ {
        range.map(NodeId).inspect(|_| self.step())
    }

    /// Nodes outside any element and the root element.
    pub fn top_level(&self) -> impl Iterator<Item = NodeId> + '_ {
        let first = (!self.nodes.is_empty()).then_some(NodeId(0));
        std::iter::successors(first, |n| self.next_sibling(*n)).inspect(|_| self.step())
    }

    /// The nodes directly in `node`.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |n| self.next_sibling(*n)).inspect(|_| self.step())
    }

    /// The node's parent, grandparent and so on.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |n| self.parent(*n)).inspect(|_| self.step())
    }

    /// All nodes below `node`, in document order.
    pub fn descendants(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(node.0 + 1..self.end_of(node))
    }

    /// The nodes that follow `first` and come before `last` in document order.
    pub fn between(&self, first: NodeId, last: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(first.0 + 1..last.0)
    }

    /// Whether `node` is `ancestor` or lies below it.
    pub fn within(&self, node: NodeId, ancestor: NodeId) -> bool {
        ancestor.0 <= node.0 && node.0 < self.end_of(ancestor)
    }

    /// The id that follows the last descendant of `node`: ids ascend in document order, so a subtree is a range.
    fn end_of(&self, node: NodeId) -> u32 {
        let mut at = node.0;
        loop {
            self.step();
            let entry = &self.nodes[at as usize];
            if entry.next != NONE {
                return entry.next;
            }
            if entry.parent == NONE {
                return self.nodes.len() as u32;
            }
            at = entry.parent;
        }
    }

    /// Whether `node` is the element `local` of a namespace.
    pub fn is(&self, node: NodeId, ns: Ns, local: &str) -> bool {
        matches!(self.kind(node), Kind::Element { ns: n, local: l, .. } if n == ns && self.source[l.clone()] == *local)
    }

    /// Whether `node` is the WordprocessingML element `local`.
    pub fn is_w(&self, node: NodeId, local: &str) -> bool {
        self.is(node, Ns::W, local)
    }

    /// The local name of an element; empty for other nodes.
    pub fn local(&self, node: NodeId) -> &str {
        match self.kind(node) {
            Kind::Element { local, .. } => &self.source[local],
            _ => "",
        }
    }

    /// The namespace of an element; [`Ns::Other`] for other nodes.
    pub fn ns(&self, node: NodeId) -> Ns {
        match self.kind(node) {
            Kind::Element { ns, .. } => ns,
            _ => Ns::Other,
        }
    }

    /// The prefix under which the element is written, with its colon (`w:`), or nothing.
    pub fn prefix(&self, node: NodeId) -> &str {
        match self.kind(node) {
            Kind::Element { local, open, .. } => &self.source[open.start + 1..local.start],
            _ => "",
        }
    }

    /// Whether `node` is an element.
    pub fn is_element(&self, node: NodeId) -> bool {
        matches!(self.kind(node), Kind::Element { .. })
    }

    /// The first child element `w:local`.
    pub fn child_w(&self, node: NodeId, local: &str) -> Option<NodeId> {
        self.children(node).find(|n| self.is_w(*n, local))
    }

    /// The first child element of this name.
    pub fn child(&self, node: NodeId, ns: Ns, local: &str) -> Option<NodeId> {
        self.children(node).find(|n| self.is(*n, ns, local))
    }

    /// The nearest ancestor `w:local`.
    pub fn ancestor_w(&self, node: NodeId, local: &str) -> Option<NodeId> {
        self.ancestors(node).find(|n| self.is_w(*n, local))
    }

    /// Value of the attribute of this local name, whatever its prefix, entities resolved.
    pub fn attr(&self, node: NodeId, local: &str) -> Option<String> {
        let range = self.attr_range(node, local)?;
        Some(characters::decode(&self.source[range]).into_owned())
    }

    /// Character data with its entities and CDATA sections resolved; empty for other nodes.
    pub fn chars(&self, node: NodeId) -> std::borrow::Cow<'_, str> {
        match self.kind(node) {
            Kind::Text(range) => characters::decode(&self.source[range]),
            _ => std::borrow::Cow::Borrowed(""),
        }
    }

    /// Where the value of an attribute stands in the source, without its quotes.
    pub fn attr_range(&self, node: NodeId, local: &str) -> Option<Range<usize>> {
        let Kind::Element { open, local: name, .. } = self.kind(node) else { return None };
        self.budget.count(open.len() as u64);
        let tag = self.source[open.start + 1..open.end - 1].trim_end_matches('/');
        let name_len = name.end - open.start - 1;
        for attribute in Attributes::new(tag, name_len).with_checks(false).flatten() {
            if attribute.key.local_name().as_ref() == local {
                let at = attribute.value.as_ptr() as usize - tag.as_ptr() as usize + open.start + 1;
                return Some(at..at + attribute.value.len());
            }
        }
        None
    }

    /// All attributes: their local names, and where their values stand in the source.
    pub fn attrs(&self, node: NodeId) -> Vec<(&str, Range<usize>)> {
        let Kind::Element { open, local: name, .. } = self.kind(node) else { return Vec::new() };
        self.budget.count(open.len() as u64);
        let tag = self.source[open.start + 1..open.end - 1].trim_end_matches('/');
        let mut attributes = Attributes::new(tag, name.end - open.start - 1);
        let attributes = attributes.with_checks(false).flatten().map(|attribute| {
            let at = attribute.value.as_ptr() as usize - tag.as_ptr() as usize + open.start + 1;
            let key = attribute.key.into_inner();
            let local = key.rsplit(':').next().unwrap_or(key);
            (local, at..at + attribute.value.len())
        });
        attributes.collect()
    }

    /// The source of a node with all that is in it.
    pub fn outer(&self, node: NodeId) -> &str {
        &self.source[self.range(node)]
    }

    /// Where a node stands in the source, with all that is in it.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        match self.kind(node) {
            Kind::Element { open, close, .. } => open.start..close.end,
            Kind::Text(range) | Kind::Other(range) => range,
        }
    }
}

/// Ranges of a source and what is written there instead.
pub type Changes = Vec<(Range<usize>, String)>;

/// A source with its changes, in the order of their places. What lies in something that is replaced goes with it.
pub fn changed(source: &str, mut changes: Changes) -> String {
    changes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for (range, text) in changes {
        if range.start >= at {
            out.push_str(&source[at..range.start]);
            out.push_str(&text);
            at = range.end;
        }
    }
    out.push_str(&source[at..]);
    out
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}
