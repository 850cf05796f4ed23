//! A message of the callback queue: a job that ended, and whose caller asked to be told.
//!
//! The table's stream leads to the queue, so that no end is recorded without its message, whoever dies in between. A message
//! comes at least once, and so does what it makes; receivers know a second one by its `webhook-id`.

use platen_callbacks::{Deliverer, Told};
use platen_service::Service;
use platen_service::jobs::{JobId, JobRecord};
use platen_service::problem::Problem;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    job_id: JobId,
}

/// Tells the end of the job that the message names. `attempt` counts the message's deliveries. One that names no job which is
/// over and has somebody to tell is dropped, and logged.
///
/// # Errors
/// The store does not answer: the message must come again.
pub async fn handle(
    service: &Service,
    deliverer: &Deliverer,
    body: &str,
    attempt: u32,
) -> Result<Told, Problem> {
    let Some(job) = job_to_tell(service, body).await? else {
        tracing::error!("a message without an event was dropped");
        return Ok(Told::Over);
    };
    let secrets = service.stores().subscriptions.callback_secrets(job.subscription).await?;
    Ok(deliverer.deliver(&job, &secrets, attempt, service.limits()).await)
}

async fn job_to_tell(service: &Service, body: &str) -> Result<Option<JobRecord>, Problem> {
    let Ok(Message { job_id }) = serde_json::from_str(body) else { return Ok(None) };
    let job = service.stores().jobs.any_job(job_id).await?;
    Ok(job.filter(|job| job.progress.status.is_over() && job.settings.callback_url.is_some()))
}
