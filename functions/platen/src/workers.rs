//! The workers of the one-machine home: one task takes messages off the queue of bulk jobs and works on several of them at a
//! time. Who may have how many workers is told by [`Shares`]; work that has run for a while gives way to others that wait.
//!
//! Work that was begun when the process died may be what it died of. Such suspects are taken one at a time, beside ordinary
//! work: should the process die again, what was at work beside the suspect becomes one itself, and is then tried without it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use platen_service::jobs::{Deadline, GiveWay, Step};
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_service::work::Shares;
use platen_service::{Service, figures};
use platen_store_embedded::{Delivery, EmbeddedStore, Suspicion};
use tokio::task::{Id, JoinError, JoinSet};

/// How long the queue is left alone when there is nothing to do. A job of this process is told of at once; what another process
/// queued, and what is to be tried again, is found by then.
const IDLE: Duration = Duration::from_millis(500);

/// How long it is left alone while something is at work: that may turn out to be long, so that another may begin beside it.
const AT_WORK: Duration = Duration::from_millis(50);

/// How long it is left alone when it does not answer.
const TROUBLE: Duration = Duration::from_secs(2);

/// How long work waits for room on the disk.
const FULL: Duration = Duration::from_secs(10);

/// How long work goes on while others wait for a worker. What it has made by then is recorded.
pub(crate) const GIVE_WAY: Duration = Duration::from_secs(3);

/// Messages that are worked on at the same time, at most.
pub fn most() -> usize {
    shares().most()
}

fn shares() -> Shares {
    Shares::of_workers(std::thread::available_parallelism().map_or(2, usize::from))
}

/// Starts the workers, on what an earlier process left undone too. They end when the set is dropped; a message in work
/// then is delivered again at the next start.
///
/// # Errors
/// The queue does not answer.
pub async fn start(service: &Arc<Service>, queue: &Arc<EmbeddedStore>) -> Result<JoinSet<()>, StoreError> {
    queue.recover(Timestamp::now()).await?;
    queue.share_workers(shares());
    let workers = Workers { service: service.clone(), queue: queue.clone(), running: HashMap::new() };
    let mut task = JoinSet::new();
    task.spawn(workers.run());
    Ok(task)
}

/// A message that is worked on.
struct Running {
    delivery: Delivery,
    suspicion: Suspicion,
    since: Instant,
    give_way: GiveWay,
}

/// Whether the queue was told how work ended.
type Ended = Result<(), StoreError>;

struct Workers {
    service: Arc<Service>,
    queue: Arc<EmbeddedStore>,
    running: HashMap<Id, Running>,
}

impl Workers {
    async fn run(mut self) {
        let mut work = JoinSet::new();
        loop {
            let pause = match self.begin(&mut work).await {
                Ok(()) if self.running.is_empty() => IDLE,
                Ok(()) => AT_WORK,
                Err(error) => {
                    tracing::error!(%error, "the queue does not answer; trying again");
                    TROUBLE
                }
            };
            let mut ended = tokio::select! {
                ended = next(&mut work) => Some(ended),
                () = self.queue.work_came() => None,
                () = tokio::time::sleep(pause) => None,
            };
            while let Some(result) = ended {
                if let Err(error) = self.end(result).await {
                    tracing::error!(%error, "the queue was not told how work ended; it comes again");
                }
                ended = work.try_join_next_with_id();
            }
        }
    }

    /// Begins what may begin now, and asks what has run for a while to give way to what may not.
    async fn begin(&mut self, work: &mut JoinSet<Ended>) -> Result<(), StoreError> {
        // Jobs wait while the disk is almost full: each try would fail, and they have a few.
        if self.service.storage_state().is_some_and(|disk| !disk.lets_jobs_run()) {
            return Ok(());
        }
        let is_suspected = self.running.values().any(|running| running.suspicion == Suspicion::Suspect);
        if !is_suspected && let Some(delivery) = self.take(Suspicion::Suspect).await? {
            self.spawn(work, delivery, Suspicion::Suspect);
        }
        while let Some(delivery) = self.take(Suspicion::Ordinary).await? {
            self.spawn(work, delivery, Suspicion::Ordinary);
        }
        for Running { delivery, since, give_way, .. } in self.running.values() {
            if since.elapsed() > GIVE_WAY
                && !give_way.is_asked()
                && self.queue.others_wait(delivery, Timestamp::now())?
            {
                give_way.ask();
            }
        }
        Ok(())
    }

