//! The whole OpenAPI document.

use std::sync::LazyLock;

use http::Method;
use platen_service::http::BYTES;
use platen_service::http::routes::{Auth, Route, routes};
use platen_service::jobs::{DocumentNotice, JobNotice};
use platen_service::keys::KEY_HEADER;
use platen_service::page::Paged;
use platen_service::problem::{Code, ProblemDocument};
use platen_service::service::blocked_people::BlockedPerson;
use platen_service::service::bulk::{JobView, Started};
use platen_service::service::event_log::Events;
use platen_service::service::generation::InlineDocument;
use platen_service::service::health::Health;
use platen_service::service::item_uploads::Ticket;
use platen_service::service::managed_form_links::{Form, FormLinkView, NewFormLink};
use platen_service::service::managed_keys::{ManagedKey, NewKey};
use platen_service::service::managed_webhooks::{NewWebhook, WebhookView};
use platen_service::service::registry::{
    ManagedTemplate, MarkedTemplate, Metadata, SampleSummary, TemplateChanges, TemplateCheck,
    TemplateDetails, TemplateMigration, TemplateSummary,
};
use platen_service::service::sessions::{SessionView, SignedOut};
use platen_service::service::subscription_summary::SubscriptionSummary;
use platen_service::service::webhook_messages::{MessageView, Redelivered, WebhookMessages};
use platen_service::sign_in::SESSION_HEADER;
use platen_service::uploads::Format;
use platen_service::webhooks::{KeyNotice, QuotaNotice, TemplateNotice, TestNotice};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::fitting::CODES;
use crate::operations::{self, ACCESS, ADMINISTRATION, Body, DOCUMENTS, JOBS, SERVICE, TEMPLATES};
use crate::parameters::Parameter;
use crate::plain::TemplateSchema;
use crate::requests::{
    BlockPersonDto, ConvertDto, DescribeTemplateDto, FilledFormDto, FormLinkDto, GenerateDocumentDto,
    GenerateDocumentsBulkDto, KeyDto, RedeliverDto, StarterDto, WebhookDto,
};
use crate::{answer_examples, answers, messages, problems, whole_examples};

/// The OpenAPI 3.1 document of the interface. Made once.
pub fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(make);
    &DOCUMENT
}

fn make() -> Value {
    let mut document = described();
    answer_examples::add(&mut document);
    document
}

