//! The Lambda function of `GET /api/bulkGenerationJobs/{jobId}`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::GetBulkGenerationJob], |service, request| {
        Box::pin(get_bulk_generation_job::handle(service, request))
    })
}
