//! The table's stream, as Lambda reads it for a function: what its filter chooses of what happened. The table of the tests has no
//! stream; they say what happened to a record.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};

use crate::template::template;

/// Whether the filters of a mapping in the template choose a change.
pub fn chooses(mapping: &str, change: &Value) -> bool {
    let filters = &template()["Resources"][mapping]["Properties"]["FilterCriteria"]["Filters"];
    let pattern =
        |filter: &Value| serde_json::from_str::<Value>(filter["Pattern"].as_str().unwrap()).unwrap();
    filters.as_array().unwrap().iter().any(|filter| matches(&pattern(filter), Some(change)))
}

/// A change of a record, as a stream with both images has it.
pub fn modified(old: &HashMap<String, AttributeValue>, new: &HashMap<String, AttributeValue>) -> Value {
    let keys: HashMap<_, _> = ["pk", "sk"].map(|name| (name.to_owned(), new[name].clone())).into();
    let images = json!({ "Keys": image(&keys), "OldImage": image(old), "NewImage": image(new) });
    json!({ "eventName": "MODIFY", "dynamodb": images })
}

/// A new record, as such a stream has it.
pub fn inserted(new: &HashMap<String, AttributeValue>) -> Value {
    let mut change = modified(new, new);
    change["eventName"] = json!("INSERT");
    change["dynamodb"]["OldImage"].take();
    change
}

fn image(item: &HashMap<String, AttributeValue>) -> Value {
    item.iter().map(|(name, value)| (name.clone(), typed(value))).collect::<serde_json::Map<_, _>>().into()
}

/// A value as DynamoDB writes it: its type names it.
fn typed(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::Bool(flag) => json!({ "BOOL": flag }),
        AttributeValue::Null(flag) => json!({ "NULL": flag }),
        AttributeValue::M(members) => json!({ "M": image(members) }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(typed).collect::<Vec<_>>() }),
        other => panic!("{other:?}"),
    }
}

/// The rules of event patterns as far as the template uses them: of a list one value must be there, any at all with `exists`, or
/// one that begins so with `prefix`; of an object each member must match.
fn matches(pattern: &Value, found: Option<&Value>) -> bool {
    match pattern {
        Value::Array(choices) => {
            choices.iter().any(|choice| match (&choice["exists"], choice["prefix"].as_str()) {
                (Value::Bool(true), _) => found.is_some(),
                (_, Some(begin)) => found.and_then(Value::as_str).is_some_and(|text| text.starts_with(begin)),
                _ => found == Some(choice),
            })
        }
        Value::Object(members) => {
            members.iter().all(|(name, member)| matches(member, found.and_then(|value| value.get(name))))
        }
        other => panic!("{other}"),
    }
}
