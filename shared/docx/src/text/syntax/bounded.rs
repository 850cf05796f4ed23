//! Replaces operators that create values of any size, or compare different kinds, with bounded filters. MiniJinja computes
//! `+`, `*`, `~`, `[i]` and `[a:b]` itself without limits; its fuel counts each as one step. It puts every text above every
//! number. The filters are those of `expression::operators`.
//!
//! MiniJinja computes `+`, `*`, `~`, `[i]` and `[a:b]` itself and bounds none of them; its fuel counts each as one step. It
//! puts every text above every number. The filters are those of `expression::operators`.

use super::tree::{Argument, Expr, How, Operator, Syntax, Target};

/// What compiled loops call with what they go through.
pub(crate) const EACH: &str = "__each";

/// Rewrites all expressions of a tag.
pub(crate) fn bound(syntax: &mut Syntax) {
    match syntax {
        Syntax::Value(expr) | Syntax::Set(_, expr) => complete(expr, &Expr::Text(String::new())),
        Syntax::For { items, .. } => complete(items, &Expr::List(Vec::new())),
        _ => {}
    }
    syntax.expressions_mut().into_iter().for_each(|expr| expr.rewrite(&mut bounded));
    match syntax {
        Syntax::For { items, .. } => {
            keep(items);
            ask(items);
        }
        Syntax::Set(target, expr) => keep_in(target, expr),
        Syntax::With(list) => list.iter_mut().for_each(|(_, expr)| keep(expr)),
        Syntax::Macro(_, parameters) | Syntax::Call(parameters, _) => {
            parameters.iter_mut().filter_map(|(_, default)| default.as_mut()).for_each(keep);
        }
        _ => {}
    }
}

/// Filters that leave out what is missing.
const WRITTEN: [&str; 21] = [
    "barcode",
    "currency",
    "date",
    "date_add",
    "date_diff",
    "datetime",
    "equation",
    "footnote",
    "html",
    "image",
    "join_and",
    "letters",
    "link",
    "markdown",
    "number",
    "ordinal",
    "percent",
    "qr",
    "roman",
    "time",
    "words",
];

/// Gives each choice without `else` whose value is printed or kept an `else` of `nothing`: a condition that is false is no
/// missing field.
fn complete(expr: &mut Expr, nothing: &Expr) {
    match expr {
        Expr::Choice { value, otherwise, .. } => {
            complete(value, nothing);
            match otherwise {
                Some(otherwise) => complete(otherwise, nothing),
                None => *otherwise = Some(Box::new(nothing.clone())),
            }
        }
        Expr::Binary(Operator::Concat | Operator::Add | Operator::And | Operator::Or, left, right) => {
            complete(left, nothing);
            complete(right, nothing);
        }
        Expr::Filter { of: Some(of), name, .. } if WRITTEN.contains(&name.as_str()) => {
            complete(of, &Expr::Word("none"));
        }
        Expr::Call(_, arguments) => arguments.iter_mut().for_each(|a| complete(&mut a.value, nothing)),
        _ => {}
    }
}

/// One expression whose parts are bounded already.
fn bounded(expr: Expr) -> Expr {
    match expr {
        Expr::Binary(operator, left, right) => match filter_of(operator, &left, &right) {
            Some(filter) => left.filtered(filter, vec![*right]),
            None => Expr::Binary(operator, left, right),
        },
        Expr::Compared(first, rest) => compared(first, rest),
        Expr::Slice(of, bounds) => {
            let bounds = bounds.map(|bound| bound.map_or(Expr::Word("none"), |bound| *bound));
            of.filtered("__slice", bounds.into())
        }
        Expr::Item(of, key) if !is_near(&key) => of.filtered("__at", vec![*key]),
        Expr::Call(of, mut arguments) => {
            // They get names in a macro, which may call itself with ever more lists around them.
            arguments.iter_mut().filter(|a| !a.is_spread()).for_each(|a| keep(&mut a.value));
            match &*of {
                // A loop compares what it is given with what it was given before.
                Expr::Member(_, name) if name == "changed" => {
                    arguments.iter_mut().filter(|a| !a.is_spread()).for_each(|a| operand(&mut a.value));
                }
                // MiniJinja divides by their number.
                Expr::Member(_, name) if name == "cycle" && arguments.iter().all(Argument::is_spread) => {
                    if arguments.is_empty() {
                        arguments.push(Argument { how: How::Spread, value: Expr::List(Vec::new()) });
                    }
                    arguments.iter_mut().for_each(|a| guard(&mut a.value, "__filled"));
                }
                _ => {}
            }
            Expr::Call(of, spread(arguments))
        }
        Expr::Filter { of, name, arguments } => Expr::Filter { of, name, arguments: spread(arguments) },
        Expr::Test { of, name, arguments } => Expr::Test { of, name, arguments: spread(arguments) },
        expr => expr,
    }
}

