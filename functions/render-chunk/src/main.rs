//! The Lambda function of the render queue.

use std::process::ExitCode;

fn main() -> ExitCode {
    platen_lambda::serve_messages_with_pdf(render_chunk::work)
}
