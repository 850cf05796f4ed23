//! The text of a stretch of a part, as its reader sees it.

use platen_ooxml::xml::{NodeId, Ns, Tree};

use super::scan::{Place, Scan};

/// Stands for the end of a paragraph within a text.
pub(super) const PARAGRAPH: char = '\u{2029}';

/// Characters of a text that a field repeats; Word's own results are far shorter.
pub(super) const MOST_TEXT: usize = 20_000;

/// Reads texts from a part.
pub(super) struct Reading<'t> {
    pub tree: &'t Tree,
    pub scan: &'t Scan,
    /// The results of fields, as far as they are known by now.
    pub values: &'t [Option<String>],
}

impl Reading<'_> {
    /// The text between two nodes; none where it is longer than any field repeats.
    pub fn between(&self, first: NodeId, last: NodeId) -> Option<String> {
        self.text(self.tree.between(first, last))
    }

    /// The text in a node.
    pub fn inside(&self, node: NodeId) -> Option<String> {
        self.text(self.tree.descendants(node))
    }

    /// The result of a field as it is saved, with what is known by now of fields in it.
    pub fn saved(&self, place: usize) -> String {
        let text = match self.scan.fields.get(place).map(|field| field.place) {
            Some(Place::Complex { separate: Some(from), end, .. }) => self.between(from, end),
            Some(Place::Simple(node)) => self.inside(node),
            _ => None,
        };
        text.unwrap_or_default()
    }

    /// The result of a field: its value, or its saved result.
    pub fn given(&self, place: usize) -> String {
        match self.values.get(place).and_then(Option::as_ref) {
            Some(value) => value.clone(),
            None => self.saved(place),
        }
    }

    fn text(&self, nodes: impl Iterator<Item = NodeId>) -> Option<String> {
        let tree = self.tree;
        let mut out = String::new();
        let mut skipped: Option<NodeId> = None;
        // A field whose value is known is passed over up to its end.
        let mut until: Option<NodeId> = None;
        // For each open field, whether its code is read.
        let mut codes: Vec<bool> = Vec::new();
        for node in nodes {
            if let Some(end) = until {
                if node == end {
                    until = None;
                }
                continue;
            }
            if skipped.is_some_and(|own| tree.within(node, own)) {
                continue;
            }
            skipped = None;
            if out.len() > MOST_TEXT {
                return None;
            }
            // Readings are no part of what a text says.
            if tree.is(node, Ns::Mc, "Fallback") || tree.is_w(node, "rt") {
                skipped = Some(node);
                continue;
            }
            if tree.ns(node) != Ns::W {
                continue;
            }
            let is_code = codes.contains(&true);
            let in_run = || tree.parent(node).is_some_and(|parent| tree.is_w(parent, "r"));
            match tree.local(node) {
                "del" | "moveFrom" | "pPr" | "rPr" | "txbxContent" => skipped = Some(node),
                "p" if !out.is_empty() => out.push(PARAGRAPH),
                "r" if is_hidden(tree, node) && !has_mark(tree, node) => skipped = Some(node),
                "fldSimple" => {
                    let value = self.scan.by_mark.get(&node).and_then(|own| self.values.get(*own)?.as_ref());
                    if let Some(value) = value {
                        if !is_code {
                            out.push_str(value);
                        }
                        skipped = Some(node);
                    }
                }
                "fldChar" => match tree.attr(node, "fldCharType").as_deref() {
                    Some("begin") => {
                        let place = self.scan.by_mark.get(&node).copied();
                        let value = place.and_then(|own| self.values.get(own)?.as_ref());
                        let end = place.and_then(|own| match self.scan.fields.get(own)?.place {
                            Place::Complex { end, .. } => Some(end),
                            Place::Simple(_) => None,
                        });
                        match (value, end) {
                            (Some(value), Some(end)) => {
                                if !is_code {
                                    out.push_str(value);
                                }
                                until = Some(end);
                            }
                            _ => codes.push(true),
                        }
                    }
                    Some("separate") => {
                        if let Some(last) = codes.last_mut() {
                            *last = false;
                        }
                    }
                    Some("end") => drop(codes.pop()),
                    _ => {}
                },
                _ if is_code => {}
                "t" => {
                    for own in tree.children(node) {
                        out.push_str(&tree.chars(own));
                    }
                }
                "tab" | "ptab" if in_run() => out.push('\t'),
                "br" | "cr" if in_run() => out.push('\n'),
                "noBreakHyphen" => out.push('\u{2011}'),
                _ => {}
            }
        }
        while out.ends_with(PARAGRAPH) {
            out.pop();
        }
        Some(out)
    }
}

fn is_hidden(tree: &Tree, run: NodeId) -> bool {
    let hidden = tree.child_w(run, "rPr").and_then(|properties| tree.child_w(properties, "vanish"));
    hidden.is_some_and(|own| !matches!(tree.attr(own, "val").as_deref(), Some("0" | "false" | "off")))
}

fn has_mark(tree: &Tree, run: NodeId) -> bool {
    tree.child_w(run, "fldChar").is_some()
}
