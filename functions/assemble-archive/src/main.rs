//! The Lambda function of the assemble queue.

use std::process::ExitCode;

use platen_lambda::Next;

fn main() -> ExitCode {
    platen_lambda::serve_merges_with_pdf(|home, message| {
        Box::pin(async move {
            assemble_archive::handle(home.service(), &message.body, message.attempt, message.deadline)
                .await
                .map(Next::from)
        })
    })
}
