//! Problems: RFC 9457 documents, one status with all its codes per operation.

use platen_service::problem::Code;
use serde_json::{Map, Value, json};

/// What mends a problem, in the words of the reference page's section on it.
pub(crate) fn remedy(code: Code) -> &'static str {
    match code {
        Code::InvalidQuery => "Correct the parameters or headers that `errors` names.",
        Code::InvalidBody => {
            "Correct the members of the body that `errors` names. Members that nobody reads are named too, since a misspelt option must not pass silently."
        }
        Code::InvalidData => {
            "Supply or correct the values that `errors` names; each pointer leads to its place in the body. GET /api/generateTemplateMetadata tells what the template asks for. With `options.missing` set to `empty` or `keep`, missing fields are no error."
        }
        Code::MissingKey => "Send your key in the header `x-functions-key`.",
        Code::InvalidKey => {
            "Check that the key is complete, and that it was not disabled, deleted or expired. Keys are shown once, when they are made."
        }
        Code::InvalidLink => {
            "Links hold for a limited time and for one object. Read the job again for a new one."
        }
        Code::SubscriptionInactive => "Ask the operator of the service to activate the subscription.",
        Code::MissingScope => {
            "Use a key with the scope `manage`. `platen key create --scope manage` makes one; GET /api/getSubscription tells a key's scope."
        }
        Code::PlanLimit => {
            "The subscription's plan does not include this operation. Ask the operator of the service."
        }
        Code::UnknownJob => "Check the id. A job of another subscription looks like one that never was.",
        Code::UnknownTemplate => {
            "GET /api/getTemplates lists the templates that this key may use. One of another subscription looks like one that never was."
        }
        Code::UnknownRoute => "Check the path; it is case-sensitive.",
        Code::MethodNotAllowed => "Use a method that the header `Allow` names.",
        Code::RequestInProgress => {
            "The same request with the same `Idempotency-Key` is being worked on. Send it again in a few seconds."
        }
        Code::IdempotencyMismatch => {
            "This `Idempotency-Key` was used for a request with another body. Use a new one."
        }
        Code::PayloadTooLarge => {
            "Send less in one request: fewer items, smaller pictures, or the body compressed with gzip. A template that is too large for a request can be put into storage instead."
        }
        Code::UnsupportedMediaType => {
            "Send `Content-Type: application/json`, for a template the media type of its file or `multipart/form-data`; plain or with `Content-Encoding: gzip`."
        }
        Code::TemplateError => {
            "The template itself cannot be rendered. `errors` names each place, shows the text around it and says how to mend it; correct the template in Word and register it again."
        }
        Code::LimitExceeded => {
            "The request would pass the limit that the detail names. Use less data, or split it. Where the limit is `storage_bytes`, delete templates, wait until uploads and archives expire, or ask the operator of the service for more; where it is `open_uploads`, use the tickets you have."
        }
        Code::RateLimited => {
            "Wait for the seconds that the header `Retry-After` says, then send the same request again."
        }
        Code::QuotaExceeded => {
            "The documents of this month are used up. The header `Retry-After` says when the count starts anew."
        }
        Code::Internal => "An error of ours. Report the `requestId`: it finds the line in the log.",
        Code::Unavailable => {
            "Send the same request again after the seconds that the header `Retry-After` says."
        }
    }
}

/// The responses of these codes, by status.
pub(crate) fn responses(codes: &[Code]) -> Map<String, Value> {
    let mut by_status: Map<String, Value> = Map::new();
    for code in codes {
        let line = format!("- `{}`: {}", code.as_str(), code.title());
        match by_status.get_mut(code.status().as_str()).and_then(|known| known.get_mut("description")) {
            Some(Value::String(description)) => {
                description.push('\n');
                description.push_str(&line);
            }
            _ => {
                by_status.insert(code.status().as_str().to_owned(), response(line, *code));
            }
        }
    }
    by_status
}

fn response(description: String, code: Code) -> Value {
    let mut headers = json!({ "x-request-id": { "$ref": "#/components/headers/RequestId" } });
    if matches!(code, Code::Unavailable | Code::RateLimited | Code::QuotaExceeded)
        && let Some(headers) = headers.as_object_mut()
    {
        let seconds =
            json!({ "description": "Seconds to wait.", "schema": { "type": "integer", "minimum": 0 } });
        headers.insert("Retry-After".to_owned(), seconds);
    }
    json!({
        "description": description,
        "headers": headers,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    })
}
