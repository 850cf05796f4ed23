//! `POST /api/generateDocumentsBulk`: many documents from one template, as a job.

use platen_service::Service;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;

/// Answers 202 with the job's id.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `unknown-template`, `template-error`, `quota-exceeded`, `request-in-progress`,
/// `idempotency-mismatch`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let key = service.generation().idempotency_key(&request).await?;
    let wanted = service.jobs().read(&request).await?;
    let started = service.jobs().start_for(request.caller()?, key.as_ref(), wanted, request.work()?).await?;
    started.answer()
}
