//! The scope of tags that have no prefix.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::blocks::Block;
use super::super::site::Site;
use super::{is_object, outside};
use crate::text::flow;
use crate::text::flow::Flow;
use crate::text::scan::{Delimiter, Scope};
use crate::text::syntax::Syntax;
use platen_ooxml::Exhausted;
use platen_ooxml::xml::{NodeId, Tree};

/// Gives bare `for`/`if` tags the scope that their author meant: tags that stand alone in rows act on the rows, alone in
/// paragraphs on the paragraphs, and a block from one cell of a row to another on the row.
pub(crate) fn infer(
    tree: &Tree,
    flows: &[Flow],
    sites: &mut [Site],
    blocks: &[Block],
) -> Result<(), Exhausted> {
    for block in blocks {
        tree.check()?;
        let settled = |t: &usize| {
            let tag = &sites[*t].tag;
            flows[sites[*t].flow].plain.is_some() || tag.scope != Scope::Inline
        };
        if block.tags.iter().any(settled) {
            continue;
        }
        // `{%-` and `-%}` join paragraphs, which then have to stay; they do nothing to rows.
        let joins = block.tags.iter().any(|t| sites[*t].tag.joins_before() || sites[*t].tag.joins_after());
        let paragraph = |t: &usize| flows[sites[*t].flow].paragraph;
        let paragraphs: BTreeSet<NodeId> = block.tags.iter().map(paragraph).collect();
        if paragraphs.len() < 2 {
            let holders: Option<BTreeSet<NodeId>> = block
                .tags
                .iter()
                .map(|t| run_holder(tree, &flows[sites[*t].flow], &sites[*t].tag.range))
                .collect();
            // What a macro captures is printed wherever it is called: a call in runs of its own may be one of a macro of text.
            let is_called = matches!(sites[block.tags[0]].syntax, Syntax::Macro(..) | Syntax::Call(..));
            if !joins && !is_called && holders.is_some_and(|h| h.len() == 1) {
                block.tags.iter().for_each(|t| sites[*t].tag.scope = Scope::Run);
            }
            continue;
        }
        let rows: Option<Vec<NodeId>> =
            block.tags.iter().map(|t| tree.ancestor_w(paragraph(t), "tr")).collect();
        let alone = |t: &usize| flows[sites[*t].flow].is_all(&sites[*t].tag.range);
        let scope = match rows {
            Some(rows) => {
                let distinct: BTreeSet<NodeId> = rows.iter().copied().collect();
                let row_is_tag = |t: &usize, row: NodeId| {
                    let texts = flow::below(tree, flows, row);
                    texts.filter(|(_, f)| !f.is_blank()).take(2).count() == 1 && alone(t)
                };
                let cells: BTreeSet<_> =
                    block.tags.iter().map(|t| tree.ancestor_w(paragraph(t), "tc")).collect();
                if distinct.len() == rows.len()
                    && block.tags.iter().zip(&rows).all(|(t, r)| row_is_tag(t, *r))
                    || distinct.len() == 1 && cells.len() == block.tags.len()
                {
                    Some(Scope::Row)
                } else {
                    None
                }
            }
            None => None,
        };
        let scope = scope.or_else(|| {
            let apart = !joins && paragraphs.len() == block.tags.len();
            (apart && block.tags.iter().all(alone)).then_some(Scope::Paragraph)
        });
        for t in scope.iter().flat_map(|_| &block.tags) {
            sites[*t].tag.scope = scope.unwrap_or(Scope::Inline);
        }
    }
    Ok(())
}

