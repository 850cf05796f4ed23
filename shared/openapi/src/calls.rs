//! The document's operations as a program calls them, for samples, clients, collections and connectors.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::example::{example, shape};
use crate::operations::{ACCESS, SERVICE};

/// An operation.
#[derive(Debug, Serialize)]
pub struct Call<'a> {
    /// Its `operationId`: `getTemplates`.
    pub id: &'a str,
    /// Its method, in upper case.
    pub method: String,
    /// Its path; `{name}` stands for one segment.
    pub path: &'a str,
    /// Its group.
    pub tag: &'a str,
    /// One line.
    pub summary: &'a str,
    /// What a caller should know before the first call.
    pub description: &'a str,
    /// Whether it needs a key.
    pub needs_key: bool,
    /// Its parameters, those in the path first.
    pub inputs: Vec<Input<'a>>,
    /// What it takes, in the form that programs send most easily.
    pub body: Option<Content<'a>>,
    /// What it answers when all is well; none where that is empty.
    pub answers: Vec<Content<'a>>,
    /// The operation as the document has it.
    #[serde(skip)]
    pub source: &'a Value,
    /// Whether it answers with a page or leads a browser on: nothing that a program calls.
    pub is_for_browsers: bool,
    /// The JSON Schema of what the service sends later to the `url` of the body, where the operation asks for that.
    #[serde(skip)]
    pub notice: Option<&'a Value>,
    /// Whether people put it into flows: no page, nothing of the service itself, and nothing that a link authorizes.
    pub is_for_flows: bool,
}

/// A parameter.
#[derive(Debug, Serialize)]
pub struct Input<'a> {
    /// Its name in the request.
    pub name: &'a str,
    /// `path`, `query` or `header`.
    pub place: &'a str,
    /// Whether the request fails without it.
    pub required: bool,
    /// What it means.
    pub description: &'a str,
    /// Its JSON Schema.
    pub schema: &'a Value,
    /// A value to begin with.
    pub example: Value,
}

/// A body.
#[derive(Debug, Serialize)]
pub struct Content<'a> {
    /// Its media type.
    pub media_type: &'a str,
    /// The JSON Schema of JSON.
    pub schema: &'a Value,
    /// The name of its shape, where it is an object with known members.
    pub shape: Option<&'a str>,
    /// Whether it is a file or a text, and no JSON.
    pub is_file: bool,
    /// Some JSON to begin with; `null` for a file.
    pub example: Value,
}

/// All operations of [`crate::document()`], in its order.
pub fn calls() -> Vec<Call<'static>> {
    let paths = crate::document()["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().into_iter().flatten().map(move |(method, operation)| (path, method, operation))
    });
    operations.map(|(path, method, operation)| call(path, method, operation)).collect()
}

fn call<'a>(path: &'a str, method: &str, operation: &'a Value) -> Call<'a> {
    let mut inputs: Vec<Input<'a>> =
        operation["parameters"].as_array().into_iter().flatten().map(input).collect();
    inputs.sort_by_key(|input| (input.place != "path", !input.required));
    let good: Vec<(&String, &Value)> =
        members(&operation["responses"]).filter(|(status, _)| status.as_str() < "400").collect();
    let answers: Vec<Content<'a>> =
        good.iter().filter_map(|(_, response)| first(&response["content"])).collect();
    let tag = text(&operation["tags"][0]);
    let is_for_browsers = good.iter().any(|(status, _)| status.starts_with('3'))
        || answers.iter().any(|answer| answer.media_type.starts_with("text/"));
    let needs_key = operation["security"].is_null();
    Call {
        id: text(&operation["operationId"]),
        method: method.to_ascii_uppercase(),
        path,
        tag,
        summary: text(&operation["summary"]),
        description: text(&operation["description"]),
        needs_key,
        inputs,
        source: operation,
        notice: operation.pointer(
            "/callbacks/jobEnded/{$request.body#~1url}/post/requestBody/content/application~1json/schema",
        ),
        body: first(&operation["requestBody"]["content"]),
        is_for_browsers,
        is_for_flows: needs_key
            && !is_for_browsers
            && ![ACCESS, SERVICE].contains(&tag)
            && !is_for_platforms(operation),
        answers,
    }
}

/// What platforms of flows call by themselves, for the fields of a template and to be told of the ends of jobs; and what is for the
/// holders of links to forms, who have no key.
fn is_for_platforms(operation: &Value) -> bool {
    [
        "getTemplateSchema",
        "getForm",
        "fillForm",
        "listWebhooks",
        "createWebhook",
        "deleteWebhook",
        "rotateWebhook",
        "testWebhook",
        "listWebhookMessages",
        "redeliverMessage",
        "redeliverFailed",
    ]
    .contains(&text(&operation["operationId"]))
}

fn input(parameter: &Value) -> Input<'_> {
    let schema = &parameter["schema"];
    Input {
        name: text(&parameter["name"]),
        place: text(&parameter["in"]),
        required: parameter["required"] == true,
        description: text(&parameter["description"]),
        schema,
        example: example(schema),
    }
}

fn first(content: &Value) -> Option<Content<'_>> {
    let (media_type, inner) = members(content).next()?;
    let is_file = media_type != "application/json";
    let schema = &inner["schema"];
    Some(Content {
        media_type,
        schema,
        shape: shape(schema),
        is_file,
        example: if is_file { Value::Null } else { example(schema) },
    })
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
