//! The tags of one paragraph: in its text, on its runs, or on the paragraph.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Anchor, Site, is_object, start_tag};
use crate::compile::flow::{Flow, Segment};
use crate::compile::marks::{Marks, Piece};
use crate::compile::scan::{Delimiter, Scope, Tag};
use crate::xml::{Kind, NodeId, Ns, Tree};

/// The tags of one paragraph.
pub(super) struct Paragraph<'a> {
    pub tree: &'a Tree,
    pub flow: &'a Flow,
    pub marks: &'a mut Marks,
}

impl Paragraph<'_> {
    /// Marks all of them and notes where each is written; `hoisted` are those that a row or cell has taken.
    pub fn place(&mut self, sites: &mut [Site], tags: &[usize], hoisted: &BTreeMap<usize, Anchor>) {
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
