//! Tells a caller's server that a job ended, puts the job's result where the caller wants it, and sends it by e-mail: one try, and
//! its outcome.
//! When the next try is due is kept by the home: in SQLite on one machine, in a queue in the cloud.

mod archive_body;
mod documents;
mod email;
mod requests;
mod webhooks;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use platen_outbound::{Client, Failed, TRY};
use platen_service::callback::CallbackUrl;
use platen_service::http::Streamed;
use platen_service::jobs::{Callback, Deliver, Delivery, DeliveryStatus, JobRecord};
use platen_service::links::{BaseUrl, Link};
use platen_service::problem::Problem;
use platen_service::trace::Parent;
use platen_service::{Limits, Service};
use tokio_rustls::rustls;

pub use crate::archive_body::ArchiveBody;
use crate::email::Mailer;
pub use crate::email::test_smtp;

/// Longest time between two tries. A queue of SQS hides a message for 12 hours at most.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3600);

/// Bytes of the reason that is recorded of a try that failed: a job may have hundreds of them in one record.
const ERROR_BYTES: usize = 150;

/// What came of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// There is nothing left to do: the receiver has it, or it is given up.
    Over,
    /// It must be tried again after this time.
    Again(Duration),
}

/// Delivers results, callbacks and e-mails. One per process: it holds whom TLS trusts.
pub struct Deliverer {
    client: Client,
    /// Made for the first e-mail; `None` without a mail server.
    mailer: OnceLock<Option<Result<Mailer, String>>>,
}

impl Deliverer {
    /// Reads whom the machine trusts.
    ///
    /// # Errors
    /// TLS cannot be had.
    pub fn new() -> Result<Deliverer, rustls::Error> {
        Ok(Deliverer { client: Client::new()?, mailer: OnceLock::new() })
    }

    /// Does what is due of all that a job asked for which is over: its result and its documents are put where they are to go, and
    /// ends are told, each with what became of its delivery. Takes [`Limits::delivery_time`] and some ten seconds at most, and
    /// those seconds where there is nothing to put. What came of it is recorded and logged.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn deliver(&self, service: &Service, job: JobRecord) -> Result<Told, Problem> {
        let mut job = job;
        let before = job.deliveries.clone();
        let end = Instant::now() + service.limits().delivery_time;
        let addresses = service.jobs().addresses_of(&job).await?;
        let delivery = job.delivery().filter(|delivery| delivery.is_due(Timestamp::now()));
        if let Some(delivery) = delivery {
            let tried = self.put_result(service, &job, addresses.deliver.as_ref()).await;
            let tried = after(delivery, tried, service.limits());
            log(&job, None, "result", &tried, service.limits());
            job.deliveries.result = Some(tried);
        }
        if let Some(before) = job.email().filter(|email| email.is_due(Timestamp::now()))
            && let Some(tried) = self.mail_result(service, &job, addresses.email.as_ref(), end).await?
        {
            let tried = after(before, tried, service.limits());
            log(&job, None, "e-mail", &tried, service.limits());
            job.deliveries.email = Some(tried);
        }
        self.deliver_documents(service, &mut job, &addresses, end).await?;
        // The end is told with what became of the result.
        if !job.delivery().is_some_and(|delivery| delivery.is_pending()) {
            let (callback, webhooks) = tokio::try_join!(
                self.tell_callback(service, &job, addresses.callback_url.as_deref()),
                self.tell_webhooks(service, &job)
            )?;
            job.deliveries.callback = callback.or(job.deliveries.callback);
            job.deliveries.webhooks.extend(webhooks);
        }
        let now = Timestamp::now();
        let next = job.next_delivery(now);
        if job.deliveries != before || next.is_none() {
            service.stores().jobs.record_deliveries(job.job_id, &job.deliveries, next.is_none()).await?;
        }
        Ok(next.map_or(Told::Over, |at| Told::Again(wait_until(at, now))))
    }

    /// Tries to put a result where it is to go.
    async fn put_result(
        &self,
        service: &Service,
        job: &JobRecord,
        deliver: Option<&Deliver>,
    ) -> Result<(), Failed> {
        let bytes = kept(job)?;
        let archive = Streamed { job: job.job_id, range: 0..bytes };
        let body = ArchiveBody::send(service.stores().jobs.clone(), archive);
        let kind = job.settings.archive_kind().media_type();
        self.put(service, deliver, kind, bytes, body, service.limits().delivery_time).await
    }

    /// Tries to put some bytes at an address, which is gone where there is none.
    async fn put(
        &self,
        service: &Service,
        deliver: Option<&Deliver>,
        kind: &str,
        bytes: u64,
        body: ArchiveBody,
        time: Duration,
    ) -> Result<(), Failed> {
        let limits = service.limits();
        let deliver = deliver.ok_or_else(|| Failed::Refused("its address is no longer kept".to_owned()))?;
        // Checked again: what is allowed may have changed since the request.
        let url = CallbackUrl::presigned(&deliver.url, limits.callbacks).map_err(of_address)?;
        self.client.send(&url, requests::put(&url, deliver, kind, bytes, body), limits.callbacks, time).await
    }

    /// Tells the end of a job that asked for it, if that is due, and says what came of it.
    async fn tell_callback(
        &self,
        service: &Service,
        job: &JobRecord,
        url: Option<&str>,
    ) -> Result<Option<Delivery>, Problem> {
        let Some(before) = job.callback().filter(|callback| callback.is_due(Timestamp::now())) else {
            return Ok(None);
        };
        let tried = after(before, self.tell(service, job, url).await?, service.limits());
        log(job, None, "callback", &tried, service.limits());
        Ok(Some(tried))
    }

    /// Tries to tell the end of a job that asked for it.
    async fn tell(
        &self,
        service: &Service,
        job: &JobRecord,
        url: Option<&str>,
    ) -> Result<Result<(), Failed>, Problem> {
        let secrets = service.stores().subscriptions.callback_secrets(job.subscription).await?;
        let link = link(service, job, job.settings.callback_base.as_deref()).await?;
        let (limits, now) = (service.limits(), Timestamp::now());
        let callback =
            Callback::of(job, link.as_ref(), secrets.signing(now, limits.callback_secret_overlap), now);
        Ok(self.post(limits, url, callback).await)
    }

    /// Tries to send a callback.
    async fn post(&self, limits: &Limits, url: Option<&str>, callback: Callback) -> Result<(), Failed> {
        let url = url.ok_or_else(|| Failed::Refused("its address is no longer kept".to_owned()))?;
        // Checked again: what is allowed may have changed since the request.
        let url = CallbackUrl::parse(url, limits.callbacks).map_err(of_address)?;
        self.client.send(&url, requests::post(&url, callback), limits.callbacks, TRY).await
    }
}

