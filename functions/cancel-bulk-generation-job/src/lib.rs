//! `POST /api/bulkGenerationJobs/{jobId}/cancel`: ends a job. One that is over stays as it is. `?archive=true` keeps what is made.

use platen_service::Service;
use platen_service::http::{Request, Response, json};
use platen_service::ids::JobId;
use platen_service::problem::Problem;

/// Answers with the job as it is then.
///
/// # Errors
/// `invalid-query`, `unknown-job`, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (base, mut query) = (service.base_url(request.head()), request.query());
    let archive = query.flag("archive");
    query.finish(Some(()))?;
    json(&service.jobs().cancel(request.caller()?, JobId::of_path(&request)?, archive, base.as_ref()).await?)
}
