//! A message that no worker could do, from the dead letters of the render queue or of the assemble queue: what it asked for
//! is ended with the reason, so that its job ends too. Work that kills its workers is given up by the worker that would be the
//! next; what comes here was delivered many times, and no store, or no function, was there for it.

use std::sync::Arc;

use platen_service::Service;
use platen_service::jobs::{Deadline, Reason};
use platen_service::problem::Problem;
use platen_store_aws::Message;
use platen_store_aws::work::{Delivery, Next, Work, Worker};

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// What it asked for is ended.
    GivenUp,
    /// It names no work of ours, and so no job that waits for it.
    NoWork,
}

/// Ends what the message asked for: a chunk is split so that each of its items is tried alone, an item fails, a job
/// without an archive fails.
///
/// # Errors
/// The store does not answer: the message must come again.
pub async fn handle(service: &Service, body: &str) -> Result<Settled, Problem> {
    let Ok(Message { job_id, task }) = serde_json::from_str(body) else { return Ok(Settled::NoWork) };
    service.jobs().give_up(job_id, task, Reason::NotServed).await?;
    Ok(Settled::GivenUp)
}

/// [`handle`] as the worker of the queue.
pub fn work(worker: Arc<Worker>, delivery: Delivery, _: Deadline) -> Work<Next> {
    Box::pin(async move {
        if handle(worker.service(), &delivery.body).await? == Settled::NoWork {
            tracing::error!(message_id = delivery.id, "a dead letter names no work; it is dropped");
        }
        Ok(Next::Done)
    })
}
