//! The Lambda function of the operations upon webhooks.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http(manage_webhooks::OPERATIONS, |service, request| {
        Box::pin(manage_webhooks::handle(service, request))
    })
}
