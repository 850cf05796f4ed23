//! The Lambda function of `POST /api/bulkGenerationJobs/{jobId}/cancel`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::CancelBulkGenerationJob], |service, request| {
        Box::pin(cancel_bulk_generation_job::handle(service, request))
    })
}
