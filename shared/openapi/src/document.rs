//! The whole OpenAPI document.

use std::sync::LazyLock;

use http::Method;
use platen_service::contract::Paged;
use platen_service::health::Health;
use platen_service::http::routes::{Auth, Route, routes};
use platen_service::jobs::{JobView, Started};
use platen_service::keys::KEY_HEADER;
use platen_service::problem::{Code, ProblemDocument};
use platen_service::templates::{
    ManagedTemplate, Metadata, SampleSummary, TemplateCheck, TemplateDetails, TemplateMigration,
    TemplateSummary,
};
use platen_service::uploads::{Format, Ticket};
use platen_service::usage::SubscriptionSummary;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::operations::{self, ADMINISTRATION, Body, DOCUMENTS, JOBS, SERVICE, TEMPLATES};
use crate::problems;
use crate::requests::{GenerateDocumentDto, GenerateDocumentsBulkDto, StarterDto};

/// The OpenAPI 3.1 document of the interface. Made once.
pub fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(make);
    &DOCUMENT
}

fn make() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Platen",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Word templates and JSON in, documents out.",
            "description": "Generates .docx and .pdf documents from Word templates with placeholders and content controls: one at once, or many thousands in a job.\n\nTimestamps are RFC 3339 in UTC. Unknown members of a request are rejected; members of `data` that a template does not use are allowed. Clients must accept new members in answers.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": [
            { "name": TEMPLATES, "description": "What documents are made from." },
            { "name": DOCUMENTS, "description": "One document at once." },
            { "name": JOBS, "description": "Many documents as a job." },
            { "name": ADMINISTRATION, "description": "What becomes a template and what is none any more. Needs a key with the scope `manage`." },
            { "name": SERVICE, "description": "The service itself." },
        ],
        "security": [{ "key": [] }],
        "paths": paths(),
        "components": {
            "securitySchemes": {
                "key": {
                    "type": "apiKey",
                    "in": "header",
                    "name": KEY_HEADER,
                    "description": "A key of the subscription that owns the templates and jobs.",
                },
            },
            "headers": {
                "RequestId": {
                    "description": "The id of this request; it finds the line in the service's log.",
                    "schema": { "type": "string" },
                },
            },
            "schemas": schemas(),
        },
    })
}

fn paths() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        let item = paths.entry(route.path).or_insert_with(|| json!({}));
        if let Some(item) = item.as_object_mut() {
            item.insert(method(&route.method), operation(route));
        }
    }
    Value::Object(paths)
}

fn method(method: &Method) -> String {
    method.as_str().to_ascii_lowercase()
}

fn operation(route: &Route) -> Value {
    let operation = operations::of(route.id);
    let mut responses = Map::new();
    responses.insert(operation.answer.status().to_string(), operation.answer.describe());
    responses.extend(problems::responses(&operations::problems(route, &operation)));
    let mut described = json!({
        "operationId": operation_id(route),
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": operation.parameters.iter().map(|parameter| parameter.describe()).collect::<Vec<_>>(),
        "responses": responses,
    });
    if let Some(described) = described.as_object_mut() {
        if let Some(content) = content(&operation.body) {
            described.insert("requestBody".to_owned(), json!({ "required": true, "content": content }));
        }
        if route.auth == Auth::Public {
            described.insert("security".to_owned(), json!([]));
        }
    }
    described
}

/// The media types of a body, and what they hold.
fn content(body: &Body) -> Option<Value> {
    match body {
        Body::None => None,
        Body::Json(schema) => {
            let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
            Some(json!({ "application/json": { "schema": schema } }))
        }
        Body::Template => Some(json!({
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
                "schema": { "type": "string", "format": "binary", "description": "A .docx or .dotx file." },
            },
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["file"],
                    "properties": {
                        "file": { "type": "string", "format": "binary", "description": "A .docx or .dotx file." },
                        "fileName": { "type": "string", "minLength": 1, "maxLength": 255 },
                        "name": { "type": "string", "minLength": 1, "maxLength": 255 },
                        "description": { "type": "string", "minLength": 1, "maxLength": 2000 },
                    },
                },
            },
        })),
        Body::Items => Some(json!({
            "application/json": { "schema": { "type": "array", "items": { "type": "object" }, "minItems": 1 } },
            "application/jsonl": { "schema": { "type": "string", "description": "A JSON object per line." } },
            "text/csv": { "schema": { "type": "string", "description": "The first line names the columns; commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1252, or the `charset` of the content type." } },
            (Format::XLSX_TYPE): { "schema": { "type": "string", "format": "binary", "description": "An Excel workbook; the first row of a sheet names the columns." } },
        })),
    }
}

/// `GetTemplates` becomes `getTemplates`.
fn operation_id(route: &Route) -> String {
    let name = format!("{:?}", route.id);
    name[..1].to_ascii_lowercase() + &name[1..]
}

/// The schemas of requests and answers, under the contract's names.
fn schemas() -> Value {
    let mut named: Vec<(String, RefOr<Schema>)> = vec![
        ("PagedTemplates".to_owned(), Paged::<TemplateSummary>::schema()),
        ("PagedManagedTemplates".to_owned(), Paged::<ManagedTemplate>::schema()),
    ];
    add::<TemplateSummary>(&mut named);
    add::<GenerateDocumentDto>(&mut named);
    add::<GenerateDocumentsBulkDto>(&mut named);
    add::<Metadata>(&mut named);
    add::<ManagedTemplate>(&mut named);
    add::<TemplateDetails>(&mut named);
    add::<TemplateCheck>(&mut named);
    add::<TemplateMigration>(&mut named);
    add::<SampleSummary>(&mut named);
    add::<StarterDto>(&mut named);
    add::<Started>(&mut named);
    add::<JobView>(&mut named);
    add::<Ticket>(&mut named);
    add::<SubscriptionSummary>(&mut named);
    add::<Health>(&mut named);
    add::<ProblemDocument<'static>>(&mut named);
    let mut schemas: Map<String, Value> = named
        .into_iter()
        .map(|(name, schema)| (name, serde_json::to_value(schema).unwrap_or_default()))
        .collect();
    let object = |description: &str| json!({ "type": "object", "description": description });
    schemas.insert(
        "Model".to_owned(),
        object("A `data` object with sample values; its members are the template's fields."),
    );
    schemas.insert("OpenApi".to_owned(), object("An OpenAPI document."));
    let list =
        |of: &str| json!({ "type": "array", "items": { "$ref": format!("#/components/schemas/{of}") } });
    schemas.insert("Jobs".to_owned(), list("Job"));
    schemas.insert("Samples".to_owned(), list("SampleSummary"));
    if let Some(code) = schemas.get_mut("Problem").and_then(|problem| problem.pointer_mut("/properties/code"))
    {
        *code = json!({
            "type": "string",
            "description": "A stable word to branch on.",
            "enum": Code::ALL.map(Code::as_str),
        });
    }
    schemas.sort_keys();
    Value::Object(schemas)
}

/// A type's schema, and those that it refers to.
fn add<T: ToSchema>(named: &mut Vec<(String, RefOr<Schema>)>) {
    named.push((T::name().into_owned(), T::schema()));
    T::schemas(named);
}
