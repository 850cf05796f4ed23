//! The Lambda function of the intake queue.

use std::process::ExitCode;

use platen_lambda::Next;
use start_queued_job::Outcome;

fn main() -> ExitCode {
    platen_lambda::serve_messages(|home, message| {
        Box::pin(async move {
            match start_queued_job::handle(home.service(), &message.body).await? {
                Outcome::Started(started) => {
                    tracing::info!(message_id = message.id, job_id = %started.job_id, "job accepted");
                }
                Outcome::Refused { code, reason } => {
                    let code = code.as_str();
                    tracing::warn!(
                        message_id = message.id,
                        code,
                        "message refused; its dead letter has the reason"
                    );
                    home.refuse_intake(&message.body, &reason).await?;
                }
            }
            Ok(Next::Done)
        })
    })
}
