//! The Lambda function that reads the table's stream for the queue of callbacks: ends of jobs that somebody waits for, and messages to webhooks.

use std::process::ExitCode;

use serde_json::json;

fn main() -> ExitCode {
    platen_lambda::serve_events(|worker, event| {
        Box::pin(async move {
            let (ends, messages) = platen_lambda::ends_and_messages(event)?;
            worker.aws().queue_callbacks(&ends).await.map_err(|error| error.to_string())?;
            worker.aws().queue_messages(&messages).await.map_err(|error| error.to_string())?;
            let messages: Vec<_> = messages.iter().map(|due| &due.message).collect();
            Ok(json!({ "queued": ends.iter().map(|end| end.job).collect::<Vec<_>>(), "messages": messages }))
        })
    })
}
