//! What must not be written twice: ids of drawings, controls, bookmarks and paragraphs inside of loops; and what must
//! not be missing when a loop writes nothing: a cell's last paragraph, a table's rows.

use std::collections::BTreeSet;
use std::ops::Range;

use super::marks::{Marks, Piece};
use super::scope::start_tag;
use crate::xml::{NodeId, Ns, Tree};

/// Renews ids of all elements that lie in one of the ranges of the source.
pub(super) fn renew_ids(tree: &Tree, repeated: &[Range<usize>], marks: &mut Marks) {
    if repeated.is_empty() {
        return;
    }
    for node in tree.nodes().filter(|n| tree.is_element(*n)) {
        let start = tree.range(node).start;
        if !repeated.iter().any(|r| r.contains(&start)) {
            continue;
        }
        let parent_is = |local: &str| tree.parent(node).is_some_and(|p| tree.is_w(p, local));
        match tree.local(node) {
            "docPr" => fresh_id(tree, node, "id", marks),
            "id" if parent_is("sdtPr") => fresh_id(tree, node, "val", marks),
            "p" | "tr"
                if tree.ns(node) == Ns::W
                    && marks.opened(node).is_none()
                    && tree.attr_range(node, "paraId").is_some() =>
            {
                marks.open(node, vec![Piece::xml(start_tag(tree, node, &["paraId", "textId"]))]);
            }
            // A bookmark or comment can be in one place only: the first turn keeps it.
            "bookmarkStart" | "bookmarkEnd" | "commentRangeStart" | "commentRangeEnd"
            | "commentReference"
                if tree.ns(node) == Ns::W =>
            {
                let key = format!("{}{}", tree.local(node), tree.attr(node, "id").unwrap_or_default());
                let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
                marks.around(
                    node,
                    Piece::statement(format!("if __once(\"{key}\")")),
                    Piece::statement("endif"),
                );
            }
            _ => {}
        }
    }
}

fn fresh_id(tree: &Tree, node: NodeId, attribute: &str, marks: &mut Marks) {
    if let Some(value) = tree.attr_range(node, attribute) {
        marks.substitute(node, value, vec![Piece::value("__id()")]);
    }
}

/// Elements that need a paragraph at their end (`CT_Tc` and the like: Word calls a file without it corrupt).
const HOLDERS: [&str; 7] = ["tc", "txbxContent", "hdr", "ftr", "footnote", "endnote", "comment"];

/// What tags may leave out of a part.
pub(super) struct Absences<'a> {
    /// Source ranges between the tags of blocks.
    pub conditional: &'a [Range<usize>],
    /// Tables whose columns tags may add or leave out.
    pub varying: &'a BTreeSet<NodeId>,
}

/// Guards what tags may empty; `holders` are elements in which a tag stands as a direct child. An element that keeps
/// what it needs whatever the tags do is not guarded: guarding copies it.
pub(super) fn guard(tree: &Tree, holders: &BTreeSet<NodeId>, absences: &Absences<'_>, marks: &mut Marks) {
    let mut guarded = BTreeSet::new();
    for holder in holders {
        for node in std::iter::once(*holder).chain(tree.ancestors(*holder)) {
            let prefix = tree.prefix(node);
            if tree.is_w(node, "tbl") {
                let varies = absences.varying.contains(&node);
                let keeps_row =
                    tree.children(node).any(|n| tree.is_w(n, "tr") && absences.spare(tree, marks, n));
                if (varies || !keeps_row) && guarded.insert(node) {
                    let filter = format!("filter __table(\"{prefix}\", {varies})");
                    marks.around(node, Piece::statement(filter), Piece::statement("endfilter"));
                }
                if keeps_row {
                    break;
                }
            } else if HOLDERS.iter().any(|h| tree.is_w(node, h)) {
                let last = tree.children(node).filter(|n| tree.is_element(*n)).last();
                let keeps_paragraph =
                    last.is_some_and(|n| tree.is_w(n, "p") && absences.spare(tree, marks, n));
                if !keeps_paragraph && !marks.is_dropped(node) && guarded.insert(node) {
                    let filter = format!("filter __block(\"{prefix}\")");
                    marks.around(node, Piece::statement(filter), Piece::statement("endfilter"));
                }
                break;
            }
        }
    }
}

impl Absences<'_> {
    /// Whether a node is written whatever the tags do.
    fn spare(&self, tree: &Tree, marks: &Marks, node: NodeId) -> bool {
        let start = tree.range(node).start;
        !marks.is_dropped(node) && !self.conditional.iter().any(|r| r.contains(&start))
    }
}
