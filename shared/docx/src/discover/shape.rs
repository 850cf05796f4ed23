//! Facts about an expression's value without any data.

use std::rc::Rc;

use minijinja::machinery::ast;
use serde_json::Value;

use super::evidence::FieldId;

/// Lists in lists, counted: `{% set a = [a, a] %}` over and over would build shapes without end.
const NESTING: u8 = 8;

/// Alternatives of one value (`a or b or c`).
const ALTERNATIVES: usize = 8;

/// An expression's value, as far as it is known.
#[derive(Clone)]
pub(super) enum Shape<'a> {
    /// Nothing is known.
    Unknown,
    /// Exactly this value of the data.
    Field { id: FieldId, certain: Certain },
    /// A constant of the template.
    Literal(Rc<Value>),
    /// Computed, from a field where `of` names one.
    Scalar { kind: Scalar, of: Option<FieldId> },
    /// A macro and the number of scopes that it sees.
    Macro(&'a ast::Macro<'a>, usize),
    /// What a macro calls for the body of the `{% call %}` that called it: its number among [`super::walk::Walk::callers`].
    Caller(usize),
    /// Made of other shapes.
    Compound(Rc<Compound<'a>>),
}

/// Which renders come to a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Certain {
    /// All, for every element.
    Always,
    /// All, for the element at one place: the list must have so many elements. `nothing`: null will do for the list.
    Placed { list: FieldId, elements: usize, nothing: bool },
    /// All that have it: a default stands for it where it is missing.
    Given,
    /// Only some, or only for some elements.
    Sometimes,
}

/// Type of a computed value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    /// Text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Boolean,
}

/// A shape made of others.
pub(super) struct Compound<'a> {
    depth: u8,
    /// How it is made.
    pub form: Form<'a>,
}

/// How a compound is made.
pub(super) enum Form<'a> {
    /// An array whose elements all have one shape.
    List(Shape<'a>),
    /// An array or tuple with known items.
    Tuple(Vec<Shape<'a>>),
    /// An object with known members.
    Record(Vec<(String, Shape<'a>)>),
    /// An element of `groupby`: the common value and the list of those that share it.
    Group(Shape<'a>, Shape<'a>),
    /// One of these.
    OneOf(Vec<Shape<'a>>),
    /// The variable `loop` of a loop over such elements.
    Loop(Shape<'a>),
}

impl<'a> Shape<'a> {
    /// A number that is not in the data.
    pub const NUMBER: Shape<'static> = Shape::Scalar { kind: Scalar::Number, of: None };
    /// Text that is not in the data.
    pub const TEXT: Shape<'static> = Shape::Scalar { kind: Scalar::Text, of: None };
    /// True or false.
    pub const BOOLEAN: Shape<'static> = Shape::Scalar { kind: Scalar::Boolean, of: None };

    /// Makes a compound; one that nests too deep becomes unknown.
    pub fn of(form: Form<'a>) -> Shape<'a> {
        let deepest = match &form {
            Form::List(one) | Form::Loop(one) => one.depth(),
            Form::Tuple(items) | Form::OneOf(items) => items.iter().map(Shape::depth).max().unwrap_or(0),
            Form::Record(members) => members.iter().map(|(_, shape)| shape.depth()).max().unwrap_or(0),
            Form::Group(by, list) => by.depth().max(list.depth()),
        };
        if deepest >= NESTING {
            return Shape::Unknown;
        }
        Shape::Compound(Rc::new(Compound { depth: deepest + 1, form }))
    }

    /// One of several; at most a few are followed. None of them is certain.
    pub fn one_of(shapes: impl IntoIterator<Item = Shape<'a>>) -> Shape<'a> {
        let mut all: Vec<Shape<'a>> = Vec::new();
        for shape in shapes {
            if let Some(Form::OneOf(inner)) = shape.form() {
                all.extend(inner.iter().take(ALTERNATIVES - all.len().min(ALTERNATIVES)).cloned());
            } else if all.len() < ALTERNATIVES && !all.iter().any(|other| other.same_field(&shape)) {
                all.push(shape);
            }
        }
        if all.len() <= 1 {
            return all.pop().unwrap_or(Shape::Unknown);
        }
        Shape::of(Form::OneOf(all))
    }

    /// The same value, reached by some renders only.
    pub fn uncertain(self) -> Shape<'a> {
        if let Some(Form::OneOf(shapes)) = self.form() {
            return Shape::of(Form::OneOf(shapes.iter().cloned().map(Shape::uncertain).collect()));
        }
        match self {
            Shape::Field { id, .. } => Shape::Field { id, certain: Certain::Sometimes },
            other => other,
        }
    }

    /// The same value, reached by all renders that have it.
    pub fn where_given(self) -> Shape<'a> {
        match self {
            Shape::Field { id, certain: Certain::Always } => Shape::Field { id, certain: Certain::Given },
            other => other.uncertain(),
        }
    }

    /// How it is made, of a compound.
    pub fn form(&self) -> Option<&Form<'a>> {
        match self {
            Shape::Compound(compound) => Some(&compound.form),
            _ => None,
        }
    }

    /// The text of a constant.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Shape::Literal(value) => value.as_str(),
            _ => None,
        }
    }

    /// It can only be text.
    pub fn is_text(&self) -> bool {
        self.as_str().is_some() || matches!(self, Shape::Scalar { kind: Scalar::Text, .. })
    }

    /// It can only be a number.
    pub fn is_number(&self) -> bool {
        match self {
            Shape::Literal(value) => value.is_number(),
            Shape::Scalar { kind, .. } => *kind == Scalar::Number,
            _ => false,
        }
    }

    fn same_field(&self, other: &Shape<'_>) -> bool {
        match (self, other) {
            (Shape::Field { id, certain }, Shape::Field { id: other, certain: same }) => {
                (id, certain) == (other, same)
            }
            _ => false,
        }
    }

    fn depth(&self) -> u8 {
        match self {
            Shape::Compound(compound) => compound.depth,
            _ => 0,
        }
    }
}