/// Bytes of a job's archive, while it is kept.
fn kept(job: &JobRecord) -> Result<u64, Failed> {
    let is_kept = job.archive_expires_at.is_some_and(|end| end > Timestamp::now());
    let bytes = job.archive_bytes.filter(|_| is_kept);
    bytes.ok_or_else(|| Failed::Refused("the result is no longer kept".to_owned()))
}

/// A link to a job's result that begins with this address.
async fn link(service: &Service, job: &JobRecord, base: Option<&str>) -> Result<Option<Link>, Problem> {
    match base.and_then(BaseUrl::parse) {
        Some(base) => service.jobs().archive_link(job, &base).await,
        None => Ok(None),
    }
}

fn of_address(fault: &str) -> Failed {
    Failed::Refused(format!("its address {fault}"))
}

/// Where a delivery or a callback stands after a try.
fn after(before: Delivery, tried: Result<(), Failed>, limits: &Limits) -> Delivery {
    let tries = before.tries.saturating_add(1);
    let failed = match tried {
        Ok(()) => {
            return Delivery { status: DeliveryStatus::Delivered, tries, error: None, next_try_at: None };
        }
        Err(failed) => failed,
    };
    let mut error = failed.to_string();
    error.truncate(error.floor_char_boundary(ERROR_BYTES));
    let error = Some(error);
    if matches!(failed, Failed::Refused(_)) || tries >= limits.callback_tries {
        return Delivery { status: DeliveryStatus::Failed, tries, error, next_try_at: None };
    }
    let wait = SignedDuration::try_from(wait_after(tries, limits)).unwrap_or(SignedDuration::MAX);
    let next_try_at = Some(Timestamp::now().checked_add(wait).unwrap_or(Timestamp::MAX));
    Delivery { status: DeliveryStatus::Pending, tries, error, next_try_at }
}

/// Logs what came of a try: of a job's own, or of the document of an item.
fn log(job: &JobRecord, item: Option<u32>, what: &str, tried: &Delivery, limits: &Limits) {
    let (job_id, tries, cause) = (job.job_id, tried.tries, tried.error.as_deref().unwrap_or_default());
    let trace_id = job.settings.trace.as_ref().map(Parent::id);
    match tried.status {
        DeliveryStatus::Delivered => tracing::info!(%job_id, item, trace_id, tries, "{what} delivered"),
        DeliveryStatus::Failed => tracing::warn!(%job_id, item, trace_id, tries, cause, "{what} given up"),
        DeliveryStatus::Pending => {
            let wait_s = wait_after(tries, limits).as_secs();
            tracing::warn!(%job_id, item, trace_id, tries, wait_s, cause, "{what} failed and is tried again");
        }
    }
}

/// How long it is until a time. Queues wait whole seconds, and a try before its time would be none.
fn wait_until(at: Timestamp, now: Timestamp) -> Duration {
    Duration::from_secs(at.duration_since(now).as_secs().max(0).unsigned_abs() + 1)
}

/// How long it is waited after a try that failed: doubled each time.
fn wait_after(attempt: u32, limits: &Limits) -> Duration {
    let doubled = 2u32.saturating_pow(attempt.saturating_sub(1));
    limits.callback_retry.saturating_mul(doubled).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_what_a_queue_can_hide() {
        let limits = Limits::default();
        let waits: Vec<u64> = [1, 2, 3, 11].map(|attempt| wait_after(attempt, &limits).as_secs()).into();
        assert_eq!(waits, [10, 20, 40, 10_240]);
        for attempt in [12, 13, 40, u32::MAX] {
            assert!(wait_after(attempt, &limits) <= LONGEST_WAIT, "{attempt}");
        }
    }
}
