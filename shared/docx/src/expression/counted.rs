//! MiniJinja's filters and tests that go through lists and long texts, with what they cost counted: to its fuel the
//! sorting of a hundred thousand elements is one step. The crate's own filters are added the same way.

use minijinja::value::{Rest, ValueKind, ValueOrKwargs};
use minijinja::{Environment, Error, State, Value, filters, tests};

use super::compare;
use super::fault::about;
use super::operators::{pass, pass_all, pass_in_order};
use super::path::member;
use super::state::{RenderState, suspect};
use crate::options::Missing;

/// Adds them again.
pub(crate) fn add(env: &mut Environment<'static>) {
    env.add_filter("__compare", compare::compare);
    once(env, "capitalize", Value::from_function(filters::capitalize));
    once(env, "chain", Value::from_function(filters::chain));
    once(env, "count", Value::from_function(length));
    once(env, "e", Value::from_function(filters::escape));
    once(env, "escape", Value::from_function(filters::escape));
    once(env, "first", Value::from_function(filters::first));
    once(env, "items", Value::from_function(filters::items));
    once(env, "last", Value::from_function(filters::last));
    once(env, "length", Value::from_function(length));
    once(env, "lines", Value::from_function(filters::lines));
    once(env, "list", Value::from_function(filters::list));
    once(env, "reverse", Value::from_function(filters::reverse));
    once(env, "safe", Value::from_function(filters::safe));
    once(env, "split", Value::from_function(filters::split));
    once(env, "title", Value::from_function(filters::title));
    once(env, "trim", Value::from_function(filters::trim));
    once(env, "urlencode", Value::from_function(filters::urlencode));
    once(env, "zip", Value::from_function(filters::zip));
    once(env, "abs", Value::from_function(filters::abs));
    once(env, "round", Value::from_function(filters::round));

    for (name, filter) in [
        ("map", Value::from_function(filters::map)),
        ("reject", Value::from_function(filters::reject)),
        ("rejectattr", Value::from_function(filters::rejectattr)),
        ("select", Value::from_function(filters::select)),
        ("selectattr", Value::from_function(filters::selectattr)),
    ] {
        of_elements(env, name, filter);
    }

    in_order(env, "dictsort", Value::from_function(filters::dictsort));
    in_order(env, "groupby", Value::from_function(filters::groupby));
    in_order(env, "unique", Value::from_function(filters::unique));
    wholly(env, "pprint", Value::from_function(filters::pprint));
    wholly(env, "string", Value::from_function(filters::string));

    for (name, filter) in [
        ("max", Value::from_function(filters::max)),
        ("min", Value::from_function(filters::min)),
        ("sort", Value::from_function(filters::sort)),
    ] {
        ordering(env, name, filter);
    }

    for name in ["eq", "equalto", "==", "ne", "!="] {
        let equal = !name.starts_with(['n', '!']);
        compared(env, name, move |a, b| Ok((a == b) == equal));
    }
    for (sign, names) in [
        ("<", ["lt", "lessthan", "<"].as_slice()),
        ("<=", &["le", "<="]),
        (">", &["gt", "greaterthan", ">"]),
        (">=", &["ge", ">="]),
    ] {
        for name in names {
            compared(env, name, move |a, b| compare::holds(sign, a, b));
        }
    }
    // MiniJinja says no to what is no number.
    env.add_test("even", |value: &Value| compare::leaves(value, &Value::from(2), 0.0));
    env.add_test("odd", |value: &Value| compare::leaves(value, &Value::from(2), 1.0));
    env.add_test("divisibleby", |value: &Value, divisor: &Value| compare::leaves(value, divisor, 0.0));
    for (name, test) in [
        ("endingwith", Value::from_function(tests::is_endingwith)),
        ("lower", Value::from_function(tests::is_lower)),
        ("startingwith", Value::from_function(tests::is_startingwith)),
        ("upper", Value::from_function(tests::is_upper)),
    ] {
        env.add_test(name, move |state: &mut State, args: Rest<ValueOrKwargs>| -> Result<bool, Error> {
            let args = args.into_values();
            args.iter().try_for_each(|arg| pass(state, arg))?;
            Ok(test.call(state, &args)?.is_true())
        });
    }
    env.add_test("in", |state: &State, value: &Value, within: &Value| -> Result<bool, Error> {
        pass_all(state, value)?;
        pass_all(state, within)?;
        compare::is_in(state, value, within)
    });
}

