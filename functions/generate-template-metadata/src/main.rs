//! The Lambda function of `GET /api/generateTemplateMetadata`.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http_with_pdf(generate_template_metadata::OPERATIONS, |service, request| {
        Box::pin(generate_template_metadata::handle(service, request))
    })
}
