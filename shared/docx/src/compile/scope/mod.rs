//! Where a tag acts: in the text, on its run, paragraph, cell or row. Text beside a tag is kept: a paragraph or run
//! is split around the tag, a row or cell is governed as a whole.

mod give_way;
mod in_paragraph;
mod infer;
mod split;
mod wrapped;

pub(crate) use infer::{infer, infer_silent};
pub(crate) use wrapped::unwrap;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::scope::in_paragraph::Paragraph;
use super::site::{Anchor, Site};
use crate::text::flow::Flow;
use crate::text::marks::Piece;
use crate::text::scan::{Delimiter, Scope};
use crate::text::{Marks, flow};
use platen_ooxml::xml::{NodeId, Ns, Tree};
use platen_ooxml::{Exhausted, Limits};

/// Marks every tag's place and notes its anchor. Tags of a run, paragraph, cell or row that holds nothing else take
/// its place. Returns the paragraphs that captured values may take the place of.
pub(crate) fn apply(
    tree: &Tree,
    flows: &[Flow],
    sites: &mut [Site],
    closing: &BTreeSet<usize>,
    limits: &Limits,
    marks: &mut Marks,
) -> Result<Vec<NodeId>, Exhausted> {
    let mut by_flow: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut governed: BTreeMap<(NodeId, Scope), Vec<usize>> = BTreeMap::new();
    for (index, site) in sites.iter().enumerate() {
        by_flow.entry(site.flow).or_default().push(index);
        let holder = match site.tag.scope {
            Scope::Row => "tr",
            Scope::Cell => "tc",
            _ => continue,
        };
        // A value is written where it stands: only statements and remarks act on what holds them.
        if site.tag.delimiter != Delimiter::Variable
            && let Some(node) = tree.ancestor_w(flows[site.flow].paragraph, holder)
        {
            governed.entry((node, site.tag.scope)).or_default().push(index);
        }
    }
    let mut hoisted: BTreeMap<usize, Anchor> = BTreeMap::new();
    for ((node, _), tags) in &governed {
        tree.check()?;
        govern(tree, flows, sites, *node, tags, closing, marks, &mut hoisted);
    }
    for (flow, tags) in by_flow {
        Paragraph::new(tree, &flows[flow], limits, marks).place(sites, &tags, &hoisted)?;
    }
    let lifting = sites.iter().filter(|s| s.lifts == Some(Scope::Paragraph));
    Ok(lifting.map(|s| flows[s.flow].paragraph).collect())
}

/// Puts the tags of a row or cell before and after it, or in its place when nothing else is in it.
#[expect(clippy::too_many_arguments, reason = "the pass's whole state, used once")]
fn govern(
    tree: &Tree,
    flows: &[Flow],
    sites: &[Site],
    node: NodeId,
    tags: &[usize],
    closing: &BTreeSet<usize>,
    marks: &mut Marks,
    hoisted: &mut BTreeMap<usize, Anchor>,
) {
    let mut by_flow: BTreeMap<usize, Vec<&Range<usize>>> = BTreeMap::new();
    for tag in tags {
        by_flow.entry(sites[*tag].flow).or_default().push(&sites[*tag].tag.range);
    }
    let has_more = flow::below(tree, flows, node).any(|(i, flow)| match by_flow.get(&i) {
        Some(here) => !outside(&flow.text, here).trim().is_empty(),
        None => !flow.is_blank(),
    }) || tree.descendants(node).any(|n| is_object(tree, n) && !marks.is_dropped(n));
    // A remark on a row or cell takes it out, whatever it holds.
    let has_more = has_more && tags.iter().any(|t| sites[*t].tag.delimiter != Delimiter::Comment);
    let range = tree.range(node);
    let parent = tree.parent(node);
    if !has_more {
        marks.drop(node);
    }
    for t in tags {
        let after = has_more && closing.contains(t);
        let at = if after { range.end } else { range.start };
        if after {
            marks.after(node, Piece::Tag(*t));
        } else {
            marks.before(node, Piece::Tag(*t));
        }
        hoisted.insert(*t, Anchor { parent, at });
    }
}

/// Text without the given ranges.
fn outside(text: &str, ranges: &[&Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for range in ranges {
        out.push_str(&text[at..range.start]);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Something in a run that is to be seen but is no text.
pub(super) fn is_object(tree: &Tree, node: NodeId) -> bool {
    let names =
        ["drawing", "pict", "object", "footnoteReference", "endnoteReference", "sym", "fldChar", "pgNum"];
    names.iter().any(|name| tree.is_w(node, name)) || tree.is(node, Ns::Mc, "AlternateContent")
}
