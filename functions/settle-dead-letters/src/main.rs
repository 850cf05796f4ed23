//! The Lambda function of both queues of dead letters.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_messages(settle_dead_letters::work)
}
