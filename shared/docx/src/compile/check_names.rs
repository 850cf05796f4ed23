//! Names in a tag: filters, tests, methods and functions that there are.

use std::collections::BTreeSet;

use minijinja::Environment;

use crate::expression::operators::NOTHING_TO_CYCLE;
use crate::expression::{known_filters, known_tests, knows_filter, knows_test};
use crate::filters::{RICH_FILTERS, known_methods, knows_method};
use crate::spelling::nearest;
use crate::text::hints;
use crate::text::syntax::bounded::is_literal;
use crate::text::syntax::print::expression;
use crate::text::syntax::{Expr, Fault, Syntax};

/// A date with which arguments are tried.
const DATE: &str = "2026-01-31T10:00:00Z";

/// Filters, tests and methods that do not exist, and filters whose own arguments cannot be used: whatever the data is, no
/// document could be made.
pub(crate) fn usable(syntax: &Syntax, env: &Environment<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    syntax.each(&mut |expr| match expr {
        Expr::Filter { name, .. } if !knows_filter(env, name) => {
            faults.push(unknown("filter", name, known_filters()));
        }
        Expr::Test { name, .. } if !knows_test(env, name) => {
            faults.push(unknown("test", name, known_tests()));
        }
        Expr::Call(of, arguments) => match &**of {
            Expr::Member(_, name) if !knows_method(name) => {
                faults.push(unknown("method", name, known_methods()));
            }
            Expr::Member(_, name) if name == "cycle" && arguments.is_empty() => {
                let hint = Some("name them, as in `loop.cycle(\"odd\", \"even\")`".to_owned());
                faults.push(Fault { message: NOTHING_TO_CYCLE.to_owned(), hint, at: 0 });
            }
            _ => {}
        },
        Expr::Filter { name, arguments, .. } => {
            let mut arguments = arguments.clone();
            // The other date is data, the unit is not.
            for argument in arguments.iter_mut().filter(|a| name == "date_diff" && !is_literal(&a.value)) {
                argument.value = Expr::Text(DATE.to_owned());
            }
            if !arguments.iter().all(|a| is_literal(&a.value)) {
                return;
            }
            let sample = match name.as_str() {
                "currency" | "letters" | "number" | "ordinal" | "percent" | "roman" | "words" => {
                    Expr::Integer(1)
                }
                "date" | "date_add" | "date_diff" | "datetime" | "time" => Expr::Text(DATE.to_owned()),
                "regex_replace" => Expr::Text("A".to_owned()),
                "chart" => Expr::List(Vec::new()),
                name if RICH_FILTERS.iter().any(|(rich, ..)| *rich == name) => Expr::Text("A".to_owned()),
                _ => return,
            };
            let (of, name) = (Some(Box::new(sample)), name.clone());
            faults.extend(tried(env, &Expr::Filter { of, name, arguments }));
        }
        Expr::Test { name, arguments, .. }
            if name == "matching" && arguments.iter().all(|a| is_literal(&a.value)) =>
        {
            let of = Box::new(Expr::Text("A".to_owned()));
            faults.extend(tried(env, &Expr::Test { of, name: name.clone(), arguments: arguments.clone() }));
        }
        _ => {}
    });
    faults
}

/// What an expression that no data decides on fails for.
fn tried(env: &Environment<'_>, expr: &Expr) -> Option<Fault> {
    let made = env.compile_expression(&expression(expr)).and_then(|made| made.eval(()));
    let error = made.err()?;
    let message = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    Some(Fault { message, hint: None, at: 0 })
}

fn unknown(kind: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Fault {
    let hint = hints::elsewhere(name).map(str::to_owned).or_else(|| did_you_mean(nearest(name, known)));
    Fault { message: format!("there is no {kind} called `{name}`"), hint, at: 0 }
}

/// Functions that a tag calls and that nothing gives a value to: data holds none, so that all there are is known before any
/// document.
pub(crate) fn functions(syntax: &Syntax, bound: &BTreeSet<&str>, env: &Environment<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    syntax.each(&mut |expr| {
        let Expr::Call(called, _) = expr else { return };
        let Expr::Name(name) = &**called else { return };
        let known = matches!(name.as_str(), "loop" | "caller")
            || bound.contains(name.as_str())
            || env.globals().any(|(global, _)| global == name);
        if !known {
            let functions = env.globals().map(|(name, _)| name).filter(|name| !name.starts_with('_'));
            let near = nearest(name, functions);
            let hint = hints::elsewhere(name).map(str::to_owned).or_else(|| did_you_mean(near));
            let hint = hint.or_else(|| Some(hints::FUNCTIONS.to_owned()));
            faults.push(Fault { message: format!("unknown function `{name}`"), hint, at: 0 });
        }
    });
    faults
}

fn did_you_mean(near: Option<&str>) -> Option<String> {
    near.map(|name| format!("did you mean `{name}`?"))
}
