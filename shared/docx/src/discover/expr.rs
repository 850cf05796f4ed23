//! Expressions: their values, and how they reach members and elements.

use std::rc::Rc;

use minijinja::machinery::ast::{self, Expr};
use serde_json::Value;

use super::evidence::{Step, Use};
use super::fields::ROOT;
use super::shape::{Certain, Form, Shape};
use super::walk::Walk;

/// Elements that a model has at least, however far an index reaches.
const LEAST: usize = 20;

impl<'a> Walk<'a, '_> {
    /// The value of an expression. Records what the expression itself uses, not what its value is used for.
    pub fn eval(&mut self, expr: &'a Expr<'a>) -> Shape<'a> {
        if !self.enter(expr.span().start_offset) {
            return Shape::Unknown;
        }
        let read = self.read.len();
        let shape = match expr {
            Expr::Var(name) => self.name(name.id),
            Expr::Const(constant) => literal(&constant.value),
            Expr::Slice(slice) => self.slice(slice),
            Expr::UnaryOp(unary) => self.unary(unary),
            Expr::BinOp(binary) => self.binary(binary),
            Expr::Compare(chain) => self.comparisons(chain),
            Expr::IfExpr(choice) => self.choice(choice),
            Expr::Filter(filter) => self.filter(filter),
            Expr::Test(test) => self.test(test),
            Expr::GetAttr(attribute) => {
                let shape = self.eval(&attribute.expr);
                self.member(&shape, attribute.name)
            }
            Expr::GetItem(item) => self.subscript(item),
            Expr::Call(call) => self.call(call),
            Expr::List(list) => match list.as_const() {
                Some(constant) => literal(&constant),
                None => self.items(&list.items),
            },
            Expr::Tuple(tuple) => self.items(&tuple.items),
            Expr::Map(map) => self.map(map),
        };
        if let (Expr::Var(_) | Expr::GetAttr(_) | Expr::GetItem(_), Shape::Field { id, .. }) = (expr, &shape)
        {
            // A member stands for what it is a member of.
            self.read.truncate(read);
            self.read.push(*id);
        }
        self.leave();
        shape
    }

    fn name(&mut self, name: &str) -> Shape<'a> {
        if let Some(bound) = self.scopes.get(name).cloned() {
            let (place, origins) = (self.place(), self.scopes.origins(name));
            self.read.extend(origins);
            if let Some(place) = place {
                self.fields.computed(place, origins);
            }
            return bound;
        }
        if name.starts_with("__") || matches!(name, "loop" | "self" | "caller") {
            return Shape::Unknown;
        }
        Shape::Field { id: self.fields.member(ROOT, name), certain: Certain::Always }
    }

    fn items(&mut self, items: &'a [Expr<'a>]) -> Shape<'a> {
        let items = items.iter().map(|item| self.eval(item)).collect();
        Shape::of(Form::Tuple(items))
    }

    fn map(&mut self, map: &'a ast::Map<'a>) -> Shape<'a> {
        let mut members = Vec::new();
        for (key, value) in map.keys.iter().zip(&map.values) {
            let (key, value) = (self.eval(key), self.eval(value));
            if let Some(key) = key.as_str() {
                members.push((key.to_owned(), value));
            }
        }
        Shape::of(Form::Record(members))
    }

    /// `shape.name`
    pub fn member(&mut self, shape: &Shape<'a>, name: &str) -> Shape<'a> {
        if !self.step() {
            return Shape::Unknown;
        }
        if let Shape::Field { id, certain } = shape {
            return Shape::Field { id: self.fields.member(*id, name), certain: *certain };
        }
        match shape.form() {
            Some(Form::OneOf(shapes)) => {
                let members: Vec<_> = shapes.iter().map(|shape| self.member(shape, name)).collect();
                Shape::one_of(members)
            }
            Some(Form::Record(members)) => {
                members.iter().find(|(key, _)| key == name).map_or(Shape::Unknown, |(_, shape)| shape.clone())
            }
            Some(Form::Group(by, list)) => match name {
                "grouper" => by.clone(),
                "list" => list.clone(),
                _ => Shape::Unknown,
            },
            Some(Form::Loop(element)) => match name {
                "previtem" | "nextitem" => element.clone().uncertain(),
                "first" | "last" => Shape::BOOLEAN,
                _ => Shape::NUMBER,
            },
            _ => Shape::Unknown,
        }
    }

    /// `shape.a.b`, written in a string (`sum(attribute="a.b")`).
    pub fn path(&mut self, shape: &Shape<'a>, path: &str) -> Shape<'a> {
        path.split('.').fold(shape.clone(), |shape, name| self.member(&shape, name))
    }

    /// What a loop over it yields.
    pub fn element_of(&mut self, shape: &Shape<'a>) -> Shape<'a> {
        if !self.step() {
            return Shape::Unknown;
        }
        if let Shape::Field { id, certain } = shape {
            return Shape::Field { id: self.fields.element(*id), certain: *certain };
        }
        match shape.form() {
            Some(Form::List(element)) => element.clone(),
            Some(Form::Tuple(items)) => Shape::one_of(items.iter().map(|item| item.clone().uncertain())),
            Some(Form::OneOf(shapes)) => {
                let elements: Vec<_> = shapes.iter().map(|shape| self.element_of(shape)).collect();
                Shape::one_of(elements)
            }
            _ => Shape::Unknown,
        }
    }

    /// Its item at a known index.
    pub fn item(&mut self, shape: &Shape<'a>, index: usize) -> Shape<'a> {
        match shape.form() {
            Some(Form::Tuple(items)) => items.get(index).cloned().unwrap_or(Shape::Unknown),
            Some(Form::Group(by, list)) => {
                if index == 0 {
                    by.clone()
                } else {
                    list.clone()
                }
            }
            _ => {
                self.imply(shape, Use::Sequence);
                self.placed(shape, index + 1, false)
            }
        }
    }

    /// The element of a list that has so many elements. `nothing`: null in the list's place is null in the element's.
    pub fn placed(&mut self, shape: &Shape<'a>, elements: usize, nothing: bool) -> Shape<'a> {
        self.each_field(shape, &mut |field| field.least = field.least.max(elements.min(LEAST)));
        match (shape, self.element_of(shape)) {
            (Shape::Field { id: list, certain: Certain::Always }, Shape::Field { id, .. }) => {
                Shape::Field { id, certain: Certain::Placed { list: *list, elements, nothing } }
            }
            (_, element) => element.uncertain(),
        }
    }

    fn subscript(&mut self, item: &'a ast::GetItem<'a>) -> Shape<'a> {
        let shape = self.eval(&item.expr);
        self.subscripted(&shape, &item.subscript_expr)
    }

    /// `shape[key]`
    pub fn subscripted(&mut self, shape: &Shape<'a>, key: &'a Expr<'a>) -> Shape<'a> {
        if let Expr::Const(constant) = key {
            if let Some(name) = constant.value.as_str() {
                return self.member(shape, name);
            }
            if let Some(index) = constant.value.as_usize() {
                return self.item(shape, index);
            }
        }
        if let Some(from_the_end) = negative(key) {
            self.imply(shape, Use::Sequence);
            return self.placed(shape, from_the_end, false);
        }
        let subscript = self.eval(key);
        self.used(&subscript, Use::Opaque);
        match (shape, &subscript) {
            // `{% for key in prices %}{{ prices[key] }}`: an object, though a loop runs over it.
            (Shape::Field { id, .. }, Shape::Field { id: key, .. })
                if self.fields[*key].parent == *id && self.fields[*key].step == Step::Element =>
            {
                Shape::Field { id: self.fields.any_member(*id), certain: Certain::Sometimes }
            }
            _ if subscript.is_number() => {
                self.imply(shape, Use::Sequence);
                self.element_of(shape).uncertain()
            }
            // `{{ labels[language] }}`: an object whose keys are data, unless it is known to be a list.
            (Shape::Field { id, .. }, Shape::Field { id: key, .. }) => {
                let (id, key) = (*id, *key);
                self.asked(shape);
                self.used(shape, Use::Opaque);
                if self.fields[id].evidence.array || self.fields[id].element.is_some() {
                    self.fields[key].example(&0.into());
                    return self.element_of(shape).uncertain();
                }
                self.fields[id].key = Some(key);
                Shape::Field { id: self.fields.any_member(id), certain: Certain::Sometimes }
            }
            _ => {
                self.asked(shape);
                self.used(shape, Use::Opaque);
                Shape::Unknown
            }
        }
    }

    fn slice(&mut self, slice: &'a ast::Slice<'a>) -> Shape<'a> {
        let shape = self.eval(&slice.expr);
        for bound in [&slice.start, &slice.stop, &slice.step].into_iter().flatten() {
            let bound = self.eval(bound);
            self.used(&bound, Use::Number);
        }
        self.handed_on(&shape, Use::Sequence);
        shape.uncertain()
    }
}

/// `-2`: counted from the end.
fn negative(key: &Expr<'_>) -> Option<usize> {
    match key {
        Expr::Const(constant) => {
            let place = constant.value.as_i64().filter(|place| *place < 0)?;
            usize::try_from(place.unsigned_abs()).ok()
        }
        Expr::UnaryOp(unary) if matches!(unary.op, ast::UnaryOpKind::Neg) => match &unary.expr {
            Expr::Const(constant) => constant.value.as_usize().filter(|place| *place > 0),
            _ => None,
        },
        _ => None,
    }
}

/// A constant of the template. Undefined and none say nothing of a type.
pub(super) fn literal<'a>(value: &minijinja::Value) -> Shape<'a> {
    match serde_json::to_value(value) {
        Ok(Value::Null) | Err(_) => Shape::Unknown,
        Ok(value) => Shape::Literal(Rc::new(value)),
    }
}
