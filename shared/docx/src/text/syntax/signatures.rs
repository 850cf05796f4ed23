//! Filters of Jinja2 whose arguments may stand by position or by name there, and must stand in one of the two ways for the filter
//! that runs, and methods of Python's texts. What an author wrote is put into that way once, so that fields and values are found at
//! the same place.

use super::tree::{Argument, Expr, How};

/// The parameters of a filter in Jinja2's order, and how many of them the filter takes by position; the rest it takes by name.
///
/// Source: the list of builtin filters in the documentation of Jinja2 3.1.
const SIGNATURES: [(&str, &[&str], usize); 14] = [
    ("batch", &["linecount", "fill_with"], 2),
    ("center", &["width"], 1),
    ("d", &["default_value", "boolean"], 2),
    ("default", &["default_value", "boolean"], 2),
    ("dictsort", &["case_sensitive", "by", "reverse"], 0),
    ("groupby", &["attribute", "default", "case_sensitive"], 1),
    ("join", &["d", "attribute"], 1),
    ("max", &["case_sensitive", "attribute"], 0),
    ("min", &["case_sensitive", "attribute"], 0),
    ("replace", &["old", "new", "count"], 3),
    ("slice", &["slices", "fill_with"], 2),
    ("sort", &["reverse", "case_sensitive", "attribute"], 0),
    ("trim", &["chars"], 1),
    ("unique", &["case_sensitive", "attribute"], 0),
];

/// The parameters of the methods of Python's texts that take them by name too; here they stand by position.
const METHODS: [(&str, &[&str]); 4] = [
    ("expandtabs", &["tabsize"]),
    ("rsplit", &["sep", "maxsplit"]),
    ("split", &["sep", "maxsplit"]),
    ("splitlines", &["keepends"]),
];

/// The arguments of a method as it takes them: `none` stands for one that is left out.
pub(super) fn of_method(method: &str, arguments: Vec<Argument>) -> Vec<Argument> {
    let Some((_, parameters)) = METHODS.iter().find(|(name, _)| *name == method) else { return arguments };
    let Some(places) = places(&arguments, parameters) else { return arguments };
    let given = places.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let mut values: Vec<_> = arguments.into_iter().map(|argument| Some(argument.value)).collect();
    let mut value = |at: usize| values.get_mut(at)?.take();
    let taken = places.into_iter().take(given);
    taken
        .map(|place| Argument::positional(place.and_then(&mut value).unwrap_or(Expr::Word("none"))))
        .collect()
}

/// The arguments of a filter as it takes them. A call that does not fit the signature stays as it is, and is an error where it is
/// an error of the filter.
pub(super) fn as_taken(filter: &str, arguments: Vec<Argument>) -> Vec<Argument> {
    let Some((_, parameters, positional)) = SIGNATURES.iter().find(|(name, ..)| *name == filter) else {
        return arguments;
    };
    let Some(places) = places(&arguments, parameters) else { return arguments };
    let mut values: Vec<_> = arguments.into_iter().map(|argument| Some(argument.value)).collect();
    let mut made = Vec::new();
    // A gap ends what can stand by position.
    let mut by_position = *positional;
    for (index, (name, place)) in parameters.iter().zip(places).enumerate() {
        match place.and_then(|at| values.get_mut(at)?.take()) {
            Some(value) if index < by_position => made.push(Argument::positional(value)),
            Some(value) => made.push(Argument { how: How::Named((*name).to_owned()), value }),
            None => by_position = by_position.min(index),
        }
    }
    made
}

/// Which argument each parameter gets; nothing if the call does not fit.
fn places(arguments: &[Argument], parameters: &[&str]) -> Option<Vec<Option<usize>>> {
    let mut places = vec![None; parameters.len()];
    for (at, argument) in arguments.iter().enumerate() {
        let parameter = match &argument.how {
            How::Positional => at,
            How::Named(given) => parameters.iter().position(|name| name == given)?,
            How::Spread | How::SpreadNamed => return None,
        };
        let place = places.get_mut(parameter)?;
        if place.is_some() {
            return None;
        }
        *place = Some(at);
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use crate::text::syntax::{print, value};

    fn taken(code: &str) -> String {
        print::expression(&value(code).unwrap())
    }

    #[test]
    fn arguments_are_given_as_the_filter_takes_them() {
        for (written, expected) in [
            (
                "x|sort(true, false, 'price')",
                "(x|sort(reverse=true, case_sensitive=false, attribute='price'))",
            ),
            ("x|sort(attribute='price')", "(x|sort(attribute='price'))"),
            ("x|groupby('a', 'none')", "(x|groupby('a', default='none'))"),
            ("x|groupby(attribute='a')", "(x|groupby('a'))"),
            ("x|replace(new='b', old='a')", "(x|replace('a', 'b'))"),
            ("x|join(', ', 'name')", "(x|join(', ', attribute='name'))"),
            ("x|default(boolean=true)", "(x|default(boolean=true))"),
            // What fits no signature stays, for the filter to refuse.
            ("x|sort(1, 2, 3, 4)", "(x|sort(1, 2, 3, 4))"),
            ("x|sort(true, reverse=true)", "(x|sort(true, reverse=true))"),
            ("x|sort(*y)", "(x|sort(*y))"),
            ("x|sort(by='a')", "(x|sort(by='a'))"),
            ("x.split(maxsplit=1)", "x.split(none, 1)"),
            ("x.rsplit(maxsplit=1, sep=',')", "x.rsplit(',', 1)"),
            ("x.split()", "x.split()"),
            ("x.split(by=1)", "x.split(by=1)"),
        ] {
            assert_eq!(taken(written), expected, "{written}");
        }
    }
}
