//! `POST /api/bulkUploads`: a ticket to put items that are too many for one request.

use http::StatusCode;
use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::problem::Problem;

/// Answers with the upload's id, where to put it, and until when.
///
/// # Errors
/// `invalid-query`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let mut response = json(&service.uploads().create(request.caller()?, request.head()).await?)?;
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}
