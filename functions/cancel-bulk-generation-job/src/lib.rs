//! `POST /api/bulkGenerationJobs/{jobId}/cancel`: ends a job. One that is over stays as it is.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::jobs::JobId;
use platen_service::problem::Problem;

/// Answers with the job as it is then.
///
/// # Errors
/// `unknown-job`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let base = service.base_url(request.head());
    json(&service.cancel_job(request.caller()?, JobId::of_path(&request)?, base.as_ref()).await?)
}
