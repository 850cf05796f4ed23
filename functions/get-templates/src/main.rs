//! The Lambda function of `GET /api/getTemplates`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::GetTemplates], |service, request| {
        Box::pin(get_templates::handle(service, request))
    })
}
