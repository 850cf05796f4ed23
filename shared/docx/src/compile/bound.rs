//! Data stores behind bound controls: document properties and custom XML parts. On opening, Word shows what a
//! store holds, not the control's text, so a filled control's store is filled too (ECMA-376 part 1, 17.5.2.6 and
//! 15.2.5).

use super::controls::Binding;
use super::marks::{Marks, Piece};
use super::report::PartName;
use crate::Limits;
use crate::package::{Package, PackageError};
use crate::xml::{Kind, NodeId, Tree};

/// Stores that Word knows by fixed ids: the package's relationship that leads to each.
const PROPERTIES: [(&str, &str); 3] = [
    ("{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "/metadata/core-properties"),
    ("{6668398D-A668-4E3E-A5EB-62B293D839F1}", "/extended-properties"),
    // No control can be bound to these; templates write in them all the same.
    ("custom-properties", "/custom-properties"),
];

/// One data store of the package.
struct Store {
    id: String,
    index: usize,
    name: PartName,
    tree: Tree,
    marks: Marks,
}

/// All data stores of a package.
pub(crate) struct Stores(Vec<Store>);

impl Stores {
    /// Finds and parses the stores. One that cannot be parsed is none: its controls lose their binding.
    pub fn open(package: &Package, limits: &Limits) -> Result<Stores, PackageError> {
        let mut parts: Vec<(String, String)> = Vec::new();
        for relationship in package.relationships("")?.iter() {
            for (id, ending) in PROPERTIES {
                if relationship.rel_type.ends_with(ending)
                    && let Some(part) = relationship.part()
                {
                    parts.push((id.to_owned(), part.to_owned()));
                }
            }
        }
        for relationship in package.relationships(package.main_document())?.of_kind("customXml") {
            let Some(part) = relationship.part() else { continue };
            let item = package.relationships(part)?;
            let properties =
                item.of_kind("customXmlProps").find_map(|r| r.part()).and_then(|p| package.part(p));
            let Some(properties) = properties else { continue };
            let Ok(tree) = Tree::parse(package.read(properties)?, limits) else { continue };
            let id = tree.nodes().find_map(|n| tree.attr(n, "itemID"));
            parts.push((id.unwrap_or_default().to_ascii_uppercase(), part.to_owned()));
        }
        let mut stores = Vec::new();
        for (id, part) in parts {
            let Some(index) = package.index(&part) else { continue };
            if let Ok(tree) = Tree::parse(package.read(&package.parts()[index])?, limits) {
                let name = PartName { part, label: "document properties and data".to_owned() };
                stores.push(Store { id, index, name, tree, marks: Marks::default() });
            }
        }
        Ok(Stores(stores))
    }

    /// Fills the element that a control is bound to. False when there is none: the binding leads nowhere.
    pub fn bind(&mut self, binding: &Binding, control: usize) -> bool {
        let bound = self.0.iter_mut().filter(|s| s.id == binding.store || binding.store.is_empty());
        for store in bound {
            if let Some(node) = find(&store.tree, binding) {
                store.fill(node, control);
                return true;
            }
        }
        false
    }

    /// The stores with what is marked on them: place in the package, name, tree.
    pub fn take(&mut self) -> Vec<(usize, PartName, Tree, Marks)> {
        self.0.drain(..).map(|s| (s.index, s.name, s.tree, s.marks)).collect()
    }
}

/// The element at the end of a binding's path.
fn find(tree: &Tree, binding: &Binding) -> Option<NodeId> {
    let mut steps = binding.steps.iter();
    let (root_name, _) = steps.next()?;
    let mut node = tree.top_level().find(|n| tree.is_element(*n) && tree.local(*n) == root_name)?;
    for (name, position) in steps {
        node = tree.children(node).filter(|n| tree.local(*n) == name).nth(position.checked_sub(1)?)?;
    }
    Some(node)
}

impl Store {
    /// Writes a control's value as the element's text. Two controls of one element agree: they have one name.
    fn fill(&mut self, node: NodeId, control: usize) {
        let Kind::Element { open, close, .. } = self.tree.kind(node) else { return };
        let source = self.tree.source();
        let inner = &source[open.end..close.start.max(open.end)];
        if self.marks.is_dropped(node) || self.tree.children(node).any(|n| self.tree.is_element(n)) {
            return;
        }
        let open_tag = source[open.clone()].trim_end_matches('>').trim_end_matches('/');
        let name = open_tag[1..].split_whitespace().next().unwrap_or_default();
        self.marks.replace(
            node,
            vec![
                Piece::xml(format!("{open_tag}>")),
                Piece::statement(format!("if __kept({control})")),
                Piece::xml(inner),
                Piece::statement("else"),
                Piece::value(format!("__control({control}, \"bound\")")),
                Piece::statement("endif"),
                Piece::xml(format!("</{name}>")),
            ],
        );
    }
}
