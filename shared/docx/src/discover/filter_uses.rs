//! Filters: their inputs and their results.

use minijinja::Value;
use minijinja::machinery::ast::{self, CallArg, Expr};

use super::evidence::Use;
use super::shape::{Certain, Form, Scalar, Shape};
use super::syntax_tree::argument;
use super::walk::Walk;
use crate::compile::{Choices, ListItem};
use crate::filters::RICH_FILTERS;
use platen_rich::{Kind, Symbology};

/// The argument of a filter that names a member of the elements.
fn attribute<'a>(args: &'a [CallArg<'a>], positional: bool) -> Option<&'a str> {
    args.iter().find_map(|arg| match arg {
        CallArg::Kwarg("attribute", Expr::Const(name)) => name.value.as_str(),
        CallArg::Pos(Expr::Const(name)) if positional => name.value.as_str(),
        _ => None,
    })
}

fn constant<'a>(expr: &'a Expr<'a>) -> Option<&'a Value> {
    match expr {
        Expr::Const(constant) => Some(&constant.value),
        _ => None,
    }
}

/// The texts of a list that stands in the template.
fn texts<'a>(expr: &'a Expr<'a>) -> Vec<ListItem> {
    let all: Vec<Value> = match expr {
        Expr::List(list) => list.items.iter().filter_map(constant).cloned().collect(),
        expr => {
            constant(expr).and_then(|list| list.try_iter().ok()).map(Iterator::collect).unwrap_or_default()
        }
    };
    let texts = all.iter().filter_map(|value| value.as_str());
    texts.map(|text| ListItem { display_text: text.to_owned(), value: text.to_owned() }).collect()
}

