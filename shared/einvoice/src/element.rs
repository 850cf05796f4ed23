//! Finding elements of an invoice by their local names, and what they say.

use platen_ooxml::xml::characters::text_of;
use platen_ooxml::xml::{NodeId, Tree};

use crate::amount::Amount;
use crate::fault::{Faults, quoted};

/// An element with the way to it.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Tree,
    node: NodeId,
}

impl<'t> Element<'t> {
    /// The root.
    pub(crate) fn root(tree: &'t Tree) -> Option<Element<'t>> {
        let node = tree.top_level().find(|node| tree.is_element(*node))?;
        Some(Element { tree, node })
    }

    pub(crate) fn name(self) -> &'t str {
        self.tree.local(self.node)
    }

    /// The namespace that the element's prefix stands for, where the element itself declares it.
    pub(crate) fn declared_namespace(self) -> Option<String> {
        let prefix = self.tree.prefix(self.node).trim_end_matches(':');
        self.tree.attr(self.node, if prefix.is_empty() { "xmlns" } else { prefix })
    }

    pub(crate) fn attribute(self, name: &str) -> Option<String> {
        self.tree.attr(self.node, name)
    }

    /// The elements of this name directly in it.
    pub(crate) fn children(self, name: &'static str) -> impl Iterator<Item = Element<'t>> {
        let Element { tree, node } = self;
        let named = move |node: &NodeId| tree.is_element(*node) && tree.local(*node) == name;
        tree.children(node).filter(named).map(move |node| Element { tree, node })
    }

    /// The first element at the end of a path of names, such as `SellerTradeParty/Name`.
    pub(crate) fn find(self, path: &'static str) -> Option<Element<'t>> {
        path.split('/').try_fold(self, |element, name| element.children(name).next())
    }

    /// What it says, without the white space around it; `None` where it says nothing.
    pub(crate) fn text(self) -> Option<String> {
        let text = text_of(self.tree, self.node);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// What the element at the end of a path says.
    pub(crate) fn text_at(self, path: &'static str) -> Option<String> {
        self.find(path)?.text()
    }

    /// The number that the element at the end of a path says, with its digits behind the point. What is no number is a fault.
    pub(crate) fn number_at(self, path: &'static str, faults: &mut Faults) -> Option<(Amount, usize)> {
        let element = self.find(path)?;
        let text = element.text()?;
        let number = Amount::read(&text);
        if number.is_none() {
            let detail = format!("{} must be a decimal number such as `12.50`", quoted(&text));
            faults.add("", || element.place(), detail);
        }
        number
    }

    /// The same where faults of the number are told elsewhere.
    pub(crate) fn number_quietly(self, path: &'static str) -> Option<Amount> {
        self.number_at(path, &mut Faults::default()).map(|(number, _)| number)
    }

    /// The names of the elements from the root to it; of several of one name its place among them, from 1.
    pub(crate) fn place(self) -> String {
        let Element { tree, node } = self;
        let mut names: Vec<String> = vec![numbered(tree, node)];
        names.extend(tree.ancestors(node).map(|node| numbered(tree, node)));
        names.reverse();
        format!("/{}", names.join("/"))
    }
}

fn numbered(tree: &Tree, node: NodeId) -> String {
    let name = tree.local(node);
    let Some(parent) = tree.parent(node) else { return name.to_owned() };
    let same = |other: &NodeId| tree.is_element(*other) && tree.local(*other) == name;
    let place = tree.children(parent).filter(same).take_while(|other| *other != node).count();
    let alone = tree.children(parent).filter(same).nth(1).is_none();
    if alone { name.to_owned() } else { format!("{name}[{}]", place + 1) }
}
