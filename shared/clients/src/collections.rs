//! Collections of requests for Bruno and Postman: one request for each operation, in a folder for each group.

use platen_openapi::calls::{Call, Content, calls};
use serde_json::{Value, json};

use crate::Generated;

const NAME: &str = "Platen";

pub(crate) fn files() -> Vec<Generated> {
    let calls: Vec<Call<'_>> = calls().into_iter().filter(|call| !call.is_for_browsers).collect();
    let mut files = vec![
        file("postman/platen.postman_collection.json", &format!("{:#}\n", postman(&calls))),
        file(
            "bruno/bruno.json",
            &format!("{:#}\n", json!({ "version": "1", "name": NAME, "type": "collection" })),
        ),
        file("bruno/collection.bru", "headers {\n  x-functions-key: {{key}}\n}\n"),
        file("bruno/environments/Local.bru", &environment(&calls)),
    ];
    for (at, call) in calls.iter().enumerate() {
        // Counted within the folder: a new operation changes no other folder.
        let at = calls[..at].iter().filter(|before| before.tag == call.tag).count();
        files.push(file(&format!("bruno/{}/{}.bru", call.tag, call.summary), &bruno(at + 1, call)));
    }
    files
}

fn file(path: &str, text: &str) -> Generated {
    Generated { path: path.to_owned(), text: text.to_owned() }
}

/// What a person sets once: where the service is, the key, and the ids of things.
fn variables(calls: &[Call<'_>]) -> Vec<(String, String)> {
    let mut variables =
        vec![("baseUrl".to_owned(), "http://127.0.0.1:8080".to_owned()), ("key".to_owned(), String::new())];
    let inputs = calls.iter().flat_map(|call| &call.inputs);
    let mut ids: Vec<&str> = inputs.map(|input| input.name).filter(|name| name.ends_with("Id")).collect();
    ids.sort_unstable();
    ids.dedup();
    variables.extend(ids.into_iter().map(|id| (id.to_owned(), String::new())));
    variables
}

/// The value of an input: a variable for an id.
fn value(name: &str, example: &Value) -> String {
    match example {
        _ if name.ends_with("Id") => format!("{{{{{name}}}}}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A body to begin with, with variables for ids.
fn body(content: &Content<'_>) -> String {
    let mut example = content.example.clone();
    if let Some(id) = example.get_mut("templateId") {
        *id = json!("{{templateId}}");
    }
    format!("{example:#}")
}

/// A Postman collection (schema.getpostman.com, v2.1.0).
fn postman(calls: &[Call<'_>]) -> Value {
    let mut folders: Vec<Value> = Vec::new();
    for call in calls {
        if folders.last().is_none_or(|folder| folder["name"] != call.tag) {
            let known = folders.iter().position(|folder| folder["name"] == call.tag);
            let folder =
                known.map_or_else(|| json!({ "name": call.tag, "item": [] }), |at| folders.remove(at));
            folders.push(folder);
        }
        if let Some(items) = folders.last_mut().and_then(|folder| folder["item"].as_array_mut()) {
            items.push(request(call));
        }
    }
    let variables = variables(calls).into_iter().map(|(key, value)| json!({ "key": key, "value": value }));
    json!({
        "info": {
            "name": NAME,
            "description": "Set the variables `baseUrl` and `key`.",
            "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        "auth": {
            "type": "apikey",
            "apikey": [
                { "key": "key", "value": "x-functions-key" },
                { "key": "value", "value": "{{key}}" },
                { "key": "in", "value": "header" },
            ],
        },
        "variable": variables.collect::<Vec<_>>(),
        "item": folders,
    })
}

fn request(call: &Call<'_>) -> Value {
    let of = |place: &'static str| call.inputs.iter().filter(move |input| input.place == place);
    let named = |input: &platen_openapi::calls::Input<'_>| {
        json!({
            "key": input.name, "value": value(input.name, &input.example), "description": input.description,
            "disabled": !input.required,
        })
    };
    let path: Vec<String> =
        call.path.split('/').skip(1).map(|part| part.replace('{', ":").replace('}', "")).collect();
    let mut headers: Vec<Value> = of("header").map(named).collect();
    let mut request = json!({
        "method": call.method,
        "description": call.description,
        "url": {
            "raw": format!("{{{{baseUrl}}}}/{}", path.join("/")),
            "host": ["{{baseUrl}}"],
            "path": path,
            "query": of("query").map(named).collect::<Vec<_>>(),
            "variable": of("path").map(named).collect::<Vec<_>>(),
        },
    });
    if let Some(content) = &call.body {
        headers.push(json!({ "key": "content-type", "value": content.media_type }));
        request["body"] = if content.is_file {
            json!({ "mode": "file", "file": { "src": "template.docx" } })
        } else {
            json!({ "mode": "raw", "raw": body(content), "options": { "raw": { "language": "json" } } })
        };
    }
    request["header"] = json!(headers);
    if !call.needs_key {
        request["auth"] = json!({ "type": "noauth" });
    }
    json!({ "name": call.summary, "request": request })
}

/// A request of Bruno (docs.usebruno.com, Bru Tag Reference).
fn bruno(at: usize, call: &Call<'_>) -> String {
    let of = |place: &'static str| call.inputs.iter().filter(move |input| input.place == place);
    let kind = match &call.body {
        None => "none",
        Some(content) if content.is_file => "file",
        Some(_) => "json",
    };
    let path = call.path.replace('{', ":").replace('}', "");
    let query: Vec<String> = of("query")
        .filter(|input| input.required)
        .map(|input| format!("{}={}", input.name, value(input.name, &input.example)))
        .collect();
    let question = if query.is_empty() { "" } else { "?" };
    let mut text = format!(
        "meta {{\n  name: {}\n  type: http\n  seq: {at}\n}}\n\n{} {{\n  url: {{{{baseUrl}}}}{path}{question}{}\n  body: {kind}\n  auth: none\n}}\n",
        call.summary,
        call.method.to_lowercase(),
        query.join("&"),
    );
    for (title, place) in [("params:query", "query"), ("params:path", "path"), ("headers", "header")] {
        // What is not needed is there to be switched on.
        let mut lines: Vec<String> = of(place)
            .map(|input| {
                let off = if input.required { "" } else { "~" };
                format!("  {off}{}: {}\n", input.name, value(input.name, &input.example))
            })
            .collect();
        if let ("header", Some(content)) = (place, &call.body) {
            lines.push(format!("  content-type: {}\n", content.media_type));
        }
        if !lines.is_empty() {
            text += &format!("\n{title} {{\n{}}}\n", lines.concat());
        }
    }
    match &call.body {
        Some(content) if content.is_file => {
            text += &format!(
                "\nbody:file {{\n  file: @file(template.docx) @contentType({})\n}}\n",
                content.media_type
            );
        }
        Some(content) => text += &format!("\nbody:json {{\n  {}\n}}\n", body(content).replace('\n', "\n  ")),
        None => {}
    }
    text + &format!("\ndocs {{\n  {}\n}}\n", call.description.replace('\n', "\n  "))
}

/// The variables of a server on this machine.
fn environment(calls: &[Call<'_>]) -> String {
    let (secret, plain): (Vec<_>, Vec<_>) = variables(calls).into_iter().partition(|(name, _)| name == "key");
    let plain: String = plain.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect();
    let secret: String = secret.iter().map(|(name, _)| format!("  {name}\n")).collect();
    format!("vars {{\n{plain}}}\nvars:secret [\n{secret}]\n")
}
