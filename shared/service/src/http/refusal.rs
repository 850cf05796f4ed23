//! Problems as answers (RFC 9457).

use http::{HeaderValue, header};

use super::{Head, Response};
use crate::keys::KEY_HEADER;
use crate::problem::{Code, Problem};

/// The answer to a request that is not fulfilled. A failure of ours is logged here, once.
pub(super) fn refusal(problem: &Problem, head: &Head) -> Response {
    let code = problem.code();
    if let Some(cause) = problem.cause() {
        tracing::error!(request_id = head.request_id(), code = code.as_str(), path = head.path(), %cause, "request failed");
    }
    let (docs, instance) = (head.public("/api/docs"), head.public(head.path()));
    let document = problem.document(&docs, &instance, head.request_id());
    let body = serde_json::to_vec(&document).unwrap_or_default();
    let mut response = Response::new(body.into());
    *response.status_mut() = code.status();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = problem.retry_after_s() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    // They are made of words of ours, which a header always holds.
    for (name, value) in problem.headers() {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    match code {
        // RFC 9110, 11.6.1: a 401 names the scheme.
        Code::MissingKey | Code::InvalidKey => {
            headers.entry(header::WWW_AUTHENTICATE).or_insert(HeaderValue::from_static(KEY_HEADER));
        }
        // RFC 9110, 12.5.3: a 415 for a coding names those that are read.
        Code::UnsupportedMediaType => {
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        }
        _ => {}
    }
    response
}
