//! The data store behind a control (`w:dataBinding`, ECMA-376 part 1, 17.5.2.6), which the control shows and edits.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::Marks;
use crate::text::marks::Piece;
use platen_ooxml::package::StorePath;
use platen_ooxml::xml::{NodeId, Ns, Tree};

/// A control's data binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binding {
    /// GUID of the custom XML part's properties, with braces, in upper case.
    pub store: String,
    /// Local names from the root element down, each with its 1-based position.
    pub steps: Vec<(String, usize)>,
    /// The last step names an attribute.
    pub attribute: bool,
}

impl Binding {
    /// The steps as a data path: those below the element that the innermost repeating section around the control is
    /// bound to, else those below the root.
    pub fn path(&self, tree: &Tree, sdt: NodeId) -> String {
        let sections = tree.ancestors(sdt).filter(|n| tree.is_w(*n, "sdt")).filter_map(|n| {
            let properties = tree.child_w(n, "sdtPr")?;
            tree.child(properties, Ns::W15, "repeatingSection")?;
            read(tree, properties)
        });
        let sections: Vec<Binding> = sections.collect();
        self.path_in(sections.iter())
    }

    /// The same in repeating sections that are bound so, the innermost first.
    pub fn path_in<'b>(&self, mut sections: impl Iterator<Item = &'b Binding>) -> String {
        let outer = sections.find(|section| self.is_below(section)).map(|section| section.steps.len());
        // The control may show the section's element itself.
        let first = outer.unwrap_or(1).min(self.steps.len().saturating_sub(1));
        let names: Vec<&str> = self.steps.iter().skip(first).map(|(name, _)| name.as_str()).collect();
        names.join(".")
    }

    /// Reads an XPath of steps by name and position into a store; `None` for any other.
    pub fn parse(xpath: &str, store: String) -> Option<Binding> {
        let StorePath { steps, is_attribute } = StorePath::parse(xpath)?;
        Some(Binding { store, steps, attribute: is_attribute })
    }

    /// Whether it leads to what a section is bound to or into that, whatever the positions.
    pub fn is_below(&self, section: &Binding) -> bool {
        let same = |(a, b): (&(String, usize), &(String, usize))| a.0 == b.0;
        (self.store == section.store || self.store.is_empty() || section.store.is_empty())
            && self.steps.len() >= section.steps.len()
            && self.steps.iter().zip(&section.steps).all(same)
    }
}

pub(super) fn data_binding(tree: &Tree, properties: NodeId) -> Option<NodeId> {
    tree.children(properties).find(|n| tree.local(*n) == "dataBinding")
}

/// The binding that stands in an element.
pub(crate) fn read(tree: &Tree, properties: NodeId) -> Option<Binding> {
    let node = data_binding(tree, properties)?;
    let store = tree.attr(node, "storeItemID").unwrap_or_default().to_ascii_uppercase();
    Binding::parse(&tree.attr(node, "xpath")?, store)
}

/// The variable that holds the 1-based place of the element that a repeating section writes.
fn place(section: usize) -> String {
    format!("__place_{section}")
}

/// Counts the turns of a bound section: its `pattern` stands in the loop already.
pub(super) fn count(pattern: NodeId, section: usize, marks: &mut Marks) {
    marks.before(pattern, Piece::statement(format!("set {} = loop.index", place(section))));
}

/// Which elements a control's binding is to lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    /// The one that the path names.
    ToOne,
    /// All of the last step's name: what a repeating section shows.
    ToAll,
}

/// Lets the binding of a control lead, within what the sections around it repeat, to the elements of its own turn. False
/// when it cannot: a section around it is bound to nothing or to something else, so that all turns would show one element.
pub(super) fn renumber(
    tree: &Tree,
    sdt: NodeId,
    own: &Binding,
    sections: &[(usize, Option<&Binding>)],
    leads: Leads,
    marks: &mut Marks,
) -> bool {
    let node = tree.child_w(sdt, "sdtPr").and_then(|properties| data_binding(tree, properties));
    let range = node.and_then(|node| Some((node, tree.attr_range(node, "xpath")?)));
    let Some((node, xpath)) = range else { return false };
    let steps = positions(&tree.source()[xpath.clone()]);
    let last = own.steps.len().saturating_sub(1);
    let mut written = BTreeMap::new();
    for (id, section) in sections {
        let Some(section) = section.filter(|section| own.is_below(section)) else { return false };
        // Two sections of one element: the place in it is the inner one's.
        let place = vec![Piece::xml("["), Piece::value(place(*id)), Piece::xml("]")];
        written.insert(section.steps.len().saturating_sub(1), place);
    }
    if leads == Leads::ToAll {
        written.insert(last, Vec::new());
    }
    for (step, pieces) in written {
        let Some(position) = steps.get(step) else { return false };
        marks.substitute(node, xpath.start + position.start..xpath.start + position.end, pieces);
    }
    true
}

/// Where the position of each step of a path stands, `[1]` and the like, or would stand.
fn positions(xpath: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for step in xpath.split('/') {
        let end = start + step.len();
        if !step.is_empty() {
            found.push(step.find('[').map_or(end..end, |at| start + at..end));
        }
        start = end + 1;
    }
    found
}

/// Leaves out a control's binding: without an element to show, Word would empty the control.
pub(super) fn drop(tree: &Tree, sdt: NodeId, marks: &mut Marks) {
    if let Some(properties) = tree.child_w(sdt, "sdtPr") {
        for node in tree.children(properties).filter(|n| tree.local(*n) == "dataBinding") {
            marks.drop(node);
        }
    }
}
