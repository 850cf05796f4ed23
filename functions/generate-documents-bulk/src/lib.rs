//! `POST /api/generateDocumentsBulk`: many documents from one template, as a job.

use platen_service::Service;
use platen_service::http::{Request, Response, accepted};
use platen_service::problem::Problem;

/// Seconds until a first look at the job is worth while.
const RETRY_AFTER_S: u64 = 1;

/// Answers 202 with the job's id.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `unknown-template`, `template-error`, `quota-exceeded`, `request-in-progress`,
/// `idempotency-mismatch`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let key = service.idempotency_key(&request).await?;
    let wanted = service.read_bulk(&request).await?;
    let started =
        service.start_job(&request.caller()?.subscription, key.as_ref(), wanted, request.work()?).await?;
    accepted(&started, &format!("/api/bulkGenerationJobs/{}", started.job_id), RETRY_AFTER_S)
}
