//! The Lambda function of the intake queue.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_messages(start_queued_job::work)
}