    async fn take(&self, suspicion: Suspicion) -> Result<Option<Delivery>, StoreError> {
        self.queue.take(suspicion, Timestamp::now(), after(self.hidden())).await
    }

    /// For how long nobody else sees a message: longer than the work may take, whose own end comes first.
    fn hidden(&self) -> Duration {
        self.service.limits().work_time * 2
    }

    fn spawn(&mut self, work: &mut JoinSet<Ended>, delivery: Delivery, suspicion: Suspicion) {
        figures::queue_age(delivery.waited);
        let (service, give_way) = (self.service.clone(), GiveWay::default());
        let deadline = Deadline::after(service.limits().work_time).or_when(&give_way);
        let Delivery { job, task, attempt, .. } = delivery;
        let (queue, since) = (self.queue.clone(), Instant::now());
        let hidden = since + self.hidden();
        let begun = work.spawn(async move {
            let step = service.jobs().step(job, task, attempt, deadline).await;
            settle(&queue, delivery, step, hidden).await
        });
        self.running.insert(begun.id(), Running { delivery, suspicion, since, give_way });
    }

    async fn end(&mut self, ended: Result<(Id, Ended), JoinError>) -> Ended {
        let (id, told) = match ended {
            Ok((id, told)) => (id, Some(told)),
            Err(panicked) => (panicked.id(), None),
        };
        let Some(Running { delivery, .. }) = self.running.remove(&id) else { return Ok(()) };
        match told {
            Some(told) => told,
            None => {
                let word = word(&delivery, Err(Problem::internal("the work panicked")));
                tell(&self.queue, delivery, word).await
            }
        }
    }
}

/// What the queue is told of work.
#[derive(Debug, Clone, Copy)]
enum Word {
    Done,
    /// It comes again from then on, as if it had not been taken.
    Back(Timestamp),
    /// It comes again from then on, and that is its next try.
    Again(Timestamp),
}

/// How work ended, in the queue's words.
fn word(delivery: &Delivery, step: Result<Step, Problem>) -> Word {
    let problem = match step {
        Ok(Step::Done) => return Word::Done,
        Ok(Step::HandBack) => return Word::Back(Timestamp::now()),
        Ok(Step::Hangs) => Problem::unavailable("no item finished in time"),
        Err(problem) => problem,
    };
    let Delivery { job, task, attempt, .. } = *delivery;
    let cause = problem.cause().unwrap_or(problem.detail());
    if problem.lacks_space() {
        // However often that happens, it is no try.
        tracing::warn!(job_id = %job, ?task, cause, "work waits for room on the disk");
        return Word::Back(after(FULL));
    }
    tracing::warn!(job_id = %job, ?task, attempt, cause, "work failed and is tried again");
    Word::Again(after(Duration::from_secs(u64::from(attempt))))
}

async fn tell(queue: &EmbeddedStore, delivery: Delivery, word: Word) -> Ended {
    match word {
        Word::Done => queue.finish(delivery).await,
        Word::Back(at) => queue.hand_back(delivery, at).await,
        Word::Again(at) => queue.put_back(delivery, at).await,
    }
}

/// Tells the queue how work ended, and again while it does not answer: a message is hidden for minutes, and would not come
/// before that where a disk was full for a moment.
async fn settle(
    queue: &EmbeddedStore,
    delivery: Delivery,
    step: Result<Step, Problem>,
    hidden: Instant,
) -> Ended {
    let word = word(&delivery, step);
    let mut told = tell(queue, delivery, word).await;
    if let Err(error) = &told {
        tracing::warn!(%error, job_id = %delivery.job, "the queue was not told how work ended; it is told again");
    }
    while told.is_err() && Instant::now() < hidden {
        tokio::time::sleep(TROUBLE).await;
        told = tell(queue, delivery, word).await;
    }
    told
}

/// The next work that ends; never, while there is none.
async fn next(work: &mut JoinSet<Ended>) -> Result<(Id, Ended), JoinError> {
    match work.join_next_with_id().await {
        Some(ended) => ended,
        None => std::future::pending().await,
    }
}

/// The moment when a time has passed.
fn after(time: Duration) -> Timestamp {
    let time = SignedDuration::try_from(time).unwrap_or(SignedDuration::MAX);
    Timestamp::now().checked_add(time).unwrap_or(Timestamp::MAX)
}
