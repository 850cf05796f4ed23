//! Data that content controls show (`w:dataBinding`, 17.5.2.6): finds a package's part by its store's id.

use platen_ooxml::package::StorePath;
use platen_ooxml::xml::characters::text_of;
use platen_ooxml::xml::{NodeId, Tree};

/// Stores with their ids, in capital letters, in the order in which the package names them.
#[derive(Debug, Default)]
pub(crate) struct DataStores(Vec<(String, Tree)>);

impl DataStores {
    pub fn add(&mut self, id: &str, tree: Tree) {
        self.0.push((id.to_ascii_uppercase(), tree));
    }

    /// The text that a path leads to in a store; in the first that has it, where none is named.
    pub fn value(&self, store: &str, path: &str) -> Option<String> {
        let (store, path) = (store.to_ascii_uppercase(), StorePath::parse(path)?);
        let mut stores = self.0.iter().filter(|(id, _)| store.is_empty() || *id == store);
        stores.find_map(|(_, tree)| value(tree, &path))
    }
}

pub(super) fn top(tree: &Tree) -> Option<NodeId> {
    tree.top_level().find(|node| tree.is_element(*node))
}

/// The value at a path. The local names decide.
fn value(tree: &Tree, path: &StorePath) -> Option<String> {
    let elements = path.steps.len() - usize::from(path.is_attribute);
    let (elements, attribute) = path.steps.split_at(elements);
    let mut steps = elements.iter();
    let (root, _) = steps.next()?;
    let mut node = top(tree).filter(|node| tree.local(*node) == root)?;
    for (name, place) in steps {
        let mut alike = tree.children(node).filter(|own| tree.is_element(*own) && tree.local(*own) == name);
        node = alike.nth(place.checked_sub(1)?)?;
    }
    match attribute {
        [(name, _)] => tree.attr(node, name),
        _ => Some(text_of(tree, node)),
    }
}
