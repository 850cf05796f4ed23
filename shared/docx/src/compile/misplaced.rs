//! Tags in places where they cannot work: about rows and cells outside tables, merges outside loops.

use super::blocks::Block;
use super::repeat::Stretches;
use super::site::Site;
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::nesting::Tangle;
use crate::text::report::Remarks;
use crate::text::scan::{Delimiter, Scope, Tag};
use platen_ooxml::xml::Tree;

/// Remarks on all such tags of a part.
pub(super) fn check(
    tree: &Tree,
    flows: &[Flow],
    sites: &[Site],
    blocks: &[Block],
    remarks: &mut Remarks<'_>,
) {
    let is_loop = |block: &&Block| sites[block.tags[0]].tag.keyword() == "for";
    let loops =
        blocks.iter().filter(is_loop).filter_map(|block| Some(block.tags[0] + 1..*block.tags.last()?));
    let loops = Stretches::of(loops.collect());
    let is_body = tree.top_level().any(|node| tree.is_w(node, "document"));
    for (index, site) in sites.iter().enumerate() {
        let flow = &flows[site.flow];
        let in_table = tree.ancestor_w(flow.paragraph, "tc").is_some();
        let acts_on_table = site.effect.is_some_and(Effect::is_of_table)
            || site.tag.scope >= Scope::Cell && site.tag.delimiter == Delimiter::Block;
        let merges = matches!(site.effect, Some(Effect::MergeAcross | Effect::MergeDown));
        let (message, hint) = if acts_on_table && !in_table {
            ("has no effect here: it is not in a table", "put it in a cell of its table")
        } else if merges && !loops.contains(index) {
            (
                "has no effect here: it is not in a loop",
                "it merges the cells that a `{% for %}` around it repeats",
            )
        } else if flow.plain.is_some() && site.effect.is_some() {
            (
                "has no effect here: this is not a paragraph of the document",
                "put it in the paragraph that it applies to",
            )
        } else if site.effect == Some(Effect::Page) && !is_body {
            (
                "has no effect here: headers, footers, notes and comments stand on the pages of a section",
                "put it in the text of that section",
            )
        } else {
            continue;
        };
        let message = format!("{} {message}", site.tag.original);
        remarks.add(site.flow, &site.tag.range, message, Some(hint.to_owned()));
    }
}

/// What is said of a tag that would make a corrupt document of each way through the template, or of one.
pub(super) fn tangled(tangle: Tangle, tag: &Tag) -> (String, &'static str) {
    let (message, hint) = match tangle {
        Tangle::Jump => (
            "cannot end the turn of its loop here",
            "put it in a paragraph or row of its own inside of the loop, not in a `with`, `filter` or `set` block, a text box, or a cell that can be empty",
        ),
        Tangle::Adrift => {
            ("stands between the texts of the document", "type it again, in the text of a paragraph")
        }
        Tangle::Crossed | Tangle::Torn | Tangle::Unbalanced => (
            "and the other tags of its block do not enclose a whole piece of the document",
            "put the tags of this block in paragraphs of their own, in rows of their own, or all in one paragraph",
        ),
    };
    (format!("{} {message}", tag.original), hint)
}
