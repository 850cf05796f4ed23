//! What is to be done again and again, where AWS has streams, notifications and lifetimes. Each process does all of it, and several may at
//! the same time.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use platen_service::problem::Problem;
use platen_store_aws::work::{Work, Worker};
use register_template::ObjectCreated;
use tokio::sync::watch;
use uuid::Uuid;

use super::pool::DRAIN;

/// Something that is done again and again.
pub struct Periodic {
    /// What logs call it.
    pub name: &'static str,
    /// The time between two turns.
    pub every: Duration,
    /// A turn. What failed is done at the next one.
    pub work: fn(Arc<Worker>) -> Work<()>,
}

/// All of it.
pub const ALL: &[Periodic] = &[
    Periodic { name: "ends of jobs", every: Duration::from_secs(1), work: queue_ends },
    Periodic { name: "arrived templates", every: Duration::from_secs(10), work: register_arrivals },
    Periodic { name: "what is over", every: Duration::from_secs(3_600), work: sweep },
];

impl Periodic {
    /// Does it until the process is told to stop.
    pub async fn run(&self, worker: Arc<Worker>, mut stop: watch::Receiver<bool>) {
        loop {
            let turned = tokio::select! {
                turned = (self.work)(worker.clone()) => turned,
                () = last_moment(&mut stop) => return,
            };
            if let Err(problem) = turned {
                let cause = problem.cause().unwrap_or(problem.detail());
                tracing::warn!(task = self.name, cause, "a turn failed; the next one does it");
            }
            tokio::select! {
                () = tokio::time::sleep(apart(self.every)) => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }
}

/// When the process ends, whatever it does: what a turn has not done by then, the next one does.
async fn last_moment(stop: &mut watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
    tokio::time::sleep(DRAIN).await;
}

/// About this time: processes that start together do not stay together.
fn apart(time: Duration) -> Duration {
    let (random, _) = Uuid::new_v4().as_u64_pair();
    time.mul_f64(0.75).saturating_add(Duration::from_millis(random % 1_000).mul_f64(time.as_secs_f64() / 2.0))
}

/// Queues the callbacks of jobs that ended.
fn queue_ends(worker: Arc<Worker>) -> Work<()> {
    Box::pin(async move {
        let queued = worker.aws().queue_due_ends().await?;
        if queued > 0 {
            tracing::debug!(queued, "ends of jobs queued to be told");
        }
        Ok(())
    })
}

/// Removes what is over, where the engines do not.
fn sweep(worker: Arc<Worker>) -> Work<()> {
    Box::pin(async move {
        let now = Timestamp::now();
        let records = worker.aws().sweep_records(now).await?;
        let objects = worker.aws().sweep_objects(now).await?;
        if records + objects > 0 {
            tracing::info!(records, objects, "what is over was removed");
        }
        Ok(())
    })
}

/// Registers what arrived in the incoming area. An object that fails does not hold up the others.
fn register_arrivals(worker: Arc<Worker>) -> Work<()> {
    Box::pin(async move {
        let mut failed = None;
        for arrival in worker.aws().arrivals().await? {
            let registered = match ObjectCreated::named(&arrival.key) {
                Ok(object) => register_template::handle(worker.service(), &object).await.map(|_| ()),
                // It stays where it is, and is told once.
                Err(stray) => {
                    tracing::warn!(%stray, "an object arrived that is no template");
                    Ok(())
                }
            };
            match registered {
                Ok(()) => worker.aws().note_arrival(&arrival).await?,
                Err(problem) => failed = Some(problem),
            }
        }
        failed.map_or(Ok(()), Err::<(), Problem>)
    })
}
