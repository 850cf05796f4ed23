//! The Lambda function of the callback queue.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_messages(deliver_callback::work)
}
