//! `rows|chart("month", ["income", "cost"])`: the fields that a chart uses of its list.

use minijinja::machinery::ast::CallArg;
use serde_json::Value;

use super::evidence::Use;
use super::shape::{Form, Shape};
use super::syntax_tree::argument;
use super::walk::Walk;
use crate::filters::IN_PAIRS;

impl<'a> Walk<'a, '_> {
    /// The value of a chart's alternative text.
    pub fn chart(&mut self, shape: &Shape<'a>, parameters: &[&str], args: &'a [CallArg<'a>]) -> Shape<'a> {
        let mut given: Vec<(&str, Shape<'a>)> = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            let parameter = match arg {
                CallArg::Kwarg(parameter, _) => parameter,
                _ => parameters.get(position).copied().unwrap_or_default(),
            };
            given.push((parameter, self.eval(argument(arg))));
        }
        let of = |name: &str| given.iter().find(|(given, _)| *given == name).map(|(_, shape)| shape.clone());
        let members = |name: &str| of(name).map(|shape| paths(&shape)).unwrap_or_default();

        self.used(shape, Use::Drawn);
        let element = self.element_of(shape);
        let category = of("category").unwrap_or(Shape::Unknown);
        let of_label = if of(IN_PAIRS).is_some() { Use::Written } else { Use::Print };
        // Each element is a point, or, with a list of categories, a series.
        let in_lists = category.as_str().is_none();
        if in_lists {
            self.used(&category, Use::List);
            let label = self.element_of(&category);
            self.used(&label, of_label);
        }
        let labels = members("category").into_iter().filter(|_| !in_lists).map(|path| (path, of_label));
        let names = members("series").into_iter().map(|path| (path, Use::Print));
        for (path, how) in labels.chain(names) {
            let label = self.path(&element, &path).uncertain();
            self.used(&label, how);
        }
        for path in members("values").into_iter().chain(members("size")) {
            // What is missing is a gap.
            let mut value = self.path(&element, &path).uncertain();
            if in_lists {
                self.used(&value, Use::List);
                value = self.element_of(&value);
            }
            self.used(&value, Use::Written);
        }
        for name in ["names", "alt"] {
            let text = of(name).unwrap_or(Shape::Unknown);
            self.used(&text, Use::Print);
        }
        Shape::Unknown
    }
}

/// The members that an argument names, as far as the template itself says them.
fn paths(shape: &Shape<'_>) -> Vec<String> {
    match shape {
        Shape::Literal(value) => match &**value {
            Value::String(path) => vec![path.clone()],
            Value::Array(paths) => paths.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        },
        _ => match shape.form() {
            Some(Form::Tuple(items)) => items.iter().filter_map(Shape::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        },
    }
}
