//! The tags of one paragraph: in its text, on its runs, or on the paragraph.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::super::controls;
use super::super::site::{Anchor, Site};
use super::is_object;
use crate::text::Marks;
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::marks::Piece;
use crate::text::scan::{Delimiter, Scope, Tag};
use platen_ooxml::sentinel::SHADE;
use platen_ooxml::xml::{NodeId, Tree};
use platen_ooxml::{Exhausted, Limits};

/// The tags of one paragraph.
pub(super) struct Paragraph<'a> {
    pub tree: &'a Tree,
    pub flow: &'a Flow,
    pub marks: &'a mut Marks,
    limits: &'a Limits,
    /// Bytes that were written into the paragraph besides what its tags stood for: what is taken apart around each of
    /// ten thousand tags has its properties written as often.
    written: u64,
    /// Where the first and the last object of a run or paragraph stand, of those that were asked for.
    objects: HashMap<NodeId, Option<(usize, usize)>>,
    /// The properties (`w:pPr`, `w:rPr`) of elements, of those that were asked for.
    properties: HashMap<NodeId, Option<NodeId>>,
}

/// Where a tag that acts on its paragraph is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Before,
    After,
    /// Between what is seen before it and after it.
    Split,
}

impl<'a> Paragraph<'a> {
    pub fn new(tree: &'a Tree, flow: &'a Flow, limits: &'a Limits, marks: &'a mut Marks) -> Paragraph<'a> {
        let (objects, properties) = (HashMap::new(), HashMap::new());
        Paragraph { tree, flow, marks, limits, written: 0, objects, properties }
    }

    /// Notes that so many bytes were written.
    pub(super) fn wrote(&mut self, bytes: usize) {
        self.written += bytes as u64;
        self.tree.count(bytes);
    }

    fn check(&self) -> Result<(), Exhausted> {
        let allowed = self.limits.expanded_bytes;
        if self.written > allowed {
            return Err(Exhausted::Bytes { limit: "expanded_bytes", allowed });
        }
        self.tree.check()
    }

    /// Where the first and the last object of an element begin in the source.
    pub(super) fn objects(&mut self, holder: NodeId) -> Option<(usize, usize)> {
        let tree = self.tree;
        *self.objects.entry(holder).or_insert_with(|| {
            let mut found =
                tree.descendants(holder).filter(|n| is_object(tree, *n)).map(|n| tree.range(n).start);
            let first = found.next()?;
            Some((first, found.last().unwrap_or(first)))
        })
    }

    /// The properties of an element.
    pub(super) fn properties_of(&mut self, node: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        let find = || tree.children(node).find(|n| tree.local(*n).ends_with("Pr"));
        *self.properties.entry(node).or_insert_with(find)
    }

    /// Marks all of them and notes where each is written; `hoisted` are those that a row or cell has taken.
    pub fn place(
        &mut self,
        sites: &mut [Site],
        tags: &[usize],
        hoisted: &BTreeMap<usize, Anchor>,
    ) -> Result<(), Exhausted> {
        let acts = |t: &usize| {
            let tag = &sites[*t].tag;
            tag.scope == Scope::Paragraph && tag.delimiter != Delimiter::Variable
        };
        let scoped: BTreeSet<usize> = tags.iter().copied().filter(acts).collect();
        let seen = self.seen(sites, &scoped, tags, hoisted);
        let paragraph = self.flow.paragraph;
        let section = self.section();
        let remark = scoped.iter().any(|t| sites[*t].tag.delimiter == Delimiter::Comment);
        let whole = !scoped.is_empty() && (seen.is_empty() || remark) && section.is_none();
        let node = if whole { self.with_controls() } else { paragraph };
        let (parent, range) = (self.tree.parent(node), self.tree.range(node));
        let spots = self.spots(sites, &scoped, &seen, whole);
        let last_split = spots.iter().rfind(|(_, spot)| **spot == Spot::Split).map(|(t, _)| *t);
        // A section break stays outside of what its paragraph's tags govern: repeated, it would be as many sections.
        let ends_before_it = |(t, spot): &(&usize, &Spot)| {
            **spot == Spot::After && !seen.is_empty() && sites[**t].tag.keyword().starts_with("end")
        };
        let last_end = spots.iter().rfind(ends_before_it).map(|(t, _)| *t);
        let gone: Vec<Range<usize>> = tags
            .iter()
            .filter(|t| scoped.contains(t) || hoisted.contains_key(t))
            .map(|t| sites[*t].tag.range.clone())
            .collect();
        let run_tags = Covered::of(tags.iter().map(|t| &sites[*t].tag).filter(|tag| tag.acts_on_run()));
        let mut outside: BTreeMap<NodeId, Vec<&Tag>> = BTreeMap::new();
        for (site, holder) in tags.iter().filter_map(|t| Some((&sites[*t], sites[*t].outside?))) {
            outside.entry(holder).or_default().push(&site.tag);
        }
        let outside: BTreeMap<NodeId, (Covered, bool)> = outside
            .into_iter()
            .map(|(holder, tags)| (holder, (Covered::of(tags.into_iter()), self.holds_runs_only(holder))))
            .collect();
        for t in tags {
            self.check()?;
            let anchor = if let Some(anchor) = hoisted.get(t) {
                self.cut(&sites[*t].tag.range, Vec::new());
                *anchor
            } else if let Some(effect) = sites[*t].effect.filter(|effect| *effect != Effect::Page) {
                let shade = || Piece::xml(SHADE.to_string());
                let pieces = match effect {
                    Effect::Colour => vec![shade(), Piece::Tag(*t), shade()],
                    _ => Vec::new(),
                };
                self.cut(&sites[*t].tag.range, pieces);
                continue;
            } else {
                match spots.get(t) {
                    Some(Spot::Before) => {
                        self.cut(&sites[*t].tag.range, Vec::new());
                        self.marks.before(node, Piece::Tag(*t));
                        Anchor { parent, at: range.start }
                    }
                    Some(Spot::After) => {
                        self.cut(&sites[*t].tag.range, Vec::new());
                        self.marks.after(node, Piece::Tag(*t));
                        if last_end == Some(*t) && section.is_some() {
                            self.marks.after(paragraph, Piece::xml(self.section_alone()));
                        }
                        Anchor { parent, at: range.end }
                    }
                    Some(Spot::Split) => {
                        let keeps_section = last_end.is_none() && last_split == Some(*t);
                        self.split(*t, &sites[*t].tag, paragraph, keeps_section)
                    }
                    None => match sites[*t].lifts {
                        Some(scope) if self.flow.plain.is_none() => {
                            self.lift(*t, &sites[*t].tag, scope, &gone)
                        }
                        _ => match sites[*t].outside.and_then(|holder| Some((holder, outside.get(&holder)?)))
                        {
                            Some((holder, (tags, goes))) => {
                                self.at_holder(*t, &sites[*t].tag, holder, tags, *goes)
                            }
                            None => self.inline(*t, &sites[*t].tag, &run_tags),
                        },
                    },
                }
            };
            sites[*t].anchor = Some(anchor);
        }
        if let Some(section) = section.filter(|_| last_split.is_some() || last_end.is_some()) {
            self.marks.drop(section);
        }
        if whole {
            self.marks.drop(node);
        } else if self.flow.plain.is_none() {
            self.drop_empty_runs(sites, tags);
        }
        self.check()
    }

    /// The paragraph with the controls that hold nothing else: editors put them around single paragraphs.
    fn with_controls(&self) -> NodeId {
        let around = |node: NodeId| {
            let content = self.tree.parent(node).filter(|n| self.tree.is_w(*n, "sdtContent"))?;
            let mut held = self.tree.children(content).filter(|n| self.tree.is_element(*n));
            let is_all = held.next() == Some(node) && held.next().is_none();
            self.tree.parent(content).filter(|sdt| is_all && controls::is_wrapper(self.tree, *sdt))
        };
        std::iter::successors(Some(self.flow.paragraph), |node| around(*node))
            .last()
            .unwrap_or(self.flow.paragraph)
    }

    /// The section that ends with this paragraph (ECMA-376 part 1, 17.6.18).
    pub(super) fn section(&self) -> Option<NodeId> {
        self.tree.child_w(self.tree.child_w(self.flow.paragraph, "pPr")?, "sectPr")
    }

    /// Where each tag that acts on the paragraph is written, given the source positions of what else is `seen` in it.
    fn spots(
        &self,
        sites: &[Site],
        scoped: &BTreeSet<usize>,
        seen: &[usize],
        whole: bool,
    ) -> BTreeMap<usize, Spot> {
        // A paragraph with nothing but a section break stays, after what ends in it and before what begins.
        let bare_section = self.section().is_some() && seen.is_empty();
        let ends = scoped.iter().copied().filter(|t| sites[*t].tag.keyword().starts_with("end")).max();
        let spot = |t: usize| {
            let at = self.source_at(sites[t].tag.range.start);
            // What is said of the section stays in it.
            let of_section = sites[t].effect == Some(Effect::Page);
            let follows = bare_section && !of_section && ends.is_none_or(|end| t > end);
            if whole || seen.first().is_none_or(|first| *first > at) && !follows {
                Spot::Before
            } else if seen.last().is_none_or(|last| *last < at) {
                Spot::After
            } else {
                Spot::Split
            }
        };
        scoped.iter().map(|t| (*t, spot(*t))).collect()
    }

    /// Source positions of what the paragraph shows besides its paragraph tags.
    fn seen(
        &self,
        sites: &[Site],
        scoped: &BTreeSet<usize>,
        tags: &[usize],
        hoisted: &BTreeMap<usize, Anchor>,
    ) -> Vec<usize> {
        if scoped.is_empty() {
            return Vec::new();
        }
        let is_gone = |t: &&usize| {
            scoped.contains(t) || hoisted.contains_key(t) || sites[**t].tag.delimiter == Delimiter::Comment
        };
        let gone = Covered::of(tags.iter().filter(is_gone).map(|t| &sites[*t].tag));
        let mut seen: Vec<usize> = self
            .tree
            .descendants(self.flow.paragraph)
            .filter(|n| is_object(self.tree, *n) && !self.marks.is_dropped(*n))
            .map(|n| self.tree.range(n).start)
            .collect();
        for (at, c) in self.flow.text.char_indices() {
            if !c.is_whitespace() && !gone.covers(&(at..at + 1)) {
                seen.push(self.source_at(at));
            }
        }
        seen.sort_unstable();
        seen
    }

    /// A tag in the text: written where it begins, gone from wherever else it reaches.
    fn inline(&mut self, index: usize, tag: &Tag, run_tags: &Covered) -> Anchor {
        if tag.acts_on_run() {
            let segment = self.flow.touched(&(tag.range.start..tag.range.start + 1)).first();
            if let Some(run) = segment.and_then(|s| self.tree.ancestor_w(s.node, "r")) {
                return self.at_holder(index, tag, run, run_tags, false);
            }
        }
        let pieces = if tag.delimiter == Delimiter::Comment { Vec::new() } else { vec![Piece::Tag(index)] };
        let text = self.cut(&tag.range, pieces);
        let parent = if self.flow.plain.is_some() { text } else { text.and_then(|t| self.tree.parent(t)) };
        Anchor { parent, at: self.source_at(tag.range.start) }
    }

    /// A tag that acts on its run, or on what is around that: before or after it where nothing else is on that side, or in its
    /// middle. `tags` are those that act on it; with all of its text gone, it `goes` too.
    fn at_holder(&mut self, index: usize, tag: &Tag, holder: NodeId, tags: &Covered, goes: bool) -> Anchor {
        let (range, tag_at) = (self.tree.range(holder), self.source_at(tag.range.start));
        let inside = self.flow.inside(self.tree, holder);
        let (start, end) = match (inside.first(), inside.last()) {
            (Some(first), Some(last)) => (first.text.start, last.text.end),
            _ => (0, 0),
        };
        let objects = self.objects(holder);
        let before =
            !tags.covers(&(start..tag.range.start)) || objects.is_some_and(|(first, _)| first < tag_at);
        let after =
            !tags.covers(&(tag.range.end.min(end)..end)) || objects.is_some_and(|(_, last)| last > tag_at);
        if before && after {
            return self.split(index, tag, holder, false);
        }
        self.cut(&tag.range, Vec::new());
        let parent = self.tree.parent(holder);
        if before {
            self.marks.after(holder, Piece::Tag(index));
            return Anchor { parent, at: range.end };
        }
        self.marks.before(holder, Piece::Tag(index));
        if !after && goes {
            self.marks.drop(holder);
        }
        Anchor { parent, at: range.start }
    }

    /// Whether an insertion or a link holds nothing but runs: nothing is left of it without their text.
    fn holds_runs_only(&self, holder: NodeId) -> bool {
        let is_run = |node: NodeId| self.tree.is_w(node, "r") || !self.tree.is_element(node);
        !self.tree.is_w(holder, "r") && self.tree.children(holder).all(is_run)
    }
}

/// Which bytes of a text its tags take, of tags in the text's order.
struct Covered {
    ranges: Vec<Range<usize>>,
    /// Bytes that the ranges before this one take together.
    before: Vec<usize>,
}

impl Covered {
    fn of<'t>(tags: impl Iterator<Item = &'t Tag>) -> Covered {
        let ranges: Vec<Range<usize>> = tags.map(|tag| tag.range.clone()).collect();
        let before = ranges
            .iter()
            .scan(0, |sum, range| {
                let before = *sum;
                *sum += range.len();
                Some(before)
            })
            .collect();
        Covered { ranges, before }
    }

    /// Bytes taken before this place.
    fn up_to(&self, at: usize) -> usize {
        let last = self.ranges.partition_point(|r| r.start < at).checked_sub(1);
        last.map_or(0, |i| self.before[i] + self.ranges[i].end.min(at) - self.ranges[i].start)
    }

    /// Whether tags take the whole range.
    fn covers(&self, range: &Range<usize>) -> bool {
        self.up_to(range.end) - self.up_to(range.start) >= range.len()
    }
}
