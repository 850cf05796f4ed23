//! The callbacks of the one-machine home: takes those that are due, and puts back what is to be tried again.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_callbacks::{Deliverer, Told};
use platen_service::Limits;
use platen_service::store::{StoreError, SubscriptionStore};
use platen_store_embedded::{DueCallback, EmbeddedStore};
use tokio::task::JoinSet;

/// How long it is waited when there is nothing to deliver.
const IDLE: Duration = Duration::from_millis(500);

/// How long it is waited when the storage does not answer.
const TROUBLE: Duration = Duration::from_secs(5);

/// Callbacks on their way at the same time.
const AT_ONCE: u32 = 16;

/// A callback that was taken comes again after this time, should the process die; some times as long as a try.
const LEASE: Duration = Duration::from_secs(30);

/// Delivers for ever.
pub async fn run(store: Arc<EmbeddedStore>, limits: Limits) {
    let deliverer = match Deliverer::new() {
        Ok(deliverer) => deliverer,
        Err(error) => {
            tracing::error!(%error, "callbacks cannot be made");
            return;
        }
    };
    let callbacks = Arc::new(Callbacks { store, limits, deliverer });
    loop {
        match callbacks.deliver_due().await {
            Ok(0) => tokio::time::sleep(IDLE).await,
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "callbacks cannot be read; trying again");
                tokio::time::sleep(TROUBLE).await;
            }
        }
    }
}

struct Callbacks {
    store: Arc<EmbeddedStore>,
    limits: Limits,
    deliverer: Deliverer,
}

impl Callbacks {
    /// Delivers what is due, and returns how many there were.
    async fn deliver_due(self: &Arc<Self>) -> Result<usize, StoreError> {
        let due = self.store.take_callbacks(AT_ONCE, Timestamp::now(), after(LEASE)).await?;
        let (count, mut running) = (due.len(), JoinSet::new());
        for callback in due {
            let callbacks = self.clone();
            running.spawn(async move { callbacks.deliver(callback).await });
        }
        while let Some(delivered) = running.join_next().await {
            // A panic ended one of them; it comes again when its lease ends.
            delivered.unwrap_or(Ok(()))?;
        }
        Ok(count)
    }

    async fn deliver(&self, due: DueCallback) -> Result<(), StoreError> {
        let (job, store) = (&due.job, &self.store);
        let secrets = store.callback_secrets(job.subscription).await?;
        match self.deliverer.deliver(job, &secrets, due.attempt, &self.limits).await {
            Told::Over => store.finish_callback(job.job_id).await,
            Told::Again(wait) => store.put_back_callback(job.job_id, after(wait)).await,
        }
    }
}

/// The moment when a time has passed.
fn after(time: Duration) -> Timestamp {
    let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::MAX);
    Timestamp::now().checked_add(time).unwrap_or(Timestamp::MAX)
}