/// What is spread over a call is gone through.
fn spread(mut arguments: Vec<Argument>) -> Vec<Argument> {
    arguments.iter_mut().filter(|a| a.is_spread()).for_each(|a| guard(&mut a.value, "__read"));
    arguments
}

/// A comparison. One that orders or searches is the program's own; the others are MiniJinja's, over operands whose size is
/// counted.
fn compared(first: Box<Expr>, mut rest: Vec<(&'static str, Expr)>) -> Expr {
    let own = rest.iter().any(|(sign, _)| sign.starts_with(['<', '>']) || sign.ends_with("in"));
    if own && !(is_number(&first) && rest.iter().all(|(_, other)| is_number(other))) {
        let arguments = rest.into_iter().flat_map(|(sign, other)| [Expr::Text(sign.to_owned()), other]);
        return first.filtered("__compare", arguments.collect());
    }
    // A comparison costs no more than its smaller side.
    let cheap = rest.len() == 1 && is_literal(&first);
    rest.iter_mut().filter(|_| !cheap).for_each(|(_, other)| operand(other));
    Expr::Compared(first, rest)
}

fn operand(expr: &mut Expr) {
    if !is_literal(expr) && !is_number(expr) {
        guard(expr, "__read");
    }
}

fn keep(expr: &mut Expr) {
    // What a variable holds already is as it should be; so is what the compiler's own functions give.
    if !is_own(expr) && !matches!(expr, Expr::Name(_) | Expr::Member(..)) {
        keep_as(expr, "__keep");
    }
}

/// A call of one of the compiler's own functions.
fn is_own(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(of, _) if matches!(&**of, Expr::Name(name) if name.starts_with("__")))
}

/// Has what a loop goes through looked at: MiniJinja goes through what is missing as if it were an empty list.
fn ask(items: &mut Expr) {
    if !is_own(items) {
        *items = Expr::call(EACH, vec![std::mem::replace(items, Expr::Word("none"))]);
    }
}

fn keep_in(target: &Target, expr: &mut Expr) {
    // What outlives a loop may not hold everything that a variable may.
    if target.is_member() { keep_as(expr, "__member") } else { keep(expr) }
}

fn keep_as(expr: &mut Expr, filter: &str) {
    let made =
        matches!(expr, Expr::Filter { name, .. } if matches!(name.as_str(), "__add" | "__mul" | "__concat"));
    let plain = matches!(expr, Expr::Text(_) | Expr::Integer(_) | Expr::Float(_) | Expr::Word(_));
    if !made && !plain && !is_number(expr) {
        guard(expr, filter);
    }
}

fn guard(expr: &mut Expr, filter: &str) {
    *expr = std::mem::replace(expr, Expr::Word("none")).filtered(filter, Vec::new());
}

/// The filter that stands for an operator, unless both of its operands are numbers or what is no number is an error.
fn filter_of(operator: Operator, left: &Expr, right: &Expr) -> Option<&'static str> {
    match operator {
        Operator::Add if !is_number(left) && !is_number(right) => Some("__add"),
        Operator::Multiply if is_fraction(left) || is_fraction(right) => None,
        Operator::Multiply if !is_number(left) || !is_number(right) => Some("__mul"),
        Operator::Concat => Some("__concat"),
        _ => None,
    }
}

/// Whether an expression is a number or an error, whatever the data is.
fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Integer(_) | Expr::Float(_) | Expr::Negative(_) => true,
        Expr::Binary(operator, left, right) => match operator {
            Operator::Subtract
            | Operator::Divide
            | Operator::FloorDivide
            | Operator::Remainder
            | Operator::Power => true,
            Operator::Add | Operator::Multiply => filter_of(*operator, left, right).is_none(),
            _ => false,
        },
        Expr::Filter { name, .. } => {
            matches!(name.as_str(), "abs" | "count" | "float" | "int" | "length" | "round" | "wordcount")
        }
        Expr::Member(of, name) => {
            matches!(&**of, Expr::Name(of) if of == "loop")
                && matches!(name.as_str(), "index" | "index0" | "revindex" | "revindex0" | "length" | "depth")
        }
        _ => false,
    }
}

/// A number that no text or list can be multiplied with.
fn is_fraction(expr: &Expr) -> bool {
    matches!(expr, Expr::Float(_) | Expr::Binary(Operator::Divide, ..))
}

pub(crate) fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Text(_) | Expr::Integer(_) | Expr::Float(_) | Expr::Word(_) => true,
        Expr::List(items) | Expr::Tuple(items) => items.iter().all(is_literal),
        _ => false,
    }
}

/// A key by which nothing has to be searched: a member's name, or a place near the beginning.
fn is_near(key: &Expr) -> bool {
    match key {
        Expr::Text(_) => true,
        Expr::Integer(place) => *place < 1_000,
        _ => false,
    }
}

impl Argument {
    fn is_spread(&self) -> bool {
        matches!(self.how, How::Spread | How::SpreadNamed)
    }
}
