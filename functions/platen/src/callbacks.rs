//! The callbacks of the one-machine home: takes those that are due, and puts back what is to be tried again.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_callbacks::{Deliverer, Told};
use platen_service::Service;
use platen_service::jobs::JobRecord;
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_service::trace::Parent;
use platen_service::webhooks::Message;
use platen_store_embedded::EmbeddedStore;
use tokio::task::JoinSet;
use tracing::Instrument;

use crate::traces;

/// How long it is waited when there is nothing to deliver.
const IDLE: Duration = Duration::from_millis(500);

/// How long it is waited when the storage does not answer.
const TROUBLE: Duration = Duration::from_secs(5);

/// Callbacks on their way at the same time.
const AT_ONCE: usize = 16;

/// A callback that was taken comes again after this time, should the process die; some times as long as a try.
const LEASE: Duration = Duration::from_secs(30);

/// Delivers until the process ends.
pub async fn run(service: Arc<Service>, store: Arc<EmbeddedStore>) {
    let deliverer = match Deliverer::new() {
        Ok(deliverer) => deliverer,
        Err(error) => {
            tracing::error!(%error, "callbacks cannot be made");
            return;
        }
    };
    let callbacks = Arc::new(Callbacks { service, store, deliverer });
    let mut running = JoinSet::new();
    loop {
        let room = AT_ONCE - running.len();
        match callbacks.take_due(room).await {
            Ok(due) => due.into_iter().for_each(|due| {
                running.spawn(callbacks.clone().deliver(due));
            }),
            Err(error) => {
                tracing::error!(%error, "callbacks cannot be read; trying again");
                tokio::time::sleep(TROUBLE).await;
            }
        }
        // A receiver that is slow holds its own place, and no other's.
        tokio::select! {
            Some(_) = running.join_next() => {}
            () = tokio::time::sleep(IDLE), if running.len() < AT_ONCE => {}
        }
    }
}

/// What is to be delivered.
enum Due {
    /// What a job asked for at its end.
    Job(Box<JobRecord>),
    /// A message to a webhook.
    Message(Box<Message>),
}

struct Callbacks {
    service: Arc<Service>,
    store: Arc<EmbeddedStore>,
    deliverer: Deliverer,
}

impl Callbacks {
    /// Messages first: they are few, and jobs may come by the thousands.
    async fn take_due(&self, most: usize) -> Result<Vec<Due>, StoreError> {
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let messages = self.store.take_messages(count(most), Timestamp::now(), after(LEASE)).await?;
        let left = most.saturating_sub(messages.len());
        let jobs = self.store.take_callbacks(count(left), Timestamp::now(), after(LEASE)).await?;
        let messages = messages.into_iter().map(|message| Due::Message(Box::new(message)));
        Ok(messages.chain(jobs.into_iter().map(|job| Due::Job(Box::new(job)))).collect())
    }

    /// Delivers one. Where that ends in an error, or a panic, it comes again when its lease ends.
    async fn deliver(self: Arc<Self>, due: Due) {
        let (job_id, message_id) = match &due {
            Due::Job(job) => (Some(job.job_id.to_string()), None),
            Due::Message(message) => (None, Some(message.message_id.to_string())),
        };
        let trace = match &due {
            Due::Job(job) => job.settings.trace.clone(),
            Due::Message(message) => message.trace.clone(),
        };
        // For collectors alone: the lines of the log say whose they are.
        let traceparent = trace.as_ref().filter(|_| traces::are_on()).map(Parent::as_str);
        let span = tracing::info_span!("callback", traceparent);
        let deliver = async {
            match due {
                Due::Job(job) => self.try_to_deliver(*job).await,
                Due::Message(message) => {
                    let Message { webhook_id, message_id, .. } = *message;
                    // When it is due again is recorded with it.
                    self.deliverer.deliver_message(&self.service, webhook_id, &message_id).await.map(drop)
                }
            }
        };
        if let Err(problem) = deliver.instrument(span).await {
            let cause = problem.cause().unwrap_or(problem.detail());
            tracing::error!(
                job_id,
                message_id,
                cause,
                "the result of a callback cannot be recorded; it will be sent again"
            );
        }
    }

    async fn try_to_deliver(&self, job: JobRecord) -> Result<(), Problem> {
        let (id, store) = (job.job_id, &self.store);
        if job.has_addresses() {
            // A large result, or many, takes longer than the lease.
            store.put_back_callback(id, after(LEASE + self.service.limits().delivery_time)).await?;
        }
        match self.deliverer.deliver(&self.service, job).await? {
            Told::Over => store.finish_callback(id).await?,
            Told::Again(wait) => store.put_back_callback(id, after(wait)).await?,
        }
        Ok(())
    }
}

/// The moment when a time has passed.
fn after(time: Duration) -> Timestamp {
    let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::MAX);
    Timestamp::now().checked_add(time).unwrap_or(Timestamp::MAX)
}
