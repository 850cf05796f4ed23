//! Checks the names in a tag: filters, tests, methods and functions must exist.

use std::collections::{BTreeMap, BTreeSet};

use std::sync::Arc;

use minijinja::{Environment, Value};

use super::site::Site;
use crate::expression::operators::NOTHING_TO_CYCLE;
use crate::expression::{
    Exceeded, Locale, RenderState, context, known_filters, known_tests, knows_filter, knows_test, words_of,
};
use crate::filters::{RICH_FILTERS, known_methods, knows_method};
use crate::options::Missing;
use crate::spelling::nearest;
use crate::text::hints;
use crate::text::syntax::bounded::is_literal;
use crate::text::syntax::print::expression;
use crate::text::syntax::{Argument, Expr, Fault, How, Syntax, bound};
use platen_ooxml::{Bounds, Budget, Limits};
use platen_rich::{FreeIds, Kind, Rich, decode};

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
            Expr::Member(_, name) if changes(name) => {
                let (message, hint) = (format!("`{name}()` does not change a list or an object"), CHANGED);
                faults.push(Fault { message, hint: Some(hint.to_owned()), at: 0 });
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
                "field" => first_choice(&arguments),
                "chart" => Expr::List(Vec::new()),
                name if RICH_FILTERS.iter().any(|(rich, ..)| *rich == name) => Expr::Text("A".to_owned()),
                _ => return,
            };
            let (of, name) = (Some(Box::new(sample)), name.clone());
            faults.extend(tried(env, &Expr::Filter { of, name, arguments }));
        }
        Expr::Test { of, name, .. } if name == "language" && is_literal(of) => {
            faults.extend(tried(env, expr))
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
    let message = words_of(&error);
    Some(Fault { message, hint: None, at: 0 })
}

/// A value that `field` takes: the first of its choices.
fn first_choice(arguments: &[Argument]) -> Expr {
    let choices = arguments.iter().rev().find_map(|argument| match &argument.value {
        Expr::List(items) => items.first().cloned(),
        _ => None,
    });
    choices.unwrap_or_else(|| Expr::Text("A".to_owned()))
}

fn unknown(kind: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Fault {
    let hint = hints::elsewhere(name).map(str::to_owned).or_else(|| did_you_mean(nearest(name, known)));
    let hint = hint.or_else(|| (kind == "method").then(|| hints::METHODS.to_owned()));
    Fault { message: format!("there is no {kind} called `{name}`"), hint, at: 0 }
}

/// The macros of a part, by their names; nothing of those of which there are several: which is called depends on where.
pub(crate) struct Macros(BTreeMap<String, Option<Declared>>);

struct Declared {
    parameters: Vec<String>,
    /// It writes `caller()`, outside of blocks that are called themselves.
    calls_back: bool,
}

impl Macros {
    pub fn of(sites: &[Site]) -> Macros {
        let mut macros: BTreeMap<String, Option<Declared>> = BTreeMap::new();
        let mut around: Vec<Option<&str>> = Vec::new();
        for site in sites {
            if let Some(Some(name)) = around.last()
                && let Some(Some(declared)) = macros.get_mut(*name)
            {
                site.syntax.each(&mut |expr| declared.calls_back |= *expr == Expr::name("caller"));
            }
            match &site.syntax {
                Syntax::Macro(name, parameters) => {
                    let parameters = parameters.iter().map(|(name, _)| name.clone()).collect();
                    let declared = Declared { parameters, calls_back: false };
                    macros.entry(name.clone()).and_modify(|known| *known = None).or_insert(Some(declared));
                    around.push(Some(name));
                }
                Syntax::Call(..) => around.push(None),
                Syntax::Word("endmacro" | "endcall") => drop(around.pop()),
                _ => {}
            }
        }
        Macros(macros)
    }

    /// Calls with arguments that the macro has no parameters for, and blocks for macros that never write `caller()`.
    pub fn calls(&self, syntax: &Syntax) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Syntax::Call(_, Expr::Call(called, _)) = syntax
            && let Expr::Name(name) = &**called
            && let Some(Some(Declared { calls_back: false, .. })) = self.0.get(name)
        {
            let message = format!("`{name}` has no place for this block");
            let hint = Some(format!("write `{{{{ caller() }}}}` in `{{% macro {name}(...) %}}`"));
            faults.push(Fault { message, hint, at: 0 });
        }
        syntax.each(&mut |expr| {
            let Expr::Call(called, arguments) = expr else { return };
            let Expr::Name(name) = &**called else { return };
            let Some(Some(Declared { parameters, .. })) = self.0.get(name) else { return };
            let takes = match parameters.as_slice() {
                [] => format!("`{name}` takes no arguments"),
                parameters => format!("`{name}` takes only {}", parameters.join(", ")),
            };
            let hint = Some(format!("name a parameter in `{{% macro {name}(...) %}}` for each argument"));
            let given = arguments.iter().filter(|argument| argument.how == How::Positional).count();
            if given > parameters.len() {
                faults.push(Fault { message: format!("{takes}, not {given} values"), hint, at: 0 });
                return;
            }
            let unknown = arguments.iter().find_map(|argument| match &argument.how {
                How::Named(given) if given != "caller" && !parameters.contains(given) => Some(given),
                _ => None,
            });
            if let Some(unknown) = unknown {
                let hint = did_you_mean(nearest(unknown, parameters.iter().map(String::as_str))).or(hint);
                faults.push(Fault { message: format!("{takes}, not `{unknown}`"), hint, at: 0 });
            }
        });
        faults
    }
}

