//! A Postman collection (schema.getpostman.com, v2.1.0).

use serde_json::{Value, json};

use super::walk::{After, Given, NAME, Step, TEMPLATE, Target, Words, body, folders, variables};

const WORDS: Words = Words {
    status: "pm.response.code",
    json: "pm.response.json()",
    set: "pm.collectionVariables.set",
    test: "pm.test",
    expect: "pm.expect",
    again: "setTimeout(() => pm.execution.setNextRequest(pm.info.requestId), 500);",
};

pub(super) fn collection(steps: &[Step]) -> Value {
    let folders = folders(steps).into_iter().map(|(name, of_it)| {
        let items = of_it.into_iter().map(|step| item(step, steps)).collect::<Vec<_>>();
        json!({ "name": name, "item": items })
    });
    let variables = variables(steps).into_iter().map(|(key, value)| json!({ "key": key, "value": value }));
    json!({
        "info": {
            "name": NAME,
            "description": "Set the variables `baseUrl` and `key`. Requests with a file send `template.docx`, which lies beside this collection: put it into Postman's working directory. All of the collection can be run from the first request to the last, with a key with the scope `administer`; the last folder removes what was made.",
            "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        "auth": key("key"),
        "variable": variables.collect::<Vec<_>>(),
        "item": folders.collect::<Vec<_>>(),
    })
}

/// The key that a variable holds.
fn key(variable: &str) -> Value {
    json!({
        "type": "apikey",
        "apikey": [
            { "key": "key", "value": "x-functions-key" },
            { "key": "value", "value": format!("{{{{{variable}}}}}") },
            { "key": "in", "value": "header" },
        ],
    })
}

fn item(step: &Step, steps: &[Step]) -> Value {
    let After { mut keep, test } = After::of(step, steps, &WORDS);
    keep.insert(0, test);
    let script = json!({ "type": "text/javascript", "exec": keep });
    json!({ "name": step.call.summary, "event": [{ "listen": "test", "script": script }], "request": request(step) })
}

fn request(step: &Step) -> Value {
    let call = &step.call;
    let of = |place: &'static str| step.inputs.iter().filter(move |input| input.place == place);
    let named = |input: &Given| {
        json!({
            "key": input.name, "value": input.value, "description": input.description, "disabled": !input.is_sent,
        })
    };
    let path: Vec<String> =
        call.path.split('/').skip(1).map(|part| part.replace('{', ":").replace('}', "")).collect();
    let mut headers: Vec<Value> = of("header").map(named).collect();
    let url = match step.target {
        Target::Link(link) => {
            json!({ "raw": format!("{{{{{link}}}}}"), "host": [format!("{{{{{link}}}}}")] })
        }
        Target::Path => json!({
            "raw": format!("{{{{baseUrl}}}}/{}", path.join("/")),
            "host": ["{{baseUrl}}"],
            "path": path,
            "query": of("query").map(named).collect::<Vec<_>>(),
            "variable": of("path").map(named).collect::<Vec<_>>(),
        }),
    };
    let mut request = json!({ "method": call.method, "description": call.description, "url": url });
    if let Some(content) = &step.body {
        headers.push(json!({ "key": "content-type", "value": content.media_type }));
        request["body"] = if content.is_file {
            json!({ "mode": "file", "file": { "src": TEMPLATE } })
        } else {
            json!({ "mode": "raw", "raw": body(content), "options": { "raw": { "language": "json" } } })
        };
    }
    request["header"] = json!(headers);
    if !call.needs_key {
        request["auth"] = json!({ "type": "noauth" });
    } else if step.key != "key" {
        request["auth"] = key(step.key);
    }
    request
}
