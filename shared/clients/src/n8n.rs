//! The operations of the node for n8n, in its declarative style
//! (docs.n8n.io/integrations/creating-nodes/build/declarative-style-node): what n8n asks people for, and where it sends that.

use platen_openapi::calls::{Call, Input, calls};
use platen_openapi::title;
use serde_json::{Map, Value, json};

use crate::Generated;

/// The function that sends the file of an item.
const SEND_FILE: &str = "sendFile";

pub(crate) fn files() -> Vec<Generated> {
    let calls: Vec<Call<'_>> = calls().into_iter().filter(|call| call.is_for_flows).collect();
    let mut tags: Vec<&str> = calls.iter().map(|call| call.tag).collect();
    tags.sort_unstable();
    tags.dedup();
    let mut properties = vec![json!({
        "displayName": "Resource", "name": "resource", "type": "options", "noDataExpression": true,
        "options": tags.iter().map(|tag| json!({ "name": title_case(tag.trim_end_matches('s')), "value": tag })).collect::<Vec<_>>(),
        "default": "Documents",
    })];
    for tag in tags {
        let mut of_tag: Vec<&Call<'_>> = calls.iter().filter(|call| call.tag == tag).collect();
        of_tag.sort_by_key(|call| call.summary.to_lowercase());
        properties.push(operations(tag, &of_tag));
        properties.extend(of_tag.iter().flat_map(|call| fields(call)));
    }
    let text = literal(&Value::Array(properties), "\n");
    vec![Generated::text(
        "n8n/nodes/Platen/PlatenDescription.ts",
        &format!(
            "// What n8n asks people for, and where it sends that. Generated from the OpenAPI document by `make clients`.\n\nimport type {{ INodeProperties }} from 'n8n-workflow';\n\nimport {{ sendFile }} from './sendFile';\n\nexport const properties: INodeProperties[] = {text};\n"
        ),
    )]
}

/// JSON as a literal of TypeScript: names without quotation marks, by which the linter knows what it looks at.
fn literal(value: &Value, line: &str) -> String {
    let inner = format!("{line}\t");
    match value {
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|item| format!("{inner}{},", literal(item, &inner)));
            format!("[{}{line}]", items.collect::<String>())
        }
        Value::Object(members) if !members.is_empty() => {
            let members = members.iter().map(|(name, value)| {
                let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric());
                let name = if is_plain { name.clone() } else { format!("'{name}'") };
                format!("{inner}{name}: {},", literal(value, &inner))
            });
            format!("{{{}{line}}}", members.collect::<String>())
        }
        // A function of the node, not a text.
        Value::String(text) if text == SEND_FILE => text.clone(),
        Value::String(text) => {
            format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"))
        }
        other => other.to_string(),
    }
}

