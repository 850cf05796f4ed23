//! What the service sends by itself (OpenAPI 3.1, 4.8.18): the ends of jobs and of their documents, to webhooks and to addresses
//! that a request names.

use platen_service::http::routes::RouteId;
use serde_json::{Value, json};

/// What is sent later because of an operation, and where to.
pub(crate) fn callbacks(operation: RouteId) -> Option<Value> {
    match operation {
        RouteId::CreateWebhook => Some(json!({ "jobEnded": { "{$request.body#/url}": webhook() } })),
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
    let (mut job, mut document) = (webhook(), document());
    job["post"]["operationId"] = json!("jobEnded");
    document["post"]["operationId"] = json!("documentEnded");
    json!({ "jobEnded": job, "documentEnded": document })
}

fn webhook() -> Value {
    let mut message = job();
    message["post"]["responses"]["410"] = json!({ "description": "Delete the webhook." });
    message
}

fn job() -> Value {
    message("A job has ended", "JobNotice")
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
