//! Messages that the service sends (OpenAPI 3.1, 4.8.18): ends of jobs and documents, to webhooks and to addresses in requests, and other
//! events for webhooks.

use platen_service::http::routes::RouteId;
use serde_json::{Map, Value, json};

/// What a webhook is told.
#[derive(Clone, Copy)]
struct Event {
    name: &'static str,
    summary: &'static str,
    schema: &'static str,
}

const EVENTS: [Event; 6] = [
    Event { name: "jobEnded", summary: "A job has ended", schema: "JobNotice" },
    Event {
        name: "templatePublished",
        summary: "A version of a template is in force",
        schema: "TemplateNotice",
    },
    Event {
        name: "templateRejected",
        summary: "A file that was to be a template has errors",
        schema: "TemplateNotice",
    },
    Event {
        name: "quotaNearlyUsed",
        summary: "80 % of the month's documents are made",
        schema: "QuotaNotice",
    },
    Event { name: "keyExpiring", summary: "A key that is in use ends within a week", schema: "KeyNotice" },
    Event { name: "webhookTested", summary: "A test message", schema: "TestNotice" },
];

/// What is sent later because of an operation, and where to.
pub(crate) fn callbacks(operation: RouteId) -> Option<Value> {
    match operation {
        RouteId::CreateWebhook => {
            let sent = EVENTS
                .map(|event| (event.name.to_owned(), json!({ "{$request.body#/url}": webhook(event) })));
            Some(Value::Object(sent.into_iter().collect()))
        }
        RouteId::GenerateDocument => Some(json!({ "jobEnded": { "{$request.body#/callbackUrl}": job() } })),
        RouteId::GenerateDocumentsBulk => Some(json!({
            "jobEnded": { "{$request.body#/callbackUrl}": job() },
            "documentEnded": { "{$request.body#/documents/0/callbackUrl}": document() },
        })),
        _ => None,
    }
}

/// What a receiver gets, by its name.
pub(crate) fn webhooks() -> Value {
    let mut all: Map<String, Value> =
        EVENTS.map(|event| (event.name.to_owned(), webhook(event))).into_iter().collect();
    all.insert("documentEnded".to_owned(), document());
    for (name, message) in &mut all {
        message["post"]["operationId"] = json!(name);
    }
    Value::Object(all)
}

fn webhook(event: Event) -> Value {
    let mut message = message(event.summary, event.schema);
    message["post"]["responses"]["410"] = json!({ "description": "Delete the webhook." });
    message
}

fn job() -> Value {
    let [job, ..] = EVENTS;
    message(job.summary, job.schema)
}

fn document() -> Value {
    message("A document of a job has ended", "DocumentNotice")
}

/// A message, signed as Standard Webhooks has it.
fn message(summary: &str, schema: &str) -> Value {
    let header = |name: &str, description: &str| {
        let schema = json!({ "type": "string" });
        json!({ "name": name, "in": "header", "required": true, "description": description, "schema": schema })
    };
    let content = json!({ "schema": { "$ref": format!("#/components/schemas/{schema}") } });
    json!({ "post": {
        "summary": summary,
        "description": "Sent again until a 2XX answers it. Verify the signature before you believe it (Standard Webhooks 1.0).",
        "parameters": [
            header("webhook-id", "The same at each try."),
            header("webhook-timestamp", "Seconds since 1970, of this try."),
            header("webhook-signature", "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64; several stand with a space between."),
        ],
        "requestBody": { "required": true, "content": { "application/json": content } },
        "responses": { "2XX": { "description": "Received." } },
    } })
}
