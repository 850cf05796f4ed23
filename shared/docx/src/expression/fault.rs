//! Errors of filters, and whose they are.

use std::fmt;

use minijinja::{Error, ErrorKind, Value};
use platen_ooxml::reference_token;

/// Marks an error about a value or an argument. Where the tag itself says one of `texts`, its author fixes it, otherwise
/// the sender of the data.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// What may be wrong, as it would stand in a tag; the likeliest first.
    pub texts: Vec<String>,
}

impl Wrong {
    /// The mark that an error carries.
    pub fn of(error: &Error) -> Option<&Wrong> {
        std::error::Error::source(error)?.downcast_ref()
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be used", self.texts.first().map_or("", String::as_str))
    }
}

impl std::error::Error for Wrong {}

/// `"31.1." is not a valid date; use a date such as 2026-01-31`: `is_no` is a noun, `wanted` one with its article.
pub(crate) fn wrong(given: &Value, is_no: &str, wanted: &str) -> Error {
    let shown: String = given.to_string().chars().take(60).collect();
    let shown = match given.as_str() {
        Some(_) => format!("{shown:?}"),
        None => shown,
    };
    Error::new(ErrorKind::InvalidOperation, format!("{shown} is not a valid {is_no}; use {wanted}"))
        .with_source(Wrong { texts: vec![given.to_string()] })
}

/// The same of a list, which would be too long to show.
pub(crate) fn wrong_list(message: impl Into<String>) -> Error {
    let text = message.into();
    Error::new(ErrorKind::InvalidOperation, text.clone()).with_source(Wrong { texts: vec![text] })
}

/// An error of a filter or method about one of the values that it was given.
pub(crate) fn about(error: Error, given: &[Value]) -> Error {
    if std::error::Error::source(&error).is_some() || error.kind() != ErrorKind::InvalidOperation {
        return error;
    }
    let texts = given.iter().filter(|value| !value.is_kwargs()).map(Value::to_string).collect();
    error.with_source(Wrong { texts })
}

/// What an error says in plain words: of MiniJinja's names for kinds of errors, such as "invalid operation", no author needs one
/// where there is a sentence.
pub(crate) fn words_of(error: &Error) -> String {
    match error.detail().filter(|detail| !detail.is_empty()) {
        None => error.kind().to_string(),
        Some(detail) => match detail.strip_prefix("unable to calculate ") {
            Some(sum) => format!("{sum} cannot be calculated"),
            None => detail.to_owned(),
        },
    }
}

/// An argument that no data decides on, such as the name of a method.
pub(crate) fn misused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

/// Where the data holds what is wrong, as a JSON Pointer: below `path` (`items[].price`), the first value that is so.
pub(crate) fn place_of(data: &Value, path: &str, is: &dyn Fn(&Value) -> bool) -> Option<String> {
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    let name = step.trim_end_matches("[]");
    let lists = (step.len() - name.len()) / 2;
    let pointer = format!("/{}", reference_token(name));
    in_lists(&data.get_attr(name).ok()?, lists, rest, is).map(|below| pointer + &below)
}

fn in_lists(value: &Value, lists: usize, rest: &str, is: &dyn Fn(&Value) -> bool) -> Option<String> {
    if lists > 0 {
        let mut items = value.try_iter().ok()?.enumerate();
        return items.find_map(|(index, item)| {
            in_lists(&item, lists - 1, rest, is).map(|below| format!("/{index}{below}"))
        });
    }
    if rest.is_empty() {
        return is(value).then(String::new);
    }
    place_of(value, rest, is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use platen_rich::to_value;

    #[test]
    fn the_wrong_value_is_found_in_lists_too() {
        let data = to_value(
            &serde_json::json!({
                "a": {"b~/": 1}, "items": [{"price": 1}, {"price": "x", "parts": [[1, 2], [3]]}], "s": "x",
            }),
            crate::tests::bounds(),
        );
        for (path, text, pointer) in [
            ("s", "x", Some("/s")),
            ("a.b~/", "1", Some("/a/b~0~1")),
            ("items[].price", "x", Some("/items/1/price")),
            ("items[].parts[][]", "3", Some("/items/1/parts/1/0")),
            ("items[].price", "y", None),
            ("missing.price", "x", None),
            ("s[].price", "x", None),
        ] {
            let prints = |value: &Value| value.to_string() == text;
            assert_eq!(place_of(&data, path, &prints).as_deref(), pointer, "{path}");
        }
    }
}