/// Lets tags that write nothing take the paragraph along that they have to themselves: statements, remarks, jumps, and
/// blocks of these, also beside tags of the paragraph, its row or its cell.
pub(crate) fn infer_silent(tree: &Tree, flows: &[Flow], sites: &mut [Site], blocks: &[Block]) {
    let mut block_of: Vec<Option<usize>> = vec![None; sites.len()];
    for (index, block) in blocks.iter().enumerate() {
        block.tags.iter().for_each(|tag| block_of[*tag] = Some(index));
    }
    let loops = loops(sites, blocks, &block_of);
    let mut start = 0;
    while start < sites.len() {
        let flow = &flows[sites[start].flow];
        let here = start..start + sites[start..].iter().take_while(|s| s.flow == sites[start].flow).count();
        start = here.end;
        let silent = |index: usize| {
            let Site { tag, syntax, effect, .. } = &sites[index];
            if tag.scope >= Scope::Paragraph && tag.delimiter == Delimiter::Block {
                return true;
            }
            match syntax {
                Syntax::Set(..) | Syntax::Do(_) => tag.scope == Scope::Inline,
                Syntax::Nothing => {
                    tag.scope == Scope::Inline && tag.delimiter == Delimiter::Comment && effect.is_none()
                }
                Syntax::Word("break" | "continue") => {
                    tag.scope == Scope::Inline && leaves_paragraph(tree, flows, sites, index, loops[index])
                }
                Syntax::For { recursive: false, .. } | Syntax::If(_) | Syntax::Elif(_) | Syntax::Word(_) => {
                    let tags = block_of[index].map(|block| &blocks[block].tags);
                    tag.scope <= Scope::Run
                        && tags.is_some_and(|tags| tags.iter().all(|tag| here.contains(tag)))
                }
                _ => false,
            }
        };
        let governs = here.clone().all(|index| sites[index].tag.scope >= Scope::Paragraph);
        // `{%- set ... -%}` makes one paragraph of the two beside it; joined to one of them, it leaves nothing either.
        let joins = sites[here.start].tag.joins_before() && sites[here.end - 1].tag.joins_after();
        if flow.plain.is_some() || governs || joins || !here.clone().all(silent) {
            continue;
        }
        let ranges: Vec<&Range<usize>> = sites[here.clone()].iter().map(|s| &s.tag.range).collect();
        if outside(&flow.text, &ranges).trim().is_empty() {
            sites[here].iter_mut().for_each(|s| s.tag.scope = s.tag.scope.max(Scope::Paragraph));
        }
    }
}

/// The first tag of the innermost loop around each tag.
fn loops(sites: &[Site], blocks: &[Block], block_of: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut loops = Vec::with_capacity(sites.len());
    for (index, block) in block_of.iter().enumerate() {
        let tags = block.map(|block| &blocks[block].tags);
        let tags = tags.filter(|tags| sites[tags[0]].tag.keyword() == "for");
        // Its turns end where its `else` stands.
        if tags.is_some_and(|tags| tags.get(1) == Some(&index)) {
            open.pop();
        }
        loops.push(open.last().copied());
        if tags.is_some_and(|tags| tags[0] == index) {
            open.push(index);
        }
    }
    loops
}

/// Whether a jump may stand in the place of its paragraph: its loop is one of paragraphs beside it, or in it.
fn leaves_paragraph(tree: &Tree, flows: &[Flow], sites: &[Site], jump: usize, begin: Option<usize>) -> bool {
    let Some(begin) = begin else { return false };
    let parent = |tag: usize| tree.parent(flows[sites[tag].flow].paragraph);
    match sites[begin].tag.scope {
        Scope::Inline | Scope::Run => sites[begin].flow == sites[jump].flow,
        Scope::Paragraph => parent(begin) == parent(jump),
        Scope::Cell | Scope::Row => false,
    }
}

/// What holds the runs of a tag that has them to itself.
fn run_holder(tree: &Tree, flow: &Flow, range: &Range<usize>) -> Option<NodeId> {
    let (mut holder, mut last) = (None, None);
    for segment in flow.touched(range) {
        let run = tree.ancestor_w(segment.node, "r")?;
        if last.replace(run) == Some(run) {
            continue;
        }
        let alone =
            flow.inside(tree, run).iter().all(|s| range.start <= s.text.start && s.text.end <= range.end);
        if !alone || tree.descendants(run).any(|n| is_object(tree, n)) {
            return None;
        }
        holder = holder.or(tree.parent(run));
    }
    holder
}