/// The members that a sum or average is computed of; one that is none stands for the element itself.
fn computed_of<'a>(args: &'a [CallArg<'a>]) -> Vec<Option<&'a str>> {
    let program = args.iter().find_map(|arg| match arg {
        CallArg::Kwarg("attribute", expr) | CallArg::Pos(expr) => Some(expr),
        _ => None,
    });
    let text = |expr: &'a Expr<'a>| match expr {
        Expr::Const(constant) => constant.value.as_str(),
        _ => None,
    };
    match program {
        None => vec![None],
        Some(Expr::List(steps)) => {
            steps.items.iter().filter_map(|step| text(step)?.strip_prefix('.')).map(Some).collect()
        }
        Some(expr) => text(expr).into_iter().map(Some).collect(),
    }
}

impl<'a> Walk<'a, '_> {
    /// `value|name(args)`
    pub fn filter(&mut self, filter: &'a ast::Filter<'a>) -> Shape<'a> {
        // Without a value it is the filter of a `{% filter %}` or `{% set %}` block.
        let shape = filter.expr.as_ref().map_or(Shape::TEXT, |expr| self.eval(expr));
        if let Some(made) = self.operator(filter.name, &shape, &filter.args) {
            return made;
        }
        self.filtered(&shape, filter.name);
        self.apply(filter.name, shape, &filter.args)
    }

    fn apply(&mut self, name: &str, shape: Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        match name {
            "upper" | "lower" | "title" | "capitalize" | "replace" | "trim" | "indent" | "urlencode"
            | "wordwrap" | "truncate" | "striptags" | "center" | "forceescape" | "regex_replace" => {
                self.scalar(&shape, Use::Text, Scalar::Text, args)
            }
            "trans" => self.scalar(&shape, Use::Print, Scalar::Text, args),
            "wordcount" => self.scalar(&shape, Use::Text, Scalar::Number, args),
            "split" | "lines" => {
                self.scalar(&shape, Use::Text, Scalar::Text, args);
                Shape::of(Form::List(Shape::TEXT))
            }
            "abs" | "round" => self.scalar(&shape, Use::Written, Scalar::Number, args),
            // These take anything: what is no number becomes their default.
            "int" | "float" => {
                self.imply(&shape, Use::Written);
                self.each_field(&shape, &mut |field| field.evidence.converted = true);
                self.scalar(&shape, Use::Print, Scalar::Number, args)
            }
            "number" | "currency" | "percent" | "words" | "filesizeformat" => {
                self.written(name, &shape, Use::Written, args)
            }
            "ordinal" | "roman" | "letters" => self.written(name, &shape, Use::Whole, args),
            "date_add" => self.date_added(&shape, args),
            "date_diff" => self.date_difference(&shape, args),
            "date" => self.written(name, &shape, Use::Date, args),
            "datetime" | "time" => self.written(name, &shape, Use::DateTime, args),
            "barcode" | "chart" | "equation" | "footnote" | "html" | "image" | "link" | "markdown" | "qr" => {
                self.rich(name, &shape, args)
            }
            "__field_number" => self.scalar(&shape, Use::Written, Scalar::Text, args),
            "__field_number_of" => {
                self.used(&shape, Use::Given);
                self.scalar(&shape, Use::Written, Scalar::Number, args)
            }
            "__field_date" => self.scalar(&shape, Use::Date, Scalar::Text, args),
            "__field_around" | "__field_case" | "__field_cut" | "__field_form" => {
                self.scalar(&shape, Use::Print, Scalar::Text, args)
            }
            "__field_holds" => {
                let right = args.last().map(|arg| self.eval(argument(arg)));
                for operand in std::iter::once(shape).chain(right) {
                    self.used(&operand, Use::Print);
                    // An `IF` field needs a value to compare: without one neither of its texts is right.
                    if let Shape::Field { id, certain: Certain::Always } = operand {
                        self.require(id, false);
                    }
                }
                Shape::Scalar { kind: Scalar::Boolean, of: None }
            }
            "string" => self.scalar(&shape, Use::Print, Scalar::Text, args),
            "bool" => self.scalar(&shape, Use::Condition, Scalar::Boolean, args),
            "safe" | "escape" | "e" => shape,
            "field" => self.form_words(shape, args),
            "length" | "count" => self.scalar(&shape, Use::Container, Scalar::Number, args),
            "format" => self.format(&shape, args),
            "default" | "d" => self.default(shape, args),
            "attr" => match args.first().map(|arg| self.eval(argument(arg))) {
                Some(name) => name.as_str().map_or(Shape::Unknown, |name| self.member(&shape, name)),
                None => Shape::Unknown,
            },
            "items" | "dictsort" => self.pairs(&shape),
            _ => self.of_list(name, shape, args),
        }
    }

    fn of_list(&mut self, name: &str, shape: Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        match name {
            "sort" | "unique" => {
                self.handed_on(&shape, Use::List);
                shape
            }
            "list" | "reverse" => {
                self.handed_on(&shape, Use::Container);
                shape
            }
            "select" | "reject" | "selectattr" | "rejectattr" => {
                self.choose(name, &shape, args);
                shape.uncertain()
            }
            "first" | "last" | "min" | "max" => {
                self.imply(
                    &shape,
                    match name {
                        "first" => Use::Container,
                        "last" => Use::Sequence,
                        _ => Use::List,
                    },
                );
                self.placed(&shape, 1, true)
            }
            "batch" | "slice" => {
                self.used(&shape, Use::Elements);
                self.arguments_used(args, Use::Opaque);
                Shape::of(Form::List(shape))
            }
            "groupby" => {
                self.used(&shape, Use::Elements);
                let element = self.element_of(&shape);
                let by = attribute(args, true)
                    .map_or(Shape::Unknown, |name| self.member_or_default(&element, name, args));
                self.used(&by, Use::Opaque);
                Shape::of(Form::List(Shape::of(Form::Group(by, shape))))
            }
            "map" => self.map_elements(&shape, args),
            "sum" | "avg" => {
                self.used(&shape, Use::List);
                let element = self.element_of(&shape);
                for path in computed_of(args) {
                    let member = path.map_or_else(|| element.clone(), |path| self.path(&element, path));
                    self.used(&member, Use::Number);
                }
                Shape::NUMBER
            }
            "join" | "join_and" => {
                self.used(&shape, Use::List);
                let mut element = self.element_of(&shape);
                if let Some(name) = attribute(args, name == "join_and") {
                    element = self.path(&element, name);
                }
                self.used(&element, Use::Print);
                Shape::TEXT
            }
            "chain" => {
                let others: Vec<_> = args.iter().map(|arg| self.eval(argument(arg))).collect();
                Shape::one_of(std::iter::once(shape).chain(others))
            }
            "zip" => {
                let mut items = vec![self.element_of(&shape)];
                self.used(&shape, Use::List);
                for arg in args {
                    let other = self.eval(argument(arg));
                    self.used(&other, Use::List);
                    items.push(self.element_of(&other));
                }
                Shape::of(Form::List(Shape::of(Form::Tuple(items))))
            }
            // `tojson`, `pprint`, and filters that are not known here.
            _ => {
                self.asked(&shape);
                self.used(&shape, Use::Opaque);
                self.arguments_used(args, Use::Opaque);
                Shape::Unknown
            }
        }
    }

    fn scalar(&mut self, shape: &Shape<'a>, how: Use, kind: Scalar, args: &'a [CallArg<'a>]) -> Shape<'a> {
        self.used(shape, how);
        self.arguments_used(args, Use::Opaque);
        match shape {
            Shape::Field { id, .. } | Shape::Scalar { of: Some(id), .. } => {
                Shape::Scalar { kind, of: Some(*id) }
            }
            _ => Shape::Scalar { kind, of: None },
        }
    }

    /// A filter that writes a value in a language. Where fields say how, a model needs one that means something.
    fn written(&mut self, name: &str, shape: &Shape<'a>, how: Use, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let mut code = None;
        for (position, arg) in args.iter().enumerate() {
            let parameter = match arg {
                CallArg::Kwarg(parameter, _) => parameter,
                CallArg::Pos(_) => match (name, position) {
                    ("currency", 0) => "code",
                    ("words", 0) => "currency",
                    ("date" | "time" | "datetime", 0) => "format",
                    _ => continue,
                },
                _ => continue,
            };
            let example = match parameter {
                "code" | "currency" => "EUR",
                "format" => "medium",
                "locale" => "en-US",
                "tz" => "UTC",
                _ => continue,
            };
            let given = self.eval(argument(arg));
            self.each_field(&given, &mut |field| field.example(&example.into()));
            if parameter == "code" {
                code = Some(given);
            }
        }
        let text = self.scalar(shape, how, Scalar::Text, args);
        // No amount can be written without it.
        code.iter().for_each(|code| self.used(code, Use::Given));
        text
    }

    /// `due|date_add(days=30)`: with hours or minutes it is a point in time.
    fn date_added(&mut self, shape: &Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let timed = args.iter().any(|arg| matches!(arg, CallArg::Kwarg("hours" | "minutes", _)));
        for arg in args {
            let count = self.eval(argument(arg));
            self.used(&count, Use::Written);
            self.each_field(&count, &mut |field| field.example(&30.into()));
        }
        self.used(shape, if timed { Use::DateTime } else { Use::Date });
        Shape::TEXT
    }

    /// `due|date_diff(ordered, "days")`
    fn date_difference(&mut self, shape: &Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        self.used(shape, Use::Date);
        for (position, arg) in args.iter().enumerate() {
            let given = self.eval(argument(arg));
            if matches!(arg, CallArg::Kwarg("unit", _)) || position == 1 {
                self.used(&given, Use::Print);
                self.each_field(&given, &mut |field| field.example(&"days".into()));
            } else {
                self.used(&given, Use::Date);
            }
        }
        Shape::NUMBER
    }

    /// A filter that makes a rich value of a text.
    fn rich(&mut self, name: &str, shape: &Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let Some((_, kind, parameters)) = RICH_FILTERS.iter().find(|(known, ..)| *known == name) else {
            return Shape::Unknown;
        };
        if *kind == Kind::Chart {
            return self.chart(shape, parameters, args);
        }
        self.used(shape, Use::Rich(*kind));
        for (position, arg) in args.iter().enumerate() {
            let parameter = match arg {
                CallArg::Kwarg(parameter, _) => Some(*parameter),
                _ => parameters.get(position).copied(),
            };
            let given = self.eval(argument(arg));
            self.used(&given, if parameter == Some("dpi") { Use::Number } else { Use::Print });
            let example = match parameter {
                Some("width" | "height" | "size") => "4cm",
                Some("kind") => "code128",
                Some("errorCorrection") => "M",
                _ => continue,
            };
            self.each_field(&given, &mut |field| field.example(&example.into()));
            if let Some(sample) =
                given.as_str().filter(|_| parameter == Some("kind")).and_then(Symbology::sample)
            {
                self.each_field(shape, &mut |field| field.example(&sample.into()));
            }
        }
        Shape::Unknown
    }

    /// `selectattr("status", "equalto", "paid")`, `select("odd")`
    fn choose(&mut self, name: &str, shape: &Shape<'a>, args: &'a [CallArg<'a>]) {
        self.handed_on(shape, Use::List);
        let mut element = self.element_of(shape);
        let mut args = args;
        if name.ends_with("attr") {
            element = attribute(args, true).map_or(Shape::Unknown, |name| self.path(&element, name));
            args = args.get(1..).unwrap_or_default();
        }
        match args.split_first() {
            Some((test, rest)) => {
                let rest: Vec<_> = rest.iter().map(|arg| self.eval(argument(arg))).collect();
                let test = self.eval(argument(test));
                match test.as_str().unwrap_or_default() {
                    // They say nothing of what it is.
                    "defined" | "undefined" | "none" => {}
                    test => self.tested(&element, test, &rest),
                }
            }
            None => self.used(&element, Use::Condition),
        }
    }

    /// `map(attribute="name")`, `map("upper")`
    fn map_elements(&mut self, shape: &Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        self.used(shape, Use::List);
        let element = self.element_of(shape);
        if let Some(name) = attribute(args, false) {
            let mapped = self.member_or_default(&element, name, args);
            return Shape::of(Form::List(mapped));
        }
        let Some((CallArg::Pos(Expr::Const(filter)), rest)) = args.split_first() else {
            return Shape::Unknown;
        };
        let Some(name) = filter.value.as_str().filter(|_| self.enter(self.offset())) else {
            return Shape::Unknown;
        };
        self.filtered(&element, name);
        let mapped = self.apply(name, element, rest);
        self.leave();
        Shape::of(Form::List(mapped))
    }

    /// A member of an element, for which the call may name a `default`.
    fn member_or_default(&mut self, element: &Shape<'a>, path: &str, args: &'a [CallArg<'a>]) -> Shape<'a> {
        match args.iter().find(|arg| matches!(arg, CallArg::Kwarg("default", _))) {
            Some(default) => {
                let member = self.path(&element.clone().uncertain(), path);
                self.or_default(member, argument(default))
            }
            None => self.path(element, path),
        }
    }

    fn default(&mut self, shape: Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        // It stands for what is missing: null stays null, unless the call says otherwise.
        let shape = match args {
            [] | [CallArg::Pos(_)] => shape.where_given(),
            _ => shape.uncertain(),
        };
        match args.first() {
            Some(CallArg::Pos(default)) => self.or_default(shape, default),
            _ => shape,
        }
    }

    /// `vat|field("VAT number", help="As on your invoice", choices=["A", "B"], order=1, when="company")`: the first tag that says something counts.
    fn form_words(&mut self, shape: Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        let given = |place: usize, name: &str| {
            let positional = args.iter().take_while(|arg| matches!(arg, CallArg::Pos(_))).nth(place);
            let named = || args.iter().find(|arg| matches!(arg, CallArg::Kwarg(known, _) if *known == name));
            positional.or_else(named).map(argument)
        };
        let text = |expr| constant(expr).and_then(|value| value.as_str()).map(str::to_owned);
        let (label, help) = (given(0, "label").and_then(text), given(1, "help").and_then(text));
        let order = given(3, "order").and_then(constant).and_then(|value| i64::try_from(value.clone()).ok());
        let when = given(4, "when").and_then(text);
        let choices: Vec<ListItem> = given(2, "choices").map(texts).unwrap_or_default();
        let choices = Choices::from(choices);
        self.each_field(&shape, &mut |field| {
            let words = &mut field.form;
            words.label = words.label.take().or_else(|| label.clone());
            words.help = words.help.take().or_else(|| help.clone());
            words.order = words.order.or(order);
            words.when = words.when.take().or_else(|| when.clone());
            if words.choices.is_empty() {
                words.choices = choices.clone();
            }
        });
        shape
    }

    fn or_default(&mut self, shape: Shape<'a>, default: &'a Expr<'a>) -> Shape<'a> {
        let default = self.eval(default).uncertain();
        if let Shape::Literal(value) = &default {
            self.each_field(&shape, &mut |field| {
                field.default.get_or_insert_with(|| (**value).clone());
            });
        }
        Shape::one_of([shape, default])
    }

    /// `"%.2f"|format(price)`, after Python's printf-style conversions.
    fn format(&mut self, pattern: &Shape<'a>, args: &'a [CallArg<'a>]) -> Shape<'a> {
        self.used(pattern, Use::Text);
        let text = pattern.as_str().unwrap_or_default().replace("%%", "");
        let mut conversions =
            text.split('%').skip(1).map(|spec| spec.chars().find(char::is_ascii_alphabetic));
        for arg in args {
            let number = matches!(
                conversions.next().flatten(),
                Some('d' | 'i' | 'u' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'x' | 'X' | 'o')
            );
            let shape = self.eval(argument(arg));
            self.used(&shape, if number { Use::Number } else { Use::Print });
        }
        Shape::TEXT
    }
}
