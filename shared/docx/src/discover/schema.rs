//! JSON Schema (draft 2020-12) of the data.

use serde_json::{Map, Value, json};

use super::field_tree::Node;
use super::fits::NO;
use super::want::{Texts, Want};
use platen_rich::Kind;

/// The schema of the whole data object.
pub(super) fn of(root: &Node) -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.append(&mut describe(root));
    schema.insert("type".into(), json!("object"));
    Value::Object(schema)
}

/// Recurses as deep as the tree, whose depth is bounded.
/// The annotation that names the field which has to be true for a form to ask for this one (JSON Schema lets unknown keywords pass: 6.5
/// of its core).
const WHEN: &str = "x-when";

fn describe(node: &Node) -> Map<String, Value> {
    let mut schema = Map::new();
    if let Some(title) = &node.title {
        schema.insert("title".into(), json!(title));
    }
    if let Some(help) = &node.help {
        schema.insert("description".into(), json!(help));
    }
    if let Some(when) = &node.when {
        schema.insert(WHEN.into(), json!(when));
    }
    if !node.lenient {
        constrain(&mut schema, &node.want);
        if node.takes_null() {
            take_null(&mut schema);
        }
    }
    if !node.members.is_empty() {
        let properties =
            node.members.iter().map(|(name, member)| (name.clone(), Value::Object(describe(member))));
        schema.insert("properties".into(), Value::Object(properties.collect()));
        let required: Vec<&String> =
            node.members.iter().filter(|(_, member)| member.required).map(|(name, _)| name).collect();
        if !required.is_empty() {
            schema.insert("required".into(), json!(required));
        }
    }
    if let Some(member) = &node.any_member {
        schema.insert("additionalProperties".into(), Value::Object(describe(member)));
    }
    let elements = matches!(node.want, Want::Array | Want::Container { .. });
    if node.needed > 0 && !node.lenient {
        let is_object = node.want == Want::Container { object: true };
        let is_text = !matches!(node.want, Want::Array);
        for (named, holds) in [("minItems", elements), ("minLength", is_text), ("minProperties", is_object)] {
            schema.extend(holds.then(|| (named.to_owned(), json!(node.needed))));
        }
    }
    if let (Some(element), true) = (&node.element, elements) {
        schema.insert("items".into(), Value::Object(describe(element)));
        if let Some(count) = node.unpacked {
            schema.insert("minItems".into(), json!(count));
            schema.insert("maxItems".into(), json!(count));
        }
    }
    if let Some(default) = &node.default {
        schema.insert("default".into(), default.clone());
    }
    if !node.examples.is_empty() {
        schema.insert("examples".into(), json!(node.examples));
    }
    schema
}

/// Lets null pass as well.
fn take_null(schema: &mut Map<String, Value>) {
    match schema.get_mut("type") {
        Some(Value::Array(several)) => several.push(json!("null")),
        Some(one) => *one = json!([one, "null"]),
        None => {}
    }
    if let Some(Value::Array(choices)) = schema.get_mut("enum") {
        choices.push(Value::Null);
    }
}

fn constrain(schema: &mut Map<String, Value>, want: &Want) {
    match want {
        Want::Anything => {}
        Want::Printable => {
            schema.insert("type".into(), json!(["string", "number", "boolean"]));
        }
        // To a condition everything is true or false. The first type is the one to ask people for.
        Want::Truth => {
            schema.insert("type".into(), json!(["boolean", "number", "string", "array", "object"]));
            schema.insert("not".into(), json!({ "type": "string", "pattern": NO }));
        }
        Want::Boolean { strict: false } => {
            schema.insert("type".into(), json!(["boolean", "number", "string", "array", "object"]));
            // No text is equal to true.
            schema.insert("maxLength".into(), json!(0));
        }
        Want::Container { object } => {
            let types = ["array", "string", "object"];
            schema.insert("type".into(), json!(types[..2 + usize::from(*object)]));
        }
        Want::Date { time, .. } => {
            schema.insert("type".into(), json!("string"));
            let formats = if *time { ["date-time", "date"] } else { ["date", "date-time"] };
            schema.insert("anyOf".into(), json!([{ "format": formats[0] }, { "format": formats[1] }]));
        }
        Want::Choice(items) => {
            schema.insert("enum".into(), json!(items.texts()));
        }
        Want::Suggestion(items) => {
            schema.insert("type".into(), json!("string"));
            if !items.is_empty() {
                schema.insert("examples".into(), items.iter().map(|item| item.value.clone()).collect());
            }
        }
        Want::Source(kind) => {
            schema.insert("type".into(), json!("string"));
            match kind {
                Kind::Markdown => schema.insert("contentMediaType".into(), json!("text/markdown")),
                Kind::Html => schema.insert("contentMediaType".into(), json!("text/html")),
                // As base64, with or without the head of a data URI.
                Kind::Image => schema.insert("contentMediaType".into(), json!("image/*")),
                Kind::Link => schema.insert("format".into(), json!("uri")),
                _ => None,
            };
        }
        Want::Picture => {
            schema.insert("type".into(), json!("object"));
            schema.insert(
                "properties".into(),
                json!({ "$image": { "type": "string" }, "alt": { "type": ["string", "null"] } }),
            );
            schema.insert("required".into(), json!(["$image"]));
        }
        // What is no number becomes another one.
        Want::Number { texts: Texts::Any, whole } => {
            let number = if *whole { "integer" } else { "number" };
            schema.insert("type".into(), json!([number, "string", "boolean"]));
        }
        Want::Number { whole: true, .. } => {
            schema.insert("type".into(), json!("integer"));
        }
        Want::Text
        | Want::Characters
        | Want::Number { .. }
        | Want::Boolean { .. }
        | Want::Array
        | Want::Object => {
            schema.insert("type".into(), json!(want.type_name()));
        }
    }
}
