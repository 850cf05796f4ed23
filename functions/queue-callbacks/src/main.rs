//! The Lambda function that reads the table's stream for the queue of callbacks: ends of jobs that somebody waits for.

use std::process::ExitCode;

use serde_json::json;

fn main() -> ExitCode {
    platen_lambda::serve_events(|worker, event| {
        Box::pin(async move {
            let ends = platen_lambda::ends(event)?;
            worker.aws().queue_callbacks(&ends).await.map_err(|error| error.to_string())?;
            Ok(json!({ "queued": ends.iter().map(|end| end.job).collect::<Vec<_>>() }))
        })
    })
}
