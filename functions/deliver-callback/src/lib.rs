//! A message of the callback queue: a job that ended, and whose request asked for something then.
//!
//! The table's stream leads to the queue, so that no end is recorded without its message, even if a process dies in between. A message
//! comes at least once, and so does what it makes; receivers know a second one by its `webhook-id`.

use std::sync::{Arc, LazyLock};

use platen_callbacks::{Deliverer, Told};
use platen_service::Service;
use platen_service::ids::JobId;
use platen_service::jobs::{Deadline, JobRecord};
use platen_service::problem::Problem;
use platen_store_aws::work::{Delivery, Next, Work, Worker};
use serde::Deserialize;

/// Made once per process.
static DELIVERER: LazyLock<Result<Deliverer, String>> =
    LazyLock::new(|| Deliverer::new().map_err(|error| error.to_string()));

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    job_id: JobId,
}

/// Does what is due of the job that the message names. One that names no job which is over and asked for something is
/// dropped, and logged.
///
/// # Errors
/// The store does not answer: the message must come again.
pub async fn handle(service: &Service, deliverer: &Deliverer, body: &str) -> Result<Told, Problem> {
    let Some(job) = job_to_tell(service, body).await? else {
        tracing::error!("a message without an event was dropped");
        return Ok(Told::Over);
    };
    deliverer.deliver(service, job).await
}

async fn job_to_tell(service: &Service, body: &str) -> Result<Option<JobRecord>, Problem> {
    let Ok(Message { job_id }) = serde_json::from_str(body) else { return Ok(None) };
    let job = service.stores().jobs.any_job(job_id).await?;
    Ok(job.filter(|job| job.progress.status.is_over() && job.asks_at_end()))
}

/// [`handle`] as the worker of the queue.
pub fn work(worker: Arc<Worker>, delivery: Delivery, _: Deadline) -> Work<Next> {
    Box::pin(async move {
        let deliverer = DELIVERER.as_ref().map_err(Problem::internal)?;
        Ok(match handle(worker.service(), deliverer, &delivery.body).await? {
            Told::Over => Next::Done,
            Told::Again(wait) => Next::Again(wait),
        })
    })
}
