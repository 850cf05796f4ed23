//! Writes a tree as the code that MiniJinja runs.

use std::fmt::Write;

use super::tree::{Argument, Expr, How, Operator, Parameter, Syntax, Target};

/// How tightly an expression holds together, as MiniJinja's parser has it; names, calls and literals hold tightest.
mod level {
    pub const CHOICE: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARISON: u8 = 4;
    pub const SUM: u8 = 5;
    pub const CONCATENATION: u8 = 6;
    pub const PRODUCT: u8 = 7;
    pub const POWER: u8 = 8;
    pub const FILTER: u8 = 9;
    pub const WHOLE: u8 = 10;
}

/// Stands between the variables of a `with`. No other code has a line break: texts have it escaped.
pub(crate) const NEXT: &str = ",\n";

/// The code of a tag.
pub(crate) fn code(syntax: &Syntax) -> String {
    let mut printer = Printer { out: String::new() };
    printer.syntax(syntax);
    printer.out
}

/// The code of an expression.
pub(crate) fn expression(expr: &Expr) -> String {
    let mut printer = Printer { out: String::new() };
    printer.expr(expr, level::WHOLE);
    printer.out
}

struct Printer {
    out: String,
}

impl Printer {
    fn syntax(&mut self, syntax: &Syntax) {
        match syntax {
            Syntax::Value(expr) => self.expr(expr, level::CHOICE),
            Syntax::For { target, items, condition, recursive } => {
                self.out.push_str("for ");
                self.target(target, false);
                self.keyword(" in ", items, level::OR);
                if let Some(condition) = condition {
                    self.keyword(" if ", condition, level::OR);
                }
                self.out.push_str(if *recursive { " recursive" } else { "" });
            }
            Syntax::If(expr) => self.keyword("if ", expr, level::OR),
            Syntax::Elif(expr) => self.keyword("elif ", expr, level::OR),
            Syntax::Set(target, expr) => {
                self.out.push_str("set ");
                self.target(target, false);
                self.keyword(" = ", expr, level::CHOICE);
            }
            Syntax::Capture(target, filter) => {
                self.out.push_str("set ");
                self.target(target, false);
                if let Some(filter) = filter {
                    self.keyword("|", filter, level::CHOICE);
                }
            }
            Syntax::With(list) => {
                self.out.push_str("with ");
                for (index, (target, value)) in list.iter().enumerate() {
                    self.out.push_str(if index > 0 { NEXT } else { "" });
                    self.target(target, true);
                    self.keyword(" = ", value, level::CHOICE);
                }
            }
            Syntax::Macro(name, parameters) => {
                let _ = write!(self.out, "macro {name}");
                self.parameters(parameters);
            }
            Syntax::Call(parameters, call) => {
                self.out.push_str("call");
                if !parameters.is_empty() {
                    self.parameters(parameters);
                }
                self.keyword(" ", call, level::CHOICE);
            }
            Syntax::Filter(chain) => self.keyword("filter ", chain, level::CHOICE),
            Syntax::Autoescape(expr) => self.keyword("autoescape ", expr, level::CHOICE),
            Syntax::Do(call) => self.keyword("do ", call, level::CHOICE),
            Syntax::Word(word) => self.out.push_str(word),
            Syntax::Cell(..) | Syntax::Nothing => {}
        }
    }

