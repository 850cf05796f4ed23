//! Calls: functions, macros, methods, and the reserved functions that stand for content controls.

use minijinja::machinery::ast::{self, CallArg, CallType, Expr};

use super::evidence::Use;
use super::shape::{Form, Shape};
use super::syntax_tree::argument;
use super::walk::{Caller, Walk};
use crate::expression::page_setup::Argument;
use crate::text::syntax::EACH;

impl<'a> Walk<'a, '_> {
    /// The value of a call.
    pub fn call(&mut self, call: &'a ast::Call<'a>) -> Shape<'a> {
        match call.identify_call() {
            CallType::Function(name) => self.function(name, &call.args),
            CallType::Method(..) => match &call.expr {
                Expr::GetAttr(method) => self.method(&method.expr, method.name, &call.args),
                _ => Shape::Unknown,
            },
            _ => {
                let shape = self.eval(&call.expr);
                self.used(&shape, Use::Opaque);
                self.arguments_used(&call.args, Use::Opaque);
                Shape::Unknown
            }
        }
    }

    fn function(&mut self, name: &str, args: &'a [CallArg<'a>]) -> Shape<'a> {
        match (name, self.scopes.get(name).cloned()) {
            (_, Some(Shape::Macro(called, sees))) => {
                self.call_macro(called, sees, args, None);
                Shape::TEXT
            }
            (_, Some(Shape::Caller(number))) => self.call_back(number, args),
            ("loop", Some(_)) => self.recurse(args),
            (_, Some(_)) => {
                self.arguments_used(args, Use::Opaque);
                Shape::Unknown
            }
            ("__control" | "__repeat", None) => match args.first().map(argument) {
                Some(Expr::Const(id)) => self.control(id.value.as_usize()),
                _ => Shape::Unknown,
            },
            ("__name", None) => match args.first().map(argument) {
                Some(Expr::Const(name)) => {
                    let name = name.value.as_str().unwrap_or_default();
                    let shape = self.control_field(name);
                    self.each_field(&shape, &mut |field| field.looked_up = Some(name.to_owned()));
                    shape
                }
                _ => Shape::Unknown,
            },
            (EACH, None) => args.first().map_or(Shape::Unknown, |list| self.eval(argument(list))),
            ("__shown", None) => {
                args.iter().for_each(|arg| drop(self.eval(argument(arg))));
                Shape::BOOLEAN
            }
            ("__style", None) => {
                if let [style, example] = args
                    && let Expr::Const(example) = argument(example)
                {
                    let example = example.value.as_str().unwrap_or_default().into();
                    self.sample_used(std::slice::from_ref(style), Use::Text, &example);
                }
                Shape::TEXT
            }
            ("__fill" | "__colour", None) => {
                self.sample_used(args, Use::Text, &"FF8800".into());
                Shape::TEXT
            }
            ("__page", None) => {
                for arg in args {
                    if let CallArg::Kwarg(name, value) = arg
                        && let Some(argument) = Argument::of(name)
                    {
                        // Nothing leaves what the template has.
                        let shape = self.eval(value).uncertain();
                        self.used(&shape, Use::Text);
                        self.each_field(&shape, &mut |field| field.example(&argument.sample().into()));
                    }
                }
                Shape::TEXT
            }
            ("__number", None) => {
                self.arguments_used(args, Use::Written);
                Shape::NUMBER
            }
            ("__span", None) => {
                self.sample_used(args, Use::Number, &1.into());
                Shape::NUMBER
            }
            // Other functions of the compiler stand around what a tag writes.
            (reserved, None) if reserved.starts_with("__") => {
                self.arguments_used(args, Use::Print);
                Shape::TEXT
            }
            ("range", None) => {
                self.arguments_used(args, Use::Number);
                Shape::of(Form::List(Shape::NUMBER))
            }
            ("dict" | "namespace", None) => {
                let mut members = Vec::new();
                for arg in args {
                    let shape = self.eval(argument(arg));
                    match (arg, shape.form()) {
                        (CallArg::Kwarg(name, _), _) => members.push(((*name).to_owned(), shape)),
                        (_, Some(Form::Record(inner))) => members.extend(inner.iter().cloned()),
                        _ => {}
                    }
                }
                Shape::of(Form::Record(members))
            }
            _ => {
                self.arguments_used(args, Use::Opaque);
                Shape::Unknown
            }
        }
    }

    /// Walks what a `{% call %}` block calls; whether that calls the block's body.
    pub fn called_for(&mut self, block: &'a ast::CallBlock<'a>) -> bool {
        if let CallType::Function(name) = block.call.identify_call()
            && let Some(Shape::Macro(called, sees)) = self.scopes.get(name).cloned()
        {
            return self.call_macro(called, sees, &block.call.args, Some(&block.macro_decl));
        }
        self.call(&block.call);
        false
    }

    /// Walks the macro's body with this call's arguments; whether it calls the `body` of the block that calls it.
    fn call_macro(
        &mut self,
        called: &'a ast::Macro<'a>,
        sees: usize,
        args: &'a [CallArg<'a>],
        body: Option<&'a ast::Macro<'a>>,
    ) -> bool {
        let given = self.given(args);
        let here: *const ast::Macro<'a> = called;
        // Once more for what it calls itself with, which looks like its first arguments.
        if self.macros.iter().filter(|walked| **walked == here).count() > 1 {
            return false;
        }
        self.macros.push(here);
        let hidden = self.scopes.hide(sees);
        self.scopes.push(self.conditions.len());
        self.parameters(called, given);
        let (caller, hidden) = match body {
            Some(body) => {
                self.callers.push(Caller { body, hidden: Some(hidden), sees, is_called: false });
                (Shape::Caller(self.callers.len() - 1), Vec::new())
            }
            None => (Shape::TEXT, hidden),
        };
        self.scopes.set("caller", caller, self.conditions.len());
        self.block(&called.body);
        self.scopes.pop();
        let caller = body.and_then(|_| self.callers.pop());
        let is_called = caller.as_ref().is_some_and(|caller| caller.is_called);
        self.scopes.restore(caller.and_then(|caller| caller.hidden).unwrap_or(hidden));
        self.macros.pop();
        is_called
    }

    /// `caller()`: the body of the block that called the macro, in the scopes around that block.
    fn call_back(&mut self, number: usize, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let given = self.given(args);
        let Some(caller) = self.callers.get_mut(number) else { return Shape::TEXT };
        let (body, sees) = (caller.body, caller.sees);
        let Some(hidden) = caller.hidden.take() else { return Shape::TEXT };
        caller.is_called = true;
        let inside = self.scopes.hide(sees);
        self.scopes.restore(hidden);
        self.scopes.push(self.conditions.len());
        self.parameters(body, given);
        self.block(&body.body);
        self.scopes.pop();
        let hidden = self.scopes.hide(sees);
        self.scopes.restore(inside);
        if let Some(caller) = self.callers.get_mut(number) {
            caller.hidden = Some(hidden);
        }
        Shape::TEXT
    }

    /// Arguments, with their names.
    fn given(&mut self, args: &'a [CallArg<'a>]) -> Vec<(Option<&'a str>, Shape<'a>)> {
        args.iter()
            .map(|arg| {
                let shape = self.eval(argument(arg));
                (if let CallArg::Kwarg(name, _) = arg { Some(*name) } else { None }, shape)
            })
            .collect()
    }

    /// Binds the parameters of a macro, or of the body of a `{% call %}`, in the innermost scope.
    fn parameters(&mut self, called: &'a ast::Macro<'a>, given: Vec<(Option<&str>, Shape<'a>)>) {
        let mut positional = given.iter().filter(|(name, _)| name.is_none());
        let without_default = called.args.len().saturating_sub(called.defaults.len());
        for (index, parameter) in called.args.iter().enumerate() {
            let Expr::Var(name) = parameter else { continue };
            let by_name = || given.iter().find(|(given, _)| *given == Some(name.id));
            let read = self.read.len();
            let shape = match positional.next().or_else(by_name) {
                Some((_, shape)) => shape.clone(),
                None => match index.checked_sub(without_default).and_then(|index| called.defaults.get(index))
                {
                    Some(default) => self.eval(default),
                    None => Shape::Unknown,
                },
            };
            self.bind(parameter, shape);
            let of = self.read.split_off(read);
            self.scopes.computed(name.id, &of);
        }
    }

    /// `loop(item.children)`: the body once more for the children, which look like the item itself.
    fn recurse(&mut self, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let (Some(each), Some(arg)) = (self.scopes.innermost_loop(), args.first()) else {
            return Shape::Unknown;
        };
        let source = self.eval(argument(arg));
        self.used(&source, Use::Loop);
        if !std::mem::replace(&mut self.recursing, true) {
            let element = self.element_of(&source);
            self.loop_body(each, element, false);
            self.recursing = false;
        }
        Shape::TEXT
    }

    fn method(&mut self, receiver: &'a Expr<'a>, name: &str, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let shape = self.eval(receiver);
        match name {
            "items" => self.pairs(&shape),
            "keys" => {
                self.pairs(&shape);
                Shape::of(Form::List(Shape::TEXT))
            }
            "values" => {
                let value = self.any_member(&shape);
                self.used(&shape, Use::Pairs);
                Shape::of(Form::List(value))
            }
            "get" => {
                let name = args.first().map(|arg| self.eval(argument(arg)));
                let default = args.get(1).map(|arg| self.eval(argument(arg)));
                match name.as_ref().and_then(Shape::as_str) {
                    Some(name) => {
                        let member = self.member(&shape, name).uncertain();
                        Shape::one_of(std::iter::once(member).chain(default))
                    }
                    None => Shape::Unknown,
                }
            }
            "upper" | "lower" | "title" | "capitalize" | "strip" | "lstrip" | "rstrip" | "replace"
            | "split" | "splitlines" | "startswith" | "endswith" | "zfill" | "center" | "ljust" | "rjust"
            | "isdigit" | "isdecimal" | "swapcase" | "casefold" | "removeprefix" | "removesuffix"
            | "expandtabs" | "rsplit" | "partition" | "rpartition" | "join" | "format" => {
                self.used(&shape, Use::Text);
                self.arguments_used(args, Use::Opaque);
                Shape::TEXT
            }
            "isalnum" | "isalpha" | "isascii" | "islower" | "isnumeric" | "isspace" | "istitle"
            | "isupper" => {
                self.used(&shape, Use::Text);
                Shape::BOOLEAN
            }
            "find" | "rfind" | "rindex" => {
                self.used(&shape, Use::Text);
                self.arguments_used(args, Use::Opaque);
                Shape::NUMBER
            }
            // Of texts and of lists.
            "count" | "index" => {
                self.used(&shape, Use::Sequence);
                self.arguments_used(args, Use::Opaque);
                Shape::NUMBER
            }
            "strftime" | "isoformat" => {
                self.used(&shape, Use::Date);
                Shape::TEXT
            }
            _ => {
                self.used(&shape, Use::Opaque);
                self.arguments_used(args, Use::Opaque);
                Shape::Unknown
            }
        }
    }

    /// Arguments for which only certain values will do; this is one.
    fn sample_used(&mut self, args: &'a [CallArg<'a>], how: Use, sample: &serde_json::Value) {
        for arg in args {
            let shape = self.eval(argument(arg));
            self.used(&shape, how);
            self.each_field(&shape, &mut |field| field.example(sample));
        }
    }

    /// Key and value of each member of an object.
    pub fn pairs(&mut self, shape: &Shape<'a>) -> Shape<'a> {
        let value = self.any_member(shape);
        self.used(shape, Use::Pairs);
        Shape::of(Form::List(Shape::of(Form::Tuple(vec![Shape::TEXT, value]))))
    }

    fn any_member(&mut self, shape: &Shape<'a>) -> Shape<'a> {
        match shape {
            Shape::Field { id, certain } => {
                Shape::Field { id: self.fields.any_member(*id), certain: *certain }
            }
            _ => match shape.form() {
                Some(Form::OneOf(shapes)) if self.step() => {
                    let values: Vec<_> = shapes.iter().map(|shape| self.any_member(shape)).collect();
                    Shape::one_of(values)
                }
                Some(Form::Record(members)) => {
                    Shape::one_of(members.iter().map(|(_, shape)| shape.clone().uncertain()))
                }
                _ => Shape::Unknown,
            },
        }
    }
}
