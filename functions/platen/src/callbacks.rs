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
const AT_ONCE: usize = 16;

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
    let mut running = JoinSet::new();
    loop {
        let room = AT_ONCE - running.len();
        match callbacks.take_due(room).await {
            Ok(due) => due.into_iter().for_each(|callback| {
                running.spawn(callbacks.clone().deliver(callback));
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

struct Callbacks {
    store: Arc<EmbeddedStore>,
    limits: Limits,
    deliverer: Deliverer,
}

impl Callbacks {
    async fn take_due(&self, most: usize) -> Result<Vec<DueCallback>, StoreError> {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        self.store.take_callbacks(most, Timestamp::now(), after(LEASE)).await
    }

    /// Delivers one. Where that ends in an error, or a panic, it comes again when its lease ends.
    async fn deliver(self: Arc<Self>, due: DueCallback) {
        let job_id = due.job.job_id;
        if let Err(error) = self.try_to_deliver(due).await {
            tracing::error!(%job_id, %error, "what came of a callback cannot be recorded; it comes again");
        }
    }

    async fn try_to_deliver(&self, due: DueCallback) -> Result<(), StoreError> {
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
