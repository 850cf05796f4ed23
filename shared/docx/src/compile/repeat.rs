//! Prevents duplicates: ids of drawings, controls, bookmarks and paragraphs inside loops. Also prevents gaps if a loop
//! writes nothing: a cell's last paragraph, a table's rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::text::Marks;
use crate::text::marks::Piece;
use platen_ooxml::sentinel::GUARD;
use platen_ooxml::structure::{HOLDERS, is_revision, stands_once};
use platen_ooxml::xml::{NodeId, Ns, Tree, start_tag};

/// Stretches of the source, or of a list of tags, joined where they overlap, so that thousands of blocks are asked as fast as one.
#[derive(Debug, Default)]
pub(super) struct Stretches(Vec<Range<usize>>);

impl Stretches {
    pub fn of(mut ranges: Vec<Range<usize>>) -> Stretches {
        ranges.sort_unstable_by_key(|r| r.start);
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match joined.last_mut().filter(|last| range.start <= last.end) {
                Some(last) => last.end = last.end.max(range.end),
                None => joined.push(range),
            }
        }
        Stretches(joined)
    }

    pub fn contains(&self, at: usize) -> bool {
        let next = self.0.partition_point(|r| r.start <= at);
        next.checked_sub(1).is_some_and(|i| at < self.0[i].end)
    }
}

/// Renews ids of all elements of `part` that lie in a repeated stretch.
pub(super) fn renew_ids(tree: &Tree, part: &str, repeated: &Stretches, marks: &mut Marks) {
    if repeated.0.is_empty() {
        return;
    }
    let mut runs = HashMap::new();
    for node in tree.nodes().filter(|n| tree.is_element(*n)) {
        if !repeated.contains(tree.range(node).start) {
            continue;
        }
        let parent_is = |local: &str| tree.parent(node).is_some_and(|p| tree.is_w(p, local));
        match tree.local(node) {
            "docPr" => fresh_id(tree, node, "id", marks),
            "id" if parent_is("sdtPr") => fresh_id(tree, node, "val", marks),
            name if tree.ns(node) == Ns::W && is_revision(name) => fresh_id(tree, node, "id", marks),
            // Boxes whose text goes on in others have their chain's id in common.
            name @ ("txbx" | "linkedTxbx") => {
                if let Some(value) = tree.attr_range(node, "id") {
                    let key = key_of(part, "txbx", &tree.source()[value.clone()]);
                    let id = format!("__text_box(\"{key}\", {})", name == "txbx");
                    marks.substitute(node, value, vec![Piece::value(id)]);
                }
            }
            // VML's ids are names (ECMA-376 part 4, 19.1.2.19); what they share, a shape's type, has another element.
            "shape" | "rect" | "roundrect" | "oval" | "line" | "polyline" | "group"
                if tree.prefix(node) == "v:" =>
            {
                if let Some(value) = tree.attr_range(node, "id") {
                    marks.substitute(node, value, vec![Piece::xml("platen"), Piece::value("__id()")]);
                }
            }
            "p" | "tr"
                if tree.ns(node) == Ns::W
                    && marks.opened(node).is_none()
                    && tree.attr_range(node, "paraId").is_some() =>
            {
                marks.open(node, vec![Piece::xml(start_tag(tree, node, &["paraId", "textId"]))]);
            }
            // A bookmark, comment or move can be in one place only: the first turn keeps it.
            name if tree.ns(node) == Ns::W && stands_once(name) && !marks.substitutes(node) => {
                // Each part numbers its own.
                let key = key_of(part, name, &tree.attr(node, "id").unwrap_or_default());
                let once = Piece::statement(format!("if __once(\"{key}\")"));
                marks.around(run_of(tree, node, &mut runs).unwrap_or(node), once, Piece::statement("endif"));
            }
            _ => {}
        }
    }
}

/// The run that holds nothing but this: left out, it must not leave an empty run. `runs` keeps of each run that was asked
/// for how many elements it shows, since it may hold a thousand bookmarks.
fn run_of(tree: &Tree, node: NodeId, runs: &mut HashMap<NodeId, usize>) -> Option<NodeId> {
    let run = tree.parent(node).filter(|run| tree.is_w(*run, "r"))?;
    let shown = |n: &NodeId| tree.is_element(*n) && !tree.is_w(*n, "rPr");
    let count = runs.entry(run).or_insert_with(|| tree.children(run).filter(shown).count());
    (*count == 1).then_some(run)
}

/// The key of a part's id of a kind within an expression.
fn key_of(part: &str, kind: &str, id: &str) -> String {
    format!("{part} {kind} {id}").replace(['"', '\\', GUARD], "")
}

