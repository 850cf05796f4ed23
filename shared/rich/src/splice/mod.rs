//! Replaces the marks in a part's rendered text with fragments. Stretches without a mark are copied.

mod chart_drawing;
mod drawing;
mod paragraph;

use std::ops::Range;

use super::cell_width;
use super::chart::Charts;
use super::fragment::Fragment;
use super::inventory::text_width;
use super::marker::pieces;
use super::resources::Resources;
use super::values::Values;
use paragraph::Paragraph;
use platen_ooxml::sentinel::MARK;
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Kind, NodeId, Ns, Tree, start_tag};

/// One part being written again.
pub(super) struct Splicer<'a, 'r> {
    pub tree: &'a Tree,
    pub resources: &'a mut Resources<'r>,
    pub values: &'a mut Values<'r>,
    pub charts: &'a mut Charts<'r>,
    /// Where marks are, in ascending order.
    marks: Vec<usize>,
    /// Ends of sections in the source with the width of their text; empty until asked for.
    sections: Option<Vec<(usize, u64)>>,
}

/// A run with marks in it, taken apart.
enum Segment {
    /// A run of what stood beside the marks.
    Run { xml: String, shows: bool },
    /// What a mark stands for.
    Fragment(Fragment),
}

impl<'a, 'r> Splicer<'a, 'r> {
    pub fn new(
        tree: &'a Tree,
        resources: &'a mut Resources<'r>,
        values: &'a mut Values<'r>,
        charts: &'a mut Charts<'r>,
    ) -> Self {
        let marks =
            tree.source().bytes().enumerate().filter(|(_, b)| *b == MARK as u8).map(|(at, _)| at).collect();
        Splicer { tree, resources, values, charts, marks, sections: None }
    }

    /// The whole part.
    pub fn run(mut self) -> String {
        let mut out = String::with_capacity(self.tree.source().len() + 1500 * self.marks.len() / 2);
        let top: Vec<NodeId> = self.tree.top_level().collect();
        for node in top {
            self.write(node, &mut out);
        }
        out
    }

    fn is_marked(&self, range: &Range<usize>) -> bool {
        let first = self.marks.partition_point(|at| *at < range.start);
        self.marks.get(first).is_some_and(|at| *at < range.end)
    }

