//! The workers of the one-machine home: as many as cores, each working off the queue of bulk jobs message by message.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use platen_service::Service;
use tokio::task::JoinSet;

use crate::failure::Failure;

/// How long a worker without work waits before it looks again.
const IDLE: Duration = Duration::from_millis(100);

/// How long a worker waits when the queue does not answer.
const TROUBLE: Duration = Duration::from_secs(2);

/// Starts the workers, on what an earlier process left undone too. They end when the set is dropped; a message in work
/// then is delivered again at the next start.
///
/// # Errors
/// The queue does not answer.
pub async fn start(service: &Arc<Service>) -> Result<JoinSet<()>, Failure> {
    service.stores().queue.recover(Timestamp::now()).await?;
    let mut workers = JoinSet::new();
    for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
        let service = service.clone();
        workers.spawn(async move {
            loop {
                match service.work_once().await {
                    Ok(true) => {}
                    Ok(false) => tokio::time::sleep(IDLE).await,
                    Err(problem) => {
                        let cause = problem.cause().unwrap_or(problem.detail());
                        tracing::error!(cause, "the queue does not answer; trying again");
                        tokio::time::sleep(TROUBLE).await;
                    }
                }
            }
        });
    }
    Ok(workers)
}
