//! The Lambda function of the operations upon keys and people.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_http_with_sign_in(
        platen_oidc::provider,
        manage_access::OPERATIONS,
        |service, request| Box::pin(manage_access::handle(service, request)),
    )
}
