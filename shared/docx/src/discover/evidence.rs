//! One field of a template, with everything that its uses say about it.

use std::collections::HashMap;

use serde_json::Value;

use crate::compile::Choices;
use platen_rich::Kind;

/// Index of a [`Field`] in [`super::fields::Fields`].
pub(super) type FieldId = usize;

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
    /// Counted with by an operator, which fails without a number.
    Operand,
    /// Handed to something that fails without it.
    Given,
    /// Handed to something that takes a number or a text that is one, and nothing for nothing.
    Written,
    /// The same, of a number without decimals.
    Whole,
    /// Made a rich value of.
    Rich(Kind),
    /// Handed to something that takes anything.
    Opaque,
    /// Iterated over by a loop.
    Loop,
    /// Iterated over by a filter.
    List,
    /// Iterated over by a filter that makes other lists of the elements.
    Elements,
    /// Drawn as a chart, which null leaves out.
    Drawn,
    /// Iterated over, an object's names and values.
    Pairs,
    /// Measured: an array, an object or a text.
    Container,
    /// Something is looked for in it: an array, an object or a text.
    Searched,
    /// Cut, or reached into by places: an array or a text.
    Sequence,
    /// Asked whether it is true.
    Condition,
    /// Compared, or tested for presence.
    Compared,
}

impl Use {
    /// Whether rendering fails without a value, in a condition as well.
    pub fn fails_without(self) -> bool {
        matches!(self, Use::Operand | Use::Given)
    }
}

/// What the uses of a field imply of its type.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    pub printed: bool,
    pub text: bool,
    pub date: bool,
    pub date_time: bool,
    /// What filters make of it.
    pub rich: Option<Kind>,
    pub number: bool,
    /// Of a number without decimals.
    pub whole: bool,
    /// Taken for a number only where it is one.
    pub counted: bool,
    /// Made a number whatever it is.
    pub converted: bool,
    /// Used by every render that has it for what nothing (null) will not do.
    pub needed: bool,
    pub boolean: bool,
    pub condition: bool,
    pub compared: bool,
    /// Something is looked for in it.
    pub searched: bool,
    pub array: bool,
    /// An array for a chart.
    pub drawn: bool,
    pub container: bool,
    /// A container that is no object.
    pub sequence: bool,
    /// Its keys are data.
    pub keyed: bool,
    /// The template itself asks for its type (`is string`) and can therefore take several.
    pub asked: bool,
}

/// One use in a part: indexes of the part and of its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub part: usize,
    pub tag: usize,
}

/// A value of the data, as far as the template knows it.
#[derive(Debug)]
pub(super) struct Field {
    pub parent: FieldId,
    pub step: Step,
    pub depth: usize,
    /// In the order in which the template names them.
    pub members: Vec<FieldId>,
    /// Finds a member by its name; never iterated.
    pub by_name: HashMap<String, FieldId>,
    pub element: Option<FieldId>,
    pub any_member: Option<FieldId>,
    pub evidence: Evidence,
    /// Every render that has its parent needs it.
    pub required: bool,
    /// A condition tests for its presence, so a false value counts as absent.
    pub guard: bool,
    /// Number of the first use among all first uses, and its kind.
    pub first_use: Option<(usize, Use)>,
    pub places: Vec<Place>,
    pub in_loop: bool,
    pub filters: Vec<String>,
    pub examples: Vec<Value>,
    /// Literals that the template looks for in it.
    pub sought: Vec<Value>,
    pub default: Option<Value>,
    /// What `field` says of it.
    pub form: FormWords,
    /// The name by which it is looked up, in the elements of repeating sections and further out.
    pub looked_up: Option<String>,
    /// Elements that the template reaches by their places.
    pub least: usize,
    /// Elements that every render reaches by their places.
    pub needed: usize,
    /// Number of elements that the template gives names to.
    pub unpacked: Option<usize>,
    /// The field by whose value its members are reached.
    pub key: Option<FieldId>,
    /// Content controls that show it, by index.
    pub controls: Vec<usize>,
}

/// How a form asks for a field, as its author wants it.
#[derive(Debug, Clone, Default)]
pub(super) struct FormWords {
    pub label: Option<String>,
    pub help: Option<String>,
    /// Its place among the fields beside it; those without one follow in the document's order.
    pub order: Option<i64>,
    /// The path of the field that has to be true for a form to ask for this one.
    pub when: Option<String>,
    /// The only values that it may have; empty for all.
    pub choices: Choices,
}

impl Field {
    /// A field that nothing is known of yet.
    pub fn new(parent: FieldId, step: Step, depth: usize) -> Field {
        Field {
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
            sought: Vec::new(),
            default: None,
            form: FormWords::default(),
            looked_up: None,
            least: 0,
            needed: 0,
            unpacked: None,
            key: None,
            controls: Vec::new(),
        }
    }

    /// Notes what a use implies of the type.
    pub fn imply(&mut self, how: Use) {
        let evidence = &mut self.evidence;
        match how {
            Use::Print => evidence.printed = true,
            Use::Text => evidence.text = true,
            Use::Date => evidence.date = true,
            Use::DateTime => evidence.date_time = true,
            Use::Rich(kind) => evidence.rich = evidence.rich.or(Some(kind)),
            Use::Number | Use::Operand => (evidence.number, evidence.counted) = (true, true),
            Use::Written => evidence.number = true,
            Use::Whole => (evidence.number, evidence.whole) = (true, true),
            Use::Loop | Use::List | Use::Elements => evidence.array = true,
            Use::Drawn => evidence.drawn = true,
            Use::Container => evidence.container = true,
            Use::Searched => (evidence.container, evidence.searched) = (true, true),
            Use::Sequence => (evidence.container, evidence.sequence) = (true, true),
            Use::Condition => evidence.condition = true,
            Use::Compared => evidence.compared = true,
            Use::Opaque | Use::Pairs | Use::Given => {}
        }
    }

    /// Notes a literal that the template compares it with.
    pub fn example(&mut self, literal: &Value) {
        match literal {
            Value::Number(_) => (self.evidence.number, self.evidence.counted) = (true, true),
            Value::Bool(_) => self.evidence.boolean = true,
            Value::String(_) => {}
            _ => return,
        }
        if self.examples.len() < EXAMPLES && !self.examples.contains(literal) {
            self.examples.push(literal.clone());
        }
    }

    /// Notes a literal that the template looks for in it.
    pub fn sought(&mut self, literal: &Value) {
        if self.sought.len() < EXAMPLES && !self.sought.contains(literal) {
            self.sought.push(literal.clone());
        }
    }

    /// Notes the name of a filter.
    pub fn filtered(&mut self, name: &str) {
        if !self.filters.iter().any(|filter| filter == name) {
            self.filters.push(name.to_owned());
        }
    }
}
