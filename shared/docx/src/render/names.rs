//! Whether a filter or test exists, told at compile time instead of at the first document.

use minijinja::{Environment, ErrorKind, Value};

/// Filters for "did you mean"; what exists is what the environment knows.
const FILTERS: &[&str] = &[
    "abs",
    "attr",
    "batch",
    "bool",
    "capitalize",
    "chain",
    "count",
    "default",
    "dictsort",
    "escape",
    "first",
    "float",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "split",
    "string",
    "sum",
    "title",
    "trim",
    "unique",
    "upper",
    "zip",
];

/// Tests, likewise.
const TESTS: &[&str] = &[
    "boolean",
    "defined",
    "even",
    "false",
    "float",
    "in",
    "integer",
    "iterable",
    "lower",
    "mapping",
    "none",
    "number",
    "odd",
    "sameas",
    "sequence",
    "string",
    "true",
    "undefined",
    "upper",
];

pub(crate) fn knows_filter(env: &Environment<'_>, name: &str) -> bool {
    let tried = env.empty_state().apply_filter(name, &[Value::UNDEFINED]);
    !tried.is_err_and(|e| e.kind() == ErrorKind::UnknownFilter)
}

pub(crate) fn knows_test(env: &Environment<'_>, name: &str) -> bool {
    let tried = env.empty_state().perform_test(name, &[Value::UNDEFINED]);
    !tried.is_err_and(|e| e.kind() == ErrorKind::UnknownTest)
}

pub(crate) fn known_filters() -> impl Iterator<Item = &'static str> {
    FILTERS.iter().copied()
}

pub(crate) fn known_tests() -> impl Iterator<Item = &'static str> {
    TESTS.iter().copied()
}