/// What the tags of a part compute of literals alone, tried once: what fails then fails in every document.
pub(crate) struct Literals {
    context: Value,
}

impl Literals {
    pub fn new() -> Literals {
        // All of a part together: a template may hold a literal text multiplied by a thousand in each of many tags.
        let limits = Limits { work_bytes: TRIED, ..Limits::default() };
        let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
        let state = RenderState::new(Missing::Error, FreeIds::default(), Locale::default(), bounds);
        Literals { context: context(&Value::UNDEFINED, &Arc::new(state)) }
    }

    /// What can only fail, in the order in which it is written.
    pub fn failing(&self, syntax: &Syntax, env: &Environment<'_>) -> Vec<Fault> {
        let mut faults = Vec::new();
        syntax.expressions().into_iter().for_each(|expr| self.visit(expr, env, &mut faults));
        faults
    }

    fn visit(&self, expr: &Expr, env: &Environment<'_>, faults: &mut Vec<Fault>) {
        if is_literal(expr) {
            return;
        }
        if !depends(expr) {
            faults.extend(self.tried(expr, env));
            return;
        }
        expr.parts().into_iter().for_each(|part| self.visit(part, env, faults));
    }

    fn tried(&self, expr: &Expr, env: &Environment<'_>) -> Option<Fault> {
        let mut syntax = Syntax::Value(expr.clone());
        bound(&mut syntax);
        let code = syntax.expressions().into_iter().map(expression).collect::<String>();
        let message = match env.compile_expression(&code).and_then(|made| made.eval(self.context.clone())) {
            Ok(made) => {
                let rich = made.downcast_object_ref::<Rich>().filter(|rich| rich.kind == Kind::Image)?;
                format!("this picture {}", decode(rich.text().ok()?).err()?)
            }
            Err(error) if Exceeded::of(&error).is_some() => return None,
            Err(error) => words_of(&error),
        };
        let hint = "no data changes what this tag says: fix it, or name a field in it".to_owned();
        Some(Fault { message, hint: Some(hint), at: 0 })
    }
}

/// Bytes that the trial of all literals of a part may take.
const TRIED: u64 = 1 << 20;

/// Whether the data, or what the template does before, decides on a value.
fn depends(expr: &Expr) -> bool {
    expr.any(&|part| {
        matches!(part, Expr::Name(_) | Expr::Lookup(_) | Expr::LookupOr(..) | Expr::Filter { of: None, .. })
    })
}

/// Methods that change what they are called on in Python; nothing here can be changed.
fn changes(method: &str) -> bool {
    matches!(
        method,
        "append"
            | "clear"
            | "extend"
            | "insert"
            | "pop"
            | "popitem"
            | "remove"
            | "reverse"
            | "setdefault"
            | "sort"
            | "update"
    )
}

/// What to write instead of a method that changes something.
const CHANGED: &str = "set a new one, as in `{% set xs = xs + [x] %}` (in a loop, a member of a `namespace()`), or use a filter such as `sort`, `reverse` or `selectattr`";

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
