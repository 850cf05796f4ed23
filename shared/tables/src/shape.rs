//! The form of an item: which cells stand where in it.

use indexmap::IndexMap;
use std::collections::BTreeMap;

use crate::field::Step;
use crate::headings::Fill;
use crate::values::Values;

/// What a column says that cannot stand in one item with another column.
type Conflict = &'static str;

const NESTED: Conflict = "is in a list inside a list; number the places in its heading, as in `a[0].b[0].c`";
const NUMBERED: Conflict =
    "numbers the places of a list that another column does not number; number them in both, or in neither";
const TAKEN: Conflict = "fills what another column fills as well";

/// A part of an item that cells fill.
#[derive(Debug)]
enum Node {
    /// The value of a slot. `is_needed`: what is around it must have it; `blank` stands for an empty cell then.
    Leaf { slot: Option<usize>, is_needed: bool, blank: Option<&'static str> },
    /// Members, each with whether the object must have it.
    Object(IndexMap<String, (bool, Node)>),
    /// Elements that columns number.
    Numbered(BTreeMap<usize, Node>),
    /// An element per row: `Shape::lists` has it once the item's form is known.
    Rows { list: usize, element: Option<Box<Node>> },
}

/// The form of an item.
#[derive(Debug)]
pub(crate) struct Shape {
    root: Node,
    /// The elements of lists that have one per row.
    lists: Vec<Node>,
    /// The list that a slot is inside of.
    slots: Vec<Option<usize>>,
}

/// What became of a part.
#[derive(PartialEq, Eq)]
enum Wrote {
    /// Nothing.
    Nothing,
    /// Something without a value: null, or a list without elements.
    Blank,
    Value,
}

impl Shape {
    /// The form that columns fill: slot n is filled by `fills[n]`, and the slots behind them are members of the item by the
    /// names of `others`.
    ///
    /// # Errors
    /// The slot that cannot stand where another one does, and why.
    pub fn of(fills: &[Fill], others: &[&str]) -> Result<Shape, (usize, Conflict)> {
        let mut root = Node::Object(IndexMap::new());
        for (slot, fill) in fills.iter().enumerate() {
            let mut way = Way { slot, is_needed: true, blank: fill.field.blank(), in_rows: false };
            root.insert(&fill.field.steps, &fill.places, &mut way).map_err(|conflict| (slot, conflict))?;
        }
        if let Node::Object(members) = &mut root {
            for (index, name) in others.iter().enumerate() {
                let leaf = Node::Leaf { slot: Some(fills.len() + index), is_needed: false, blank: None };
                members.insert((*name).to_owned(), (false, leaf));
            }
        }
        let mut lists = Vec::new();
        root.take_lists(&mut lists);
        let mut slots = vec![None; fills.len() + others.len()];
        for (list, element) in lists.iter().enumerate() {
            element.each_slot(&mut |slot| {
                if let Some(own) = slots.get_mut(slot) {
                    *own = Some(list);
                }
            });
        }
        Ok(Shape { root, lists, slots })
    }

    /// How many lists have an element per row.
    pub fn lists(&self) -> usize {
        self.lists.len()
    }

    /// Whether all rows of an item share a slot's value.
    pub fn is_shared(&self, slot: usize) -> bool {
        self.slots.get(slot).copied().flatten().is_none()
    }

    /// Writes the item. `missing` gets the slots that have no value, though the item needs one.
    pub fn write(&self, values: &Values, lists: &[Vec<u8>], missing: &mut Vec<usize>, out: &mut Vec<u8>) {
        if (Writer { values, lists, missing }).write(&self.root, out) == Wrote::Nothing {
            out.extend_from_slice(b"{}");
        }
    }

    /// Writes the element of a list that a row has, behind a comma where it is not the first. A row without values for the
    /// list has none.
    pub fn write_element(&self, list: usize, values: &Values, missing: &mut Vec<usize>, out: &mut Vec<u8>) {
        let Some(element) = self.lists.get(list) else { return };
        let (before, lacking) = (out.len(), missing.len());
        if before > 0 {
            out.push(b',');
        }
        if (Writer { values, lists: &[], missing }).write(element, out) != Wrote::Value {
            out.truncate(before);
            missing.truncate(lacking);
        }
    }
}

/// A column on its way to its place.
struct Way {
    slot: usize,
    is_needed: bool,
    blank: Option<&'static str>,
    in_rows: bool,
}

impl Node {
    /// What the first of the steps leads into.
    fn fresh(steps: &[Step], places: &[Option<usize>]) -> Node {
        match (steps.first(), places.first()) {
            (None, _) => Node::Leaf { slot: None, is_needed: false, blank: None },
            (Some(Step::Member { .. }), _) => Node::Object(IndexMap::new()),
            (Some(Step::Each), Some(Some(_))) => Node::Numbered(BTreeMap::new()),
            (Some(Step::Each), _) => Node::Rows { list: 0, element: None },
        }
    }