    fn keyword(&mut self, keyword: &str, expr: &Expr, at_least: u8) {
        self.out.push_str(keyword);
        self.expr(expr, at_least);
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Printer, &T)) {
        for (index, item) in items.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            write(self, item);
        }
    }

    /// In parentheses where it is a list in a list.
    fn target(&mut self, target: &Target, inner: bool) {
        match target {
            Target::Name(path) => self.out.push_str(&path.join(".")),
            Target::List(targets) => {
                self.out.push_str(if inner { "(" } else { "" });
                self.list(targets, |printer, target| printer.target(target, true));
                self.out.push_str(if targets.len() == 1 { "," } else { "" });
                self.out.push_str(if inner { ")" } else { "" });
            }
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        self.out.push('(');
        for (index, (name, default)) in parameters.iter().enumerate() {
            self.out.push_str(if index > 0 { NEXT } else { "" });
            self.out.push_str(name);
            if let Some(default) = default {
                self.keyword(" = ", default, level::CHOICE);
            }
        }
        self.out.push(')');
    }

    /// Writes an expression where only one that holds together at least so tightly can stand.
    fn expr(&mut self, expr: &Expr, at_least: u8) {
        let inside = level_of(expr) < at_least;
        self.out.push_str(if inside { "(" } else { "" });
        self.bare(expr);
        self.out.push_str(if inside { ")" } else { "" });
    }

    fn bare(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(name) => self.out.push_str(name),
            Expr::Lookup(name) => self.lookup("__name(", name),
            Expr::LookupOr(name, expr) => {
                self.lookup("__name(", name);
                self.lookup(" if __has(", name);
                self.keyword(" else ", expr, level::WHOLE);
            }
            Expr::Text(text) => self.text(text),
            Expr::Integer(number) => {
                let _ = write!(self.out, "{number}");
            }
            Expr::Float(number) => {
                let _ = write!(self.out, "{number:?}");
            }
            Expr::Word(word) => self.out.push_str(word),
            Expr::Not(of) => self.keyword("not ", of, level::NOT),
            // A filter behind a negated value would apply to it.
            Expr::Negative(of) => {
                let negated = matches!(**of, Expr::Negative(_));
                self.keyword("-", of, if negated { level::FILTER } else { level::WHOLE });
            }
            Expr::Binary(operator, left, right) => {
                let (level, sign) = operator.written();
                self.expr(left, level);
                self.out.push_str(sign);
                self.expr(right, level + 1);
            }
            Expr::Compared(first, rest) => {
                self.expr(first, level::SUM);
                for (sign, other) in rest {
                    let _ = write!(self.out, " {sign} ");
                    self.expr(other, level::SUM);
                }
            }
            Expr::Choice { value, test, otherwise } => {
                self.expr(value, level::OR);
                self.keyword(" if ", test, level::OR);
                if let Some(otherwise) = otherwise {
                    self.keyword(" else ", otherwise, level::CHOICE);
                }
            }
            Expr::Filter { of, name, arguments } => {
                if let Some(of) = of {
                    self.expr(of, level::FILTER);
                    self.out.push('|');
                }
                self.out.push_str(name);
                if !arguments.is_empty() {
                    self.arguments(arguments);
                }
            }
            Expr::Test { of, name, arguments } => {
                self.expr(of, level::FILTER);
                self.out.push_str(" is ");
                self.out.push_str(name);
                // Without parentheses the next word may be read as an argument.
                self.arguments(arguments);
            }
            Expr::Member(of, name) => {
                self.expr(of, level::WHOLE);
                let _ = write!(self.out, ".{name}");
            }
            Expr::Item(of, key) => {
                self.expr(of, level::WHOLE);
                self.keyword("[", key, level::CHOICE);
                self.out.push(']');
            }
            Expr::Slice(of, bounds) => {
                self.expr(of, level::WHOLE);
                for (index, bound) in bounds.iter().enumerate() {
                    self.out.push(if index > 0 { ':' } else { '[' });
                    bound.iter().for_each(|bound| self.expr(bound, level::CHOICE));
                }
                self.out.push(']');
            }
            Expr::Call(of, arguments) => {
                self.expr(of, level::WHOLE);
                self.arguments(arguments);
            }
            Expr::List(items) => {
                self.out.push('[');
                self.list(items, |printer, item| printer.expr(item, level::CHOICE));
                self.out.push(']');
            }
            Expr::Tuple(items) => {
                self.out.push('(');
                self.list(items, |printer, item| printer.expr(item, level::CHOICE));
                self.out.push_str(if items.len() == 1 { ",)" } else { ")" });
            }
            Expr::Map(members) => {
                self.out.push('{');
                self.list(members, |printer, (key, value)| {
                    printer.expr(key, level::CHOICE);
                    printer.keyword(": ", value, level::CHOICE);
                });
                self.out.push('}');
            }
        }
    }

    fn lookup(&mut self, function: &str, name: &str) {
        self.out.push_str(function);
        self.text(name);
        self.out.push(')');
    }

    fn text(&mut self, text: &str) {
        self.out.push('\'');
        for c in text.chars() {
            match c {
                '\'' | '\\' => self.out.extend(['\\', c]),
                // The compiler's delimiters hold this character: no text of a tag may look like one.
                c if c < ' ' => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(c));
                }
                c => self.out.push(c),
            }
        }
        self.out.push('\'');
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        self.out.push('(');
        self.list(arguments, |printer, argument| {
            match &argument.how {
                How::Positional => {}
                How::Named(name) => {
                    let _ = write!(printer.out, "{name}=");
                }
                How::Spread => printer.out.push('*'),
                How::SpreadNamed => printer.out.push_str("**"),
            }
            printer.expr(&argument.value, level::CHOICE);
        });
        self.out.push(')');
    }
}

fn level_of(expr: &Expr) -> u8 {
    match expr {
        Expr::Choice { .. } | Expr::LookupOr(..) => level::CHOICE,
        Expr::Binary(operator, ..) => operator.written().0,
        Expr::Compared(..) => level::COMPARISON,
        Expr::Not(_) => level::NOT,
        Expr::Negative(_) | Expr::Filter { .. } | Expr::Test { .. } => level::FILTER,
        _ => level::WHOLE,
    }
}

impl Operator {
    fn written(self) -> (u8, &'static str) {
        match self {
            Operator::Or => (level::OR, " or "),
            Operator::And => (level::AND, " and "),
            Operator::Add => (level::SUM, " + "),
            Operator::Subtract => (level::SUM, " - "),
            Operator::Concat => (level::CONCATENATION, " ~ "),
            Operator::Multiply => (level::PRODUCT, " * "),
            Operator::Divide => (level::PRODUCT, " / "),
            Operator::FloorDivide => (level::PRODUCT, " // "),
            Operator::Remainder => (level::PRODUCT, " % "),
            Operator::Power => (level::POWER, " ** "),
        }
    }
}
