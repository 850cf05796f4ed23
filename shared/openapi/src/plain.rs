//! JSON Schemas of 2020-12 as those of Swagger 2.0, which connectors and their designers read: one type each, no alternatives, and `null`
//! as `x-nullable`. What Swagger cannot express is omitted, so a plain schema accepts everything that the full one accepts.

use heck::ToTitleCase;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Deeper parts accept anything. Templates may nest deeper than designers show.
const DEEPEST: usize = 32;

/// What designers of flows ask of a template.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateSchema {
    /// The JSON Schema of the data, with one type for each field and none of what Swagger 2.0 does not know.
    #[schema(value_type = Object)]
    schema: Value,
}

impl TemplateSchema {
    /// From the schema of 2020-12.
    pub fn of(schema: &Value) -> TemplateSchema {
        TemplateSchema { schema: plain(schema) }
    }
}

/// The plain schema. References lead to `#/definitions/`.
pub(crate) fn plain(schema: &Value) -> Value {
    within(schema, DEEPEST)
}

fn within(schema: &Value, depth: usize) -> Value {
    if depth == 0 {
        return json!({});
    }
    if let Some(path) = schema["$ref"].as_str() {
        return json!({ "$ref": path.replace("#/components/schemas/", "#/definitions/") });
    }
    // A choice between a shape and `null` is the shape; between other things, anything.
    for choices in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choices].as_array().filter(|_| schema["type"].is_null()) {
            let mut real = choices.iter().filter(|choice| choice["type"] != "null");
            return match (real.next(), real.next()) {
                // Nothing may stand beside a reference.
                (Some(only), None) => json!({ "allOf": [within(only, depth - 1)], "x-nullable": true }),
                _ => json!({}),
            };
        }
    }
    let mut plain = Map::new();
    let kind = kind(&schema["type"]);
    plain.extend(kind.map(|kind| ("type".to_owned(), json!(kind))));
    if schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null")) {
        plain.insert("x-nullable".to_owned(), json!(true));
    }
    for keyword in ["title", "description", "required", "minLength", "maxLength", "minItems", "maxItems"] {
        // A bound on one type of several is none of the type that is left.
        let is_bound = keyword.starts_with("min") || keyword.starts_with("max");
        if !(is_bound && is_choice(&schema["type"])) {
            copy(schema, keyword, &mut plain);
        }
    }
    for keyword in ["pattern", "minimum", "maximum", "default"] {
        if !schema[keyword].is_null() {
            copy(schema, keyword, &mut plain);
        }
    }
    plain.extend(format(schema).map(|format| ("format".to_owned(), json!(format))));
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
        plain.entry("type").or_insert(json!("string"));
        plain.insert("enum".to_owned(), json!(values));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        plain.insert("allOf".to_owned(), parts.iter().map(|part| within(part, depth - 1)).collect());
    }
    if let Some(members) = schema["properties"].as_object() {
        let members = members.iter().map(|(name, inner)| (name.clone(), member(name, inner, depth)));
        plain.insert("properties".to_owned(), Value::Object(members.collect()));
    }
    match &schema["additionalProperties"] {
        Value::Null => {}
        Value::Bool(allowed) => {
            plain.insert("additionalProperties".to_owned(), json!(allowed));
        }
        inner => {
            plain.insert("additionalProperties".to_owned(), within(inner, depth - 1));
        }
    }
    if kind == Some("array") {
        plain.insert("items".to_owned(), within(&schema["items"], depth - 1));
    }
    Value::Object(plain)
}

/// A member of an object, with the name that people see.
fn member(name: &str, schema: &Value, depth: usize) -> Value {
    let mut plain = within(schema, depth - 1);
    // Nothing may stand beside a reference.
    if let Some(plain) = plain.as_object_mut().filter(|plain| !plain.contains_key("$ref")) {
        // Formats in a drop-down: designers know no pattern. The service takes other spellings, too.
        if let Some(choices) =
            schema.get("examples").filter(|_| name == "format" && plain.contains_key("pattern"))
        {
            plain.remove("pattern");
            plain.insert("enum".to_owned(), choices.clone());
        }
        let title = plain.get("title").cloned().unwrap_or_else(|| json!(title(name)));
        plain.insert("x-ms-summary".to_owned(), title);
    }
    plain
}

/// `templateId` as `Template ID`. What the words of a name do not tell apart, or tell nobody, has others.
pub fn title(name: &str) -> String {
    match name {
        "template" => return "Template file".to_owned(),
        "dpi" => return "Resolution (DPI)".to_owned(),
        _ => {}
    }
    let words =
        name.to_title_case().to_lowercase().replace(" id", " ID").replace("pdf", "PDF").replace("url", "URL");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The type to ask people for: the first one. What is text or a number is text, as any number may be written.
fn kind(types: &Value) -> Option<&str> {
    types.as_str().or_else(|| types.as_array()?.iter().filter_map(Value::as_str).find(|kind| *kind != "null"))
}

/// Whether there are several types besides `null`.
fn is_choice(types: &Value) -> bool {
    types.as_array().is_some_and(|kinds| kinds.iter().filter(|kind| *kind != "null").count() > 1)
}

fn format(schema: &Value) -> Option<&str> {
    let is_file = schema["contentEncoding"] == "base64" || schema["contentMediaType"] == "image/*";
    let format = schema["format"].as_str().or_else(|| schema["anyOf"][0]["format"].as_str());
    if is_file { Some("byte") } else { format }
}

fn copy(schema: &Value, keyword: &str, plain: &mut Map<String, Value>) {
    plain.extend(schema.get(keyword).map(|value| (keyword.to_owned(), value.clone())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_type_is_left() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": { "type": ["string", "number", "boolean", "null"], "minLength": 1 },
                "paid": { "type": ["boolean", "number", "string", "array", "object"], "maxLength": 0 },
                "due": { "type": "string", "anyOf": [{ "format": "date" }, { "format": "date-time" }] },
                "kind": { "enum": ["a", "b", null] },
                "items": { "type": ["array", "null"], "items": { "type": "object", "properties": { "price": { "type": "number", "title": "Net price" } } } },
            },
        });
        assert_eq!(
            plain(&schema),
            json!({
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": { "type": "string", "x-nullable": true, "x-ms-summary": "Name" },
                    "paid": { "type": "boolean", "x-ms-summary": "Paid" },
                    "due": { "type": "string", "format": "date", "x-ms-summary": "Due" },
                    "kind": { "type": "string", "enum": ["a", "b"], "x-ms-summary": "Kind" },
                    "items": {
                        "type": "array",
                        "x-nullable": true,
                        "items": {
                            "type": "object",
                            "properties": { "price": { "type": "number", "title": "Net price", "x-ms-summary": "Net price" } },
                        },
                        "x-ms-summary": "Items",
                    },
                },
            })
        );
    }

    #[test]
    fn a_shape_or_null_is_the_shape() {
        let choice = json!({ "oneOf": [{ "$ref": "#/components/schemas/Options" }, { "type": "null" }] });
        assert_eq!(
            plain(&choice),
            json!({ "allOf": [{ "$ref": "#/definitions/Options" }], "x-nullable": true })
        );
        assert_eq!(plain(&json!({ "oneOf": [{ "type": "string" }, { "type": "object" }] })), json!({}));
    }

    #[test]
    fn titles_are_for_people() {
        assert_eq!(title("templateId"), "Template ID");
        assert_eq!(title("Idempotency-Key"), "Idempotency key");
        assert_eq!(title("callbackUrl"), "Callback URL");
    }
}
