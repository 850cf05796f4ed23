//! Lists that paragraphs have of their styles (ECMA-376 part 1, 17.9.23 and 17.3.1.19).

use std::collections::HashMap;

use crate::xml::{NodeId, Tree};

/// Attributes of `w:ind`: those that exclude one another have one group; the name, and the value as it is written.
type Indents = Vec<(&'static str, String, String)>;

/// The list that a paragraph has of its style.
#[derive(Debug, Clone)]
pub struct StyleList {
    /// Its id (`w:numId`).
    pub id: String,
    /// The level, from 0.
    pub level: u32,
    /// The indents that styles give in spite of the level's.
    indents: Indents,
}

/// A paragraph in the list of its style.
#[derive(Debug, Clone, Copy)]
pub struct ByStyle<'l> {
    /// The list.
    pub list: &'l StyleList,
    /// Its own level if it states one, or that of the style.
    pub level: u32,
    /// Its own `w:numPr`.
    pub numbering: Option<NodeId>,
}

/// The lists of a document's styles, by the styles' ids.
#[derive(Debug, Default)]
pub struct StyleLists(HashMap<String, StyleList>);

impl StyleLists {
    /// Reads them of the styles, and the levels that lead to styles of the lists.
    #[must_use]
    pub fn of(styles: Option<&Tree>, numbering: Option<&Tree>) -> StyleLists {
        let Some(tree) = styles else { return StyleLists::default() };
        let nodes = tree.nodes().filter(|n| tree.is_w(*n, "style"));
        let nodes = nodes.filter(|n| tree.attr(*n, "type").is_none_or(|kind| kind == "paragraph"));
        let by_id: HashMap<String, NodeId> =
            nodes.filter_map(|n| Some((tree.attr(n, "styleId")?, n))).collect();
        let levels = numbering.map(levels_of_styles).unwrap_or_default();
        let mut resolving = Resolving { tree, by_id: &by_id, levels: &levels, done: HashMap::new() };
        by_id.keys().for_each(|style| resolving.resolve(style));
        let with_list = resolving.done.into_iter().filter_map(|(style, own)| {
            let list = own.list.filter(|list| list != "0")?;
            Some((style, StyleList { id: list, level: own.level.unwrap_or_default(), indents: own.indents }))
        });
        StyleLists(with_list.collect())
    }

    /// The list that a paragraph is in by its style, from its `w:pPr`; `None` if it names a list itself, or its style has none.
    #[must_use]
    pub fn of_paragraph(&self, tree: &Tree, properties: NodeId) -> Option<ByStyle<'_>> {
        if self.0.is_empty() {
            return None;
        }
        let list = self.0.get(&tree.attr(tree.child_w(properties, "pStyle")?, "val")?)?;
        let numbering = tree.child_w(properties, "numPr");
        let child = |local| tree.child_w(numbering?, local);
        let level = child("ilvl").and_then(|level| tree.attr(level, "val")?.parse().ok());
        child("numId").is_none().then_some(ByStyle { list, level: level.unwrap_or(list.level), numbering })
    }
}

impl StyleList {
    /// The attributes that the `w:ind` of a paragraph, if it has one, has to get when the paragraph names the list itself: then
    /// the indents of the level come over those of the styles.
    #[must_use]
    pub fn indents_beside(&self, tree: &Tree, own: Option<NodeId>) -> String {
        let own = own.map(|own| indents(tree, own)).unwrap_or_default();
        let missing = self.indents.iter().filter(|(group, ..)| own.iter().all(|(has, ..)| has != group));
        missing.map(|(_, name, value)| format!(" w:{name}=\"{value}\"")).collect()
    }
}

/// What a style says with those that it is based on.
#[derive(Debug, Clone, Default)]
struct Resolved {
    list: Option<String>,
    level: Option<u32>,
    indents: Indents,
}

struct Resolving<'a> {
    tree: &'a Tree,
    by_id: &'a HashMap<String, NodeId>,
    /// Levels by the list and the style that they lead to.
    levels: &'a HashMap<(String, String), u32>,
    done: HashMap<String, Resolved>,
}

impl Resolving<'_> {
    fn resolve(&mut self, style: &str) {
        let mut path = Vec::new();
        let mut next = Some(style.to_owned());
        while let Some(id) = next.clone().filter(|id| !self.done.contains_key(id)) {
            let Some(node) = self.by_id.get(&id).copied() else { break };
            // Of two that are based on each other, one has no base.
            self.done.insert(id.clone(), Resolved::default());
            path.push((id, node));
            next = self.tree.child_w(node, "basedOn").and_then(|n| self.tree.attr(n, "val"));
        }
        let mut base = next.and_then(|id| self.done.get(&id).cloned()).unwrap_or_default();
        for (id, node) in path.into_iter().rev() {
            base = self.over(base, &id, node);
            self.done.insert(id, base.clone());
        }
    }

    /// A style over its base. One that has the list of its base is at the level that leads to it, or at the one that it states.
    fn over(&self, base: Resolved, id: &str, style: NodeId) -> Resolved {
        let tree = self.tree;
        let properties = tree.child_w(style, "pPr");
        let child = |local| properties.and_then(|properties| tree.child_w(properties, local));
        let own = child("ind").map(|ind| indents(tree, ind)).unwrap_or_default();
        let stated = |local| tree.attr(tree.child_w(child("numPr")?, local)?, "val");
        let stated_list = stated("numId");
        let stated_level = stated("ilvl").and_then(|level| level.parse().ok());
        let states_list = stated_list.is_some();
        let list = stated_list.or(base.list);
        let linked = list.as_ref().and_then(|list| self.levels.get(&(list.clone(), id.to_owned()))).copied();
        let inherited = states_list.then(|| base.level.unwrap_or_default());
        match linked.or(stated_level).or(inherited) {
            Some(level) => Resolved { list, level: Some(level), indents: own },
            None => Resolved { list, level: base.level, indents: over(own, &base.indents) },
        }
    }
}

/// The levels that lead to styles (`w:pStyle`), by list and style.
fn levels_of_styles(tree: &Tree) -> HashMap<(String, String), u32> {
    let mut of_definitions: HashMap<String, Vec<(String, u32)>> = HashMap::new();
    for level in tree.nodes().filter(|n| tree.is_w(*n, "lvl")) {
        let style = tree.child_w(level, "pStyle").and_then(|n| tree.attr(n, "val"));
        let definition = tree.parent(level).and_then(|parent| tree.attr(parent, "abstractNumId"));
        let number = tree.attr(level, "ilvl").and_then(|level| level.parse().ok());
        if let (Some(style), Some(definition), Some(number)) = (style, definition, number) {
            of_definitions.entry(definition).or_default().push((style, number));
        }
    }
    let mut levels = HashMap::new();
    for num in tree.nodes().filter(|n| tree.is_w(*n, "num")) {
        let definition = tree.child_w(num, "abstractNumId").and_then(|n| tree.attr(n, "val"));
        let linked = definition.and_then(|definition| of_definitions.get(&definition));
        let Some(list) = tree.attr(num, "numId") else { continue };
        for (style, level) in linked.into_iter().flatten() {
            levels.entry((list.clone(), style.clone())).or_insert(*level);
        }
    }
    levels
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
