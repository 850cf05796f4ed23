//! Members of members.

use minijinja::Value;

/// A member of a value, by a path with dots.
pub(crate) fn member(item: Value, path: &str) -> Value {
    path.split('.').fold(item, |value, step| {
        let found = match step.parse::<usize>() {
            Ok(index) => value.get_item(&Value::from(index)),
            Err(_) => value.get_attr(step),
        };
        found.unwrap_or_default()
    })
}
