//! The Lambda function of both queues of dead letters.

use std::process::ExitCode;

use platen_lambda::Next;
use settle_dead_letters::Settled;

fn main() -> ExitCode {
    platen_lambda::serve_messages(|home, message| {
        Box::pin(async move {
            if settle_dead_letters::handle(home.service(), &message.body).await? == Settled::NoWork {
                tracing::error!(message_id = message.id, "a dead letter names no work; it is dropped");
            }
            Ok(Next::Done)
        })
    })
}
