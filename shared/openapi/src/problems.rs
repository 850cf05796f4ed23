//! Problems: RFC 9457 documents, one status with all its codes for each operation.

use platen_service::problem::Code;
use serde_json::map::Entry;
use serde_json::{Map, Value, json};

use crate::answer_examples;

/// The media type of a problem.
const PROBLEM: &str = "application/problem+json";

/// What fixes a problem, in the words of the reference page's section on it.
pub(crate) fn remedy(code: Code) -> &'static str {
    match code {
        Code::InvalidQuery => "Correct the parameters or headers that `errors` lists.",
        Code::InvalidBody => {
            "Correct the members of the body that `errors` lists. Unknown members are listed too, so that a misspelled option does not pass silently."
        }
        Code::InvalidData => {
            "Supply or correct the values that `errors` lists; each pointer gives the place in the body. GET /api/generateTemplateMetadata lists the fields that the template needs. With `options.missing` set to `empty` or `keep`, missing fields are not an error."
        }
        Code::MissingKey => "Send your key in the `x-functions-key` header, or as `Authorization: Bearer`.",
        Code::InvalidKey => {
            "Check that the key is complete and was not disabled, deleted or expired. A key is shown only once, when it is created."
        }
        Code::SessionEnded => {
            "Sign in again. A session lasts as long as the operator of the service set, and ends when an administrator ends it."
        }
        Code::CrossSiteRequest => {
            "Sessions are for the service's own pages. A program sends a key in the `x-functions-key` header."
        }
        Code::InvalidLink => {
            "A link is valid for a limited time and for one file. Request the job again to get a new one."
        }
        Code::RangeNotSatisfiable => {
            "The header `Content-Range` says how many bytes the file has. Ask for some of these, or leave `Range` out."
        }
        Code::SubscriptionInactive => "Ask the operator of the service to activate the subscription.",
        Code::MissingScope => {
            "Use a key with the scope that the detail names. `platen key create --scope compose` creates one that may send templates and documents of its own, `--scope manage` one that may administer templates too, `--scope administer` one that may administer keys too; GET /api/getSubscription shows a key's scope."
        }
        Code::PlanLimit => {
            "The subscription's plan does not include this operation. Ask the operator of the service."
        }
        Code::UnknownJob => "Check the id. Jobs of other subscriptions are reported as not found, too.",
        Code::UnknownTemplate => {
            "GET /api/getTemplates lists the templates that this key can use. Templates of other subscriptions are reported as not found, too."
        }
        Code::UnknownKey => "GET /api/keys lists the keys of the subscription.",
        Code::UnknownPerson => "GET /api/blockedPeople lists the people whom the subscription has blocked.",
        Code::UnknownFormLink => "GET /api/formLinks lists the links to forms of the subscription.",
        Code::UnknownWebhook => "GET /api/webhooks lists the webhooks of the subscription.",
        Code::UnknownMessage => {
            "GET /api/webhooks/{webhookId}/messages lists the messages of a webhook. They are kept for 14 days."
        }
        Code::UnknownRoute => "Check the path.",
        Code::MethodNotAllowed => "Use one of the methods in the `Allow` header.",
        Code::RequestInProgress => {
            "A request with the same `Idempotency-Key` is still in progress. Try again in a few seconds."
        }
        Code::IdempotencyMismatch => {
            "This `Idempotency-Key` was already used with a different body. Use a new key."
        }
        Code::TemplateChanged => {
            "Somebody changed the template after you read it. Read it again, look at what changed, and repeat your change with the new `ETag` in `If-Match`; without `If-Match` a change is made whatever happened before."
        }
        Code::PayloadTooLarge => {
            "Send less in one request: fewer items, smaller pictures, or the body compressed with gzip. A template that is too large for a request can be put into storage instead."
        }
        Code::UnsupportedMediaType => {
            "Send `Content-Type: application/json`, for a template the media type of its file or `multipart/form-data`; plain or with `Content-Encoding: gzip`."
        }
        Code::TemplateError => {
            "The template itself cannot be rendered. `errors` names each place, shows the text around it and says how to fix it; correct the template in Word and register it again."
        }
        Code::LimitExceeded => {
            "The request would exceed the limit that the detail names. Use less data, or split it. Where the limit is `storage_bytes`, delete templates, wait until uploads and archives expire, or ask the operator of the service for more; where it is `open_uploads`, use the tickets you have."
        }
        Code::RateLimited => {
            "Wait for the number of seconds in the `Retry-After` header, then send the same request again."
        }
        Code::QuotaExceeded => "This month's quota is used up. The `Retry-After` header says when it resets.",
        Code::Internal => {
            "An error in the service. Report the `requestId`, which identifies the entry in the log."
        }
        Code::Unavailable => {
            "Send the same request again after the number of seconds in the `Retry-After` header."
        }
    }
}

/// The responses of these codes, by status.
pub(crate) fn responses(codes: &[Code]) -> Map<String, Value> {
    let mut by_status: Map<String, Value> = Map::new();
    for code in codes {
        let line = format!("- `{}`: {}", code.as_str(), code.title());
        let (name, example) = answer_examples::of(*code);
        let known = by_status.entry(code.status().as_str());
        let known = match known {
            Entry::Vacant(place) => place.insert(response(line, *code)),
            Entry::Occupied(known) => {
                let known = known.into_mut();
                if let Some(Value::String(description)) = known.get_mut("description") {
                    description.push('\n');
                    description.push_str(&line);
                }
                known
            }
        };
        known["content"][PROBLEM]["examples"][name] = example;
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
    if code == Code::RangeNotSatisfiable
        && let Some(headers) = headers.as_object_mut()
    {
        let told = json!({ "description": "How many bytes the file has: `bytes */1000`.", "schema": { "type": "string" } });
        headers.insert("Content-Range".to_owned(), told);
    }
    json!({
        "description": description,
        "headers": headers,
        "content": { (PROBLEM): { "schema": { "$ref": "#/components/schemas/Problem" }, "examples": {} } },
    })
}
