//! The Lambda function of `GET /api/bulkGenerationJobs` and `GET /api/bulkGenerationJobs/byTemplate/{templateId}`.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http(list_bulk_generation_jobs::OPERATIONS, |service, request| {
        Box::pin(list_bulk_generation_jobs::handle(service, request))
    })
}
