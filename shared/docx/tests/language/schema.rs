//! What the schema refuses is refused by rendering, and the other way round, but for what rendering reads
//! besides: numbers in text where whatever takes them reads them, and the text of numbers.

use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};

use crate::pack::{document, package};

/// Uses of one field.
const USES: [&str; 14] = [
    "{{ f }}",
    "{{ f|upper }}",
    "{{ f|currency('EUR') }}",
    "{{ f|number(2) }}",
    "{{ f * 2 }}",
    "{% if f == 7 %}x{% endif %}{{ f }}",
    "{% if f >= 18 %}x{% endif %}",
    "{% if f %}x{% endif %}",
    "{{ f|date }}",
    "{{ f|markdown }}",
    "{{ f|qr }}",
    "{% for x in f %}{{ x }}{% endfor %}",
    "{{ f.m }}",
    "{{ [{'n': f}]|sum(attribute='n') }}",
];

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(7),
        json!(2.5),
        json!("7"),
        json!("false"),
        json!(""),
        json!("x"),
        json!("2026-01-31"),
        json!([]),
        json!(["a"]),
        json!({}),
        json!({"m": 1}),
    ]
}

/// Whether a value fits the schema of a field, as far as such schemas go.
fn fits(schema: &Value, value: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        Value::Null => return true,
        one => vec![one.clone()],
    };
    let date = schema["anyOf"].is_array();
    let required = schema["required"].as_array().into_iter().flatten();
    let least = |name: &str| schema[name].as_u64().unwrap_or(0) as usize;
    types.contains(&json!(kind))
        && value.as_array().is_none_or(|items| items.len() >= least("minItems"))
        && value.as_str().is_none_or(|text| text.len() >= least("minLength"))
        && value.as_str().is_none_or(|text| schema["maxLength"].is_null() || text.is_empty())
        && (schema["not"].is_null() || *value != json!("false"))
        && (!date || value.as_str().is_none_or(|text| text.starts_with("20")))
        && (kind != "object" || required.into_iter().all(|name| value.get(name.as_str().unwrap()).is_some()))
}

#[test]
fn the_schema_and_rendering_refuse_the_same() {
    let mut odd = Vec::new();
    for code in USES {
        let text = quick_xml::escape::escape(code);
        let body = format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>");
        let template = Template::compile(package(&document(&body), &[]), &Limits::default()).unwrap();
        let schema = &template.discovery().schema["properties"]["f"];
        for value in values() {
            let rendered = template.render(&json!({ "f": value }), &RenderOptions::default());
            let types = schema["type"].to_string();
            let read = match &value {
                Value::String(text) => types.contains("number") && text.parse::<f64>().is_ok(),
                Value::Bool(_) | Value::Number(_) => types.contains("string"),
                _ => false,
            };
            if fits(schema, &value) != rendered.is_ok() && !(rendered.is_ok() && read) {
                odd.push(format!(
                    "{code} with {value}: schema {types}, {:?}",
                    rendered.err().map(|e| e.to_string())
                ));
            }
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
