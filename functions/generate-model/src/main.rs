//! The Lambda function of `POST /api/generateModel`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::GenerateModel], |service, request| {
        Box::pin(generate_model::handle(service, request))
    })
}
