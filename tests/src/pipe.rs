//! A pipe of the deployment, as EventBridge runs it: what its filter chooses of the table's stream, and the message that its
//! words make of that. The table of the tests has no stream; they say what happened to a record.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};

use crate::template::template;

/// A pipe.
pub struct Pipe {
    patterns: Vec<Value>,
    words: String,
}

impl Pipe {
    /// The pipe of this name in the template.
    pub fn of_template(name: &str) -> Pipe {
        let pipe = &template()["Resources"][name]["Properties"];
        let filters = pipe["SourceParameters"]["FilterCriteria"]["Filters"].as_array().unwrap();
        let pattern = |filter: &Value| serde_json::from_str(filter["Pattern"].as_str().unwrap()).unwrap();
        Pipe {
            patterns: filters.iter().map(pattern).collect(),
            words: pipe["TargetParameters"]["InputTemplate"].as_str().unwrap().to_owned(),
        }
    }

    /// What it makes of a record of the stream; `None` where all of its filters leave it out.
    pub fn message(&self, record: &Value) -> Option<String> {
        let is_chosen = self.patterns.iter().any(|pattern| matches(pattern, Some(record)));
        is_chosen.then(|| filled(&self.words, record))
    }
}

/// A change of a record, as a stream with both images has it.
pub fn modified(old: &HashMap<String, AttributeValue>, new: &HashMap<String, AttributeValue>) -> Value {
    let keys: HashMap<_, _> = ["pk", "sk"].map(|name| (name.to_owned(), new[name].clone())).into();
    let images = json!({ "Keys": image(&keys), "OldImage": image(old), "NewImage": image(new) });
    json!({ "eventName": "MODIFY", "dynamodb": images })
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

/// The rules of event patterns as far as the template uses them: of a list one value must be there, or any at all with
/// `exists`; of an object each member must match.
fn matches(pattern: &Value, found: Option<&Value>) -> bool {
    match pattern {
        Value::Array(choices) => choices
            .iter()
            .any(|choice| if choice["exists"] == true { found.is_some() } else { found == Some(choice) }),
        Value::Object(members) => {
            members.iter().all(|(name, member)| matches(member, found.and_then(|value| value.get(name))))
        }
        other => panic!("{other}"),
    }
}

/// Puts values in the places of their paths, such as `<$.dynamodb.Keys.pk.S>`.
fn filled(words: &str, record: &Value) -> String {
    let mut parts = words.split("<$.");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('>').unwrap();
        let value = path.split('.').fold(record, |value, name| &value[name]);
        text.push_str(value.as_str().unwrap());
        text.push_str(rest);
    }
    text
}
