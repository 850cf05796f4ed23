//! The Lambda function of the table's stream.

use std::process::ExitCode;

use platen_lambda::End;
use serde_json::json;

fn main() -> ExitCode {
    platen_lambda::serve_events(|home, event| {
        Box::pin(async move {
            let ends: Vec<End> = tell_ends::ends(event)?;
            home.tell(&ends).await.map_err(|error| error.to_string())?;
            Ok(json!({ "told": ends.iter().map(|end| end.job).collect::<Vec<_>>() }))
        })
    })
}
