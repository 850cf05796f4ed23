//! A tag's code as a tree: passes look at it and change it, and [`super::print`] writes it for MiniJinja.

use std::collections::BTreeSet;

use super::super::effect::Effect;
use super::super::scan::Delimiter;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    Name(String),
    /// The field of a name that is no expression (`First Name`).
    Lookup(String),
    /// The field of a name that is an expression too (`customer-no`), else the expression.
    LookupOr(String, Box<Expr>),
    Text(String),
    Integer(u128),
    Float(f64),
    /// `true`, `false`, `none`
    Word(&'static str),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a < b <= c`
    Compared(Box<Expr>, Vec<(&'static str, Expr)>),
    /// `value if test else otherwise`
    Choice {
        value: Box<Expr>,
        test: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// `of|name(arguments)`; the first filter of a block has no value before it.
    Filter {
        of: Option<Box<Expr>>,
        name: String,
        arguments: Vec<Argument>,
    },
    /// `of is name(arguments)`
    Test {
        of: Box<Expr>,
        name: String,
        arguments: Vec<Argument>,
    },
    Member(Box<Expr>, String),
    Item(Box<Expr>, Box<Expr>),
    /// `of[start:stop:step]`
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    Call(Box<Expr>, Vec<Argument>),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
}

/// An operator with two operands, but for comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Add,
    Subtract,
    Concat,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
    Power,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    pub how: How,
    pub value: Expr,
}

/// How an argument is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum How {
    Positional,
    Named(String),
    /// `*values`
    Spread,
    /// `**members`
    SpreadNamed,
}

/// What a statement gives a value to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A name, or the member of a namespace (`ns.total`).
    Name(Vec<String>),
    List(Vec<Target>),
}

/// A parameter of a macro, and its default.
pub(crate) type Parameter = (String, Option<Expr>);

/// What a tag says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Syntax {
    /// `{{ expression }}`
    Value(Expr),
    For {
        target: Target,
        items: Expr,
        condition: Option<Expr>,
        recursive: bool,
    },
    If(Expr),
    Elif(Expr),
    /// `set target = value`
    Set(Target, Expr),
    /// `set target`, up to `endset`
    Capture(Target, Option<Expr>),
    With(Vec<(Target, Expr)>),
    Macro(String, Vec<Parameter>),
    /// `call(parameters) macro(...)`
    Call(Vec<Parameter>, Expr),
    Filter(Expr),
    Autoescape(Expr),
    Do(Expr),
    /// What it does to its cell, and the value for that.
    Cell(Effect, Option<Expr>),
    /// A statement of one word: `else`, `endfor`, `break`.
    Word(&'static str),
    /// Nothing is written: a remark, or a tag that was told to be wrong.
    Nothing,
}

impl Syntax {
    /// Whether its value is the points of a chart.
    pub fn is_chart(&self) -> bool {
        matches!(self, Syntax::Value(Expr::Filter { name, .. }) if name == "chart")
    }
}

impl Expr {
    pub fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    /// `of|name(arguments)`
    pub fn filtered(self, name: &str, arguments: Vec<Expr>) -> Expr {
        let arguments = arguments.into_iter().map(Argument::positional).collect();
        Expr::Filter { of: Some(Box::new(self)), name: name.to_owned(), arguments }
    }

    /// `name(arguments)`, the filter of a block.
    pub fn of_block(name: &str, arguments: Vec<Expr>) -> Expr {
        let arguments = arguments.into_iter().map(Argument::positional).collect();
        Expr::Filter { of: None, name: name.to_owned(), arguments }
    }

    /// The same filter call of another filter.
    pub fn renamed(&self, filter: &str) -> Expr {
        match self.clone() {
            Expr::Filter { of, arguments, .. } => Expr::Filter { of, name: filter.to_owned(), arguments },
            expr => expr,
        }
    }

    /// `name(arguments)`
    pub fn call(name: &str, arguments: Vec<Expr>) -> Expr {
        Expr::Call(Box::new(Expr::name(name)), arguments.into_iter().map(Argument::positional).collect())
    }

    /// Puts a filter before the first one of a block's chain.
    pub fn begin(&mut self, first: &str) {
        if let Expr::Filter { of, .. } = self {
            match of {
                Some(of) => of.begin(first),
                None => {
                    *of = Some(Box::new(Expr::Filter {
                        of: None,
                        name: first.to_owned(),
                        arguments: Vec::new(),
                    }))
                }
            }
        }
    }