fn fresh_id(tree: &Tree, node: NodeId, attribute: &str, marks: &mut Marks) {
    if let Some(value) = tree.attr_range(node, attribute) {
        marks.substitute(node, value, vec![Piece::value("__id()")]);
    }
}

/// What tags may leave out of a part.
pub(super) struct Absences<'a> {
    /// What stands between the tags of blocks, by where it begins.
    conditional: Vec<Range<usize>>,
    /// Tables whose columns tags may add or leave out.
    varying: &'a BTreeSet<NodeId>,
}

/// Guards what tags may empty; `holders` are elements in which a tag stands as a direct child. An element that keeps
/// what it needs whatever the tags do is not guarded: guarding copies it.
pub(super) fn guard(tree: &Tree, holders: &BTreeSet<NodeId>, absences: &Absences<'_>, marks: &mut Marks) {
    let emptied = emptied(tree, holders, absences, marks);
    let emptied_tables: BTreeSet<NodeId> = emptied.values().copied().collect();
    let mut seen = BTreeSet::new();
    for holder in holders {
        for node in std::iter::once(*holder).chain(tree.ancestors(*holder)) {
            // What is around it was seen with it: a thousand paragraphs of a header look at the header once.
            if !seen.insert(node) {
                break;
            }
            let prefix = tree.prefix(node);
            if tree.is_w(node, "tbl") {
                let absent = absences.inside(tree.range(node));
                let stays = |row| stays(tree, marks, &absent, row) && !emptied.contains_key(&row);
                let keeps_row = tree.children(node).any(|n| tree.is_w(n, "tr") && stays(n));
                let varies = absences.varying.contains(&node)
                    || emptied_tables.contains(&node)
                    || !tree.children(node).all(stays) && merges_upwards(tree, node);
                if varies || !keeps_row {
                    let filter = format!("filter __table(\"{prefix}\", {varies})");
                    marks.around(node, Piece::statement(filter), Piece::statement("endfilter"));
                }
                if keeps_row {
                    break;
                }
            } else if HOLDERS.iter().any(|h| tree.is_w(node, h)) {
                let last = tree.children(node).filter(|n| tree.is_element(*n)).last();
                let absent = absences.inside(tree.range(node));
                let keeps_paragraph =
                    last.is_some_and(|n| tree.is_w(n, "p") && stays(tree, marks, &absent, n));
                if !keeps_paragraph && !marks.is_dropped(node) {
                    let filter = format!("filter __block(\"{prefix}\")");
                    marks.around(node, Piece::statement(filter), Piece::statement("endfilter"));
                }
                break;
            }
        }
    }
}

/// Rows that tags may leave without a cell, with their tables.
fn emptied(
    tree: &Tree,
    holders: &BTreeSet<NodeId>,
    absences: &Absences<'_>,
    marks: &Marks,
) -> BTreeMap<NodeId, NodeId> {
    let in_control = |n: &NodeId| tree.is_w(*n, "sdt") || tree.is_w(*n, "sdtContent");
    let row_of = |holder: NodeId| {
        let row = std::iter::once(holder).chain(tree.ancestors(holder)).find(|n| !in_control(n))?;
        Some((row, tree.ancestor_w(row, "tbl").filter(|_| tree.is_w(row, "tr"))?))
    };
    let keeps_cell = |row: NodeId| {
        let absent = absences.inside(tree.range(row));
        tree.children(row).any(|n| tree.is_w(n, "tc") && stays(tree, marks, &absent, n))
    };
    let mut rows: BTreeMap<NodeId, NodeId> = holders.iter().filter_map(|holder| row_of(*holder)).collect();
    rows.retain(|row, _| !keeps_cell(*row));
    rows
}

/// Whether cells of a table go on with those above them (`w:vMerge`, 17.4.84).
fn merges_upwards(tree: &Tree, table: NodeId) -> bool {
    let goes_on = |n| tree.is_w(n, "vMerge") && tree.attr(n, "val").is_none_or(|kind| kind != "restart");
    tree.descendants(table).any(goes_on)
}

/// Whether a node is written whenever what is around it is.
fn stays(tree: &Tree, marks: &Marks, absent: &Stretches, node: NodeId) -> bool {
    !marks.is_dropped(node) && !absent.contains(tree.range(node).start)
}

impl<'a> Absences<'a> {
    pub fn of(mut conditional: Vec<Range<usize>>, varying: &'a BTreeSet<NodeId>) -> Absences<'a> {
        conditional.sort_unstable_by_key(|r| r.start);
        Absences { conditional, varying }
    }

    /// What tags may leave out of an element that stays itself.
    fn inside(&self, element: Range<usize>) -> Stretches {
        let from = self.conditional.partition_point(|r| r.start <= element.start);
        let upto = self.conditional.partition_point(|r| r.start < element.end);
        Stretches::of(self.conditional[from..upto].to_vec())
    }
}
