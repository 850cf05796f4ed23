//! Data stores behind bound controls: document properties and custom XML parts. When Word opens a document, it shows a
//! store's data, not the control's text, so a filled control's store is filled too (ECMA-376 part 1, 17.5.2.6 and 15.2.5).

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::controls::Binding;
use super::controls::control_site::ControlKind;
use super::enclosure::Enclosure;
use super::foreign::opendope::OpenDope;
use crate::CompileError;
use crate::text::Marks;
use crate::text::marks::Piece;
use crate::text::report::PartName;
use platen_ooxml::Bounds;
use platen_ooxml::package::{PROPERTY_STORES, Package};
use platen_ooxml::xml::{Kind, NodeId, Tree, unless_exhausted};

/// Properties that no control can be bound to; templates write in them all the same.
const CUSTOM_PROPERTIES: (&str, &str) = ("custom-properties", "custom-properties");

/// One data store of the package.
struct Store {
    index: usize,
    name: PartName,
    tree: Tree,
    marks: Marks,
    /// The bindings of sections by the elements that they repeat.
    sections: HashMap<NodeId, Binding>,
    /// Child elements by the element around them and their name, in their order; of elements that were asked for. A
    /// thousand controls are bound to as many children of one element.
    children: HashMap<NodeId, HashMap<String, Vec<NodeId>>>,
    /// Attributes of elements that were asked for.
    attributes: HashMap<NodeId, HashMap<String, Range<usize>>>,
}

/// All data stores of a package.
pub(crate) struct Stores {
    all: Vec<Store>,
    /// The first control that each element or attribute of a store was asked for by.
    controls: HashMap<(usize, NodeId, Option<String>), usize>,
    by_id: HashMap<String, Vec<usize>>,
    opendope: Rc<OpenDope>,
}

impl Stores {
    /// Finds and parses the stores. One that cannot be parsed is none: its controls lose their binding.
    pub fn open(package: &Package, bounds: Bounds<'_>) -> Result<Stores, CompileError> {
        let budget = bounds.budget;
        let mut parts: Vec<(String, String)> = Vec::new();
        for relationship in package.relationships_within("", budget)?.iter() {
            for (id, kind) in PROPERTY_STORES.into_iter().chain([CUSTOM_PROPERTIES]) {
                if relationship.kind() == kind
                    && let Some(part) = relationship.part()
                {
                    parts.push((id.to_owned(), part.to_owned()));
                }
            }
        }
        for relationship in
            package.relationships_within(package.main_document(), budget)?.of_kind("customXml")
        {
            let Some(part) = relationship.part() else { continue };
            let item = package.relationships_within(part, budget)?;
            let properties =
                item.of_kind("customXmlProps").find_map(|r| r.part()).and_then(|p| package.part(p));
            let Some(properties) = properties else { continue };
            let source = package.read_within(properties, budget)?;
            let Some(tree) = unless_exhausted(Tree::parse(source, bounds))? else { continue };
            let id = tree.nodes().find_map(|n| tree.attr(n, "itemID"));
            parts.push((id.unwrap_or_default().to_ascii_uppercase(), part.to_owned()));
        }
        let mut stores = Vec::new();
        let mut by_id: HashMap<String, Vec<usize>> = HashMap::new();
        let mut known = HashSet::new();
        for (id, part) in parts {
            let Some(index) = package.index(&part).filter(|index| known.insert(*index)) else { continue };
            let source = package.read_within(&package.parts()[index], budget)?;
            // Its texts are not the document's.
            if Enclosure::of_part(&source).is_some() {
                continue;
            }
            if let Some(tree) = unless_exhausted(Tree::parse(source, bounds))? {
                let name = PartName { part, label: "document properties and data".to_owned() };
                by_id.entry(id).or_default().push(stores.len());
                stores.push(Store::new(index, name, tree));
            }
        }
        let opendope = Rc::new(OpenDope::read(stores.iter().map(|store| &store.tree)));
        Ok(Stores { all: stores, controls: HashMap::new(), by_id, opendope })
    }

    /// What tags of OpenDoPE mean in this package.
    pub fn opendope(&self) -> Rc<OpenDope> {
        self.opendope.clone()
    }

    /// Fills what a control is bound to. False when there is none: the binding leads nowhere. What stands in a section
    /// that `repeats` is filled where its store repeats an element for the section.
    pub fn bind(&mut self, binding: &Binding, control: usize, kind: ControlKind, repeats: bool) -> bool {
        let Some((store, node)) = self.find(binding) else { return false };
        if repeats && !store.is_repeated(node, binding) {
            return false;
        }
        if binding.attribute {
            return store.fill_attribute(node, binding, control);
        }
        store.fill(node, control, kind);
        true
    }

    /// The control that was the first to be bound to the same value, if this is another one.
    pub fn first_of_node(&mut self, binding: &Binding, control: usize) -> Option<usize> {
        let attribute = binding.steps.last().filter(|_| binding.attribute).map(|(name, _)| name.clone());
        let (store, node) = self.find(binding)?;
        let key = (store.index, node, attribute);
        let first = *self.controls.entry(key).or_insert(control);
        (first != control).then_some(first)
    }

    /// Writes the element that a repeating section is bound to once for each element of its array. False when there is
    /// none.
    pub fn repeat(&mut self, binding: &Binding, control: usize) -> bool {
        let Some((store, node)) = self.find(binding) else { return false };
        store.repeat(node, binding, control);
        true
    }

