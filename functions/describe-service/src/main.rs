//! The Lambda function of what the service says of itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http(describe_service::OPERATIONS, |service, request| {
        Box::pin(describe_service::handle(service, request))
    })
}
