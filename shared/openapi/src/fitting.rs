//! A value that matches a schema of any document.

use serde_json::{Map, Value, json};

/// Where a schema of answers has the words that are known. New ones may come.
pub const CODES: &str = "x-extensible-enum";

/// The first example of a schema in a document, or the simplest value of its type. An object has its required members alone.
pub(crate) fn example_of(document: &Value, schema: &Value) -> Value {
    let schema = resolve_in(document, schema);
    let example = |schema: &Value| example_of(document, schema);
    if let Some(first) =
        [&schema["examples"][0], &schema["default"], &schema["enum"][0], &schema[CODES][0], &schema["const"]]
            .into_iter()
            .find(|value| !value.is_null())
    {
        return first.clone();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let parts = parts.iter().map(example).filter_map(|part| part.as_object().cloned());
        return Value::Object(parts.flatten().collect());
    }
    if let Some(first) = ["oneOf", "anyOf"].iter().find_map(|choices| schema[choices].get(0)) {
        return example(first);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => object(document, schema),
        Some("array") => json!([example(&schema["items"])]),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(true),
        Some("string") => json!(string(schema)),
        _ => Value::Null,
    }
}

fn object(document: &Value, schema: &Value) -> Value {
    let Some(properties) = schema["properties"].as_object() else {
        return json!({ "name": "Ada", "number": 17 });
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // Where no member is required, the first shows what the others look like.
    let chosen = |name: &str| required.contains(&name) || required.is_empty();
    let most = if required.is_empty() { 1 } else { usize::MAX };
    let members = properties.iter().filter(|(name, _)| chosen(name)).take(most);
    Value::Object(
        members.map(|(name, inner)| (name.clone(), example_of(document, inner))).collect::<Map<_, _>>(),
    )
}

fn string(schema: &Value) -> &str {
    match schema["format"].as_str() {
        Some("uuid") => "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071",
        Some("date-time") => "2027-12-31T00:00:00Z",
        Some("date") => "2027-12-31",
        // A pattern of choices, such as `^(generate|manage)$`: the first.
        _ => match schema["pattern"].as_str().and_then(|pattern| pattern.strip_prefix("^(")) {
            Some(choices) => choices.split(['|', ')']).next().unwrap_or_default(),
            None => "text",
        },
    }
}

/// What a schema of a document refers to with `$ref`, else itself.
pub(crate) fn resolve_in<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let path = schema["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    path.and_then(|path| document.pointer(path)).unwrap_or(schema)
}