    fn find(&mut self, binding: &Binding) -> Option<(&mut Store, NodeId)> {
        let Stores { all, by_id, .. } = self;
        let every: Vec<usize>;
        let candidates = match by_id.get(&binding.store) {
            Some(stores) => stores,
            None if binding.store.is_empty() => {
                every = (0..all.len()).collect();
                &every
            }
            None => return None,
        };
        let found = candidates.iter().find_map(|index| Some((*index, all.get_mut(*index)?.find(binding)?)));
        let (index, node) = found?;
        all.get_mut(index).map(|store| (store, node))
    }

    /// The stores with what is marked on them: place in the package, name, tree.
    pub fn take(&mut self) -> Vec<(usize, PartName, Tree, Marks)> {
        self.all.drain(..).map(|s| (s.index, s.name, s.tree, s.marks)).collect()
    }
}

impl Store {
    fn new(index: usize, name: PartName, tree: Tree) -> Store {
        Store {
            index,
            name,
            tree,
            marks: Marks::default(),
            sections: HashMap::new(),
            children: HashMap::new(),
            attributes: HashMap::new(),
        }
    }

    /// The element at the end of a binding's path, or the one whose attribute stands there.
    fn find(&mut self, binding: &Binding) -> Option<NodeId> {
        let tree = &self.tree;
        let elements = binding.steps.len() - usize::from(binding.attribute);
        let mut steps = binding.steps[..elements].iter();
        let (root_name, _) = steps.next()?;
        let mut node = tree.top_level().find(|n| tree.is_element(*n))?;
        if tree.local(node) != root_name {
            return None;
        }
        for (name, position) in steps {
            tree.count(1);
            let by_name = self.children.entry(node).or_insert_with(|| by_name(tree, node));
            node = *by_name.get(name)?.get(position.checked_sub(1)?)?;
        }
        Some(node)
    }

    /// Whether an element lies in one that is repeated for a section around the binding.
    fn is_repeated(&self, node: NodeId, binding: &Binding) -> bool {
        let mut around = std::iter::once(node).chain(self.tree.ancestors(node));
        around.any(|n| self.sections.get(&n).is_some_and(|section| binding.is_below(section)))
    }

    /// Writes a control's value as the element's text. Two controls of one element agree: they have one name.
    fn fill(&mut self, node: NodeId, control: usize, kind: ControlKind) {
        let Kind::Element { open, close, .. } = self.tree.kind(node) else { return };
        let source = self.tree.source();
        let inner = &source[open.end..close.start.max(open.end)];
        if self.marks.is_dropped(node) || self.tree.children(node).any(|n| self.tree.is_element(n)) {
            return;
        }
        let open_tag = source[open.clone()].trim_end_matches('>').trim_end_matches('/');
        let name = open_tag[1..].split_whitespace().next().unwrap_or_default();
        let mut pieces = vec![Piece::xml(format!("{open_tag}>"))];
        pieces.extend(value(control, kind, inner));
        pieces.push(Piece::xml(format!("</{name}>")));
        self.marks.replace(node, pieces);
    }

    /// Writes a control's value as an attribute's. False when the element has no such attribute.
    fn fill_attribute(&mut self, node: NodeId, binding: &Binding, control: usize) -> bool {
        let name = binding.steps.last().map_or("", |(name, _)| name);
        let tree = &self.tree;
        let attributes = self.attributes.entry(node).or_insert_with(|| {
            // Of two of one local name the first counts.
            tree.attrs(node).into_iter().rev().map(|(name, range)| (name.to_owned(), range)).collect()
        });
        let Some(range) = attributes.get(name).cloned() else { return false };
        let old = &self.tree.source()[range.clone()];
        self.marks.substitute(node, range, value(control, ControlKind::PlainText, old));
        true
    }

    /// Writes the element once for each element of the section's array; others like it beside it go.
    fn repeat(&mut self, node: NodeId, binding: &Binding, control: usize) {
        let tree = &self.tree;
        // One that is left out already stands beside one that another section repeats.
        let twice = self.sections.contains_key(&node) || self.marks.is_dropped(node);
        let (Some(parent), false) = (tree.parent(node), twice) else { return };
        let alike: Vec<NodeId> =
            tree.children(parent).filter(|n| tree.local(*n) == tree.local(node)).collect();
        self.marks.before(node, Piece::statement(format!("if __kept({control})")));
        for other in &alike {
            self.marks.before(node, Piece::Source(tree.range(*other)));
        }
        self.marks.before(node, Piece::statement("else"));
        self.marks.after(node, Piece::statement("endif"));
        let each = Piece::statement(format!("for __scope in __repeat({control})"));
        self.marks.around(node, each, Piece::statement("endfor"));
        for other in alike.into_iter().filter(|n| *n != node) {
            self.marks.drop(other);
        }
        self.sections.insert(node, binding.clone());
    }
}

fn by_name(tree: &Tree, parent: NodeId) -> HashMap<String, Vec<NodeId>> {
    let mut by_name: HashMap<String, Vec<NodeId>> = HashMap::new();
    for child in tree.children(parent).filter(|n| tree.is_element(*n)) {
        by_name.entry(tree.local(child).to_owned()).or_default().push(child);
    }
    by_name
}

/// A control's value, or what stood there when it is kept. Without data a picture stays as it is.
fn value(control: usize, kind: ControlKind, old: &str) -> Vec<Piece> {
    let keeps = match kind {
        ControlKind::Picture => format!("if not __pictured({control})"),
        _ => format!("if __kept({control})"),
    };
    vec![
        Piece::statement(keeps),
        Piece::xml(old),
        Piece::statement("else"),
        Piece::value(format!("__control({control}, \"bound\")")),
        Piece::statement("endif"),
    ]
}
