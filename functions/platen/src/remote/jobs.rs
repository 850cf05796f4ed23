//! `platen job` on a service.

use http::Method;
use serde_json::Value;
use uuid::Uuid;

use super::{Call, Client};
use crate::failure::Failure;
use crate::table::{Column, ListArgs};
use crate::{files, report};

/// What a list of jobs shows.
pub const COLUMNS: [Column; 6] = [
    ("ID", "jobId"),
    ("STATUS", "status"),
    ("ITEMS", "totalCount"),
    ("MADE", "completedCount"),
    ("FAILED", "failedGenerationCount"),
    ("STARTED", "startedAt"),
];

/// Prints all jobs, newest first.
///
/// # Errors
/// The service refuses.
pub async fn list(client: &Client, args: ListArgs) -> Result<(), Failure> {
    args.print(&client.all("/api/bulkGenerationJobs").await?, &COLUMNS)
}

/// Prints one job.
///
/// # Errors
/// There is none of this id.
pub async fn show(client: &Client, id: Uuid) -> Result<(), Failure> {
    files::print_json(&client.get(&format!("/api/bulkGenerationJobs/{id}")).await?)
}

/// Cancels a job; with `archive` it keeps the documents that it has.
///
/// # Errors
/// There is none of this id.
pub async fn cancel(client: &Client, id: Uuid, archive: bool) -> Result<(), Failure> {
    let call = Call::new(Method::POST, format!("/api/bulkGenerationJobs/{id}/cancel?archive={archive}"));
    let job: Value = client.send(&call).await?.json()?;
    tell_canceled(id, job["status"].as_str().unwrap_or_default());
    Ok(())
}

/// Says what became of a job that was to end.
pub fn tell_canceled(id: Uuid, status: &str) {
    let text = match status {
        "Pending" | "Running" => {
            "ends with the documents that it has; `platen job show` tells when they are packed"
        }
        "Canceled" => "is canceled",
        _ => "was over before",
    };
    report::note(&format!("job {id} {text}"));
}
