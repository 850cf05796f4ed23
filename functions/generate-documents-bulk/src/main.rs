//! The Lambda function of `POST /api/generateDocumentsBulk`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::GenerateDocumentsBulk], |service, request| {
        Box::pin(generate_documents_bulk::handle(service, request))
    })
}
