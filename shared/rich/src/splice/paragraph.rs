//! A paragraph with marks. Blocks replace it if it shows nothing else, and split it if it does.

use std::collections::VecDeque;

use super::{Segment, Splicer, shows_something};
use crate::fragment::Fragment;
use platen_ooxml::xml::{Kind, NodeId, Tree, start_tag};

/// A paragraph on its way.
pub(super) struct Paragraph<'t> {
    tree: &'t Tree,
    node: NodeId,
    /// The paragraph that is being written: everything behind its properties.
    here: String,
    /// A reader sees something of it.
    shows: bool,
    /// Ends of bookmarks and the like in it, which outlive it.
    ranges: String,
    /// Elements open in it, with where their start tag begins and ends in `here`.
    open: Vec<(NodeId, usize, usize)>,
    done: Vec<Piece>,
    /// Blocks are among `done`.
    has_blocks: bool,
}

enum Piece {
    Paragraph { inner: String, shows: bool, ranges: String },
    Blocks { xml: String, ends_with_paragraph: bool },
}

impl<'t> Paragraph<'t> {
    pub fn write<'r>(splicer: &mut Splicer<'t, 'r>, node: NodeId, out: &mut String) {
        let tree = splicer.tree;
        // It may stand in a box that another paragraph holds, and which goes on behind it.
        let around = (splicer.resources.text_width, splicer.resources.in_text_box);
        splicer.measure(node);
        let mut paragraph = Paragraph {
            tree,
            node,
            here: String::new(),
            shows: false,
            ranges: String::new(),
            open: Vec::new(),
            done: Vec::new(),
            has_blocks: false,
        };
        for child in tree.children(node).filter(|n| !tree.is_w(*n, "pPr")) {
            paragraph.add(splicer, child);
        }
        paragraph.end(true);
        paragraph.finish(splicer, out);
        (splicer.resources.text_width, splicer.resources.in_text_box) = around;
    }

    fn add<'r>(&mut self, splicer: &mut Splicer<'t, 'r>, node: NodeId) {
        let tree = self.tree;
        if !splicer.is_marked(&tree.range(node)) {
            self.here.push_str(tree.outer(node));
            self.shows |= shows_something(tree, node);
            if is_range_end(tree, node) {
                self.ranges.push_str(tree.outer(node));
            }
            return;
        }
        if tree.is_w(node, "r") {
            splicer.resources.in_link = self.open.iter().any(|(n, ..)| tree.is_w(*n, "hyperlink"));
            for segment in splicer.take_apart(node) {
                self.segment(segment);
            }
            return;
        }
        // What may hold runs is open while its children are added; anything else has no place for paragraphs.
        let holds_runs = [
            "hyperlink",
            "sdt",
            "sdtContent",
            "ins",
            "moveTo",
            "smartTag",
            "fldSimple",
            "dir",
            "bdo",
            "customXml",
        ];
        if !holds_runs.iter().any(|name| tree.is_w(node, name)) {
            splicer.write(node, &mut self.here);
            self.shows = true;
            return;
        }
        let start = self.here.len();
        if let Kind::Element { open, .. } = tree.kind(node) {
            self.here.push_str(&splicer.opened(node, &open));
        }
        let mut children: VecDeque<NodeId> = tree.children(node).collect();
        while let Some(properties) = children.pop_front_if(|n| tree.local(*n).ends_with("Pr")) {
            splicer.write(properties, &mut self.here);
        }
        self.open.push((node, start, self.here.len()));
        for child in children {
            self.add(splicer, child);
        }
        self.close_innermost();
    }

    fn segment(&mut self, segment: Segment) {
        match segment {
            Segment::Run { xml, shows } => {
                self.here.push_str(&xml);
                self.shows |= shows;
            }
            Segment::Fragment(Fragment::Inline(xml)) => {
                self.shows |= !xml.is_empty();
                self.inline(&xml);
            }
            Segment::Fragment(Fragment::Paragraphs(paragraphs)) => {
                for (index, xml) in paragraphs.into_iter().enumerate() {
                    if index > 0 {
                        let open = self.end(true);
                        self.reopen(&open);
                    }
                    self.inline(&xml);
                    self.shows = true;
                }
            }
            Segment::Fragment(Fragment::Block(xml)) => {
                let open = self.end(false);
                // A control in the paragraph goes around the blocks that are its content.
                let control = open.iter().find(|n| self.tree.is_w(**n, "sdt"));
                self.has_blocks = true;
                // Said of the blocks themselves: the end of a control tells nothing.
                let ends_with_paragraph = !xml.is_empty() && !xml.ends_with("tbl>");
                let xml = match control {
                    Some(control) if !xml.is_empty() => self.wrapped(*control, &xml),
                    _ => xml,
                };
                self.done.push(Piece::Blocks { xml, ends_with_paragraph });
                self.reopen(&open);
            }
        }
    }

    /// Adds runs and links. A tracked change holds no links (`CT_RunTrackChange`, 17.13.5): each link in it holds the change.
    fn inline(&mut self, xml: &str) {
        const END: &str = "</w:hyperlink>";
        let is_change = |n: &NodeId| self.tree.is_w(*n, "ins") || self.tree.is_w(*n, "moveTo");
        let around = self.open.iter().map(|(node, ..)| *node);
        let mut changes: Vec<NodeId> = around.rev().take_while(is_change).collect();
        changes.reverse();
        let mut rest = xml;
        while !changes.is_empty()
            && let Some((before, link)) = rest.find("<w:hyperlink ").map(|at| rest.split_at(at))
            && let Some((link, after)) = link.split_once(END)
            && let Some(inside) = link.find('>').map(|at| at + 1)
        {
            self.here.push_str(before);
            changes.iter().for_each(|_| self.close_innermost());
            self.here.push_str(&link[..inside]);
            self.reopen(&changes);
            self.here.push_str(&link[inside..]);
            changes.iter().for_each(|_| self.close_innermost());
            self.here.push_str(END);
            self.reopen(&changes);
            rest = after;
        }
        self.here.push_str(rest);
    }

    /// Ends the paragraph; returns what was open in it. `keep` it even when it shows nothing.
    fn end(&mut self, keep: bool) -> Vec<NodeId> {
        let open: Vec<NodeId> = self.open.iter().map(|(n, ..)| *n).collect();
        while !self.open.is_empty() {
            self.close_innermost();
        }
        let shows = std::mem::take(&mut self.shows) || keep && !self.has_blocks;
        self.done.push(Piece::Paragraph {
            inner: std::mem::take(&mut self.here),
            shows,
            ranges: std::mem::take(&mut self.ranges),
        });
        open
    }

    fn close_innermost(&mut self) {
        let Some((node, start, inside)) = self.open.pop() else { return };
        // Nothing is left in it: a link without text, a control without content.
        if self.here.len() == inside {
            self.here.truncate(start);
        } else if let Kind::Element { close, .. } = self.tree.kind(node) {
            self.here.push_str(&self.tree.source()[close]);
        }
    }

    fn reopen(&mut self, open: &[NodeId]) {
        for node in open {
            let start = self.here.len();
            self.here.push_str(&start_tag(self.tree, *node, &[]));
            if self.tree.is_w(*node, "sdt") {
                self.here.push_str(&properties_without(self.tree, *node, &["id", "dataBinding"]));
            }
            self.open.push((*node, start, self.here.len()));
        }
    }

    /// A control on the level of paragraphs.
    fn wrapped(&self, control: NodeId, blocks: &str) -> String {
        let prefix = self.tree.prefix(control);
        let properties = properties_without(self.tree, control, &[]);
        let open = start_tag(self.tree, control, &[]);
        format!("{open}{properties}<{prefix}sdtContent>{blocks}</{prefix}sdtContent></{prefix}sdt>")
    }

    fn finish<'r>(self, splicer: &mut Splicer<'t, 'r>, out: &mut String) {
        let (tree, node, prefix) = (self.tree, self.node, self.tree.prefix(self.node));
        let properties = tree.child_w(node, "pPr");
        let ends_section = properties.is_some_and(|p| tree.child_w(p, "sectPr").is_some());
        let last = self.done.len() - 1;
        let start = out.len();
        let mut first = true;
        let mut ends_with_paragraph = false;
        for (index, piece) in self.done.into_iter().enumerate() {
            match piece {
                // The paragraph that ends a section carries it, whatever its text.
                Piece::Paragraph { inner, shows, .. } if shows || index == last && ends_section => {
                    let lost: &[&str] = if std::mem::take(&mut first) { &[] } else { &["paraId", "textId"] };
                    let mut open = start_tag(tree, node, lost);
                    if let Some(without_slash) = open.strip_suffix("/>") {
                        open = format!("{without_slash}>");
                    }
                    out.push_str(&open);
                    let mut gone = Vec::new();
                    if index < last {
                        gone.push("sectPr");
                    }
                    if !lost.is_empty() {
                        gone.push("pageBreakBefore");
                    }
                    match properties {
                        Some(properties) if splicer.is_marked(&tree.range(properties)) => {
                            splicer.write(properties, out)
                        }
                        Some(_) if gone.is_empty() => out.push_str(properties.map_or("", |p| tree.outer(p))),
                        Some(_) => out.push_str(&properties_without(tree, node, &gone)),
                        None => {}
                    }
                    out.push_str(&inner);
                    out.push_str(&format!("</{prefix}p>"));
                    ends_with_paragraph = true;
                }
                Piece::Paragraph { ranges, .. } => out.push_str(&ranges),
                Piece::Blocks { xml, ends_with_paragraph: so } => {
                    ends_with_paragraph = so;
                    out.push_str(&xml);
                }
            }
        }
        // A cell ends with a paragraph (17.4.65), as headers and notes do, and two tables without one between are one.
        let next = std::iter::successors(tree.next_sibling(node), |n| tree.next_sibling(*n))
            .find(|n| tree.is_element(*n) && !is_range_end(tree, *n));
        let follows = next.is_some_and(|n| tree.is_w(n, "p") || tree.is_w(n, "sdt"));
        let anything_before = out.len() > start;
        if !ends_with_paragraph && !follows && (anything_before || next.is_none()) {
            out.push_str(&format!("<{prefix}p/>"));
        }
    }
}

/// The properties element of a node (`w:pPr`, `w:sdtPr`) without some of its children.
fn properties_without(tree: &Tree, node: NodeId, without: &[&str]) -> String {
    let Some(properties) =
        tree.children(node).find(|n| tree.is_element(*n) && tree.local(*n).ends_with("Pr"))
    else {
        return String::new();
    };
    let Kind::Element { open, close, .. } = tree.kind(properties) else { return String::new() };
    let mut out = tree.source()[open.clone()].to_owned();
    for child in tree.children(properties).filter(|n| !without.contains(&tree.local(*n))) {
        out.push_str(tree.outer(child));
    }
    out.push_str(&tree.source()[close]);
    out
}

/// Elements that mark the end of a stretch of the document; they may stand beside paragraphs too (17.13).
fn is_range_end(tree: &Tree, node: NodeId) -> bool {
    let names =
        ["bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart", "permEnd"];
    names.iter().any(|name| tree.is_w(node, name))
}
