//! An example of each response, for pages and mocks: JSON that matches the schema, and a problem of each code (OpenAPI 3.1, 4.8.19).

use platen_service::problem::Code;
use serde_json::{Map, Value, json};

use crate::fitting::example_of;

/// A request's id.
const ID: &str = "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071";

/// Adds an example to each answer in JSON of a document whose schemas are there.
pub(crate) fn add(document: &mut Value) {
    let whole = document.clone();
    let text = whole["paths"].to_string();
    if let Some(problems) = document["components"]["examples"].as_object_mut() {
        // Some codes are no operation's own.
        problems.retain(|code, _| text.contains(&format!("\"#/components/examples/{code}\"")));
    }
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let operations = paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    let responses =
        operations.filter_map(|operation| operation["responses"].as_object_mut()).flat_map(Map::values_mut);
    let contents =
        responses.filter_map(|response| response.get_mut("content")?.as_object_mut()).flat_map(Map::iter_mut);
    for (media_type, content) in contents {
        if media_type.ends_with("json") && content.get("examples").is_none() {
            content["example"] = example_of(&whole, &content["schema"]);
        }
    }
}

/// A problem of each code, by the code.
pub(crate) fn problems() -> Value {
    let problem = |code: Code| {
        let word = code.as_str();
        let value = json!({
            "type": format!("/api/docs#{word}"), "title": code.title(), "status": code.status().as_u16(),
            "detail": code.title(), "instance": "/api/generateDocument", "code": word, "requestId": ID,
        });
        (word.to_owned(), json!({ "summary": code.title(), "value": value }))
    };
    Value::Object(Code::ALL.into_iter().map(problem).collect())
}

/// Those of some codes, as a media type refers to them.
pub(crate) fn of(code: Code) -> (String, Value) {
    let word = code.as_str();
    (word.to_owned(), json!({ "$ref": format!("#/components/examples/{word}") }))
}
