//! Loops and conditions around rows, paragraphs and tables without marks in the text: comments of docx-stamper demand them,
//! and rows of XDocReport that name a list.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::dialect::Dialect;
use super::holder::Holder;
use super::mark::{Mark, Site, What};
use super::sections::pair;
use crate::text::flow::Flow;
use platen_ooxml::xml::{NodeId, Tree};

/// A loop or condition around one or more elements that stand side by side.
#[derive(Debug, Clone)]
pub(super) struct Wrap {
    pub first: NodeId,
    pub last: NodeId,
    pub what: What,
    pub dialect: Dialect,
}

/// Adds the marks of the wraps to those of a part.
pub(super) fn insert(tree: &Tree, flows: &[Flow], wraps: &mut [Wrap], found: &mut Vec<(usize, Mark)>) {
    let loops = |wrap: &Wrap| matches!(wrap.what, What::For(..) | What::Rows(_));
    wraps.sort_by_key(|wrap| (wrap.first, Reverse(wrap.last), !loops(wrap)));
    let mark = |wrap: &Wrap, what: What, site: Site| {
        let element = if tree.is_w(wrap.first, "tr") { "tr" } else { "p" };
        let what = What::Around(element, Box::new(what));
        Mark { dialect: wrap.dialect, open: "around", range: 0..0, what, is_certain: true, site }
    };
    for wrap in wraps.iter() {
        let start = flows.partition_point(|flow| flow.paragraph < wrap.first);
        let at = found.partition_point(|(flow, mark)| {
            *flow < start || *flow == start && matches!(mark.site, Site::Before(_))
        });
        found.insert(at, (start, mark(wrap, wrap.what.clone(), Site::Before(wrap.first))));
    }
    // Those inside end first.
    for wrap in wraps.iter().rev() {
        let end = flows
            .partition_point(|flow| flow.paragraph <= wrap.last || tree.within(flow.paragraph, wrap.last));
        let at = found.partition_point(|(flow, _)| *flow < end);
        let end = What::End(String::new());
        let flow = found.get(at.saturating_sub(1)).map_or(0, |(flow, _)| *flow);
        found.insert(at, (flow, mark(wrap, end, Site::After(wrap.last))));
    }
}

/// The rows in which XDocReport's values name a list as a whole that has a loop elsewhere: each is repeated.
pub(super) fn rows(found: &[(usize, Mark)], holders: &[Holder]) -> Vec<Wrap> {
    let marks: Vec<Mark> = found.iter().map(|(_, mark)| mark.clone()).collect();
    let plain = |code: &str| code.trim().trim_start_matches(['$', '!', '{']).trim_end_matches('}').to_owned();
    let list = |mark: &Mark| match &mark.what {
        What::For(_, code) if mark.open == "field" => Some(plain(code)),
        _ => None,
    };
    let lists: BTreeSet<String> = marks.iter().filter_map(list).collect();
    if lists.is_empty() {
        return Vec::new();
    }
    let blocks = pair(&marks);
    let mut rows: BTreeMap<NodeId, String> = BTreeMap::new();
    for (index, (mark, holder)) in marks.iter().zip(holders).enumerate() {
        let What::Value(code) = &mark.what else { continue };
        let code = plain(code);
        let of =
            lists.iter().find(|list| code.strip_prefix(list.as_str()).is_some_and(|m| m.starts_with('.')));
        let Some(of) = of.filter(|_| mark.dialect == Dialect::Velocity && holder.is_row) else { continue };
        let is_inside = blocks.iter().any(|block| {
            block.open < index && index < block.close && list(&marks[block.open]).as_ref() == Some(of)
        });
        if !is_inside {
            rows.entry(holder.node).or_insert_with(|| of.clone());
        }
    }
    let wrap = |(row, list): (NodeId, String)| Wrap {
        first: row,
        last: row,
        what: What::Rows(list),
        dialect: Dialect::Velocity,
    };
    rows.into_iter().map(wrap).collect()
}
