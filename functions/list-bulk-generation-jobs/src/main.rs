//! The Lambda function of `GET /api/bulkGenerationJobs/byTemplate/{templateId}`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::ListBulkGenerationJobs], |service, request| {
        Box::pin(list_bulk_generation_jobs::handle(service, request))
    })
}
