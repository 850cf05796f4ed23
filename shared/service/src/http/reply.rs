//! Answers.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;

use super::{Head, Response, compress};
use crate::file_name::content_disposition;
use crate::problem::Problem;

/// The header that carries the id of the request back.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A value as JSON.
///
/// # Errors
/// `internal` when it cannot be written as JSON.
pub fn json(value: &impl Serialize) -> Result<Response, Problem> {
    let mut response = Response::new(serde_json::to_vec(value).map_err(Problem::internal)?.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// A file to save under `name`.
pub fn file(bytes: Bytes, media_type: &'static str, name: &str) -> Result<Response, Problem> {
    let mut response = Response::new(bytes);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let disposition = HeaderValue::try_from(content_disposition(name)).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(response)
}

/// JSON with 202 (RFC 9110, 15.3.3): where to ask for the outcome, and when.
///
/// # Errors
/// `internal` when it cannot be written as JSON.
pub fn accepted(value: &impl Serialize, location: &str, retry_after_s: u64) -> Result<Response, Problem> {
    let mut response = json(value)?;
    *response.status_mut() = http::StatusCode::ACCEPTED;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::try_from(location).map_err(Problem::internal)?);
    headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after_s));
    Ok(response)
}

/// A file that the home sends as the body, in pieces, in place of the answer's empty one.
#[derive(Debug, Clone)]
pub struct Streamed(pub Arc<std::fs::File>);

/// A file to save under `name`, too large to be held in memory.
///
/// # Errors
/// `unavailable` when its size cannot be read.
pub fn streamed(file: std::fs::File, media_type: &'static str, name: &str) -> Result<Response, Problem> {
    let length = file.metadata().map_err(Problem::unavailable)?.len();
    let mut response = self::file(Bytes::new(), media_type, name)?;
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    response.extensions_mut().insert(Streamed(Arc::new(file)));
    Ok(response)
}

/// Makes the answer that leaves the house: problems as problem+json (failures are logged here, once), the request's id,
/// the headers that every answer has, compression where the client asks for it.
pub fn finish(head: &Head, result: Result<Response, Problem>) -> Response {
    let mut response = result.unwrap_or_else(|problem| problem.into_response(head));
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(head.request_id()) {
        headers.insert(REQUEST_ID, id);
    }
    // A browser must not take a JSON answer with a caller's words in it for a page.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Answers belong to one key's owner: no cache on the way may keep them.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    compress::negotiate(head, response)
}