    /// Writes a node. Recursion is as deep as the part, which [`platen_ooxml::Limits::xml_depth`] bounds.
    fn write(&mut self, node: NodeId, out: &mut String) {
        let range = self.tree.range(node);
        if !self.is_marked(&range) {
            return out.push_str(self.tree.outer(node));
        }
        let Kind::Element { open, close, .. } = self.tree.kind(node) else {
            return out.push_str(&self.without_marks(&range));
        };
        if self.tree.is_w(node, "p") {
            return Paragraph::write(self, node, out);
        }
        if (self.tree.is_w(node, "drawing") || self.tree.is_w(node, "pict"))
            && let Some(xml) = drawing::replaced(self, node).or_else(|| chart_drawing::placed(self, node))
        {
            return out.push_str(&xml);
        }
        out.push_str(&self.opened(node, &open));
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            self.write(child, out);
        }
        out.push_str(&self.tree.source()[close]);
    }

    /// A stretch of the source with the text of its values in place of the marks.
    fn without_marks(&self, range: &Range<usize>) -> String {
        let mut out = String::new();
        for (text, value) in pieces(&self.tree.source()[range.clone()]) {
            out.push_str(text);
            if let Some(value) = value {
                out.push_str(&escape(self.values.plain(value)));
            }
        }
        out
    }

    /// The start tag of an element with marks in it: in a link's they stand for its target.
    fn opened(&mut self, node: NodeId, open: &Range<usize>) -> String {
        if !self.tree.is_w(node, "hyperlink") {
            return self.without_marks(open);
        }
        let mut out = String::new();
        for (text, value) in pieces(&self.tree.source()[open.clone()]) {
            out.push_str(text);
            out.extend(value.and_then(|value| self.values.target(value, self.resources)));
        }
        out
    }

    /// Takes a run apart at the marks of its texts.
    fn take_apart(&mut self, run: NodeId) -> Vec<Segment> {
        let tree = self.tree;
        let properties = tree.child_w(run, "rPr");
        let mut open = start_tag(tree, run, &[]);
        open.push_str(properties.map_or("", |n| tree.outer(n)));
        let prefix = tree.prefix(run);
        self.resources.formatting = properties.map_or_else(String::new, |n| inner(tree, n).to_owned());
        let mut segments = Vec::new();
        let mut here = String::new();
        let mut shows = false;
        let flush = |here: &mut String, shows: &mut bool, segments: &mut Vec<Segment>| {
            if !here.is_empty() {
                let xml = format!("{open}{here}</{prefix}r>");
                segments.push(Segment::Run { xml, shows: std::mem::take(shows) });
                here.clear();
            }
        };
        for child in tree.children(run).filter(|n| Some(*n) != properties) {
            let range = tree.range(child);
            if !self.is_marked(&range) {
                if tree.is_element(child) && !is_empty_text(tree, child) {
                    here.push_str(tree.outer(child));
                    shows |= shows_something(tree, child);
                }
            } else if !tree.is_w(child, "t") {
                self.write(child, &mut here);
                shows = true;
            } else {
                let Kind::Element { open, close, .. } = tree.kind(child) else { continue };
                for (text, value) in pieces(&tree.source()[open.end..close.start]) {
                    if !text.is_empty() {
                        here.push_str(&format!("<{prefix}t xml:space=\"preserve\">{text}</{prefix}t>"));
                        shows |= !text.trim().is_empty();
                    }
                    if let Some(value) = value {
                        flush(&mut here, &mut shows, &mut segments);
                        if let Some(fragment) = self.values.compose(value, self.resources) {
                            segments.push(Segment::Fragment(fragment));
                        }
                    }
                }
            }
        }
        flush(&mut here, &mut shows, &mut segments);
        segments
    }

    /// Tells the resources where this paragraph stands, how wide the text is there, and how the paragraph looks.
    fn measure(&mut self, paragraph: NodeId) {
        let tree = self.tree;
        let properties = tree.child_w(paragraph, "pPr").filter(|n| !self.is_marked(&tree.range(*n)));
        self.resources.paragraph = properties.map_or_else(String::new, |n| inner(tree, n).to_owned());
        let default = self.resources.default_width();
        let sections = self.sections.get_or_insert_with(|| {
            let sections = tree.nodes().filter(|n| tree.is_w(*n, "sectPr"));
            sections.map(|n| (tree.range(n).start, text_width(tree, n).unwrap_or(default))).collect()
        });
        let at = tree.range(paragraph).start;
        let section =
            sections.get(sections.partition_point(|(end, _)| *end < at)).map_or(default, |(_, width)| *width);
        self.resources.text_width = cell_width::text_width(tree, paragraph, section);
        self.resources.in_text_box = tree.ancestor_w(paragraph, "txbxContent").is_some();
    }
}

/// The source between the tags of an element.
fn inner(tree: &Tree, node: NodeId) -> &str {
    match tree.kind(node) {
        Kind::Element { open, close, .. } if !close.is_empty() => &tree.source()[open.end..close.start],
        _ => "",
    }
}

fn is_empty_text(tree: &Tree, node: NodeId) -> bool {
    tree.is_w(node, "t") && tree.children(node).all(|n| tree.range(n).is_empty())
}

/// Whether a reader sees anything of the node.
fn shows_something(tree: &Tree, node: NodeId) -> bool {
    let shows = |n: NodeId| match tree.kind(n) {
        Kind::Text(range) => {
            tree.parent(n).is_some_and(|p| tree.is_w(p, "t"))
                && !tree.source()[range.clone()].trim().is_empty()
        }
        Kind::Element { ns: Ns::W, .. } => matches!(
            tree.local(n),
            "drawing"
                | "pict"
                | "object"
                | "sym"
                | "fldChar"
                | "fldSimple"
                | "footnoteReference"
                | "endnoteReference"
                | "footnoteRef"
                | "endnoteRef"
                | "annotationRef"
                | "commentReference"
                | "br"
                | "pgNum"
                | "ptab"
        ),
        _ => false,
    };
    shows(node) || tree.descendants(node).any(shows)
}
