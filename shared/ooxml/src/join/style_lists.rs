//! Lists that paragraphs have of their styles. A paragraph of a later document would go on counting those of the documents
//! before: it gets a list of its own, at the indents that its style gives it (17.9.23, 17.3.1.12).

use std::collections::HashMap;

use crate::order::PARAGRAPH;
use crate::xml::properties::{place, start};
use crate::xml::{Changes, NodeId, Tree};

/// Attributes of `w:ind`, those that exclude one another under one name.
type Indents = Vec<(&'static str, String, String)>;

/// A list that a style has.
#[derive(Debug, Clone)]
struct StyleList {
    /// Its id (`w:num`) and the level.
    list: String,
    level: Option<u32>,
    /// The style that says so: levels lead to it.
    style: String,
    /// The indents that styles give in spite of the list's.
    indents: Indents,
}

/// The lists of a document's styles, by the styles' ids.
#[derive(Debug, Default)]
pub(super) struct StyleLists {
    styles: HashMap<String, Option<StyleList>>,
    /// Levels of lists by the styles that they lead to.
    levels: HashMap<(String, String), u32>,
}

impl StyleLists {
    /// Reads them of the styles, and the levels of the lists.
    pub fn of(styles: Option<&Tree>, numbering: Option<&Tree>) -> StyleLists {
        let mut lists = StyleLists::default();
        let Some(tree) = styles else { return lists };
        let nodes: Vec<NodeId> = tree.nodes().filter(|n| tree.is_w(*n, "style")).collect();
        let by_id: HashMap<String, NodeId> =
            nodes.into_iter().filter_map(|n| Some((tree.attr(n, "styleId")?, n))).collect();
        for style in by_id.keys() {
            lists.resolve(tree, &by_id, style);
        }
        if let Some(tree) = numbering {
            lists.read_levels(tree);
        }
        lists
    }

    fn resolve(&mut self, tree: &Tree, by_id: &HashMap<String, NodeId>, style: &str) {
        let (mut passed, mut next, mut found) = (Vec::new(), Some(style.to_owned()), None);
        while let Some(style) = next.take() {
            if let Some(known) = self.styles.get(&style) {
                found = known.clone();
                break;
            }
            // Of two that are based on each other the second is known by now.
            self.styles.insert(style.clone(), None);
            let Some(node) = by_id.get(&style).copied() else { break };
            let properties = tree.child_w(node, "pPr");
            let child = |local| properties.and_then(|properties| tree.child_w(properties, local));
            let indents = child("ind").map(|ind| indents(tree, ind)).unwrap_or_default();
            let numbering = child("numPr");
            passed.push((style.clone(), indents));
            let value = |local| tree.attr(tree.child_w(numbering?, local)?, "val");
            if let Some(list) = value("numId") {
                let level = value("ilvl").and_then(|level| level.parse().ok());
                found = (list != "0").then(|| StyleList { list, level, style, indents: Vec::new() });
                break;
            }
            next = tree.child_w(node, "basedOn").and_then(|n| tree.attr(n, "val"));
        }
        for (style, own) in passed.into_iter().rev() {
            if let Some(found) = &mut found {
                found.indents = over(own, &found.indents);
            }
            self.styles.insert(style, found.clone());
        }
    }

    fn read_levels(&mut self, tree: &Tree) {
        let mut of_definitions: HashMap<String, Vec<(String, u32)>> = HashMap::new();
        for level in tree.nodes().filter(|n| tree.is_w(*n, "lvl")) {
            let style = tree.child_w(level, "pStyle").and_then(|n| tree.attr(n, "val"));
            let definition = tree.parent(level).and_then(|parent| tree.attr(parent, "abstractNumId"));
            let number = tree.attr(level, "ilvl").and_then(|level| level.parse().ok());
            if let (Some(style), Some(definition), Some(number)) = (style, definition, number) {
                of_definitions.entry(definition).or_default().push((style, number));
            }
        }
        for num in tree.nodes().filter(|n| tree.is_w(*n, "num")) {
            let definition = tree.child_w(num, "abstractNumId").and_then(|n| tree.attr(n, "val"));
            let levels = definition.and_then(|definition| of_definitions.get(&definition));
            let Some(list) = tree.attr(num, "numId") else { continue };
            for (style, level) in levels.into_iter().flatten() {
                self.levels.insert((list.clone(), style.clone()), *level);
            }
        }
    }

    fn find(&self, tree: &Tree, paragraph: NodeId) -> Option<(NodeId, &StyleList)> {
        if self.styles.is_empty() {
            return None;
        }
        let properties = tree.child_w(paragraph, "pPr")?;
        let style = tree.attr(tree.child_w(properties, "pStyle")?, "val")?;
        let list = self.styles.get(&style)?.as_ref()?;
        let own = tree.child_w(properties, "numPr").and_then(|own| tree.child_w(own, "numId"));
        own.is_none().then_some((properties, list))
    }

    fn level(&self, of_style: &StyleList) -> u32 {
        let of_level = self.levels.get(&(of_style.list.clone(), of_style.style.clone()));
        of_style.level.or(of_level.copied()).unwrap_or_default()
    }

    /// The list, by its id, and the level that a paragraph has of its style, if it has none of its own.
    pub fn of_paragraph(&self, tree: &Tree, paragraph: NodeId) -> Option<(String, u32)> {
        let (_, of_style) = self.find(tree, paragraph)?;
        Some((of_style.list.clone(), self.level(of_style)))
    }

    /// Gives a paragraph the list that stands for that of its style.
    pub fn give(&self, tree: &Tree, paragraph: NodeId, lists: &HashMap<String, u32>, changes: &mut Changes) {
        let Some((properties, of_style)) = self.find(tree, paragraph) else { return };
        let Some(list) = lists.get(&of_style.list) else { return };
        let list = format!("<w:numId w:val=\"{list}\"/>");
        match tree.child_w(properties, "numPr") {
            Some(own) => {
                let level = tree.child_w(own, "ilvl");
                let at = level.map_or_else(|| start(tree, own), |level| tree.range(level).end);
                changes.push((at..at, list));
            }
            None => {
                let level = self.level(of_style);
                let at = place(tree, properties, "numPr", &PARAGRAPH);
                changes.push((at..at, format!("<w:numPr><w:ilvl w:val=\"{level}\"/>{list}</w:numPr>")));
            }
        }
        let own = tree.child_w(properties, "ind");
        let has: Vec<&str> =
            own.map(|own| indents(tree, own)).unwrap_or_default().iter().map(|i| i.0).collect();
        let missing = of_style.indents.iter().filter(|(group, ..)| !has.contains(group));
        let attributes: String = missing.map(|(_, name, value)| format!(" w:{name}=\"{value}\"")).collect();
        if attributes.is_empty() {
            return;
        }
        match own {
            Some(own) => {
                let at = tree.range(own).start + "<w:ind".len();
                changes.push((at..at, attributes));
            }
            None => {
                let at = place(tree, properties, "ind", &PARAGRAPH);
                changes.push((at..at, format!("<w:ind{attributes}/>")));
            }
        }
    }
}

/// The indents of a `w:ind`.
fn indents(tree: &Tree, node: NodeId) -> Indents {
    let group = |name: &str| {
        Some(match name {
            "left" | "start" => "start",
            "right" | "end" => "end",
            "leftChars" | "startChars" => "startChars",
            "rightChars" | "endChars" => "endChars",
            "hanging" | "firstLine" => "first",
            "hangingChars" | "firstLineChars" => "firstChars",
            _ => return None,
        })
    };
    let attributes = tree.attrs(node).into_iter();
    attributes
        .filter_map(|(name, range)| Some((group(name)?, name.to_owned(), tree.source()[range].to_owned())))
        .collect()
}

/// Indents with those of a style further up where it says nothing.
fn over(mut own: Indents, above: &Indents) -> Indents {
    let missing: Indents =
        above.iter().filter(|(group, ..)| own.iter().all(|(has, ..)| has != group)).cloned().collect();
    own.extend(missing);
    own
}
