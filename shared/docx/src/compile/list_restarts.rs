//! Numbered lists that restart. A list whose items a loop writes within another loop counts from its start in each
//! turn of the outer one: it has a heading, a group or a customer of its own there. `{% list "continue" %}` in one of its
//! paragraphs lets it count on; `{% list "restart" %}` lets a list restart with the paragraph, whatever is around it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::blocks::Block;
use super::site::Site;
use super::styles::{Styles, list_id};
use crate::CompileError;
use crate::text::Marks;
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::marks::Piece;
use platen_ooxml::order;
use platen_ooxml::style_lists::{ByStyle, StyleLists};
use platen_ooxml::xml::{NodeId, Tree};

/// A loop: a `for` block or a repeating section.
struct Loop {
    range: Range<usize>,
    begin: Begin,
    /// The loop around it.
    outer: Option<usize>,
}

#[derive(Clone, Copy)]
enum Begin {
    /// Behind this tag.
    Tag(usize),
    /// Before this node, within what stands around it.
    Node(NodeId),
}

/// A paragraph of a list.
struct Item<'l> {
    paragraph: NodeId,
    /// Where its own properties name the list.
    own: Option<(NodeId, Range<usize>)>,
    by_style: Option<ByStyle<'l>>,
}

/// Marks the lists of a part. Returns the tags about a list that stand in none.
///
/// # Errors
/// The styles cannot be read, or the budget has ended.
pub(super) fn apply<'s>(
    tree: &Tree,
    flows: &[Flow],
    sites: &'s [Site],
    blocks: &[Block],
    sections: &[NodeId],
    styles: &mut Styles<'_>,
    marks: &mut Marks,
) -> Result<Vec<&'s Site>, CompileError> {
    let chosen: Vec<(&'s Site, NodeId)> = sites
        .iter()
        .filter(|s| matches!(s.effect, Some(Effect::Restart | Effect::Continue)))
        .map(|s| (s, flows[s.flow].paragraph))
        .collect();
    let loops = loops(tree, sites, blocks, sections);
    if chosen.is_empty() && loops.iter().all(|each| each.outer.is_none()) {
        return Ok(Vec::new());
    }
    let of_styles = styles.lists()?;
    let lists = items(tree, &of_styles)?;
    let each = lists.iter().flat_map(|(list, items)| items.iter().map(|item| (item.paragraph, *list)));
    let of_paragraph: HashMap<NodeId, u32> = each.collect();
    let (mut continued, mut restarted, mut misplaced) = (HashSet::new(), HashSet::new(), Vec::new());
    let largest = styles.largest_list()?;
    let restart = |list: u32| Piece::value(format!("__restart({list}, {largest})"));
    for (site, paragraph) in chosen {
        tree.check()?;
        let Some(list) = of_paragraph.get(&paragraph).copied() else {
            misplaced.push(site);
            continue;
        };
        continued.insert(list);
        if site.effect == Some(Effect::Restart) {
            marks.before(paragraph, restart(list));
            restarted.insert(list);
        }
    }
    for (list, items) in lists.iter().filter(|(list, _)| !continued.contains(*list)) {
        if let Some(begin) = around(&loops, tree, items) {
            match begin {
                Begin::Tag(tag) => marks.behind(tag, restart(*list)),
                Begin::Node(node) => marks.before(node, restart(*list)),
            }
            restarted.insert(*list);
        }
    }
    for (list, items) in lists.iter().filter(|(list, _)| restarted.contains(*list)) {
        items.iter().for_each(|item| number(tree, item, *list, marks));
    }
    Ok(misplaced)
}

/// All loops of a part in the order of their beginnings, each with the one around it.
fn loops(tree: &Tree, sites: &[Site], blocks: &[Block], sections: &[NodeId]) -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    for block in blocks.iter().filter(|block| sites[block.tags[0]].tag.keyword() == "for") {
        let at = |tag: Option<&usize>| tag.and_then(|tag| sites[*tag].anchor).map(|anchor| anchor.at);
        if let (Some(start), Some(end)) = (at(block.tags.first()), at(block.tags.last())) {
            loops.push(Loop { range: start..end, begin: Begin::Tag(block.tags[0]), outer: None });
        }
    }
    for section in sections {
        let content = tree.child_w(*section, "sdtContent");
        if let Some(item) = content.and_then(|content| tree.child_w(content, "sdt")) {
            loops.push(Loop { range: tree.range(*section), begin: Begin::Node(item), outer: None });
        }
    }
    loops.sort_by_key(|each| (each.range.start, std::cmp::Reverse(each.range.end)));
    let mut open: Vec<usize> = Vec::new();
    for index in 0..loops.len() {
        let start = loops[index].range.start;
        while open.pop_if(|outer| loops[*outer].range.end <= start).is_some() {}
        loops[index].outer = open.last().copied();
        open.push(index);
    }
    loops
}

