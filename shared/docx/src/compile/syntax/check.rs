//! Names in a tag: those of the program itself, and filters, tests and functions that there are.

use std::collections::BTreeSet;

use minijinja::Environment;

use super::Fault;
use super::bound::is_literal;
use super::print::expression;
use super::tree::{Expr, How, Syntax, Target};
use crate::compile::{hints, nearest};
use crate::filters::{RICH_FILTERS, known_methods, knows_method};
use crate::render::{known_filters, known_tests, knows_filter, knows_test};

/// A name that begins with two underscores: by such names compiled templates reach what authors must not.
pub(crate) fn reserved(syntax: &Syntax) -> Option<Fault> {
    let mut found: Option<String> = None;
    let mut see = |name: &str| {
        if name.starts_with("__") || name.contains(".__") {
            found.get_or_insert_with(|| name.to_owned());
        }
    };
    syntax.bound().into_iter().for_each(&mut see);
    syntax.each(&mut |expr| match expr {
        Expr::Name(name) | Expr::Member(_, name) => see(name),
        Expr::Filter { name, arguments, .. } | Expr::Test { name, arguments, .. } => {
            see(name);
            arguments.iter().filter_map(|a| named(&a.how)).for_each(&mut see);
        }
        Expr::Call(_, arguments) => arguments.iter().filter_map(|a| named(&a.how)).for_each(&mut see),
        _ => {}
    });
    if let Syntax::Set(target, _) | Syntax::Capture(target, _) = syntax {
        members(target, &mut see);
    }
    found.map(|name| Fault {
        message: "names that start with two underscores are reserved".to_owned(),
        hint: Some(format!("give {name} another name")),
        at: 0,
    })
}

fn named(how: &How) -> Option<&str> {
    match how {
        How::Named(name) => Some(name),
        _ => None,
    }
}

fn members(target: &Target, see: &mut dyn FnMut(&str)) {
    match target {
        Target::Name(path) => path.iter().for_each(|name| see(name)),
        Target::List(targets) => targets.iter().for_each(|target| members(target, see)),
    }
}

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
        Expr::Call(of, _) => {
            if let Expr::Member(_, name) = &**of
                && !knows_method(name)
            {
                faults.push(unknown("method", name, known_methods()));
            }
        }
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
