//! Whether a filter or test exists, told at compile time instead of at the first document.

use minijinja::{Environment, ErrorKind, Value};

/// Filters for "did you mean"; what exists is what the environment knows.
const FILTERS: &[&str] = &[
    "abs",
    "attr",
    "avg",
    "barcode",
    "batch",
    "bool",
    "capitalize",
    "center",
    "chain",
    "chart",
    "count",
    "currency",
    "date",
    "date_add",
    "date_diff",
    "datetime",
    "default",
    "dictsort",
    "equation",
    "escape",
    "field",
    "filesizeformat",
    "first",
    "float",
    "footnote",
    "forceescape",
    "format",
    "groupby",
    "html",
    "image",
    "indent",
    "int",
    "items",
    "join",
    "join_and",
    "last",
    "length",
    "letters",
    "lines",
    "link",
    "list",
    "lower",
    "map",
    "markdown",
    "max",
    "min",
    "number",
    "ordinal",
    "percent",
    "pprint",
    "qr",
    "regex_replace",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "roman",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "split",
    "string",
    "striptags",
    "sum",
    "time",
    "title",
    "tojson",
    "trans",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
    "wordcount",
    "words",
    "wordwrap",
    "xmlattr",
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
    "language",
    "lower",
    "mapping",
    "matching",
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

/// The names of all filters that a template may use.
pub fn known_filters() -> impl Iterator<Item = &'static str> {
    FILTERS.iter().copied()
}

pub(crate) fn known_tests() -> impl Iterator<Item = &'static str> {
    TESTS.iter().copied()
}