/// Jinja2 counts no elements in what is missing.
fn length(state: &State, value: &Value) -> Result<usize, Error> {
    let is_refused = RenderState::of(state).is_none_or(|render| render.missing == Missing::Error);
    if value.is_undefined() && !is_refused { Ok(0) } else { filters::length(value) }
}

/// Filters that make something of nothing.
const OF_NOTHING: [&str; 5] = ["chain", "float", "int", "pprint", "tojson"];

/// Filters that write a text, of which nothing is nothing.
const OF_TEXTS: [&str; 16] = [
    "capitalize",
    "center",
    "e",
    "escape",
    "forceescape",
    "indent",
    "lower",
    "replace",
    "safe",
    "string",
    "striptags",
    "title",
    "trim",
    "truncate",
    "upper",
    "urlencode",
];

/// A filter that goes through its arguments once, but not through what their elements hold.
pub(crate) fn once(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    add_filter(env, name, filter, pass);
}

/// A filter that compares or prints elements with all that they hold.
pub(crate) fn wholly(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    add_filter(env, name, filter, pass_all);
}

/// A filter that puts elements in order, to sort them or to find those that are equal.
fn in_order(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    add_filter(env, name, filter, pass_in_order);
}

/// A filter that goes through the elements of a list. Jinja2 looks first whether there is anything: of 0 and false, which
/// have no elements, it gives none, and refuses other numbers.
fn of_elements(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    let guarded = move |state: &mut State, args: Rest<ValueOrKwargs>| -> Result<Value, Error> {
        let args = args.into_values();
        match args.first().map(|value| (value.kind(), value.is_true())) {
            Some((ValueKind::Number | ValueKind::Bool, false)) => Ok(Value::from(Vec::<Value>::new())),
            _ => filter.call(state, &args).map_err(|error| about(error, &args)),
        }
    };
    once(env, name, Value::from_function(guarded));
}

/// A filter that orders the elements of a list, or a member of each.
fn ordering(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    env.add_filter(name, move |state: &mut State, args: Rest<ValueOrKwargs>| -> Result<Value, Error> {
        let args = args.into_values();
        if let Some(nothing) = args.first().filter(|value| value.is_none()) {
            return Ok(nothing.clone());
        }
        args.iter().try_for_each(|arg| pass_in_order(state, arg))?;
        let named = args.last().filter(|last| last.is_kwargs());
        let attribute = named.and_then(|named| named.get_attr("attribute").ok());
        let path = attribute.as_ref().and_then(Value::as_str);
        if let Some(items) = args.first().and_then(|list| list.try_iter().ok()) {
            compare::comparable(items.map(|item| match path {
                // Of several members the first decides most.
                Some(path) => member(item, path.split(',').next().unwrap_or_default().trim()),
                None => item,
            }))?;
        }
        let made = filter.call(state, &args).map_err(|error| about(error, &args))?;
        pass(state, &made)?;
        Ok(made)
    });
}

type Count = fn(&State, &Value) -> Result<(), Error>;

fn add_filter(env: &mut Environment<'static>, name: &'static str, filter: Value, count: Count) {
    let (of_texts, of_nothing) = (OF_TEXTS.contains(&name), OF_NOTHING.contains(&name));
    env.add_filter(name, move |state: &mut State, args: Rest<ValueOrKwargs>| -> Result<Value, Error> {
        let args = args.into_values();
        if let Some(nothing) = args.first().filter(|value| value.is_none() && !of_nothing) {
            return Ok(if of_texts { Value::from("") } else { nothing.clone() });
        }
        suspect(state, args.first());
        for arg in &args {
            count(state, arg)?;
        }
        let made = filter.call(state, &args).map_err(|error| about(error, &args))?;
        pass(state, &made)?;
        Ok(made)
    });
}

fn compared(
    env: &mut Environment<'static>,
    name: &'static str,
    holds: impl Fn(&Value, &Value) -> Result<bool, Error> + Send + Sync + 'static,
) {
    env.add_test(name, move |state: &State, value: &Value, other: &Value| -> Result<bool, Error> {
        // No more than the smaller of both is compared; the other is what the template chose.
        pass_all(state, other)?;
        holds(value, other)
    });
}

#[cfg(test)]
mod wrapped {
    use std::sync::Arc;

    use super::super::meter::Exceeded;
    use super::super::state::{RenderState, context};
    use super::*;
    use crate::filters::known_methods;
    use crate::options::Missing;
    use crate::render::environment;
    use platen_locale::Locale;
    use platen_ooxml::{Bounds, Budget, Limits};
    use platen_rich::FreeIds;

    /// Filters that neither go through a list or long text nor make one.
    const FILTERS: &[&str] = &["abs", "attr", "bool", "d", "default", "round"];

