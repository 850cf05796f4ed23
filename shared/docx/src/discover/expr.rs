//! Expressions: what their value is, and what they do with the values inside them.

use std::rc::Rc;

use minijinja::machinery::ast::{self, BinOpKind, CompareOpKind, Expr, UnaryOpKind};
use serde_json::Value;

use super::fields::{ROOT, Step, Use};
use super::shape::{Form, Scalar, Shape};
use super::walk::{Condition, Walk};

impl<'a> Walk<'a, '_> {
    /// The value of an expression. Records what the expression itself uses, not what its value is used for.
    pub fn eval(&mut self, expr: &'a Expr<'a>) -> Shape<'a> {
        if !self.enter(expr.span().start_offset) {
            return Shape::Unknown;
        }
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
        self.leave();
        shape
    }

    fn name(&mut self, name: &str) -> Shape<'a> {
        if let Some(bound) = self.scopes.get(name) {
            return bound.clone();
        }
        if name.starts_with("__") || matches!(name, "loop" | "self" | "caller") {
            return Shape::Unknown;
        }
        Shape::Field { id: self.fields.member(ROOT, name), certain: true }
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
                self.imply(shape, Use::Container);
                self.element_of(shape).uncertain()
            }
        }
    }

    fn subscript(&mut self, item: &'a ast::GetItem<'a>) -> Shape<'a> {
        let shape = self.eval(&item.expr);
        if let Expr::Const(constant) = &item.subscript_expr {
            if let Some(name) = constant.value.as_str() {
                return self.member(&shape, name);
            }
            if let Some(index) = constant.value.as_usize() {
                return self.item(&shape, index);
            }
        }
        let subscript = self.eval(&item.subscript_expr);
        self.used(&subscript, Use::Opaque);
        match (&shape, &subscript) {
            // `{% for key in prices %}{{ prices[key] }}`: an object, though a loop runs over it.
            (Shape::Field { id, .. }, Shape::Field { id: key, .. })
                if self.fields[*key].parent == *id && self.fields[*key].step == Step::Element =>
            {
                Shape::Field { id: self.fields.any_member(*id), certain: false }
            }
            _ if subscript.is_number() => {
                self.imply(&shape, Use::Container);
                self.element_of(&shape).uncertain()
            }
            _ => {
                self.asked(&shape);
                self.used(&shape, Use::Opaque);
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
        self.imply(&shape, Use::Container);
        shape.uncertain()
    }

    fn unary(&mut self, unary: &'a ast::UnaryOp<'a>) -> Shape<'a> {
        let shape = self.eval(&unary.expr);
        match unary.op {
            UnaryOpKind::Not => {
                self.used(&shape, Use::Condition);
                Shape::BOOLEAN
            }
            UnaryOpKind::Neg => {
                self.used(&shape, Use::Number);
                Shape::NUMBER
            }
        }
    }

    fn choice(&mut self, choice: &'a ast::IfExpr<'a>) -> Shape<'a> {
        let passed = self.conditions.len();
        let condition = self.condition(&choice.test_expr);
        self.conditions.push(condition);
        let when_true = self.eval(&choice.true_expr).uncertain();
        self.conditions.truncate(passed);
        self.conditions.push(Condition::Opaque);
        let when_false = choice.false_expr.as_ref().map(|expr| self.eval(expr).uncertain());
        self.conditions.truncate(passed);
        Shape::one_of(std::iter::once(when_true).chain(when_false))
    }

    fn binary(&mut self, binary: &'a ast::BinOp<'a>) -> Shape<'a> {
        match binary.op {
            BinOpKind::ScAnd => {
                let condition = self.condition(&binary.left);
                self.behind(condition, &binary.right)
            }
            BinOpKind::ScOr => {
                let left = self.eval(&binary.left).uncertain();
                let right = self.behind(Condition::Opaque, &binary.right);
                Shape::one_of([left, right])
            }
            _ => {
                let (left, right) = (self.eval(&binary.left), self.eval(&binary.right));
                self.operation(binary.op, &left, &right)
            }
        }
    }

    fn behind(&mut self, condition: Condition, expr: &'a Expr<'a>) -> Shape<'a> {
        self.conditions.push(condition);
        let shape = self.eval(expr).uncertain();
        self.conditions.pop();
        shape
    }

    fn operation(&mut self, op: BinOpKind, left: &Shape<'a>, right: &Shape<'a>) -> Shape<'a> {
        let how = match op {
            BinOpKind::Eq
            | BinOpKind::Ne
            | BinOpKind::Lt
            | BinOpKind::Lte
            | BinOpKind::Gt
            | BinOpKind::Gte => {
                self.compared(left, right);
                self.compared(right, left);
                return Shape::BOOLEAN;
            }
            BinOpKind::In => {
                self.contained(left, right);
                return Shape::BOOLEAN;
            }
            BinOpKind::Concat => Use::Print,
            BinOpKind::Add if left.is_text() || right.is_text() => Use::Print,
            // Two unknown values may be numbers or texts.
            BinOpKind::Add if !left.is_number() && !right.is_number() => {
                self.used(left, Use::Opaque);
                self.used(right, Use::Opaque);
                return Shape::one_of([left.clone().uncertain(), right.clone().uncertain()]);
            }
            BinOpKind::Mul if left.is_text() => {
                self.used(right, Use::Number);
                return Shape::TEXT;
            }
            _ => Use::Number,
        };
        self.used(left, how);
        self.used(right, how);
        if how == Use::Print { Shape::TEXT } else { Shape::NUMBER }
    }

    fn comparisons(&mut self, chain: &'a ast::Compare<'a>) -> Shape<'a> {
        let mut left = self.eval(&chain.expr);
        for op in &chain.ops {
            let right = self.eval(&op.expr);
            match op.op {
                CompareOpKind::In | CompareOpKind::NotIn => self.contained(&left, &right),
                _ => {
                    self.compared(&left, &right);
                    self.compared(&right, &left);
                }
            }
            left = right;
        }
        Shape::BOOLEAN
    }

    /// A comparison, seen from one side.
    pub fn compared(&mut self, shape: &Shape<'a>, with: &Shape<'a>) {
        self.used(shape, Use::Condition);
        if let Shape::Literal(value) = with {
            self.example(shape, value);
        } else if with.is_number() {
            self.imply_of_itself(shape, Use::Number);
        }
    }

    /// `needle in haystack`
    pub fn contained(&mut self, needle: &Shape<'a>, haystack: &Shape<'a>) {
        self.used(needle, Use::Condition);
        match haystack {
            Shape::Literal(value) => {
                for value in value.as_array().into_iter().flatten() {
                    self.example(needle, value);
                }
            }
            _ => {
                self.used(haystack, Use::Condition);
                self.imply_of_itself(haystack, Use::Container);
            }
        }
    }

    /// A literal stands beside the value itself, or beside its text (`name|lower == "x"`), not beside its length.
    fn example(&mut self, shape: &Shape<'a>, literal: &Value) {
        match shape {
            Shape::Scalar { kind: Scalar::Number | Scalar::Boolean, .. } => {}
            Shape::Scalar { .. } if !literal.is_string() => {}
            _ => self.each_field(shape, &mut |field| field.example(literal)),
        }
    }

    fn imply_of_itself(&mut self, shape: &Shape<'a>, how: Use) {
        if !matches!(shape, Shape::Scalar { .. }) {
            self.imply(shape, how);
        }
    }

    fn test(&mut self, test: &'a ast::Test<'a>) -> Shape<'a> {
        let shape = self.eval(&test.expr);
        let args: Vec<_> = test.args.iter().map(|arg| self.eval(super::uses::argument(arg))).collect();
        self.tested(&shape, test.name, &args);
        Shape::BOOLEAN
    }

    /// `shape is name(args)`
    pub fn tested(&mut self, shape: &Shape<'a>, name: &str, args: &[Shape<'a>]) {
        self.used(shape, Use::Condition);
        match (name, args) {
            ("in", [haystack]) => self.contained(shape, haystack),
            ("eq" | "equalto" | "ne" | "lt" | "lessthan" | "le" | "gt" | "greaterthan" | "ge", [other])
            | ("==" | "!=" | "<" | "<=" | ">" | ">=" | "sameas", [other]) => {
                self.compared(shape, other);
                self.compared(other, shape);
            }
            ("odd" | "even" | "divisibleby", _) => self.imply(shape, Use::Number),
            ("true" | "false" | "boolean", _) => {
                self.each_field(shape, &mut |field| field.evidence.boolean = true);
            }
            ("string" | "number" | "integer" | "int" | "float" | "mapping" | "sequence" | "iterable", _) => {
                self.asked(shape);
            }
            _ => args.iter().for_each(|arg| self.used(arg, Use::Opaque)),
        }
    }
}

/// A constant of the template. Undefined and none say nothing of a type.
pub(super) fn literal<'a>(value: &minijinja::Value) -> Shape<'a> {
    match serde_json::to_value(value) {
        Ok(Value::Null) | Err(_) => Shape::Unknown,
        Ok(value) => Shape::Literal(Rc::new(value)),
    }
}
