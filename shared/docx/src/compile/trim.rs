//! White space control: a `-` takes the white space on its side of a tag, up to the next text, tag or object of the
//! paragraph. That of a statement (`{%-`, `-%}`) also makes one of two paragraphs when nothing else is on that side, as
//! docxtpl does, so that a sentence may be written in several of them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::scope::is_object;
use super::site::Site;
use crate::text::Marks;
use crate::text::flow::Flow;
use platen_ooxml::Exhausted;
use platen_ooxml::xml::{Kind, NodeId, Tree};

/// Takes white space out, and joins paragraphs.
pub(super) fn apply(tree: &Tree, flows: &[Flow], sites: &[Site], marks: &mut Marks) -> Result<(), Exhausted> {
    // In the order of the document, each pair once: two tags may ask for the same.
    let mut joins: BTreeSet<(NodeId, NodeId)> = BTreeSet::new();
    let mut side = Side { tree, flow: None, barriers: Vec::new(), taken: 0 };
    for (index, site) in sites.iter().enumerate() {
        let tag = &site.tag;
        if !tag.strips_before && !tag.strips_after {
            continue;
        }
        tree.check()?;
        let flow = &flows[site.flow];
        side.enter(site.flow, flow);
        let near =
            |site: Option<&Site>| site.filter(|s| s.flow == sites[index].flow).map(|s| s.tag.range.clone());
        if tag.strips_before {
            let previous = near(index.checked_sub(1).and_then(|i| sites.get(i)));
            let (blank, is_edge) = side.before(flow, previous.as_ref().map_or(0, |r| r.end), &tag.range);
            side.take(flow, blank, marks);
            if is_edge && previous.is_none() && tag.joins_before() {
                joins.extend(before(tree, flows, site.flow).map(|first| (first, flow.paragraph)));
            }
        }
        if tag.strips_after {
            let next = near(sites.get(index + 1));
            let (blank, is_edge) =
                side.after(flow, next.as_ref().map_or(flow.text.len(), |r| r.start), &tag.range);
            side.take(flow, blank, marks);
            if is_edge && next.is_none() && tag.joins_after() {
                joins.extend(after(tree, flows, site.flow).map(|second| (flow.paragraph, second)));
            }
        }
    }
    for (first, second) in joins {
        join(tree, first, second, marks);
    }
    Ok(())
}

/// White space that a `-` takes. A no-break space stays: authors write one where a blank has to be kept between what is joined.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && c != '\u{a0}'
}

/// What stands on the sides of the tags of one paragraph.
struct Side<'t> {
    tree: &'t Tree,
    flow: Option<usize>,
    /// Where the objects and page breaks of the paragraph stand in the source: no white space is taken across one.
    barriers: Vec<usize>,
    /// Up to where white space was taken: what stands between two tags may be asked for by both.
    taken: usize,
}

impl Side<'_> {
    fn enter(&mut self, index: usize, flow: &Flow) {
        if self.flow.replace(index) == Some(index) {
            return;
        }
        let tree = self.tree;
        let breaks_page = |n: NodeId| {
            tree.is_w(n, "br") && matches!(tree.attr(n, "type").as_deref(), Some("page" | "column"))
        };
        let is_barrier = |n: &NodeId| is_object(tree, *n) || breaks_page(*n);
        self.barriers = match flow.plain {
            Some(_) => Vec::new(),
            None => {
                tree.descendants(flow.paragraph).filter(is_barrier).map(|n| tree.range(n).start).collect()
            }
        };
        self.taken = 0;
    }

    /// The white space before a tag, and whether the paragraph begins there.
    fn before(&self, flow: &Flow, from: usize, tag: &Range<usize>) -> (Range<usize>, bool) {
        let start = from + flow.text[from..tag.start].trim_end_matches(is_blank).len();
        let at = flow.touched(&(tag.start..tag.start + 1)).first().map_or(0, |s| s.source.start);
        let next = self.barriers.partition_point(|b| *b < at);
        let Some(barrier) = next.checked_sub(1).map(|i| self.barriers[i]) else {
            return (start..tag.start, start == 0);
        };
        let behind = flow.segments.partition_point(|s| s.source.start <= barrier);
        let behind = flow.segments.get(behind).map_or(tag.start, |s| s.text.start);
        (start.max(behind).min(tag.start)..tag.start, false)
    }

    /// The white space after a tag, and whether the paragraph ends there.
    fn after(&self, flow: &Flow, upto: usize, tag: &Range<usize>) -> (Range<usize>, bool) {
        let end = upto - flow.text[tag.end..upto].trim_start_matches(is_blank).len();
        let at = flow.touched(&(tag.end - 1..tag.end)).first().map_or(0, |s| s.source.start);
        let next = self.barriers.partition_point(|b| *b < at);
        let Some(barrier) = self.barriers.get(next) else {
            return (tag.end..end, end == flow.text.len());
        };
        let ahead = flow.segments.partition_point(|s| s.source.start < *barrier);
        let ahead = flow.segments.get(ahead).map_or(flow.text.len(), |s| s.text.start);
        (tag.end..end.min(ahead).max(tag.end), false)
    }

    /// Takes a stretch of text out.
    fn take(&mut self, flow: &Flow, range: Range<usize>, marks: &mut Marks) {
        let range = range.start.max(self.taken)..range.end;
        if range.is_empty() {
            return;
        }
        self.taken = range.end;
        for segment in flow.touched(&range) {
            let Some(source) = segment.source_of(&range) else { continue };
            if flow.plain.is_some() || matches!(self.tree.kind(segment.node), Kind::Text(_)) {
                marks.substitute(segment.node, source, Vec::new());
            } else {
                marks.drop(segment.node);
            }
        }
    }
}

