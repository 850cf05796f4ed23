//! Whether what a block leaves out or repeats is a whole piece of the document.

use super::blocks::Block;
use super::scope::Site;
use crate::text::flow::Flow;
use crate::text::report::Remarks;
use crate::xml::Tree;

/// Elements that a block lies in as a whole: what is left out or repeated across their borders would tear them apart.
const WHOLE: [&str; 9] =
    ["tbl", "tc", "sdtContent", "txbxContent", "hdr", "ftr", "footnote", "endnote", "comment"];

/// The tags of a block must stand at places of the same kind, below elements of the same names, and in the same cell,
/// table, control or text box.
pub(super) fn check(
    tree: &Tree,
    flows: &[Flow],
    sites: &[Site],
    blocks: &[Block],
    remarks: &mut Remarks<'_>,
) {
    let shape = |index: usize| -> Option<Vec<&str>> {
        let parent = sites[index].anchor?.parent?;
        Some(std::iter::once(parent).chain(tree.ancestors(parent)).map(|n| tree.local(n)).collect())
    };
    let whole = |index: usize| {
        let parent = sites[index].anchor?.parent?;
        std::iter::once(parent).chain(tree.ancestors(parent)).find(|n| WHOLE.iter().any(|w| tree.is_w(*n, w)))
    };
    for block in blocks {
        let opening = block.tags[0];
        let wanted = shape(opening);
        let misplaced = block.tags[1..].iter().find(|tag| {
            let (from, to) = (&sites[opening], &sites[**tag]);
            // Plain text has no structure that could be repeated: its blocks begin and end within it.
            let in_plain = [from, to].iter().any(|s| flows[s.flow].plain.is_some());
            shape(**tag) != wanted || whole(**tag) != whole(opening) || in_plain && from.flow != to.flow
        });
        if let Some(tag) = misplaced {
            let (from, to) = (&sites[opening], &sites[*tag]);
            let there = remarks.place(flows[to.flow].paragraph);
            let message = format!(
                "{} and {} ({there}) do not enclose a whole piece of the document",
                from.tag.original, to.tag.original
            );
            let hint =
                "put both in paragraphs of their own, in rows of their own, or in one paragraph".to_owned();
            remarks.add(from.flow, &from.tag.range, message, Some(hint));
        }
    }
}
