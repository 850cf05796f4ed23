//! Where a tag acts: in the text, on its run, paragraph, cell or row. Text beside a tag is kept: a paragraph or run
//! is split around the tag, a row or cell is governed as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::blocks::Block;
use super::cell::Effect;
use super::flow::{Flow, Segment};
use super::marks::{Marks, Piece};
use super::scan::{Delimiter, Scope, Tag};
use crate::xml::{Kind, NodeId, Ns, Tree};

/// A tag of a part and where its author put it.
#[derive(Debug)]
pub(crate) struct Site {
    pub tag: Tag,
    /// Index of the paragraph's flow.
    pub flow: usize,
    /// It changes its table cell, and is written in the cell's properties if anywhere.
    pub effect: Option<Effect>,
    /// Where it is written in compiled source; known once scopes are applied.
    pub anchor: Option<Anchor>,
}

/// A place in the tree where a tag is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// The element that holds the tag.
    pub parent: Option<NodeId>,
    /// Byte of the part's source.
    pub at: usize,
}

/// Gives bare `for`/`if` tags the scope that their author meant: tags that stand alone in rows act on the rows, alone in
/// paragraphs on the paragraphs, and a block from one cell of a row to another on the row.
pub(crate) fn infer(tree: &Tree, flows: &[Flow], sites: &mut [Site], blocks: &[Block]) {
    for block in blocks {
        let settled = |t: &usize| {
            let tag = &sites[*t].tag;
            flows[sites[*t].flow].plain.is_some()
                || tag.scope != Scope::Inline
                || tag.joins_before
                || tag.joins_after
        };
        if block.tags.iter().any(settled) {
            continue;
        }
        let paragraph = |t: &usize| flows[sites[*t].flow].paragraph;
        let paragraphs: BTreeSet<NodeId> = block.tags.iter().map(paragraph).collect();
        if paragraphs.len() < 2 {
            let holders: Option<BTreeSet<NodeId>> = block
                .tags
                .iter()
                .map(|t| run_holder(tree, &flows[sites[*t].flow], &sites[*t].tag.range))
                .collect();
            if holders.is_some_and(|h| h.len() == 1) {
                block.tags.iter().for_each(|t| sites[*t].tag.scope = Scope::Run);
            }
            continue;
        }
        let rows: Option<Vec<NodeId>> =
            block.tags.iter().map(|t| tree.ancestor_w(paragraph(t), "tr")).collect();
        let alone = |t: &usize| {
            let flow = &flows[sites[*t].flow];
            flow.text.trim() == &flow.text[sites[*t].tag.range.clone()]
        };
        let scope = match rows {
            Some(rows) => {
                let distinct: BTreeSet<NodeId> = rows.iter().copied().collect();
                let row_is_tag = |t: &usize, row: NodeId| {
                    let texts = flows.iter().filter(|f| tree.within(f.paragraph, row));
                    texts.filter(|f| !f.text.trim().is_empty()).count() == 1 && alone(t)
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
            (paragraphs.len() == block.tags.len() && block.tags.iter().all(alone)).then_some(Scope::Paragraph)
        });
        for t in scope.iter().flat_map(|_| &block.tags) {
            sites[*t].tag.scope = scope.unwrap_or(Scope::Inline);
        }
    }
}

/// What holds the runs of a tag that has them to itself.
fn run_holder(tree: &Tree, flow: &Flow, range: &Range<usize>) -> Option<NodeId> {
    let mut holder = None;
    for segment in flow.segments.iter().filter(|s| s.source_of(range).is_some()) {
        let run = tree.ancestor_w(segment.node, "r")?;
        let shared = |s: &&Segment| tree.within(s.node, run);
        let alone = flow
            .segments
            .iter()
            .filter(shared)
            .all(|s| range.start <= s.text.start && s.text.end <= range.end);
        if !alone || tree.descendants(run).any(|n| is_object(tree, n)) {
            return None;
        }
        holder = holder.or(tree.parent(run));
    }
    holder
}

/// Marks every tag's place and notes its anchor. Tags of a run, paragraph, cell or row that holds nothing else take
/// its place.
pub(crate) fn apply(
    tree: &Tree,
    flows: &[Flow],
    sites: &mut [Site],
    closing: &BTreeSet<usize>,
    marks: &mut Marks,
) {
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
        govern(tree, flows, sites, *node, tags, closing, marks, &mut hoisted);
    }
    for (flow, tags) in by_flow {
        Paragraph { tree, flow: &flows[flow], marks }.place(sites, &tags, &hoisted);
    }
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
    let has_more =
        flows.iter().enumerate().filter(|(_, f)| tree.within(f.paragraph, node)).any(|(i, flow)| {
            let here: Vec<&Range<usize>> =
                tags.iter().filter(|t| sites[**t].flow == i).map(|t| &sites[*t].tag.range).collect();
            !outside(&flow.text, &here).trim().is_empty()
        }) || tree.descendants(node).any(|n| is_object(tree, n));
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
fn is_object(tree: &Tree, node: NodeId) -> bool {
    let names =
        ["drawing", "pict", "object", "footnoteReference", "endnoteReference", "sym", "fldChar", "pgNum"];
    names.iter().any(|name| tree.is_w(node, name)) || tree.is(node, Ns::Mc, "AlternateContent")
}

/// The tags of one paragraph.
struct Paragraph<'a> {
    tree: &'a Tree,
    flow: &'a Flow,
    marks: &'a mut Marks,
}