/// The paragraphs of all lists, by the list's id.
fn items<'l>(tree: &Tree, of_styles: &'l StyleLists) -> Result<BTreeMap<u32, Vec<Item<'l>>>, CompileError> {
    let mut lists: BTreeMap<u32, Vec<Item<'l>>> = BTreeMap::new();
    for paragraph in tree.nodes().filter(|n| tree.is_w(*n, "p")) {
        tree.check()?;
        let Some(properties) = tree.child_w(paragraph, "pPr") else { continue };
        let numbering = tree.child_w(properties, "numPr");
        let item = |own, by_style| Item { paragraph, own, by_style };
        if let Some(list) = numbering.and_then(|n| list_id(tree, n)) {
            let own = numbering.and_then(|n| tree.child_w(n, "numId"));
            let own = own.and_then(|n| Some((n, tree.attr_range(n, "val")?)));
            if list > 0 {
                lists.entry(list).or_default().push(item(own, None));
            }
        } else if let Some(by_style) = of_styles.of_paragraph(tree, properties)
            && let Ok(list) = by_style.list.id.parse()
        {
            lists.entry(list).or_default().push(item(None, Some(by_style)));
        }
    }
    Ok(lists)
}

/// The beginning of the loop around the one that writes all the items of a list.
fn around(loops: &[Loop], tree: &Tree, items: &[Item<'_>]) -> Option<Begin> {
    let (first, last) = (items.first()?.paragraph, items.last()?.paragraph);
    let (start, end) = (tree.range(first).start, tree.range(last).end);
    let mut at = loops.partition_point(|each| each.range.start <= start).checked_sub(1);
    while let Some(index) = at.filter(|index| loops[*index].range.end < end) {
        at = loops[index].outer;
    }
    loops[loops[at?].outer?].begin.into()
}

/// Asks for the id that the list has now.
fn number(tree: &Tree, item: &Item<'_>, list: u32, marks: &mut Marks) {
    let id = Piece::value(format!("__list({list})"));
    if let Some((node, range)) = &item.own {
        return marks.substitute(*node, range.clone(), vec![id]);
    }
    let Some(properties) = tree.child_w(item.paragraph, "pPr") else { return };
    let numbering = tree.child_w(properties, "numPr");
    let mut xml = vec![Piece::xml("<w:numPr>")];
    if let Some(by_style) = &item.by_style
        && numbering.and_then(|n| tree.child_w(n, "ilvl")).is_none()
    {
        xml.push(Piece::xml(format!("<w:ilvl w:val=\"{}\"/>", by_style.level)));
    }
    xml.extend(numbering.into_iter().flat_map(|n| tree.children(n)).map(|n| Piece::Source(tree.range(n))));
    xml.extend([Piece::xml("<w:numId w:val=\""), id, Piece::xml("\"/></w:numPr>")]);
    match numbering {
        Some(node) => marks.replace(node, xml),
        None => insert(tree, properties, "numPr", xml, marks),
    }
    let own = tree.child_w(properties, "ind");
    let attributes =
        item.by_style.map(|by_style| by_style.list.indents_beside(tree, own)).unwrap_or_default();
    match own {
        _ if attributes.is_empty() => {}
        Some(own) => {
            let Range { start, end } = tree.range(own);
            let name = start + "<w:ind".len();
            let pieces = vec![Piece::Source(start..name), Piece::xml(attributes), Piece::Source(name..end)];
            marks.replace(own, pieces);
        }
        None => insert(tree, properties, "ind", vec![Piece::xml(format!("<w:ind{attributes}/>"))], marks),
    }
}

/// Puts an element into the properties of a paragraph, which hold its style at least.
fn insert(tree: &Tree, properties: NodeId, name: &str, xml: Vec<Piece>, marks: &mut Marks) {
    let place = |local: &str| order::PARAGRAPH.iter().position(|known| *known == local);
    let before = |n: &NodeId| place(tree.local(*n)).is_some_and(|at| Some(at) < place(name));
    if let Some(last) = tree.children(properties).filter(before).last() {
        xml.into_iter().for_each(|piece| marks.after(last, piece));
    }
}
