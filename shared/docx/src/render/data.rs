//! The caller's JSON as template values.

use minijinja::Value;
use serde_json::Value as Json;

/// Converts a JSON value; members keep their order. Recursion is as deep as the data, which its parser bounds (128).
pub(crate) fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::from(()),
        Json::Bool(b) => Value::from(*b),
        Json::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Value::from(n),
            (None, Some(n)) => Value::from(n),
            (None, None) => Value::from(n.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::from(items.iter().map(to_value).collect::<Vec<Value>>()),
        Json::Object(members) => Value::from_pairs(members.iter().map(|(k, v)| (k.as_str(), to_value(v)))),
    }
}