fn described() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Platen",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Word templates and JSON in, documents out.",
            "description": "Generates .docx and .pdf documents from Word templates with placeholders and content controls: one at once, or many thousands in a job.\n\nTimestamps are RFC 3339 in UTC. Unknown members of a request are rejected; members of `data` that a template does not use are allowed. An optional member that is `null` or an empty text counts as left out. Paths and the names of query parameters are read in any case. What GET answers with an `ETag` is answered 304 to an `If-None-Match` that names it. Clients must accept new members in answers.",
            "contact": { "name": "Platen", "url": env!("CARGO_PKG_REPOSITORY") },
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": [
            { "name": TEMPLATES, "description": "What documents are made from." },
            { "name": DOCUMENTS, "description": "One document at once." },
            { "name": JOBS, "description": "Many documents as a job." },
            { "name": ADMINISTRATION, "description": "Register, change and delete templates. Requires a key with the scope `manage`." },
            { "name": ACCESS, "description": "Keys, and who did what, for keys with the scope `administer`; and how people sign in." },
            { "name": SERVICE, "description": "The service itself." },
        ],
        "security": [{ "key": [] }, { "bearer": [] }, { "session": [] }],
        "paths": paths(),
        "webhooks": messages::webhooks(),
        "components": {
            "securitySchemes": {
                "key": {
                    "type": "apiKey",
                    "in": "header",
                    "name": KEY_HEADER,
                    "description": "A key of the subscription that owns the templates and jobs.",
                },
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The same key as `Authorization: Bearer`. It counts where `x-functions-key` is absent.",
                },
                "session": {
                    "type": "apiKey",
                    "in": "header",
                    "name": SESSION_HEADER,
                    "description": "For the service's own pages: the session of a person who signed in, which a cookie names beside this header. Requests that may change something need the service's own `Origin` too.",
                },
            },
            "headers": {
                "RequestId": {
                    "description": "The id of this request; it finds the line in the service's log.",
                    "schema": { "type": "string" },
                },
            },
            "examples": answer_examples::problems(),
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
    let is_repeatable =
        operation.parameters.iter().any(|parameter| matches!(parameter, Parameter::IdempotencyKey));
    for answer in [operation.answer].iter().chain(operation.answer.others()) {
        let mut described = answer.describe();
        if is_repeatable {
            described["headers"]["Idempotency-Replayed"] = answers::replayed();
        }
        responses.insert(answer.status().to_string(), described);
    }
    responses.extend(problems::responses(&operations::problems(route, &operation)));
    let mut described = json!({
        "operationId": route.id.operation(),
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
        if let Some(callbacks) = messages::callbacks(route.id) {
            described.insert("callbacks".to_owned(), callbacks);
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
        Body::Document(schema, file) => {
            let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
            Some(json!({
                "application/json": { "schema": reference },
                "multipart/form-data": { "schema": form(schema, file) },
            }))
        }
        Body::File(schema, file) => {
            let bytes =
                json!({ "schema": { "type": "string", "format": "binary", "description": "A .docx file." } });
            let mut kinds = content(&Body::Document(schema, file))?;
            for kind in [platen_service::format::Format::Docx.media_type(), BYTES] {
                kinds[kind] = bytes.clone();
            }
            Some(kinds)
        }
        Body::Template => Some(json!({
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
                "schema": { "type": "string", "format": "binary", "description": "A .docx or .dotx file." },
            },
            (BYTES): {
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
                        "eInvoice": { "type": "string", "maxLength": 65536, "description": "JSON: the mapping of an e-invoice that the template gets, `null` for none. Without it the file's own, or else that of the current version." },
                        "translations": { "type": "string", "maxLength": 262144, "description": "JSON: the translations of the template's texts (a member for each language, with each text and its translation), `null` for none. Without it the file's own, or else those of the current version." },
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

/// A form with the members of a schema, of which one is a file.
fn form(schema: &str, file: &str) -> Value {
    let mut form = schemas()[schema].take();
    form["description"] = "The same as a form. Members that are objects are sent as JSON.".into();
    form["properties"][file] =
        json!({ "type": "string", "format": "binary", "description": "A .docx file." });
    form
}

/// The schemas of requests and answers, under the contract's names.
fn schemas() -> Value {
    let mut named: Vec<(String, RefOr<Schema>)> = vec![
        ("PagedTemplates".to_owned(), Paged::<TemplateSummary>::schema()),
        ("PagedManagedTemplates".to_owned(), Paged::<ManagedTemplate>::schema()),
        ("PagedKeys".to_owned(), Paged::<ManagedKey>::schema()),
        ("PagedFormLinks".to_owned(), Paged::<FormLinkView>::schema()),
        ("PagedBlockedPeople".to_owned(), Paged::<BlockedPerson>::schema()),
        ("PagedWebhooks".to_owned(), Paged::<WebhookView>::schema()),
    ];
    add::<TemplateSummary>(&mut named);
    add::<GenerateDocumentDto>(&mut named);
    add::<ConvertDto>(&mut named);
    add::<GenerateDocumentsBulkDto>(&mut named);
    add::<Metadata>(&mut named);
    add::<TemplateSchema>(&mut named);
    add::<ManagedTemplate>(&mut named);
    add::<TemplateDetails>(&mut named);
    add::<TemplateChanges>(&mut named);
    add::<DescribeTemplateDto>(&mut named);
    add::<TemplateCheck>(&mut named);
    add::<TemplateMigration>(&mut named);
    add::<MarkedTemplate>(&mut named);
    add::<SampleSummary>(&mut named);
    add::<StarterDto>(&mut named);
    add::<InlineDocument<'static>>(&mut named);
    add::<Started>(&mut named);
    add::<JobView>(&mut named);
    add::<Ticket>(&mut named);
    add::<SubscriptionSummary>(&mut named);
    add::<ManagedKey>(&mut named);
    add::<NewKey>(&mut named);
    add::<KeyDto>(&mut named);
    add::<FormLinkView>(&mut named);
    add::<NewFormLink>(&mut named);
    add::<BlockedPerson>(&mut named);
    add::<BlockPersonDto>(&mut named);
    add::<FormLinkDto>(&mut named);
    add::<Form>(&mut named);
    add::<FilledFormDto>(&mut named);
    add::<WebhookView>(&mut named);
    add::<NewWebhook>(&mut named);
    add::<WebhookDto>(&mut named);
    add::<MessageView>(&mut named);
    add::<WebhookMessages>(&mut named);
    add::<RedeliverDto>(&mut named);
    add::<Redelivered>(&mut named);
    add::<JobNotice>(&mut named);
    add::<DocumentNotice>(&mut named);
    add::<TestNotice>(&mut named);
    add::<TemplateNotice>(&mut named);
    add::<QuotaNotice>(&mut named);
    add::<KeyNotice>(&mut named);
    add::<SessionView>(&mut named);
    add::<SignedOut>(&mut named);
    add::<Events>(&mut named);
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
        // Open: a client that is older than its service shows an error with a code that it does not know.
        *code = json!({
            "type": "string",
            "description": "A stable word to branch on. New ones may come: treat one that you do not know by its `status`.",
            (CODES): Code::ALL.map(Code::as_str),
        });
    }
    for name in ANSWERED {
        schemas[name] = open(&schemas[name]);
    }
    schemas.sort_keys();
    let mut schemas = Value::Object(schemas);
    whole_examples::settle(&mut schemas);
    schemas
}

/// Words that only answers have.
const ANSWERED: [&str; 5] = ["ControlKind", "DeliveryStatus", "Scope", "Severity", "TemplateStatus"];

/// Words as an answer has them: a client that is older than its service meets one that it does not know, and generated ones would
/// refuse the whole answer for it.
fn open(words: &Value) -> Value {
    let mut open = words.clone();
    let known = open.as_object_mut().and_then(|open| open.remove("enum"));
    open[CODES] = known.unwrap_or_default();
    let told = open["description"].as_str().unwrap_or_default();
    open["description"] = format!("{told} New ones may come.").trim_start().into();
    open
}

/// A type's schema, and those that it refers to.
fn add<T: ToSchema>(named: &mut Vec<(String, RefOr<Schema>)>) {
    named.push((T::name().into_owned(), T::schema()));
    T::schemas(named);
}
