//! What the schema refuses is refused by rendering, and the other way round, but for what rendering reads
//! besides: numbers in text where whatever takes them reads them, and the text of numbers.

use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};

use crate::pack::{document, package};

/// Uses of one field: places, operators, conditions, loops, each filter and common methods.
const USES: &[&str] = &[
    "{{ f }}",
    r#"{{ f ~ "x" }}"#,
    "{{ f * 2 }}",
    "{{ f + 1 }}",
    "{{ -f }}",
    "{{ f.m }}",
    r#"{{ f["m"] }}"#,
    "{{ f[0] }}",
    "{{ f[1] }}",
    "{{ f[-1] }}",
    "{{ f[:2] }}",
    "{{ f[1:] }}",
    "{% if f == 7 %}x{% endif %}{{ f }}",
    "{% if f >= 18 %}x{% endif %}",
    "{% if f %}x{% endif %}",
    "{% if not f %}x{% endif %}",
    r#"{{ "a" if f else "b" }}"#,
    r#"{% if "a" in f %}x{% endif %}"#,
    r#"{% if f in ["a", 7] %}x{% endif %}"#,
    "{% if f is none %}x{% endif %}",
    "{% for x in f %}{{ x }}{% endfor %}",
    "{% for k, v in f.items() %}{{ k }}{% endfor %}",
    "{% for k, v in f|items %}{{ k }}{% endfor %}",
    "{{ [{'n': f}]|sum(attribute='n') }}",
    "{{ f|abs }}",
    r#"{{ f|attr("m") }}"#,
    "{{ f|avg }}",
    r#"{{ f|barcode("code128") }}"#,
    "{{ f|batch(2)|list|length }}",
    "{{ f|bool }}",
    "{{ f|capitalize }}",
    "{{ f|center(9) }}",
    "{{ f|chain([1])|list|length }}",
    "{{ f|count }}",
    "{{ f|currency('EUR') }}",
    "{{ f|date }}",
    "{{ f|date_add(days=1) }}",
    r#"{{ f|date_diff("2026-01-01") }}"#,
    "{{ f|datetime }}",
    r#"{{ f|default("x") }}"#,
    "{{ f|dictsort|length }}",
    "{{ f|e }}",
    "{{ f|filesizeformat }}",
    "{{ f|first }}",
    "{{ f|float }}",
    "{{ f|forceescape }}",
    r#"{{ "%s"|format(f) }}"#,
    r#"{{ f|groupby("m")|length }}"#,
    "{{ f|html }}",
    r#"{{ f|field("F", help="H", order=1, when="g") }}"#,
    "{{ f|indent }}",
    "{{ f|int }}",
    "{{ f|items|length }}",
    r#"{{ f|join("-") }}"#,
    "{{ f|join_and }}",
    "{{ f|last }}",
    "{{ f|length }}",
    "{{ f|letters }}",
    "{{ f|lines|join }}",
    "{{ f|link }}",
    "{{ f|list|length }}",
    "{{ f|lower }}",
    r#"{{ f|map("upper")|join }}"#,
    r#"{{ f|map(attribute="m")|join }}"#,
    "{{ f|markdown }}",
    "{{ f|max }}",
    "{{ f|min }}",
    "{{ f|number(2) }}",
    "{{ f|ordinal }}",
    "{{ f|percent }}",
    "{{ f|pprint }}",
    "{{ f|qr }}",
    r#"{{ f|regex_replace("a", "b") }}"#,
    "{{ f|reject|list|length }}",
    r#"{{ f|replace("a", "b") }}"#,
    "{{ f|reverse }}",
    "{{ f|roman }}",
    "{{ f|round }}",
    "{{ f|round(1) }}",
    "{{ f|safe }}",
    "{{ f|select|list|length }}",
    r#"{{ f|selectattr("m")|list|length }}"#,
    "{{ f|slice(2)|list|length }}",
    "{{ f|sort|join }}",
    r#"{{ f|split(",")|join }}"#,
    "{{ f|string }}",
    "{{ f|striptags }}",
    "{{ f|sum }}",
    "{{ f|time }}",
    "{{ f|title }}",
    "{{ f|tojson }}",
    "{{ f|trim }}",
    "{{ f|truncate(5) }}",
    "{{ f|unique|join }}",
    "{{ f|upper }}",
    "{{ f|urlencode }}",
    "{{ f|wordcount }}",
    "{{ f|words }}",
    "{{ f|wordwrap(5) }}",
    "{{ f|zip([1])|list|length }}",
    r#"{{ f.count("a") }}"#,
    r#"{{ f.endswith("a") }}"#,
    r#"{{ f.get("m") }}"#,
    r#"{{ f.join(["a"]) }}"#,
    "{{ f.keys()|join }}",
    r#"{{ f.replace("a", "b") }}"#,
    r#"{{ f.split(",")|join }}"#,
    r#"{{ f.startswith("a") }}"#,
    "{{ f.strip() }}",
    "{{ f.title() }}",
    "{{ f.upper() }}",
    "{{ f.values()|join }}",
    "{{ f.zfill(4) }}",
];

/// Uses that need more of a value than its schema says: an average has elements, and an address one of the usual schemes
/// (the schema says `format: uri`).
const BY_VALUE: [&str; 2] = ["{{ f|avg }}", "{{ f|link }}"];

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
    if let Some(items) = value.as_array()
        && !items.iter().all(|item| schema["items"].is_null() || fits(&schema["items"], item))
    {
        return false;
    }
    let kind = match value {
        Value::Number(number) if !number.is_f64() && schema["type"].to_string().contains("integer") => {
            "integer"
        }
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
        && value.as_object().is_none_or(|members| members.len() >= least("minProperties"))
        && value.as_str().is_none_or(|text| schema["maxLength"].is_null() || text.is_empty())
        && (schema["not"].is_null() || *value != json!("false"))
        && (!date || value.as_str().is_none_or(|text| text.starts_with("20")))
        && (kind != "object" || required.into_iter().all(|name| value.get(name.as_str().unwrap()).is_some()))
}

#[test]
fn the_schema_and_rendering_refuse_the_same() {
    let mut odd = Vec::new();
    for code in USES {
        let text = quick_xml::escape::escape(*code);
        let body = format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>");
        let template = Template::compile(package(&document(&body), &[]), &Limits::default()).unwrap();
        let schema = &template.discovery().schema["properties"]["f"];
        for value in values() {
            let rendered = template.render(&json!({ "f": value }), &RenderOptions::default());
            let types = schema["type"].to_string();
            let read = match &value {
                Value::String(text) => {
                    ["number", "integer"].iter().any(|kind| types.contains(kind))
                        && text.parse::<f64>().is_ok()
                }
                Value::Bool(_) | Value::Number(_) => types.contains("string"),
                _ => false,
            };
            let decided = BY_VALUE.contains(code) && rendered.is_err();
            if fits(schema, &value) != rendered.is_ok() && !(rendered.is_ok() && read) && !decided {
                odd.push(format!(
                    "{code} with {value}: schema {types}, {:?}",
                    rendered.err().map(|e| e.to_string())
                ));
            }
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}
