//! The Lambda function of the render queue.

use std::process::ExitCode;

use platen_lambda::Next;

fn main() -> ExitCode {
    platen_lambda::serve_messages_with_pdf(|home, message| {
        Box::pin(async move {
            render_chunk::handle(home.service(), &message.body, message.attempt, message.deadline)
                .await
                .map(Next::from)
        })
    })
}
