//! The workers of the one-machine home: as many as cores, each working off the queue of bulk jobs message by message.
//!
//! Work that was begun and never ended may have taken the process down. The first worker alone takes such suspects, one at a
//! time and while no other worker is at anything, so that what goes down with one of them is that one.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_service::jobs::{Deadline, Step};
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_service::{Service, figures};
use platen_store_embedded::{Delivery, EmbeddedStore, Suspicion};
use tokio::sync::RwLock;
use tokio::task::JoinSet;

/// How long a worker without work waits before it looks again.
const IDLE: Duration = Duration::from_millis(50);

/// How long a worker waits when the queue does not answer.
const TROUBLE: Duration = Duration::from_secs(2);

/// Messages of the first worker between two suspects, while there is other work.
const BETWEEN_SUSPECTS: u32 = 20;

/// How many workers there are.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Starts the workers, on what an earlier process left undone too. They end when the set is dropped; a message in work
/// then is delivered again at the next start.
///
/// # Errors
/// The queue does not answer.
pub async fn start(service: &Arc<Service>, queue: &Arc<EmbeddedStore>) -> Result<JoinSet<()>, StoreError> {
    queue.recover(Timestamp::now()).await?;
    let (mut workers, alone) = (JoinSet::new(), Arc::new(RwLock::new(())));
    for number in 0..count() {
        let worker = Worker { service: service.clone(), queue: queue.clone(), alone: alone.clone() };
        workers.spawn(worker.run(number == 0));
    }
    Ok(workers)
}

struct Worker {
    service: Arc<Service>,
    queue: Arc<EmbeddedStore>,
    /// Held by all that work, for writing by who works on a suspect.
    alone: Arc<RwLock<()>>,
}

impl Worker {
    async fn run(self, takes_suspects: bool) {
        let mut since_suspect = 0;
        loop {
            let worked = if takes_suspects && since_suspect >= BETWEEN_SUSPECTS {
                since_suspect = 0;
                self.suspect().await
            } else {
                since_suspect += 1;
                match self.ordinary().await {
                    Ok(false) if takes_suspects => self.suspect().await,
                    other => other,
                }
            };
            match worked {
                Ok(true) => {}
                Ok(false) => tokio::time::sleep(IDLE).await,
                Err(error) => {
                    tracing::error!(%error, "the queue does not answer; trying again");
                    tokio::time::sleep(TROUBLE).await;
                }
            }
        }
    }

    async fn ordinary(&self) -> Result<bool, StoreError> {
        let _shared = self.alone.read().await;
        self.work(Suspicion::Ordinary).await
    }

    async fn suspect(&self) -> Result<bool, StoreError> {
        // Looking costs nothing; waiting for all others does.
        if !self.queue.has_suspects(Timestamp::now())? {
            return Ok(false);
        }
        let _alone = self.alone.write().await;
        self.work(Suspicion::Suspect).await
    }

    /// Takes a message and does its work. `false` when there is none.
    async fn work(&self, suspicion: Suspicion) -> Result<bool, StoreError> {
        // Jobs wait while the disk is almost full: each try would fail, and they have a few.
        if self.service.storage_state().is_some_and(|disk| !disk.lets_jobs_run()) {
            return Ok(false);
        }
        let time = self.service.limits().work_time;
        // Longer than the work may take: its own end comes first.
        let Some(delivery) = self.queue.take(suspicion, Timestamp::now(), after(time * 2)).await? else {
            return Ok(false);
        };
        figures::queue_age(delivery.waited);
        let step =
            self.service.jobs().step(delivery.job, delivery.task, delivery.attempt, Deadline::after(time));
        match step.await {
            Ok(Step::Done) => self.queue.finish(delivery).await?,
            Ok(Step::HandBack) => self.queue.put_back(delivery, Timestamp::now()).await?,
            Ok(Step::Hangs) => {
                let hangs = Problem::unavailable("no item finished in time");
                self.put_back(delivery, &hangs).await?;
            }
            Err(problem) => self.put_back(delivery, &problem).await?,
        }
        Ok(true)
    }

    async fn put_back(&self, delivery: Delivery, problem: &Problem) -> Result<(), StoreError> {
        let Delivery { job, task, attempt, .. } = delivery;
        let cause = problem.cause().unwrap_or(problem.detail());
        tracing::warn!(job_id = %job, ?task, attempt, cause, "work failed and is tried again");
        self.queue.put_back(delivery, after(Duration::from_secs(u64::from(attempt)))).await
    }
}

/// The moment when a time has passed.
fn after(time: Duration) -> Timestamp {
    let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::MAX);
    Timestamp::now().checked_add(time).unwrap_or(Timestamp::MAX)
}