/// The drop-down of a group's operations.
fn operations(tag: &str, calls: &[&Call<'_>]) -> Value {
    json!({
        "displayName": "Operation", "name": "operation", "type": "options", "noDataExpression": true,
        "displayOptions": { "show": { "resource": [tag] } },
        "options": calls.iter().map(|call| operation(call)).collect::<Vec<_>>(),
        "default": calls.first().map_or("", |call| call.id),
    })
}

fn operation(call: &Call<'_>) -> Value {
    // Ids may be expressions of people.
    let url = call.path.replace('{', "{{encodeURIComponent($parameter[\"").replace('}', "\"])}}");
    let mut request = json!({ "method": call.method, "url": format!("={url}") });
    let mut output = json!({});
    if call.answers.first().is_some_and(|answer| answer.is_file) {
        request["encoding"] = json!("arraybuffer");
        output = json!({ "postReceive": [{ "type": "binaryData", "properties": { "destinationProperty": "data" } }] });
    }
    if let Some(body) = call.body.as_ref().filter(|body| body.is_file) {
        request["headers"] = json!({ "content-type": body.media_type });
    }
    json!({
        "name": title_case(call.summary), "value": call.id, "action": call.summary,
        "description": sentence(call.description),
        "routing": { "request": request, "output": output },
    })
}

/// What an operation needs, then a collection of what it takes besides.
fn fields(call: &Call<'_>) -> Vec<Value> {
    let show = json!({ "show": { "resource": [call.tag], "operation": [call.id] } });
    // An operation of the node has one kind of answer: what is made in the background is a job.
    let inputs = call.inputs.iter().filter(|input| input.name != "Prefer");
    let mut all: Vec<(bool, Value)> = inputs.map(|input| (input.required, self::input(input))).collect();
    match &call.body {
        Some(body) if body.is_file => all.push((
            true,
            json!({
                "displayName": "Input Binary Field", "name": "binaryProperty", "type": "string", "default": "data",
                "description": "The field of the item that holds the file", "routing": { "send": { "preSend": [SEND_FILE] } },
            }),
        )),
        Some(body) => all.extend(members(body.schema)),
        None => {}
    }
    let (needed, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(required, _)| *required);
    let mut fields: Vec<Value> = needed
        .into_iter()
        .map(|(_, mut field)| {
            field["required"] = json!(true);
            field["displayOptions"] = show.clone();
            field
        })
        .collect();
    let mut others: Vec<Value> = others.into_iter().map(|(_, field)| field).collect();
    others.sort_by_key(|field| field["displayName"].as_str().unwrap_or_default().to_lowercase());
    if !others.is_empty() {
        fields.push(json!({
            "displayName": "Additional Fields", "name": "additionalFields", "type": "collection",
            "placeholder": "Add Field", "default": {}, "displayOptions": show, "options": others,
        }));
    }
    fields
}

fn input(input: &Input<'_>) -> Value {
    let mut field = field(input.name, input.schema, input.description, &input.example, input.required);
    let header = || json!({ "request": { "headers": { input.name: "={{$value}}" } } });
    match input.place {
        "query" => field["routing"] = json!({ "send": { "type": "query", "property": input.name } }),
        "header" => field["routing"] = header(),
        _ => {}
    }
    field
}

/// The members of a JSON body.
fn members(schema: &Value) -> Vec<(bool, Value)> {
    let schema = platen_openapi::resolve(schema);
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties: Vec<(&String, &Value)> = schema["properties"].as_object().into_iter().flatten().collect();
    let members = properties.into_iter().map(|(name, inner)| {
        let description = inner["description"].as_str().or_else(|| inner["oneOf"][0]["description"].as_str());
        let required = required.contains(&name.as_str());
        let mut field =
            field(name, inner, description.unwrap_or_default(), &platen_openapi::example(inner), required);
        let mut send = json!({ "type": "body", "property": name });
        if field["type"] == "json" {
            send["value"] = json!("={{ typeof $value === \"string\" ? JSON.parse($value) : $value }}");
        }
        field["routing"] = json!({ "send": send });
        // A flow has a template of the service, even where a request may bring its own.
        (required || name == "templateId", field)
    });
    members.collect()
}

fn field(name: &str, schema: &Value, description: &str, example: &Value, required: bool) -> Value {
    let mut field = Map::new();
    let words = title_case(&title(name));
    field.insert("displayName".to_owned(), json!(words));
    // n8n's names of parameters are those of JavaScript.
    field.insert(
        "name".to_owned(),
        json!(if name.contains('-') { words.replace(' ', "") } else { name.to_owned() }),
    );
    if name == "templateId" {
        field.insert("displayName".to_owned(), json!("Template Name or ID"));
        field.insert("type".to_owned(), json!("options"));
        field.insert("typeOptions".to_owned(), json!({ "loadOptionsMethod": "getTemplates" }));
        field.insert("default".to_owned(), json!(""));
        field.insert(
            "description".to_owned(),
            json!("Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"),
        );
        return Value::Object(field);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    let (kind, default) = match kind {
        Some("string") => ("string", if required { example.clone() } else { json!("") }),
        Some("boolean") => ("boolean", json!(false)),
        Some("integer" | "number") => ("number", if required { example.clone() } else { json!(1) }),
        Some("array") => ("json", json!("[]")),
        _ => ("json", json!("{}")),
    };
    let said = sentence(description);
    let said = if kind == "boolean" && !said.starts_with("Whether") {
        format!("Whether to set this. {said}.")
    } else {
        said
    };
    field.insert("type".to_owned(), json!(kind));
    field.insert("default".to_owned(), default);
    if !said.is_empty() {
        field.insert("description".to_owned(), json!(said));
    }
    Value::Object(field)
}

/// The first sentence, as n8n writes descriptions: without a period and without marks of code.
fn sentence(text: &str) -> String {
    let text = text.replace('`', "").replace('\n', " ");
    let first = text.split(". ").next().unwrap_or_default().trim_end_matches('.');
    first.split(' ').map(|word| if word == "id" { "ID" } else { word }).collect::<Vec<_>>().join(" ")
}

/// `List a template's jobs` as n8n writes names.
fn title_case(text: &str) -> String {
    let small = ["a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to"];
    let words: Vec<&str> = text.split(' ').collect();
    let last = words.len() - 1;
    // Small words are large where they are the first or the last.
    let words = words.into_iter().enumerate().map(|(at, word)| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at == 0 || at == last || !small.contains(&word) => {
                first.to_uppercase().chain(letters).collect()
            }
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<String>>().join(" ")
}
