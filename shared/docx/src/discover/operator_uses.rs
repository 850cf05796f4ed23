//! Operators, comparisons and tests: their requirements for their operands.

use minijinja::machinery::ast::{self, BinOpKind, CallArg, CompareOpKind, Expr, UnaryOpKind};
use serde_json::Value;

use super::evidence::Use;
use super::shape::{Scalar, Shape};
use super::syntax_tree::argument;
use super::syntax_tree::is_reserved;
use super::walk::{Condition, Walk};

impl<'a> Walk<'a, '_> {
    /// `not x`, `-x`
    pub fn unary(&mut self, unary: &'a ast::UnaryOp<'a>) -> Shape<'a> {
        let shape = self.eval(&unary.expr);
        match unary.op {
            UnaryOpKind::Not => {
                self.used(&shape, Use::Condition);
                Shape::BOOLEAN
            }
            UnaryOpKind::Neg => {
                self.used(&shape, Use::Operand);
                Shape::NUMBER
            }
        }
    }

    /// `a if test else b`
    pub fn choice(&mut self, choice: &'a ast::IfExpr<'a>) -> Shape<'a> {
        // The compiler's own choice between a literal name and an expression: the name is what the author meant.
        if is_reserved(&choice.test_expr) {
            return self.eval(&choice.true_expr);
        }
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

    /// `a + b`, `a and b`, `a == b`
    pub fn binary(&mut self, binary: &'a ast::BinOp<'a>) -> Shape<'a> {
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

    /// The operator that the compiler wrote as a filter.
    pub fn operator(&mut self, name: &str, left: &Shape<'a>, args: &'a [CallArg<'a>]) -> Option<Shape<'a>> {
        let op = match name {
            "__read" | "__filled" | "__keep" | "__member" => return Some(left.clone()),
            "__compare" => {
                let mut left = left.clone();
                for pair in args.chunks(2) {
                    let [sign, right] = pair else { return None };
                    let right = self.eval(argument(right));
                    let sign = self.eval(argument(sign));
                    match sign.as_str() {
                        Some("in" | "not in") => self.contained(&left, &right),
                        Some("==" | "!=") => {
                            self.compared(&left, &right);
                            self.compared(&right, &left);
                        }
                        _ => {
                            self.ordered(&left, &right);
                            self.ordered(&right, &left);
                        }
                    }
                    left = right;
                }
                return Some(Shape::BOOLEAN);
            }
            "__at" => return Some(self.subscripted(left, argument(args.first()?))),
            "__slice" => {
                self.arguments_used(args, Use::Number);
                self.handed_on(left, Use::Sequence);
                return Some(left.clone().uncertain());
            }
            "__add" => BinOpKind::Add,
            "__mul" => BinOpKind::Mul,
            "__concat" => BinOpKind::Concat,
            _ => return None,
        };
        let right = self.eval(argument(args.first()?));
        Some(self.operation(op, left, &right))
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
                self.used(right, Use::Operand);
                return Shape::TEXT;
            }
            _ => Use::Operand,
        };
        self.used(left, how);
        self.used(right, how);
        if how == Use::Print { Shape::TEXT } else { Shape::NUMBER }
    }

    /// `a < b <= c`
    pub fn comparisons(&mut self, chain: &'a ast::Compare<'a>) -> Shape<'a> {
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
        self.used(shape, Use::Compared);
        if let Shape::Literal(value) = with {
            self.example(shape, value);
        } else if with.is_number() {
            self.imply_of_itself(shape, Use::Number);
        }
    }

    /// A comparison that orders: a text that is a number is read as one beside a number.
    fn ordered(&mut self, shape: &Shape<'a>, with: &Shape<'a>) {
        self.used(shape, Use::Compared);
        match with {
            Shape::Literal(value) if !value.is_number() => self.example(shape, value),
            _ if with.is_number() => self.imply_of_itself(shape, Use::Written),
            _ => {}
        }
    }

    /// `needle in haystack`
    pub fn contained(&mut self, needle: &Shape<'a>, haystack: &Shape<'a>) {
        self.used(needle, Use::Compared);
        match haystack {
            Shape::Literal(value) => {
                for value in value.as_array().into_iter().flatten() {
                    self.example(needle, value);
                }
            }
            // `"x" in name|lower` looks into a text that was made of the field.
            Shape::Scalar { .. } => self.used(haystack, Use::Compared),
            _ => {
                self.used(haystack, Use::Searched);
                if let Shape::Literal(value) = needle {
                    self.each_field(haystack, &mut |field| field.sought(value));
                }
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

    /// `x is name`
    pub fn test(&mut self, test: &'a ast::Test<'a>) -> Shape<'a> {
        let shape = self.eval(&test.expr);
        let args: Vec<_> = test.args.iter().map(|arg| self.eval(super::syntax_tree::argument(arg))).collect();
        self.tested(&shape, test.name, &args);
        Shape::BOOLEAN
    }

    /// `shape is name(args)`
    pub fn tested(&mut self, shape: &Shape<'a>, name: &str, args: &[Shape<'a>]) {
        self.used(shape, Use::Compared);
        match (name, args) {
            ("in", [haystack]) => self.contained(shape, haystack),
            ("lt" | "lessthan" | "le" | "gt" | "greaterthan" | "ge" | "<" | "<=" | ">" | ">=", [other]) => {
                self.ordered(shape, other);
                self.ordered(other, shape);
            }
            ("eq" | "equalto" | "ne" | "==" | "!=" | "sameas", [other]) => {
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
