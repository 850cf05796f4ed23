//! Data that content controls show (`w:dataBinding`, 17.5.2.6): the parts of a package that a store's id names.

use std::collections::HashMap;

use platen_ooxml::xml::characters::text_of;
use platen_ooxml::xml::{NodeId, Tree};

/// The stores that Word makes of the properties of every document, by the kinds of their parts: Word's own cover pages name them.
pub(super) const PROPERTIES: [(&str, &str); 2] = [
    ("core-properties", "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"),
    ("extended-properties", "{6668398D-A668-4E3E-A5EB-62B293D839F1}"),
];

/// Stores by their ids, in capital letters.
#[derive(Debug, Default)]
pub(crate) struct DataStores(HashMap<String, Tree>);

impl DataStores {
    pub fn add(&mut self, id: &str, tree: Tree) {
        self.0.insert(id.to_ascii_uppercase(), tree);
    }

    /// The text that a path leads to in a store; in any, where none is named.
    pub fn value(&self, store: &str, path: &str) -> Option<String> {
        if store.is_empty() {
            return self.0.values().find_map(|tree| value(tree, path));
        }
        value(self.0.get(&store.to_ascii_uppercase())?, path)
    }
}

pub(super) fn top(tree: &Tree) -> Option<NodeId> {
    tree.top_level().find(|node| tree.is_element(*node))
}

/// What a path of steps like `/ns0:data[1]/ns0:name[1]` leads to, which ends with an element or an attribute. The local names
/// decide.
fn value(tree: &Tree, path: &str) -> Option<String> {
    let mut node: Option<NodeId> = None;
    for step in path.split('/').filter(|step| !step.is_empty()) {
        if let Some(name) = step.strip_prefix('@') {
            return tree.attr(node?, local(name));
        }
        let (name, rest) = step.split_once('[').unwrap_or((step, "1]"));
        let place: usize = rest.strip_suffix(']')?.trim().parse().ok()?;
        let is_it = |own: &NodeId| tree.is_element(*own) && tree.local(*own) == local(name);
        let place = place.checked_sub(1)?;
        node = Some(match node {
            Some(node) => tree.children(node).filter(is_it).nth(place)?,
            None => top(tree).filter(is_it).filter(|_| place == 0)?,
        });
    }
    node.map(|node| text_of(tree, node))
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name).trim()
}
