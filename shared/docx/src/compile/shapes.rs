//! Checks that a block leaves out or repeats a whole piece of the document.

use std::collections::HashMap;
use std::ops::Range;

use super::blocks::Block;
use super::site::Site;
use crate::text::flow::Flow;
use crate::text::report::Remarks;
use platen_ooxml::xml::Tree;

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
            let hint = match from.flow == to.flow {
                true => "put both into the same content control or field, or both outside of it",
                false => "put both in paragraphs of their own, in rows of their own, or in one paragraph",
            };
            remarks.add(from.flow, &from.tag.range, message, Some(hint.to_owned()));
        }
    }
}

/// Where the tags of blocks stand, by which it is told whether something may be left out or wrapped as a whole.
pub(super) struct Borders<'b> {
    /// Places in the source with the tags there, ascending.
    places: Vec<(usize, usize)>,
    /// For each tag its place and its block.
    tags: HashMap<usize, (usize, &'b Block)>,
    /// What was answered: a thousand values may take along one table.
    known: HashMap<Range<usize>, Option<usize>>,
}

impl<'b> Borders<'b> {
    pub fn of(sites: &[Site], blocks: &'b [Block]) -> Borders<'b> {
        let tags = blocks.iter().flat_map(|block| block.tags.iter().map(move |tag| (*tag, block)));
        let tags: HashMap<usize, (usize, &Block)> =
            tags.filter_map(|(tag, block)| Some((tag, (sites[tag].anchor?.at, block)))).collect();
        let mut places: Vec<(usize, usize)> = tags.iter().map(|(tag, (at, _))| (*at, *tag)).collect();
        places.sort_unstable();
        Borders { places, tags, known: HashMap::new() }
    }

    /// A tag in a stretch of the source of which another tag of its block stands outside.
    pub fn torn_by(&mut self, stretch: Range<usize>) -> Option<usize> {
        if let Some(known) = self.known.get(&stretch) {
            return *known;
        }
        let is_inside = |at: usize| stretch.start < at && at < stretch.end;
        let from = self.places.partition_point(|(at, _)| *at <= stretch.start);
        let inside = self.places[from..].iter().take_while(|(at, _)| is_inside(*at));
        let torn = inside.map(|(_, tag)| *tag).find(|tag| {
            let block = self.tags.get(tag).map(|(_, block)| *block);
            let ends = block.into_iter().flat_map(|block| [block.tags.first(), block.tags.last()]).flatten();
            ends.filter_map(|end| self.tags.get(end)).any(|(at, _)| !is_inside(*at))
        });
        self.known.insert(stretch, torn);
        torn
    }
}

/// What to do about it.
pub(super) const TORN: &str = "put the tags of this block in paragraphs of their own, or all in this one";
