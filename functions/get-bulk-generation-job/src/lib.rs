//! `GET /api/bulkGenerationJobs/{jobId}`: where a job stands.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::ids::JobId;
use platen_service::problem::Problem;

/// Answers with the job.
///
/// # Errors
/// `unknown-job`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let base = service.base_url(request.head());
    json(&service.jobs().get(request.caller()?, JobId::of_path(&request)?, base.as_ref()).await?)
}
