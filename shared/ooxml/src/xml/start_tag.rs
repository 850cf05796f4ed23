//! Copies start tags without some of their attributes.

use std::ops::Range;

use super::{Kind, NodeId, Tree};

/// The source of an element's start tag without some attributes (given by local name).
pub fn start_tag(tree: &Tree, node: NodeId, without: &[&str]) -> String {
    let Kind::Element { open, .. } = tree.kind(node) else { return String::new() };
    let mut cuts: Vec<Range<usize>> = Vec::new();
    for name in without {
        if let Some(value) = tree.attr_range(node, name) {
            let start = tree.source()[open.start..value.start]
                .rfind(char::is_whitespace)
                .map_or(value.start, |i| open.start + i);
            cuts.push(start..value.end + 1);
        }
    }
    cuts.sort_by_key(|r| r.start);
    let mut out = String::new();
    let mut at = open.start;
    for cut in cuts {
        out.push_str(&tree.source()[at..cut.start]);
        at = cut.end;
    }
    out.push_str(&tree.source()[at..open.end]);
    out
}