    /// The expressions that it is made of, in their order.
    pub fn parts(&self) -> Vec<&Expr> {
        fn values(arguments: &[Argument]) -> impl Iterator<Item = &Expr> {
            arguments.iter().map(|a| &a.value)
        }
        match self {
            Expr::Name(_)
            | Expr::Lookup(_)
            | Expr::Text(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::Word(_) => Vec::new(),
            Expr::Not(of) | Expr::Negative(of) | Expr::Member(of, _) | Expr::LookupOr(_, of) => vec![of],
            Expr::Binary(_, left, right) | Expr::Item(left, right) => vec![left, right],
            Expr::Compared(first, rest) => {
                [&**first].into_iter().chain(rest.iter().map(|(_, e)| e)).collect()
            }
            Expr::Choice { value, test, otherwise } => {
                [&**value, test].into_iter().chain(otherwise.as_deref()).collect()
            }
            Expr::Filter { of, arguments, .. } => {
                of.as_deref().into_iter().chain(values(arguments)).collect()
            }
            Expr::Test { of, arguments, .. } | Expr::Call(of, arguments) => {
                [&**of].into_iter().chain(values(arguments)).collect()
            }
            Expr::Slice(of, bounds) => {
                [&**of].into_iter().chain(bounds.iter().flatten().map(|b| &**b)).collect()
            }
            Expr::List(items) | Expr::Tuple(items) => items.iter().collect(),
            Expr::Map(members) => members.iter().flat_map(|(key, value)| [key, value]).collect(),
        }
    }

    fn parts_mut(&mut self) -> Vec<&mut Expr> {
        fn values(arguments: &mut [Argument]) -> impl Iterator<Item = &mut Expr> {
            arguments.iter_mut().map(|a| &mut a.value)
        }
        match self {
            Expr::Name(_)
            | Expr::Lookup(_)
            | Expr::Text(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::Word(_) => Vec::new(),
            Expr::Not(of) | Expr::Negative(of) | Expr::Member(of, _) | Expr::LookupOr(_, of) => vec![of],
            Expr::Binary(_, left, right) | Expr::Item(left, right) => vec![left, right],
            Expr::Compared(first, rest) => {
                [&mut **first].into_iter().chain(rest.iter_mut().map(|(_, e)| e)).collect()
            }
            Expr::Choice { value, test, otherwise } => {
                [&mut **value, test].into_iter().chain(otherwise.as_deref_mut()).collect()
            }
            Expr::Filter { of, arguments, .. } => {
                of.as_deref_mut().into_iter().chain(values(arguments)).collect()
            }
            Expr::Test { of, arguments, .. } | Expr::Call(of, arguments) => {
                [&mut **of].into_iter().chain(values(arguments)).collect()
            }
            Expr::Slice(of, bounds) => {
                [&mut **of].into_iter().chain(bounds.iter_mut().flatten().map(|b| &mut **b)).collect()
            }
            Expr::List(items) | Expr::Tuple(items) => items.iter_mut().collect(),
            Expr::Map(members) => members.iter_mut().flat_map(|(key, value)| [key, value]).collect(),
        }
    }

    /// Looks at it and at all that it is made of, each before its parts.
    pub fn each<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        self.parts().into_iter().for_each(|part| part.each(see));
    }

    /// Replaces each of its parts and then itself.
    pub fn rewrite(&mut self, change: &mut dyn FnMut(Expr) -> Expr) {
        self.parts_mut().into_iter().for_each(|part| part.rewrite(change));
        *self = change(std::mem::replace(self, Expr::Word("none")));
    }

    /// Whether it or anything in it is so.
    pub fn any(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.any(is))
    }
}

impl Argument {
    pub fn positional(value: Expr) -> Argument {
        Argument { how: How::Positional, value }
    }
}

impl Target {
    /// The names that get a value.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Target::Name(path) => path.first().map(String::as_str).into_iter().collect(),
            Target::List(targets) => targets.iter().flat_map(Target::names).collect(),
        }
    }

    /// Whether a member of a namespace gets a value.
    pub fn is_member(&self) -> bool {
        match self {
            Target::Name(path) => path.len() > 1,
            Target::List(targets) => targets.iter().any(Target::is_member),
        }
    }
}

impl Syntax {
    pub fn delimiter(&self) -> Delimiter {
        match self {
            Syntax::Value(_) => Delimiter::Variable,
            Syntax::Nothing | Syntax::Cell(..) => Delimiter::Comment,
            _ => Delimiter::Block,
        }
    }

