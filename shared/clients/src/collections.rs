//! Collections of requests for Bruno and Postman: one request for each operation, in a folder for each group.

use platen_openapi::calls::{Call, Content, calls};
use serde_json::{Value, json};

use crate::Generated;

const NAME: &str = "Platen";

pub(crate) fn files() -> Vec<Generated> {
    // Links are signed by the service: nobody fills in a signature.
    let is_link = |call: &Call<'_>| call.inputs.iter().any(|input| input.name == "signature");
    let mut calls: Vec<Call<'_>> =
        calls().into_iter().filter(|call| !call.is_for_browsers && !is_link(call)).collect();
    // Who sends all of a folder has something until its end.
    calls.sort_by_key(|call| call.method == "DELETE");
    let mut files = vec![
        file("postman/platen.postman_collection.json", &format!("{:#}\n", postman(&calls))),
        file(
            "bruno/bruno.json",
            &format!("{:#}\n", json!({ "version": "1", "name": NAME, "type": "collection" })),
        ),
        file("bruno/collection.bru", "headers {\n  x-functions-key: {{key}}\n}\n"),
        file("bruno/environments/Local.bru", &environment(&calls)),
    ];
    let ids = ids(&calls);
    for (at, call) in calls.iter().enumerate() {
        // Counted within the folder: a new operation changes no other folder.
        let at = calls[..at].iter().filter(|before| before.tag == call.tag).count();
        files.push(file(
            &format!("bruno/{}/{}.bru", call.tag, call.summary),
            &bruno(at + 1, call, &After::of(call, &ids)),
        ));
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
    variables.extend(ids(calls).into_iter().map(|id| (id, String::new())));
    variables
}

/// What names things in requests.
fn ids(calls: &[Call<'_>]) -> Vec<String> {
    let inputs = calls.iter().flat_map(|call| &call.inputs);
    let mut ids: Vec<&str> = inputs.map(|input| input.name).filter(|name| name.ends_with("Id")).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(str::to_owned).collect()
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

/// What is looked at after each answer: that it is one of the good ones, and which ids a new thing has, for the requests that come
/// next. What a list shows sets no id: the next request might delete it.
struct After {
    good: String,
    ids: String,
}

impl After {
    fn of(call: &Call<'_>, ids: &[String]) -> After {
        let statuses = call.source["responses"].as_object().into_iter().flatten().map(|(status, _)| status);
        let good: Vec<&str> = statuses.map(String::as_str).filter(|status| *status < "400").collect();
        After { good: good.join(", "), ids: json!(ids).to_string() }
    }

    /// As a program. `set` keeps a variable.
    fn keeping(&self, status: &str, answer: &str, set: &str) -> String {
        let ids = &self.ids;
        format!(
            "if ([201, 202].includes({status})) {{\n  const made = {answer};\n  for (const id of {ids}) if (made[id]) {set}(id, made[id]);\n}}"
        )
    }

    fn postman(&self) -> Vec<String> {
        let good = &self.good;
        let test = format!(
            "pm.test(\"It is answered well\", () => pm.expect([{good}]).to.include(pm.response.code));"
        );
        let keep = self.keeping("pm.response.code", "pm.response.json()", "pm.collectionVariables.set");
        [test, keep].iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
    }

    fn bruno(&self) -> String {
        let good = &self.good;
        let keep = self.keeping("res.getStatus()", "res.getBody()", "bru.setVar").replace('\n', "\n  ");
        format!(
            "\nscript:post-response {{\n  {keep}\n}}\n\ntests {{\n  test(\"It is answered well\", () => expect([{good}]).to.include(res.getStatus()));\n}}\n"
        )
    }
}

/// A Postman collection (schema.getpostman.com, v2.1.0).
fn postman(calls: &[Call<'_>]) -> Value {
    let mut folders: Vec<Value> = Vec::new();
    let ids = ids(calls);
    for call in calls {
        if folders.last().is_none_or(|folder| folder["name"] != call.tag) {
            let known = folders.iter().position(|folder| folder["name"] == call.tag);
            let folder =
                known.map_or_else(|| json!({ "name": call.tag, "item": [] }), |at| folders.remove(at));
            folders.push(folder);
        }
        if let Some(items) = folders.last_mut().and_then(|folder| folder["item"].as_array_mut()) {
            items.push(request(call, &After::of(call, &ids)));
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

fn request(call: &Call<'_>, after: &After) -> Value {
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
    let script = json!({ "type": "text/javascript", "exec": after.postman() });
    json!({ "name": call.summary, "event": [{ "listen": "test", "script": script }], "request": request })
}

/// A request of Bruno (docs.usebruno.com, Bru Tag Reference).
fn bruno(at: usize, call: &Call<'_>, after: &After) -> String {
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
    text += &after.bruno();
    text + &format!("\ndocs {{\n  {}\n}}\n", call.description.replace('\n', "\n  "))
}

/// The variables of a server on this machine.
fn environment(calls: &[Call<'_>]) -> String {
    let (secret, plain): (Vec<_>, Vec<_>) = variables(calls).into_iter().partition(|(name, _)| name == "key");
    let plain: String = plain.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect();
    let secret: String = secret.iter().map(|(name, _)| format!("  {name}\n")).collect();
    format!("vars {{\n{plain}}}\nvars:secret [\n{secret}]\n")
}
