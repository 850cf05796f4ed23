//! A message of the render queue: queue a job's chunks, or render the items of one.

use std::sync::Arc;

use platen_service::Service;
use platen_service::jobs::{Deadline, Step, Task};
use platen_service::problem::Problem;
use platen_store_aws::Message;
use platen_store_aws::work::{Delivery, Next, Try, Work, Worker};

/// Does what the message says. The chunk's items render on all cores of the function.
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
        Task::Dispatch | Task::Render(_) => service.jobs().step(job_id, task, attempt, deadline).await,
        Task::Cut | Task::Assemble => {
            Err(Problem::internal("the render queue got a message of the assembly queue"))
        }
    }
}

/// [`handle`] as the worker of the queue, with its tries counted.
pub fn work(worker: Arc<Worker>, delivery: Delivery, deadline: Deadline) -> Work<Next> {
    Box::pin(async move {
        let work = Try::begin(&worker, &delivery).await?;
        let step = handle(worker.service(), &delivery.body, work.attempt(), deadline).await;
        work.end(step).await
    })
}
