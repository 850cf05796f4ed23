//! docxtpl's `{%-` and `-%}`: the structure between a tag and the text before or after it goes, line breaks and the ends
//! of paragraphs included, so that a sentence may be written in several paragraphs.

use super::scope::Site;
use crate::text::Marks;
use crate::text::flow::{Flow, Segment};
use crate::xml::{Kind, NodeId, Tree};

/// Marks what the tags of a part join.
pub(super) fn apply(tree: &Tree, flows: &[Flow], sites: &[Site], marks: &mut Marks) {
    for site in sites {
        let flow = &flows[site.flow];
        let range = &site.tag.range;
        if site.tag.joins_before {
            let before = flow.segments.partition_point(|s| s.text.end <= range.start);
            if drop_breaks(tree, flow.segments[..before].iter().rev(), marks) {
                let previous = site.flow.checked_sub(1).map(|i| &flows[i]);
                if let Some(previous) = previous.filter(|p| adjacent(tree, p, flow)) {
                    weld(tree, previous, flow, marks);
                }
            }
        }
        if site.tag.joins_after {
            let after = flow.segments.partition_point(|s| s.text.start < range.end);
            if drop_breaks(tree, flow.segments[after..].iter(), marks)
                && let Some(next) = flows.get(site.flow + 1).filter(|n| adjacent(tree, flow, n))
            {
                weld(tree, flow, next, marks);
            }
        }
    }
}

/// Drops breaks and tabs up to the first text. True when there is no text on this side of the tag.
fn drop_breaks<'s>(tree: &Tree, segments: impl Iterator<Item = &'s Segment>, marks: &mut Marks) -> bool {
    for segment in segments {
        if matches!(tree.kind(segment.node), Kind::Text(_)) {
            return false;
        }
        marks.drop(segment.node);
    }
    true
}

/// Whether two paragraphs follow one another.
fn adjacent(tree: &Tree, first: &Flow, second: &Flow) -> bool {
    let mut next = tree.next_sibling(first.paragraph);
    while let Some(node) = next.filter(|n| !tree.is_element(*n)) {
        next = tree.next_sibling(node);
    }
    next == Some(second.paragraph)
}

/// Writes the second paragraph's text on in the first one's last run.
fn weld(tree: &Tree, first: &Flow, second: &Flow, marks: &mut Marks) {
    let is_text = |s: &&Segment| matches!(tree.kind(s.node), Kind::Text(_));
    let (Some(last), Some(begin)) =
        (first.segments.iter().rfind(is_text), second.segments.iter().find(is_text))
    else {
        return;
    };
    let (closing, opening) = (chain(tree, last.node, first), chain(tree, begin.node, second));
    let names = |chain: &[NodeId]| chain.iter().map(|n| tree.local(*n).to_owned()).collect::<Vec<_>>();
    if names(&closing) != names(&opening) {
        return;
    }
    for node in &closing {
        marks.leave_open(*node);
    }
    for node in &opening {
        marks.open(*node, Vec::new());
    }
    let mut below = last.node;
    for node in &closing {
        let children: Vec<NodeId> = tree.children(*node).filter(|n| *n > below).collect();
        children.into_iter().for_each(|n| marks.drop(n));
        below = *node;
    }
    let mut below = begin.node;
    for node in &opening {
        let children: Vec<NodeId> = tree.children(*node).filter(|n| *n < below).collect();
        children.into_iter().for_each(|n| marks.drop(n));
        below = *node;
    }
}

/// The elements around a text, from `w:t` up to its paragraph.
fn chain(tree: &Tree, text: NodeId, flow: &Flow) -> Vec<NodeId> {
    let mut chain = Vec::new();
    for node in tree.ancestors(text) {
        chain.push(node);
        if node == flow.paragraph {
            break;
        }
    }
    chain
}
