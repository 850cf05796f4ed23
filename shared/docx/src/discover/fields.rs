//! The fields that a template names, with everything that its uses say about them.

use std::collections::HashMap;

use serde_json::Value;

/// Index of a [`Field`] in [`Fields`].
pub(super) type FieldId = usize;

/// The data object itself.
pub(super) const ROOT: FieldId = 0;

/// Steps of a path. JSON readers stop at a depth of 128, and the schema needs up to two levels for each step.
const PATH_STEPS: usize = 40;

/// Literals kept of the comparisons of one field.
const EXAMPLES: usize = 20;

/// How a field is reached from the one around it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// The data object.
    Root,
    /// A member of an object.
    Member(String),
    /// Any element of an array.
    Element,
    /// Any member of an object whose keys are data (`for key, value in prices|items`).
    AnyMember,
}

/// What a template does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Written as text.
    Print,
    /// Handed to something that takes text.
    Text,
    /// Handed to something that takes a date.
    Date,
    /// Handed to something that takes a point in time.
    DateTime,
    /// Counted with.
    Number,
    /// Handed to something that takes anything.
    Opaque,
    /// Iterated over by a loop.
    Loop,
    /// Iterated over by a filter.
    List,
    /// Measured or searched: an array, an object or a text.
    Container,
    /// Asked whether it is true or there, or compared.
    Condition,
}

/// What the uses of a field imply of its type.
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "each is set by the use of that name")]
pub(super) struct Evidence {
    pub printed: bool,
    pub text: bool,
    pub date: bool,
    pub date_time: bool,
    pub number: bool,
    /// Counted with on a path that every render takes.
    pub arithmetic: bool,
    pub boolean: bool,
    pub condition: bool,
    pub array: bool,
    pub container: bool,
    /// Its keys are data.
    pub keyed: bool,
    /// The template itself asks for its type (`is string`) and can therefore take several.
    pub asked: bool,
}

/// One use in a part: indexes of the part and of its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub part: usize,
    pub tag: usize,
}

/// A value of the data, as far as the template knows it.
#[derive(Debug)]
pub(super) struct Field {
    pub parent: FieldId,
    pub step: Step,
    depth: usize,
    /// In the order in which the template names them.
    pub members: Vec<FieldId>,
    /// Finds a member by its name; never iterated.
    by_name: HashMap<String, FieldId>,
    pub element: Option<FieldId>,
    pub any_member: Option<FieldId>,
    pub evidence: Evidence,
    /// Every render needs it, once its parent is there.
    pub required: bool,
    /// A condition asks whether it is there, so that a false value counts as absent.
    pub guard: bool,
    /// Number of the first use among all first uses, and its kind.
    pub first_use: Option<(usize, Use)>,
    pub places: Vec<Place>,
    pub in_loop: bool,
    pub filters: Vec<String>,
    pub examples: Vec<Value>,
    pub default: Option<Value>,
    /// Content controls that show it, by index.
    pub controls: Vec<usize>,
}

/// All fields of a template, as a tree in an arena.
pub(super) struct Fields {
    all: Vec<Field>,
    first_uses: usize,
    noted: usize,
    limit: usize,
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
    pub fn new(limit: usize) -> Fields {
        let mut fields = Fields { all: Vec::new(), first_uses: 0, noted: 0, limit, refused: None };
        fields.add(ROOT, Step::Root);
        fields
    }

    /// Why the template is too large to describe, once it is.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
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
                "a field lies more than {PATH_STEPS} steps deep in the data; use shorter paths"
            ));
            return parent;
        }
        if !self.count() {
            return parent;
        }
        self.all.push(Field {
            parent,
            step,
            depth,
            members: Vec::new(),
            by_name: HashMap::new(),
            element: None,
            any_member: None,
            evidence: Evidence::default(),
            required: false,
            guard: false,
            first_use: None,
            places: Vec::new(),
            in_loop: false,
            filters: Vec::new(),
            examples: Vec::new(),
            default: None,
            controls: Vec::new(),
        });
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

    /// It is there once for each element of an array.
    pub fn repeats(&self, id: FieldId) -> bool {
        self.ancestors(id).any(|id| matches!(self[id].step, Step::Element | Step::AnyMember))
    }
}

impl Field {
    /// Notes what a use implies of the type.
    pub fn imply(&mut self, how: Use) {
        let evidence = &mut self.evidence;
        match how {
            Use::Print => evidence.printed = true,
            Use::Text => evidence.text = true,
            Use::Date => evidence.date = true,
            Use::DateTime => evidence.date_time = true,
            Use::Number => evidence.number = true,
            Use::Loop | Use::List => evidence.array = true,
            Use::Container => evidence.container = true,
            Use::Condition => evidence.condition = true,
            Use::Opaque => {}
        }
    }

    /// Notes a literal that the template compares it with.
    pub fn example(&mut self, literal: &Value) {
        match literal {
            Value::Number(_) => self.evidence.number = true,
            Value::Bool(_) => self.evidence.boolean = true,
            Value::String(_) => {}
            _ => return,
        }
        if self.examples.len() < EXAMPLES && !self.examples.contains(literal) {
            self.examples.push(literal.clone());
        }
    }

    /// Notes the name of a filter.
    pub fn filtered(&mut self, name: &str) {
        if !self.filters.iter().any(|filter| filter == name) {
            self.filters.push(name.to_owned());
        }
    }
}
