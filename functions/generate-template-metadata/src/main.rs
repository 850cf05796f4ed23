//! The Lambda function of `GET /api/generateTemplateMetadata`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_checks_with_pdf(&[RouteId::GenerateTemplateMetadata], |service, request| {
        Box::pin(generate_template_metadata::handle(service, request))
    })
}