    /// Recurses as deep as the schema, whose depth the template bounds.
    fn insert(&mut self, steps: &[Step], places: &[Option<usize>], way: &mut Way) -> Result<(), Conflict> {
        let rest = steps.get(1..).unwrap_or_default();
        let inside = places.get(1..).unwrap_or_default();
        match (self, steps.first(), places.first()) {
            (Node::Leaf { slot: slot @ None, is_needed, blank }, None, _) => {
                (*slot, *is_needed, *blank) = (Some(way.slot), way.is_needed, way.blank);
                Ok(())
            }
            (Node::Object(members), Some(Step::Member { name, required }), _) => {
                way.is_needed = *required;
                let fresh = || (*required, Node::fresh(rest, places));
                members.entry(name.clone()).or_insert_with(fresh).1.insert(rest, places, way)
            }
            (Node::Numbered(elements), Some(Step::Each), Some(Some(place))) => {
                way.is_needed = false;
                elements.entry(*place).or_insert_with(|| Node::fresh(rest, inside)).insert(rest, inside, way)
            }
            (Node::Rows { .. }, Some(Step::Each), Some(None)) if way.in_rows => Err(NESTED),
            (Node::Rows { element, .. }, Some(Step::Each), Some(None)) => {
                (way.is_needed, way.in_rows) = (false, true);
                element.get_or_insert_with(|| Box::new(Node::fresh(rest, inside))).insert(rest, inside, way)
            }
            (Node::Numbered(_) | Node::Rows { .. }, Some(Step::Each), _) => Err(NUMBERED),
            _ => Err(TAKEN),
        }
    }

    /// Moves the elements of lists that have one per row to where each row finds them.
    fn take_lists(&mut self, lists: &mut Vec<Node>) {
        match self {
            Node::Leaf { .. } => {}
            Node::Object(members) => members.values_mut().for_each(|(_, member)| member.take_lists(lists)),
            Node::Numbered(elements) => elements.values_mut().for_each(|element| element.take_lists(lists)),
            Node::Rows { list, element } => {
                *list = lists.len();
                lists.extend(element.take().map(|element| *element));
            }
        }
    }

    fn each_slot(&self, found: &mut dyn FnMut(usize)) {
        match self {
            Node::Leaf { slot, .. } => slot.iter().for_each(|slot| found(*slot)),
            Node::Object(members) => members.values().for_each(|(_, member)| member.each_slot(found)),
            Node::Numbered(elements) => elements.values().for_each(|element| element.each_slot(found)),
            Node::Rows { .. } => {}
        }
    }
}

struct Writer<'a> {
    values: &'a Values,
    lists: &'a [Vec<u8>],
    missing: &'a mut Vec<usize>,
}

impl Writer<'_> {
    /// Recurses as deep as the schema, whose depth the template bounds.
    fn write(&mut self, node: &Node, out: &mut Vec<u8>) -> Wrote {
        match node {
            Node::Leaf { slot, is_needed, blank } => match slot.and_then(|slot| self.values.get(slot)) {
                Some(value) => {
                    out.extend_from_slice(value);
                    Wrote::Value
                }
                None if !is_needed => Wrote::Nothing,
                None => match blank {
                    Some(blank) => {
                        out.extend_from_slice(blank.as_bytes());
                        Wrote::Blank
                    }
                    None => {
                        self.missing.extend(*slot);
                        Wrote::Nothing
                    }
                },
            },
            Node::Object(members) => {
                let begin = out.len();
                let mut wrote = Wrote::Nothing;
                for (name, (is_needed, member)) in members {
                    let (before, lacking) = (out.len(), self.missing.len());
                    out.push(if wrote == Wrote::Nothing { b'{' } else { b',' });
                    crate::value::string(name, out);
                    out.push(b':');
                    match self.write(member, out) {
                        Wrote::Value => wrote = Wrote::Value,
                        Wrote::Blank if *is_needed => {
                            if wrote == Wrote::Nothing {
                                wrote = Wrote::Blank;
                            }
                        }
                        _ => {
                            out.truncate(before);
                            if !is_needed {
                                self.missing.truncate(lacking);
                            }
                        }
                    }
                }
                if out.len() > begin {
                    out.push(b'}');
                }
                wrote
            }
            Node::Numbered(elements) => {
                out.push(b'[');
                let begin = out.len();
                for element in elements.values() {
                    let (before, lacking) = (out.len(), self.missing.len());
                    if before > begin {
                        out.push(b',');
                    }
                    if self.write(element, out) != Wrote::Value {
                        out.truncate(before);
                        self.missing.truncate(lacking);
                    }
                }
                self.close(begin, out)
            }
            Node::Rows { list, .. } => {
                out.push(b'[');
                let begin = out.len();
                out.extend_from_slice(self.lists.get(*list).map(Vec::as_slice).unwrap_or_default());
                self.close(begin, out)
            }
        }
    }

    fn close(&self, begin: usize, out: &mut Vec<u8>) -> Wrote {
        let wrote = if out.len() > begin { Wrote::Value } else { Wrote::Blank };
        out.push(b']');
        wrote
    }
}