    /// Its expressions, in their order.
    pub fn expressions(&self) -> Vec<&Expr> {
        fn defaults(parameters: &[Parameter]) -> impl Iterator<Item = &Expr> {
            parameters.iter().filter_map(|p| p.1.as_ref())
        }
        match self {
            Syntax::Value(e)
            | Syntax::If(e)
            | Syntax::Elif(e)
            | Syntax::Set(_, e)
            | Syntax::Filter(e)
            | Syntax::Autoescape(e)
            | Syntax::Do(e) => vec![e],
            Syntax::For { items, condition, .. } => [items].into_iter().chain(condition).collect(),
            Syntax::Capture(_, e) | Syntax::Cell(_, e) => e.iter().collect(),
            Syntax::With(list) => list.iter().map(|(_, e)| e).collect(),
            Syntax::Macro(_, parameters) => defaults(parameters).collect(),
            Syntax::Call(parameters, e) => defaults(parameters).chain([e]).collect(),
            Syntax::Word(_) | Syntax::Nothing => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        fn defaults(parameters: &mut [Parameter]) -> impl Iterator<Item = &mut Expr> {
            parameters.iter_mut().filter_map(|p| p.1.as_mut())
        }
        match self {
            Syntax::Value(e)
            | Syntax::If(e)
            | Syntax::Elif(e)
            | Syntax::Set(_, e)
            | Syntax::Filter(e)
            | Syntax::Autoescape(e)
            | Syntax::Do(e) => vec![e],
            Syntax::For { items, condition, .. } => [items].into_iter().chain(condition).collect(),
            Syntax::Capture(_, e) | Syntax::Cell(_, e) => e.iter_mut().collect(),
            Syntax::With(list) => list.iter_mut().map(|(_, e)| e).collect(),
            Syntax::Macro(_, parameters) => defaults(parameters).collect(),
            Syntax::Call(parameters, e) => defaults(parameters).chain([e]).collect(),
            Syntax::Word(_) | Syntax::Nothing => Vec::new(),
        }
    }

    /// Names that it gives a value to.
    pub fn bound(&self) -> Vec<&str> {
        fn named(parameters: &[Parameter]) -> impl Iterator<Item = &str> {
            parameters.iter().map(|p| p.0.as_str())
        }
        match self {
            Syntax::For { target, .. } | Syntax::Set(target, _) | Syntax::Capture(target, _) => {
                target.names()
            }
            Syntax::With(list) => list.iter().flat_map(|(target, _)| target.names()).collect(),
            Syntax::Macro(name, parameters) => [name.as_str()].into_iter().chain(named(parameters)).collect(),
            Syntax::Call(parameters, _) => named(parameters).collect(),
            _ => Vec::new(),
        }
    }

    /// Names that it looks up, of what it calls none.
    pub fn fields(&self) -> Vec<&str> {
        let (mut names, mut called) = (Vec::new(), Vec::new());
        self.each(&mut |expr| match expr {
            Expr::Name(name) | Expr::Lookup(name) | Expr::LookupOr(name, _) => names.push(name.as_str()),
            Expr::Call(of, _) => called.extend(Some(&**of).filter(|of| matches!(of, Expr::Name(_)))),
            _ => {}
        });
        names.retain(|name| !called.iter().any(|called| **called == Expr::name(name)) && *name != "loop");
        names
    }

    /// Has its names looked up in the element of the repeating section around it first, but for those that tags give a value
    /// to.
    pub fn look_up(&mut self, bound: &BTreeSet<&str>) {
        let mut called = Vec::new();
        self.each(&mut |expr| {
            if let Expr::Call(of, _) = expr {
                called.extend(Some(&**of).filter(|of| matches!(of, Expr::Name(_))).cloned());
            }
        });
        for expr in self.expressions_mut() {
            expr.rewrite(&mut |expr| match expr {
                Expr::Name(name)
                    if name != "loop"
                        && !bound.contains(name.as_str())
                        && !called.contains(&Expr::name(&name)) =>
                {
                    Expr::Lookup(name)
                }
                expr => expr,
            });
        }
    }

    /// `today()` is the field of this name, unless the template has a macro of its own.
    pub fn call_today(&mut self, bound: &BTreeSet<&str>) {
        if bound.contains("today") {
            return;
        }
        for expr in self.expressions_mut() {
            expr.rewrite(&mut |expr| match expr {
                Expr::Call(of, arguments) if arguments.is_empty() && *of == Expr::name("today") => *of,
                expr => expr,
            });
        }
    }

    /// Looks at all its expressions and all that they are made of.
    pub fn each<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        self.expressions().into_iter().for_each(|e| e.each(see));
    }

    /// Whether what stands up to its end is kept in memory before it is written.
    pub fn captures(&self) -> bool {
        matches!(
            self,
            Syntax::Macro(..)
                | Syntax::Call(..)
                | Syntax::Filter(_)
                | Syntax::Capture(..)
                | Syntax::For { recursive: true, .. }
        )
    }
}
