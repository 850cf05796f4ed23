//! The Lambda function of `POST /api/bulkUploads`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::CreateBulkUpload], |service, request| {
        Box::pin(create_bulk_upload::handle(service, request))
    })
}