impl Paragraph<'_> {
    fn place(&mut self, sites: &mut [Site], tags: &[usize], hoisted: &BTreeMap<usize, Anchor>) {
        let scoped: Vec<usize> = tags
            .iter()
            .copied()
            .filter(|t| {
                let tag = &sites[*t].tag;
                tag.scope == Scope::Paragraph && tag.delimiter != Delimiter::Variable
            })
            .collect();
        let seen = self.seen(sites, &scoped, tags, hoisted);
        let paragraph = self.flow.paragraph;
        let parent = self.tree.parent(paragraph);
        let range = self.tree.range(paragraph);
        let carries_section =
            self.tree.child_w(paragraph, "pPr").is_some_and(|p| self.tree.child_w(p, "sectPr").is_some());
        let remark = scoped.iter().any(|t| sites[*t].tag.delimiter == Delimiter::Comment);
        let whole = !scoped.is_empty() && (seen.is_empty() || remark) && !carries_section;
        // A paragraph with a section break is its section: it stays, outside of what its tags govern.
        let ends = scoped.iter().copied().filter(|t| sites[*t].tag.keyword().starts_with("end")).max();
        let follows = |t: usize| carries_section && seen.is_empty() && ends.is_none_or(|end| t > end);
        let on_runs = |t: &&usize| sites[**t].tag.acts_on_run();
        let run_tags: Vec<Range<usize>> =
            tags.iter().filter(on_runs).map(|t| sites[*t].tag.range.clone()).collect();
        for t in tags {
            let anchor = if let Some(anchor) = hoisted.get(t) {
                self.cut(&sites[*t].tag.range, Vec::new());
                *anchor
            } else if sites[*t].effect.is_some() {
                self.cut(&sites[*t].tag.range, Vec::new());
                continue;
            } else if scoped.contains(t) {
                let at = self.source_at(sites[*t].tag.range.start);
                if whole || !seen.iter().any(|s| *s < at) && !follows(*t) {
                    self.cut(&sites[*t].tag.range, Vec::new());
                    self.marks.before(paragraph, Piece::Tag(*t));
                    Anchor { parent, at: range.start }
                } else if !seen.iter().any(|s| *s > at) {
                    self.cut(&sites[*t].tag.range, Vec::new());
                    self.marks.after(paragraph, Piece::Tag(*t));
                    Anchor { parent, at: range.end }
                } else {
                    self.split(*t, &sites[*t].tag, paragraph)
                }
            } else {
                self.inline(*t, &sites[*t].tag, &run_tags)
            };
            sites[*t].anchor = Some(anchor);
        }
        if whole {
            self.marks.drop(paragraph);
        } else if self.flow.plain.is_none() {
            self.drop_empty_runs(sites, tags);
        }
    }

    /// Source positions of what the paragraph shows besides its paragraph tags.
    fn seen(
        &self,
        sites: &[Site],
        scoped: &[usize],
        tags: &[usize],
        hoisted: &BTreeMap<usize, Anchor>,
    ) -> Vec<usize> {
        if scoped.is_empty() {
            return Vec::new();
        }
        let gone: Vec<&Range<usize>> = tags
            .iter()
            .filter(|t| {
                scoped.contains(t)
                    || hoisted.contains_key(t)
                    || sites[**t].tag.delimiter == Delimiter::Comment
            })
            .map(|t| &sites[*t].tag.range)
            .collect();
        let mut seen: Vec<usize> = self
            .tree
            .descendants(self.flow.paragraph)
            .filter(|n| is_object(self.tree, *n))
            .map(|n| self.tree.range(n).start)
            .collect();
        for (at, c) in self.flow.text.char_indices() {
            if !c.is_whitespace() && !gone.iter().any(|g| g.contains(&at)) {
                seen.push(self.source_at(at));
            }
        }
        seen.sort_unstable();
        seen
    }

    /// Where a character of the flow's text stands in the source.
    fn source_at(&self, at: usize) -> usize {
        let index = self.flow.segments.partition_point(|s| s.text.end <= at);
        self.flow.segments.get(index).and_then(|s| s.source_of(&(at..at + 1))).map_or(0, |r| r.start)
    }

    /// A tag in the text: written where it begins, gone from wherever else it reaches.
    fn inline(&mut self, index: usize, tag: &Tag, run_tags: &[Range<usize>]) -> Anchor {
        if tag.acts_on_run() {
            let segment = self.flow.segments.iter().find(|s| s.text.contains(&tag.range.start));
            if let Some(run) = segment.and_then(|s| self.tree.ancestor_w(s.node, "r")) {
                return self.at_run(index, tag, run, run_tags);
            }
        }
        let pieces = if tag.delimiter == Delimiter::Comment { Vec::new() } else { vec![Piece::Tag(index)] };
        let text = self.cut(&tag.range, pieces);
        let parent = if self.flow.plain.is_some() { text } else { text.and_then(|t| self.tree.parent(t)) };
        Anchor { parent, at: self.source_at(tag.range.start) }
    }

    /// A tag that acts on its run: before or after it where nothing else is on that side, or in its middle.
    fn at_run(&mut self, index: usize, tag: &Tag, run: NodeId, run_tags: &[Range<usize>]) -> Anchor {
        let (range, tag_at) = (self.tree.range(run), self.source_at(tag.range.start));
        let text = self.flow.segments.iter().filter(|s| self.tree.within(s.node, run));
        let text = text.map(|s| s.text.clone()).reduce(|all, next| all.start..next.end).unwrap_or_default();
        let taken = |range: Range<usize>| {
            let part = |t: &Range<usize>| t.end.min(range.end).saturating_sub(t.start.max(range.start));
            run_tags.iter().map(part).sum::<usize>() >= range.len()
        };
        let mut objects = self.tree.descendants(run).filter(|n| is_object(self.tree, *n));
        let first_object = objects.next().map(|n| self.tree.range(n).start);
        let last_object = objects.last().map(|n| self.tree.range(n).start).or(first_object);
        let before = !taken(text.start..tag.range.start) || first_object.is_some_and(|at| at < tag_at);
        let after =
            !taken(tag.range.end.min(text.end)..text.end) || last_object.is_some_and(|at| at > tag_at);
        if before && after {
            return self.split(index, tag, run);
        }
        self.cut(&tag.range, Vec::new());
        let parent = self.tree.parent(run);
        if before {
            self.marks.after(run, Piece::Tag(index));
            return Anchor { parent, at: range.end };
        }
        self.marks.before(run, Piece::Tag(index));
        Anchor { parent, at: range.start }
    }

    /// Removes a range of the flow's text and writes `pieces` where it began. Returns the text node of its beginning.
    fn cut(&mut self, range: &Range<usize>, pieces: Vec<Piece>) -> Option<NodeId> {
        self.clear_way(range);
        let mut pieces = Some(pieces);
        let mut first = None;
        for segment in &self.flow.segments {
            let Some(source) = segment.source_of(range) else { continue };
            if self.flow.plain.is_some() || matches!(self.tree.kind(segment.node), Kind::Text(_)) {
                first.get_or_insert(segment.node);
                self.marks.substitute(segment.node, source, pieces.take().unwrap_or_default());
            } else {
                self.marks.drop(segment.node);
            }
        }
        first
    }

    /// Moves bookmarks and the like between the runs of one tag before it, so that no block tears their ends apart.
    /// Proofing marks go: what they marked is no longer there.
    fn clear_way(&mut self, range: &Range<usize>) {
        let nodes: Vec<NodeId> =
            self.flow.segments.iter().filter(|s| s.source_of(range).is_some()).map(|s| s.node).collect();
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return };
        let Some(run) = self.tree.ancestor_w(*first, "r") else { return };
        let between = self.tree.range(*first).start..self.tree.range(*last).start;
        for node in self.tree.descendants(self.flow.paragraph) {
            let start = self.tree.range(node).start;
            if !between.contains(&start) || self.marks.is_dropped(node) || self.tree.ns(node) != Ns::W {
                continue;
            }
            match self.tree.local(node) {
                "proofErr" => self.marks.drop(node),
                "bookmarkStart" | "bookmarkEnd" | "commentRangeStart" | "commentRangeEnd" | "permStart"
                | "permEnd" => {
                    self.marks.drop(node);
                    self.marks.before(run, Piece::xml(self.tree.outer(node)));
                }
                _ => {}
            }
        }
    }

    /// Ends `holder` (a run or paragraph) before the tag and begins it anew after.
    fn split(&mut self, index: usize, tag: &Tag, holder: NodeId) -> Anchor {
        let anchor = Anchor { parent: self.tree.parent(holder), at: self.source_at(tag.range.start) };
        let segment = self.flow.segments.iter().find(|s| s.text.contains(&tag.range.start));
        let Some(text) = segment.map(|s| s.node) else { return anchor };
        let mut chain: Vec<NodeId> = Vec::new();
        for node in self.tree.ancestors(text) {
            chain.push(node);
            if node == holder {
                break;
            }
        }
        let mut closing = String::new();
        for node in &chain {
            if let Kind::Element { close, .. } = self.tree.kind(*node) {
                closing.push_str(&self.tree.source()[close.clone()]);
            }
        }
        let mut opening = String::new();
        for node in chain.iter().rev() {
            if self.tree.is_w(*node, "t") {
                opening.push_str("<w:t xml:space=\"preserve\">");
                continue;
            }
            opening.push_str(&start_tag(self.tree, *node, &["paraId", "textId"]));
            let properties = self.tree.children(*node).find(|n| self.tree.local(*n).ends_with("Pr"));
            opening.push_str(properties.map_or("", |n| self.tree.outer(n)));
        }
        self.cut(&tag.range, vec![Piece::xml(closing), Piece::Tag(index), Piece::xml(opening)]);
        anchor
    }

    /// Leaves out runs of which tags took everything, and keeps the spaces of those that hold values.
    fn drop_empty_runs(&mut self, sites: &[Site], tags: &[usize]) {
        let touched = |s: &&Segment| {
            tags.iter()
                .any(|t| sites[*t].tag.range.start < s.text.end && s.text.start < sites[*t].tag.range.end)
        };
        let runs: BTreeSet<NodeId> = self
            .flow
            .segments
            .iter()
            .filter(touched)
            .filter_map(|s| self.tree.ancestor_w(s.node, "r"))
            .collect();
        for run in runs {
            let gone = |n: NodeId| {
                self.tree.is_w(n, "rPr")
                    || self.tree.is_w(n, "lastRenderedPageBreak")
                    || self.marks.is_dropped(n)
                    || self.tree.is_w(n, "t")
                        && self.tree.children(n).all(|text| self.marks.consumes(self.tree, text))
                    || !self.tree.is_element(n)
            };
            if self.tree.children(run).all(gone) {
                self.marks.drop(run);
                continue;
            }
            let (empty, texts): (Vec<NodeId>, Vec<NodeId>) =
                self.tree.children(run).filter(|n| self.tree.is_w(*n, "t")).partition(|n| gone(*n));
            for text in empty {
                self.marks.drop(text);
            }
            for text in texts {
                if self.tree.attr(text, "space").is_none() {
                    let prefix = self.tree.prefix(text);
                    self.marks.open(text, vec![Piece::xml(format!("<{prefix}t xml:space=\"preserve\">"))]);
                }
            }
        }
    }
}

/// The source of an element's start tag without some attributes (given by local name).
pub(crate) fn start_tag(tree: &Tree, node: NodeId, without: &[&str]) -> String {
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
