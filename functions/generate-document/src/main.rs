//! The Lambda function of `POST /api/generateDocument`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http_with_pdf(&[RouteId::GenerateDocument], |service, request| {
        Box::pin(generate_document::handle(service, request))
    })
}
