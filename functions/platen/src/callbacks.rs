//! The callbacks of the one-machine home: takes those that are due, and puts back what is to be tried again.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_callbacks::{Deliverer, Told};
use platen_service::Service;
use platen_service::jobs::JobRecord;
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_store_embedded::EmbeddedStore;
use tokio::task::JoinSet;

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
    service: Arc<Service>,
    store: Arc<EmbeddedStore>,
    deliverer: Deliverer,
}

impl Callbacks {
    async fn take_due(&self, most: usize) -> Result<Vec<JobRecord>, StoreError> {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        self.store.take_callbacks(most, Timestamp::now(), after(LEASE)).await
    }

    /// Delivers one. Where that ends in an error, or a panic, it comes again when its lease ends.
    async fn deliver(self: Arc<Self>, job: JobRecord) {
        let job_id = job.job_id;
        if let Err(problem) = self.try_to_deliver(job).await {
            let cause = problem.cause().unwrap_or(problem.detail());
            tracing::error!(%job_id, cause, "the result of a callback cannot be recorded; it will be sent again");
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
