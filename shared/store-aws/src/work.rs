//! Work from a queue: what a handler gets, and what happens to the message after that. A Lambda function, which receives messages, and a
//! process that polls for them behave the same here.
//!
//! Each message is handled separately: an error or a panic affects only that message.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::{Deadline, Step};
use platen_service::problem::Problem;
use platen_service::trace::Trace;
use platen_service::{Service, figures};
use serde::Deserialize;
use tracing::{Instrument, field};
use uuid::Uuid;

use crate::{AwsStore, Message};

/// What a handler does, boxed: handlers stand in tables.
pub type Work<T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>;

/// A handler of the messages of a queue. After an error, as after a panic, the message comes again.
pub type Handler = fn(Arc<Worker>, Delivery, Deadline) -> Work<Next>;

/// What handlers work with.
pub struct Worker {
    service: Arc<Service>,
    aws: Arc<AwsStore>,
}

/// A message that was delivered.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The URL of its queue.
    pub queue: String,
    /// Its id.
    pub id: String,
    /// What the queue calls this delivery.
    pub receipt: String,
    /// What it says.
    pub body: String,
    /// How often it was delivered, this time included.
    pub received: u32,
    /// When it was sent, in milliseconds since 1970.
    pub sent_ms: u64,
    /// The trace of the request that it is for.
    pub trace: Option<Trace>,
    /// The subscription that it is for, where the queue tells.
    pub whose: Option<SubscriptionId>,
}

/// What becomes of a message whose work did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It can go.
    Done,
    /// It must come again after this time, which is 12 hours at most.
    Again(Duration),
}

impl From<Step> for Next {
    fn from(step: Step) -> Next {
        match step {
            Step::Done => Next::Done,
            Step::HandBack => Next::Again(Duration::ZERO),
            Step::Hangs => Next::Again(pause(1)),
        }
    }
}

/// How long a message whose work failed waits, longer after each delivery: a store that did not answer has that time to
/// recover. Each waits another while, so that not all of them come at once.
fn pause(received: u32) -> Duration {
    let most = match received {
        0 | 1 => 5_000,
        2 => 30_000,
        _ => 120_000,
    };
    let (random, _) = Uuid::new_v4().as_u64_pair();
    Duration::from_millis(most / 2 + random % (most / 2))
}

/// What the body of a message says of what it is about, where it is one of the service's own.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    job_id: Option<JobId>,
}

impl Worker {
    /// Puts both together: the service's stores are this one.
    pub fn new(service: Arc<Service>, aws: Arc<AwsStore>) -> Worker {
        Worker { service, aws }
    }

    /// The service.
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// What its stores are.
    pub fn aws(&self) -> &AwsStore {
        &self.aws
    }

    /// Works a message off. `false` when it must come again, which its queue was told. `request_id` is what Lambda calls this.
    pub async fn work_off(
        self: &Arc<Worker>,
        handler: Handler,
        delivery: Delivery,
        deadline: Deadline,
        request_id: Option<&str>,
    ) -> bool {
        let About { job_id } = serde_json::from_str(&delivery.body).unwrap_or_default();
        let trace = delivery.trace.clone();
        let (message_id, job_id) = (delivery.id.clone(), job_id.map(field::display));
        let trace_id = trace.as_ref().map(Trace::id);
        let span = tracing::info_span!("message", request_id, message_id, job_id, trace_id);
        Trace::scope(trace, self.is_done(handler, delivery, deadline)).instrument(span).await
    }

    /// Hands a message back at once whose work is cut off since the process ends: that is no try of the work.
    pub async fn hand_back(&self, delivery: &Delivery) {
        let job = serde_json::from_str(&delivery.body).map(|Message { job_id, .. }| job_id);
        let told = async {
            if let Ok(job) = job {
                self.aws.take_try_back(job, &delivery.id, delivery.received).await?;
            }
            self.aws.show_after(&delivery.queue, &delivery.receipt, Duration::ZERO).await
        };
        if let Err(error) = told.await {
            tracing::warn!(message_id = delivery.id, %error, "a message that is handed back comes again later");
        }
    }

    async fn is_done(self: &Arc<Worker>, handler: Handler, delivery: Delivery, deadline: Deadline) -> bool {
        let attempt = delivery.received;
        if attempt == 1 {
            figures::queue_age(delivery.age());
        }
        let (queue, receipt) = (delivery.queue.clone(), delivery.receipt.clone());
        let began = Instant::now();
        // In a task of its own, whose panic is caught; the hook has logged where it was.
        let work = Trace::scope(Trace::current(), handler(self.clone(), delivery, deadline));
        let worked = tokio::spawn(work.in_current_span()).await;
        let worked = worked.unwrap_or_else(|_panicked| Err(Problem::internal("the work panicked")));
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let wait = match worked {
            Ok(Next::Done) => {
                tracing::info!(attempt, duration_ms, "message done");
                return true;
            }
            Ok(Next::Again(wait)) => {
                let wait_s = wait.as_secs();
                tracing::info!(attempt, duration_ms, wait_s, "message handed back");
                wait
            }
            Err(problem) => {
                let (cause, wait) = (problem.cause().unwrap_or(problem.detail()), pause(attempt));
                let wait_s = wait.as_secs();
                tracing::warn!(attempt, duration_ms, wait_s, cause, "message failed and comes again");
                wait
            }
        };
        if let Err(error) = self.aws.show_after(&queue, &receipt, wait).await {
            tracing::warn!(%error, "the message does not come again when it should");
        }
        false
    }
}

impl Delivery {
    /// How long ago the message was sent.
    fn age(&self) -> Duration {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.saturating_sub(Duration::from_millis(self.sent_ms))
    }
}

/// A delivery of a job's message whose work begins. A worker that dies leaves it noted as a try of the work.
pub struct Try {
    worker: Arc<Worker>,
    job: JobId,
    message: String,
    received: u32,
    attempt: u32,
}

impl Try {
    /// Notes that the work of a message begins.
    ///
    /// # Errors
    /// The message is none of a job, or the store does not answer: nothing may begin.
    pub async fn begin(worker: &Arc<Worker>, delivery: &Delivery) -> Result<Try, Problem> {
        let Message { job_id, .. } = serde_json::from_str(&delivery.body).map_err(Problem::internal)?;
        let attempt = worker.aws.begin_try(job_id, &delivery.id, delivery.received).await?;
        let (worker, id, received) = (worker.clone(), delivery.id.clone(), delivery.received);
        Ok(Try { worker, job: job_id, message: id, received, attempt })
    }

    /// Which try of the work it is, counted from 1: how often the message was delivered is no measure of that.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Says what becomes of the message. What the worker lives to tell is no try of the work, but for work that hangs.
    ///
    /// # Errors
    /// Those of the work.
    pub async fn end(self, step: Result<Step, Problem>) -> Result<Next, Problem> {
        match step {
            Ok(Step::Done) => return Ok(Next::Done),
            Ok(Step::Hangs) => return Err(Problem::unavailable("no item finished in time")),
            Ok(Step::HandBack) | Err(_) => {}
        }
        if let Err(error) = self.worker.aws.take_try_back(self.job, &self.message, self.received).await {
            tracing::warn!(job_id = %self.job, %error, "this delivery counts as a try of its work");
        }
        step.map(Next::from)
    }
}
