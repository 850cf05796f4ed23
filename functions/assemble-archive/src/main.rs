//! The Lambda function of the assemble queue.

use std::process::ExitCode;

use platen_lambda::Try;

fn main() -> ExitCode {
    platen_lambda::serve_messages_with_pdf(|home, message| {
        Box::pin(async move {
            let work = Try::begin(&home, &message).await?;
            let (body, attempt) = (&message.body, work.attempt());
            let step = assemble_archive::handle(home.service(), body, attempt, message.deadline).await;
            work.end(step).await
        })
    })
}
