//! Faults of messages as the protocol has them: a JSON-RPC error (JSON-RPC 2.0, 5.1), where the library answers with plain text
//! or reads only what is right.

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platen_service::http::{Head, Response};
use serde::de::IgnoredAny;
use serde_json::json;

/// No JSON at all.
const PARSE_ERROR: i32 = -32700;

/// No message.
const INVALID_REQUEST: i32 = -32600;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The answer to what is no JSON, or a batch.
pub(super) fn of(message: &Bytes) -> Option<Response> {
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(message) {
        return Some(error_of(PARSE_ERROR, &format!("Parse error: {error}"), StatusCode::BAD_REQUEST));
    }
    let first = message.iter().find(|byte| !byte.is_ascii_whitespace());
    (first == Some(&b'[')).then(|| {
        let text = "Batches ended with the revision 2025-06-18 of the protocol. Send one message at a time.";
        error_of(INVALID_REQUEST, text, StatusCode::BAD_REQUEST)
    })
}

/// An answer of the library, with its refusals as errors of the protocol.
pub(super) fn told(head: &Head, response: Response) -> Response {
    let is_json = |headers: &HeaderMap| {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        kind.is_some_and(|kind| kind.starts_with("application/json"))
    };
    let status = match response.status() {
        status if is_json(response.headers()) || !(status.is_client_error() || status.is_server_error()) => {
            return response;
        }
        // JSON that is no message has the right media type.
        StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json(head.headers()) => StatusCode::BAD_REQUEST,
        status => status,
    };
    error_of(INVALID_REQUEST, &String::from_utf8_lossy(response.body()), status)
}

fn error_of(code: i32, message: &str, status: StatusCode) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    let mut response = Response::new(Bytes::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    response
}
