//! The Lambda function of the assemble queue.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_messages_with_pdf(assemble_archive::work)
}
