//! The Lambda function that reads the table's stream for the event bus: all ends of jobs are put there.

use std::process::ExitCode;

use serde_json::json;

fn main() -> ExitCode {
    platen_lambda::serve_events(|worker, event| {
        Box::pin(async move {
            let ends = platen_lambda::ends(event)?;
            worker.aws().publish_ends(&ends).await.map_err(|error| error.to_string())?;
            Ok(json!({ "published": ends.iter().map(|end| end.job).collect::<Vec<_>>() }))
        })
    })
}
