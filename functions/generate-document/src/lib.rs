//! `POST /api/generateDocument`: a template and data become a document.

use platen_service::Service;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;

/// Answers with the file and a count of its warnings, or for `Accept: multipart/mixed` with the file and the warnings.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `invalid-data`, `unknown-template`, `template-error`, `limit-exceeded`,
/// `quota-exceeded`, `request-in-progress`, `idempotency-mismatch`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let caller = request.caller()?;
    let key = service.idempotency_key(&request).await?;
    let wanted = service.read_document(&request).await?;
    let work = request.work()?;
    let document = match key {
        Some(key) => service.generate_document_once(caller, &key, wanted, work).await?,
        None => service.generate_document(caller, wanted, work).await?,
    };
    document.into_response(request.head())
}
