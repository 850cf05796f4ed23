//! The caller's JSON as template values.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use serde_json::{Map, Value as Json};

use crate::rich::value::{self as rich, Reading, Rich};

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
        Json::Object(members) if members.keys().any(|name| name.starts_with('$')) => special(members),
        Json::Object(members) => object(members),
    }
}

/// A rich value, or an object that only looks like one.
fn special(members: &Map<String, Json>) -> Value {
    match rich::read(members) {
        Reading::Rich(kind) => Value::from_object(Rich::new(kind, members)),
        Reading::Plain | Reading::Unknown(_) => object(members),
    }
}

fn object(members: &Map<String, Json>) -> Value {
    match members {
        members if members.len() <= RECORD => Value::from_object(Record(
            members.iter().map(|(k, v)| (Value::from(k.as_str()), to_value(v))).collect(),
        )),
        members => Value::from_pairs(members.iter().map(|(k, v)| (k.as_str(), to_value(v)))),
    }
}

/// Up to so many members a walk through them is quicker than hashing, of which most time went into building maps.
const RECORD: usize = 16;

/// An object of few members, in their order.
#[derive(Debug)]
struct Record(Vec<(Value, Value)>);

impl Object for Record {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        self.0.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value.clone())
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        self.0.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.iter().map(|(name, _)| name.clone()).collect())
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_either_kind_look_alike_to_templates() {
        let small = serde_json::json!({"b": 1, "a": "x", "c": null});
        let mut large = small.clone();
        for i in 0..20 {
            large[format!("k{i}")] = i.into();
        }
        for json in [small, large] {
            let text = minijinja::render!(
                "{{ o.b }} {{ o['a'] }} {{ o.none is undefined }} {{ o.c is none }} {% for k, v in o|items %}{{ k }},{% endfor %} {{ 'a' in o }} {{ o is mapping }}",
                o => to_value(&json)
            );
            assert!(text.starts_with("1 x True True b,a,c,"), "{text}");
            assert!(text.ends_with(" True True"), "{text}");
        }
    }
}
