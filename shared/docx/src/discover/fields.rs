//! All fields that a template names, as a tree in an arena.

use std::collections::BTreeSet;

use super::evidence::{Field, FieldId, Place, Step, Use};
use platen_ooxml::Budget;

/// The data object itself.
pub(super) const ROOT: FieldId = 0;

/// Steps of a path. JSON readers stop at a depth of 128, and the schema needs up to two levels for each step.
const PATH_STEPS: usize = 60;

/// All fields of a template, as a tree in an arena.
pub(super) struct Fields {
    all: Vec<Field>,
    /// What the variables that tags read were computed from.
    pub origins: BTreeSet<(Place, FieldId)>,
    first_uses: usize,
    noted: usize,
    limit: usize,
    budget: Budget,
    refused: Option<String>,
}

impl std::ops::Index<FieldId> for Fields {
    type Output = Field;

    fn index(&self, id: FieldId) -> &Field {
        &self.all[id]
    }
}

impl std::ops::IndexMut<FieldId> for Fields {
    fn index_mut(&mut self, id: FieldId) -> &mut Field {
        &mut self.all[id]
    }
}

impl Fields {
    /// The empty data object; at most `limit` fields and places are kept.
    pub fn new(limit: usize, budget: &Budget) -> Fields {
        let budget = budget.clone();
        let mut fields = Fields {
            all: Vec::new(),
            origins: BTreeSet::new(),
            first_uses: 0,
            noted: 0,
            limit,
            budget,
            refused: None,
        };
        fields.add(ROOT, Step::Root);
        fields
    }

    /// Why the template is too large to describe, once it is.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Counts so many steps; once the budget has ended, which the caller asks it, the template is given up.
    pub fn spend(&mut self, steps: usize) {
        if self.budget.spend(steps as u64).is_err() {
            self.refuse("the budget has ended");
        }
    }

    /// Gives up on the template. The first reason stays.
    pub fn refuse(&mut self, reason: impl Into<String>) {
        self.refused.get_or_insert(reason.into());
    }

    /// Indexes of all fields, parents before children.
    pub fn ids(&self) -> std::ops::Range<FieldId> {
        0..self.all.len()
    }

    /// The member of that name.
    pub fn member(&mut self, of: FieldId, name: &str) -> FieldId {
        if let Some(id) = self[of].by_name.get(name) {
            return *id;
        }
        let id = self.add(of, Step::Member(name.to_owned()));
        if id != of {
            self[of].by_name.insert(name.to_owned(), id);
            self[of].members.push(id);
        }
        id
    }

    /// The element of an array.
    pub fn element(&mut self, of: FieldId) -> FieldId {
        if let Some(id) = self[of].element {
            return id;
        }
        let id = self.add(of, Step::Element);
        self[of].element = Some(id).filter(|id| *id != of);
        id
    }

    /// The value of any member of an object whose keys are data.
    pub fn any_member(&mut self, of: FieldId) -> FieldId {
        self[of].evidence.keyed = true;
        if let Some(id) = self[of].any_member {
            return id;
        }
        let id = self.add(of, Step::AnyMember);
        self[of].any_member = Some(id).filter(|id| *id != of);
        id
    }

    fn add(&mut self, parent: FieldId, step: Step) -> FieldId {
        let depth = self.all.get(parent).map_or(0, |field| field.depth + 1);
        // `{% set a = a.x %}` over and over builds a path without end; the recursions over the tree stop here.
        if depth > PATH_STEPS {
            self.refuse(format!(
                "a field is more than {PATH_STEPS} steps deep in the data; use shorter paths"
            ));
            return parent;
        }
        if !self.count() {
            return parent;
        }
        self.all.push(Field::new(parent, step, depth));
        self.all.len() - 1
    }

    /// Lists of hundreds of names in each of thousands of tags would fill the memory.
    fn count(&mut self) -> bool {
        self.noted += 1;
        if self.noted > self.limit {
            let limit = self.limit;
            self.refuse(format!("the template's tags name more than {limit} fields (limit `fields`)"));
            return false;
        }
        true
    }

    /// Notes a use at a place.
    pub fn used(&mut self, id: FieldId, how: Use, place: Option<Place>, in_loop: bool) {
        let sequence = self.first_uses;
        let field = &mut self.all[id];
        field.in_loop |= in_loop;
        field.imply(how);
        if field.first_use.is_none() {
            field.first_use = Some((sequence, how));
            self.first_uses += 1;
        }
        if let Some(place) = place
            && field.places.last() != Some(&place)
            && self.count()
        {
            self.all[id].places.push(place);
        }
    }

    /// Notes what a variable was computed from that a tag reads.
    pub fn computed(&mut self, place: Place, of: &[FieldId]) {
        for id in of {
            let note = (place, *id);
            if !self.origins.contains(&note) && self.count() {
                self.origins.insert(note);
            }
        }
    }

    /// `id` and everything around it, innermost first, without the data object.
    pub fn ancestors(&self, id: FieldId) -> impl Iterator<Item = FieldId> {
        let mut next = id;
        std::iter::from_fn(move || {
            let id = next;
            next = self[id].parent;
            (id != ROOT).then_some(id)
        })
    }

    /// `order.items[].price`
    pub fn path(&self, id: FieldId) -> String {
        let mut steps: Vec<FieldId> = self.ancestors(id).collect();
        steps.reverse();
        let mut path = String::new();
        for id in steps {
            let name = match &self[id].step {
                Step::Root => continue,
                Step::Element => {
                    path.push_str("[]");
                    continue;
                }
                Step::Member(name) => name,
                Step::AnyMember => "*",
            };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
        }
        path
    }

    /// It occurs once for each element of an array.
    pub fn repeats(&self, id: FieldId) -> bool {
        self.ancestors(id).any(|id| matches!(self[id].step, Step::Element | Step::AnyMember))
    }
}