/// The paragraph with text that the one of a flow may be joined to: it stands before it at the same place.
fn before(tree: &Tree, flows: &[Flow], index: usize) -> Option<NodeId> {
    let flow = flows.get(index).filter(|f| f.plain.is_none())?;
    let parent = tree.parent(flow.paragraph);
    // The text before may be that of a text box in the paragraph before.
    let near = flows.get(index.checked_sub(1)?)?.paragraph;
    let first = std::iter::once(near).chain(tree.ancestors(near)).find(|n| tree.parent(*n) == parent)?;
    has_text(flows, first).then_some(first)
}

/// The paragraph with text that may be joined to the one of a flow.
fn after(tree: &Tree, flows: &[Flow], index: usize) -> Option<NodeId> {
    let flow = flows.get(index).filter(|f| f.plain.is_none())?;
    let outside = |f: &&Flow| !tree.within(f.paragraph, flow.paragraph);
    let next = flows[index + 1..].iter().find(outside).filter(|f| f.plain.is_none())?;
    (tree.parent(next.paragraph) == tree.parent(flow.paragraph)).then_some(next.paragraph)
}

fn has_text(flows: &[Flow], paragraph: NodeId) -> bool {
    let paragraphs = &flows[..flows.partition_point(|f| f.plain.is_none())];
    paragraphs.binary_search_by_key(&paragraph, |f| f.paragraph).is_ok()
}

/// Makes one paragraph of two, with the properties of the first. Each has to be written whatever the tags do, and nothing
/// may stand between them but empty paragraphs, which go: else both stay. The end of a section stays, too.
fn join(tree: &Tree, first: NodeId, second: NodeId, marks: &mut Marks) {
    if !tree.is_w(first, "p")
        || marks.is_dropped(first)
        || marks.is_dropped(second)
        || marks.has_after(first)
        || marks.has_before(second)
        || [first, second].iter().any(|p| ends_section(tree, *p))
    {
        return;
    }
    let mut between = Vec::new();
    let mut next = tree.next_sibling(first);
    while let Some(node) = next.filter(|n| *n != second) {
        if !marks.is_bare(node) {
            return;
        }
        if tree.is_w(node, "p") {
            if !is_empty(tree, node) {
                return;
            }
            between.push(node);
        } else if tree.is_element(node) && !is_range(tree, node) {
            return;
        }
        next = tree.next_sibling(node);
    }
    if next.is_none() {
        return;
    }
    between.into_iter().for_each(|node| marks.drop(node));
    if let Some(properties) = tree.child_w(second, "pPr") {
        marks.drop(properties);
    }
    marks.join(first, second);
}

fn ends_section(tree: &Tree, paragraph: NodeId) -> bool {
    tree.child_w(paragraph, "pPr").is_some_and(|p| tree.child_w(p, "sectPr").is_some())
}

/// Whether a paragraph has nothing but its properties and runs without content.
fn is_empty(tree: &Tree, paragraph: NodeId) -> bool {
    let is_bare_run = |n: NodeId| tree.is_w(n, "r") && tree.children(n).all(|n| tree.is_w(n, "rPr"));
    !ends_section(tree, paragraph)
        && tree
            .children(paragraph)
            .all(|n| tree.is_w(n, "pPr") || tree.is_w(n, "proofErr") || !tree.is_element(n) || is_bare_run(n))
}

/// The beginning or the end of something that may stand in a paragraph as well as between two.
fn is_range(tree: &Tree, node: NodeId) -> bool {
    [
        "bookmarkStart",
        "bookmarkEnd",
        "commentRangeStart",
        "commentRangeEnd",
        "permStart",
        "permEnd",
        "proofErr",
    ]
    .iter()
    .any(|name| tree.is_w(node, name))
}
