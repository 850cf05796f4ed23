//! Taking tags out of a paragraph's text, and taking paragraphs and runs apart around them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::site::{Anchor, Site};
use super::in_paragraph::Paragraph;
use crate::text::marks::Piece;
use crate::text::scan::Tag;
use platen_ooxml::structure::is_revision;
use platen_ooxml::xml::{Kind, NodeId, Ns, start_tag};

impl Paragraph<'_> {
    /// Where a character of the flow's text stands in the source.
    pub(super) fn source_at(&self, at: usize) -> usize {
        self.flow
            .touched(&(at..at + 1))
            .first()
            .and_then(|s| s.source_of(&(at..at + 1)))
            .map_or(0, |r| r.start)
    }

    /// Removes a range of the flow's text and writes `pieces` where it began. Returns the text node of its beginning.
    pub(super) fn cut(&mut self, range: &Range<usize>, pieces: Vec<Piece>) -> Option<NodeId> {
        self.clear_way(range);
        let mut pieces = Some(pieces);
        let mut first = None;
        for segment in self.flow.touched(range) {
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
    /// Proofing marks are removed together with what they marked.
    fn clear_way(&mut self, range: &Range<usize>) {
        let touched = self.flow.touched(range);
        let (Some(first), Some(last)) = (touched.first(), touched.last()) else { return };
        let Some(run) = self.tree.ancestor_w(first.node, "r") else { return };
        for node in self.tree.between(first.node, last.node) {
            if self.marks.is_dropped(node) || self.tree.ns(node) != Ns::W {
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

    /// Ends `holder` (a run or paragraph) before the tag and starts it again after. A paragraph's section break is taken
    /// over on demand only: one that stood in both parts would be two.
    pub(super) fn split(&mut self, index: usize, tag: &Tag, holder: NodeId, keeps_section: bool) -> Anchor {
        let anchor = Anchor { parent: self.tree.parent(holder), at: self.source_at(tag.range.start) };
        let Some((closing, opening)) = self.ends(tag, holder, keeps_section) else { return anchor };
        let mut pieces = vec![Piece::xml(closing), Piece::Tag(index)];
        pieces.extend(opening);
        self.cut(&tag.range, pieces);
        anchor
    }

    /// The end tags from the text of a tag up to `holder`, and the start tags back to it.
    pub(super) fn ends(
        &mut self,
        tag: &Tag,
        holder: NodeId,
        keeps_section: bool,
    ) -> Option<(String, Vec<Piece>)> {
        let text = self.flow.touched(&(tag.range.start..tag.range.start + 1)).first()?.node;
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
                closing.push_str(&self.tree.source()[close]);
            }
        }
        let (mut opening, mut pieces) = (String::new(), Vec::new());
        for node in chain.iter().rev() {
            if self.tree.is_w(*node, "t") {
                opening.push_str("<w:t xml:space=\"preserve\">");
                continue;
            }
            match self.id_of_change(*node) {
                // No two tracked changes have one id.
                Some((before, behind)) => {
                    pieces.extend([Piece::xml(opening + before), Piece::value("__id()")]);
                    opening = behind.to_owned();
                }
                None => opening.push_str(&start_tag(self.tree, *node, &["paraId", "textId"])),
            }
            let properties = self.properties_of(*node);
            let without = if keeps_section { None } else { Some("sectPr") };
            opening.push_str(&properties.map_or(String::new(), |n| self.properties(n, without)));
        }
        self.wrote(closing.len() + opening.len());
        pieces.push(Piece::xml(opening));
        Some((closing, pieces))
    }

    /// The start tag of a tracked change before its id, and behind it.
    fn id_of_change(&self, node: NodeId) -> Option<(&str, &str)> {
        let Kind::Element { open, .. } = self.tree.kind(node) else { return None };
        let is_change = self.tree.ns(node) == Ns::W && is_revision(self.tree.local(node));
        let id = self.tree.attr_range(node, "id").filter(|_| is_change)?;
        let source = self.tree.source();
        Some((&source[open.start..id.start], &source[id.end..open.end]))
    }

    /// The source of an element without a child.
    fn properties(&self, node: NodeId, without: Option<&str>) -> String {
        let (range, source) = (self.tree.range(node), self.tree.source());
        match without.and_then(|name| self.tree.child_w(node, name)) {
            Some(child) => {
                let child = self.tree.range(child);
                format!("{}{}", &source[range.start..child.start], &source[child.end..range.end])
            }
            None => source[range].to_owned(),
        }
    }

    /// An empty paragraph with this paragraph's section break.
    pub(super) fn section_alone(&self) -> String {
        let properties = self.tree.child_w(self.flow.paragraph, "pPr").map(|p| self.properties(p, None));
        let open = start_tag(self.tree, self.flow.paragraph, &["paraId", "textId"]);
        format!("{open}{}</w:p>", properties.unwrap_or_default())
    }

    /// Leaves out runs of which tags took everything, and keeps the spaces of those that hold values.
    pub(super) fn drop_empty_runs(&mut self, sites: &[Site], tags: &[usize]) {
        let touched = tags.iter().flat_map(|t| self.flow.touched(&sites[*t].tag.range));
        let runs: BTreeSet<NodeId> = touched.filter_map(|s| self.tree.ancestor_w(s.node, "r")).collect();
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
