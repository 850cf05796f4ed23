//! The Lambda function of `POST /api/generateDocument` and `POST /api/convert`.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http_with_pdf(generate_document::OPERATIONS, |service, request| {
        Box::pin(generate_document::handle(service, request))
    })
}
