//! Checks whether a value fits its field.

use serde_json::Value;

use super::want::{Texts, Want};
use crate::compile::Choices;

/// Whether rendering takes the value for it.
pub(super) fn fits(want: &Want, value: &Value) -> bool {
    match want {
        Want::Anything => true,
        Want::Truth => value.as_str().is_none_or(|text| !is_no(text)),
        Want::Characters | Want::Container { .. } => value.is_string(),
        // No text is equal to true.
        Want::Boolean { strict: false } => value.as_str().is_none_or(str::is_empty),
        Want::Array | Want::Object => false,
        Want::Picture => false,
        Want::Boolean { strict: true } => value.is_boolean(),
        Want::Choice(items) => is_listed(items, value),
        Want::Number { texts, whole } => {
            let is_number = |number: f64| number.is_finite() && (!whole || number.fract() == 0.0);
            match (texts, value) {
                (Texts::Any, value) => !value.is_array() && !value.is_object(),
                (Texts::Numbers, Value::String(text)) => text.trim().parse().is_ok_and(is_number),
                (_, value) => value.as_f64().is_some_and(is_number),
            }
        }
        Want::Date { strict: true, .. } => value.as_str().is_some_and(is_date),
        Want::Source(_) => value.is_string() || value.is_number(),
        Want::Printable | Want::Text | Want::Suggestion(_) | Want::Date { .. } => {
            !value.is_array() && !value.is_object()
        }
    }
}

/// A date, or a date and time with or without an offset, as ISO 8601 writes them.
pub(super) fn is_date(text: &str) -> bool {
    jiff::fmt::temporal::Pieces::parse(text.trim()).is_ok()
}

/// Texts that people mean as no, as a pattern (ECMA-262) for the schema. A condition takes them for true.
pub(super) const NO: &str = r"^\s*([Ff][Aa][Ll][Ss][Ee]|[Nn][Oo]|[Oo][Ff][Ff]|0)\s*$";

fn is_no(text: &str) -> bool {
    ["false", "no", "off", "0"].iter().any(|no| text.trim().eq_ignore_ascii_case(no))
}

/// A value or display text of the list; a number is compared as it is written.
pub(super) fn is_listed(items: &Choices, value: &Value) -> bool {
    let listed = |text: &str| items.of_either(text).is_some();
    match value {
        Value::String(text) => listed(text),
        Value::Number(number) => listed(&number.to_string()),
        _ => false,
    }
}
