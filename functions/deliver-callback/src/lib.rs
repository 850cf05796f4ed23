//! A message of the callback queue: a job that ended, and whose request asked for something then; or a message to a webhook.
//!
//! The table's stream leads to the queue, so that no end is recorded without its message, even if a process dies in between. A message
//! comes at least once, and so does what it makes; receivers know a second one by its `webhook-id`.

use std::sync::{Arc, LazyLock};

use platen_callbacks::{Deliverer, Told};
use platen_service::Service;
use platen_service::ids::{EventId, JobId, WebhookId};
use platen_service::jobs::{Deadline, JobRecord};
use platen_service::problem::Problem;
use platen_store_aws::work::{Delivery, Next, Work, Worker};
use serde::Deserialize;

/// Made once per process.
static DELIVERER: LazyLock<Result<Deliverer, String>> =
    LazyLock::new(|| Deliverer::new().map_err(|error| error.to_string()));

#[derive(Deserialize)]
#[serde(untagged)]
enum Message {
    #[serde(rename_all = "camelCase")]
    Job { job_id: JobId },
    #[serde(rename_all = "camelCase")]
    Webhook { webhook_id: WebhookId, message_id: EventId },
}

/// Does what is due of the job, or of the message to a webhook, that the message names. One that names no job which is over and
/// asked for something is dropped, and logged.
///
/// # Errors
/// The store does not answer: the message must come again.
pub async fn handle(service: &Service, deliverer: &Deliverer, body: &str) -> Result<Told, Problem> {
    let job = match serde_json::from_str(body) {
        Ok(Message::Webhook { webhook_id, message_id }) => {
            return deliverer.deliver_message(service, webhook_id, &message_id).await;
        }
        Ok(Message::Job { job_id }) => job_to_tell(service, job_id).await?,
        Err(_) => None,
    };
    let Some(job) = job else {
        tracing::error!("a message without an event was dropped");
        return Ok(Told::Over);
    };
    deliverer.deliver(service, job).await
}

async fn job_to_tell(service: &Service, job_id: JobId) -> Result<Option<JobRecord>, Problem> {
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