    /// Tests that look at what a value is, not at what it holds.
    const TESTS: &[&str] = &[
        "boolean",
        "defined",
        "divisibleby",
        "escaped",
        "even",
        "false",
        "filter",
        "float",
        "int",
        "integer",
        "iterable",
        "mapping",
        "none",
        "number",
        "odd",
        "safe",
        "sameas",
        "sequence",
        "string",
        "test",
        "true",
        "undefined",
    ];

    /// Functions that count for themselves or make something small: a range counts where it is gone through.
    const FUNCTIONS: &[&str] = &["cycler", "dict", "joiner", "namespace", "range"];

    /// The names of one kind that an environment has, as it tells them itself.
    fn names(env: &Environment<'_>, kind: &str) -> Vec<String> {
        let text = format!("{env:#?}");
        let start = text.find(&format!("    {kind}: ")).unwrap_or_else(|| panic!("no {kind} in {text}"));
        let block = text[start..].lines().skip(1).take_while(|line| line.starts_with("     "));
        let names =
            block.filter_map(|line| Some(line.trim().strip_prefix('"')?.split_once('"')?.0.to_owned()));
        names.collect()
    }

    /// Whether an expression about a long list of long texts is refused for what it costs.
    fn is_counted(code: &str) -> bool {
        let limits = Limits { work_bytes: 2_000, ..Limits::default() };
        let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
        let state = Arc::new(RenderState::new(Missing::Error, FreeIds::default(), Locale::default(), bounds));
        let env = environment(&Arc::default(), &Arc::default(), &Arc::default(), &limits).unwrap();
        let list: Vec<String> = (0..100).map(|n| format!("{n}").repeat(100)).collect();
        let text = list.concat();
        [Value::from(list), Value::from(text)].into_iter().any(|value| {
            let data = Value::from_pairs([("v", value)]);
            let made = env.compile_expression(code).unwrap().eval(context(&data, &state));
            made.is_err_and(|error| Exceeded::of(&error) == Some(Exceeded::Work))
        })
    }

    #[test]
    fn whatever_minijinja_brings_is_counted_or_known_to_cost_nothing() {
        let limits = Limits::default();
        let env = environment(&Arc::default(), &Arc::default(), &Arc::default(), &limits).unwrap();
        let filters = names(&env, "filters");
        assert!(filters.len() > 50, "{filters:?}");
        // Those of the compiler's own making stand around single values.
        for name in filters.iter().filter(|name| !name.starts_with("__") && !FILTERS.contains(&name.as_str()))
        {
            // Some do nothing without arguments.
            let counted = is_counted(&format!("v|{name}")) || is_counted(&format!("v|{name}('a', 'b')"));
            assert!(counted, "the filter {name} is not counted");
        }
        let tests = names(&env, "tests");
        assert!(tests.len() > 30, "{tests:?}");
        for name in tests.iter().filter(|name| name.chars().all(char::is_alphabetic)) {
            let counted = TESTS.contains(&name.as_str()) || is_counted(&format!("v is {name}(v)"));
            assert!(counted || is_counted(&format!("v is {name}")), "the test {name} is not counted");
        }
        let functions: Vec<&str> =
            env.globals().map(|(name, _)| name).filter(|n| !n.starts_with("__")).collect();
        assert_eq!(functions, FUNCTIONS);
    }

    /// Methods are called through `filters::methods`, which counts and knows them by name, unless an object of MiniJinja's has
    /// them: then nobody counts.
    #[test]
    fn minijinja_has_no_methods_but_those_of_loops() {
        let env = Environment::new();
        let own = |value: &str, method: &str| {
            let source = format!("{{% for x in [1] %}}{{{{ ({value}).{method}(1) }}}}{{% endfor %}}");
            let made = env.render_str(&source, ());
            !made.is_err_and(|error| error.kind() == minijinja::ErrorKind::UnknownMethod)
        };
        for value in ["'a'", "1", "1.5", "true", "none", "[1]", "(1, 2)", "{'a': 1}", "range(3)", "dict(a=1)"]
        {
            let known: Vec<&str> = known_methods().filter(|method| own(value, method)).collect();
            assert!(known.is_empty(), "{value} has the methods {known:?}: nothing counts them");
        }
        // `text::syntax::bounded` counts the first and keeps the second from panicking; the third is a number.
        let of_loops: Vec<&str> = known_methods().filter(|method| own("loop", method)).collect();
        assert_eq!(of_loops, ["changed", "cycle", "index"]);
    }
}
