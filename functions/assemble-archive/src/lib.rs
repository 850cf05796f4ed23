//! A message of the assemble queue: a job's documents become one archive.

use platen_service::Service;
use platen_service::jobs::{Deadline, Step, Task};
use platen_service::problem::Problem;
use platen_store_aws::Message;

/// Assembles the archive of the job that the message names.
///
/// # Errors
/// The message must come again: its body is no message of this queue, which ends it among the dead letters, or the work
/// failed.
pub async fn handle(
    service: &Service,
    body: &str,
    attempt: u32,
    deadline: Deadline,
) -> Result<Step, Problem> {
    let Message { job_id, task } = serde_json::from_str(body).map_err(Problem::internal)?;
    match task {
        Task::Assemble => service.step_assembly(job_id, attempt, deadline).await,
        Task::Dispatch | Task::Render(_) => Err(Problem::internal("the assemble queue has no other work")),
    }
}
