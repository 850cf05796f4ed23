//! Messages of SQS, as an event-source mapping hands them over, and the answer that says which of them must come again.
//!
//! Each message is worked on by itself: what is wrong with one, or a panic over it, is that message's alone. The answer
//! counts only when the mapping has `ReportBatchItemFailures`; without it failed messages would be lost.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use lambda_runtime::{Context, LambdaEvent, service_fn};
use platen_service::figures;
use platen_service::ids::JobId;
use platen_service::jobs::{Deadline, Step};
use platen_service::problem::Problem;
use platen_service::trace::Trace;
use serde::{Deserialize, Serialize};
use tracing::{Instrument, field};
use uuid::Uuid;

use crate::{Home, MessageHandler, trace_of};

/// The time that is kept back for the answer itself: at its deadline the process is stopped, answered or not.
const FOR_THE_ANSWER: Duration = Duration::from_millis(500);

/// A message.
#[derive(Debug, Clone)]
pub struct Message {
    /// Its id.
    pub id: String,
    /// What it says.
    pub body: String,
    /// How often it was delivered, this time included.
    pub attempt: u32,
    /// Until when its work must be done.
    pub deadline: Deadline,
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
fn pause(attempt: u32) -> Duration {
    let most = match attempt {
        0 | 1 => 5_000,
        2 => 30_000,
        _ => 120_000,
    };
    let (random, _) = Uuid::new_v4().as_u64_pair();
    Duration::from_millis(most / 2 + random % (most / 2))
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "Records")]
    records: Vec<Record>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    message_id: String,
    receipt_handle: String,
    body: String,
    attributes: Attributes,
    #[serde(rename = "eventSourceARN")]
    queue_arn: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Attributes {
    approximate_receive_count: String,
    /// In milliseconds since 1970.
    sent_timestamp: String,
    #[serde(rename = "AWSTraceHeader")]
    trace: Option<String>,
}

/// What the body of a message says of what it is about, where it is one of the service's own.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    job_id: Option<JobId>,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    batch_item_failures: Vec<Failure>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure {
    item_identifier: String,
}

/// Works off messages until Lambda ends the process.
pub(crate) async fn serve(home: Arc<Home>, handler: MessageHandler) -> Result<(), lambda_runtime::Error> {
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Event>| {
        let home = home.clone();
        async move { Ok::<_, std::convert::Infallible>(work_off(&home, handler, event).await) }
    }))
    .await
}

async fn work_off(home: &Arc<Home>, handler: MessageHandler, event: LambdaEvent<Event>) -> Answer {
    let mut answer = Answer::default();
    for record in event.payload.records {
        let (request_id, message_id) = (&event.context.request_id, record.message_id.clone());
        let About { job_id } = serde_json::from_str(&record.body).unwrap_or_default();
        let trace = record.attributes.trace.as_deref().and_then(Trace::parse);
        let trace = trace.or_else(|| trace_of(&event.context));
        let (job_id, trace_id) = (job_id.map(field::display), trace.as_ref().map(Trace::id));
        let span = tracing::info_span!("message", request_id, message_id, job_id, trace_id);
        let work = Trace::scope(trace.clone(), is_done(home, handler, &event.context, record));
        if !work.instrument(span).await {
            answer.batch_item_failures.push(Failure { item_identifier: message_id });
        }
    }
    home.publish_figures();
    answer
}

/// Works a message off. `false` when it must come again.
async fn is_done(home: &Arc<Home>, handler: MessageHandler, context: &Context, record: Record) -> bool {
    let attempt = record.attributes.approximate_receive_count.parse().unwrap_or(1);
    if attempt == 1 {
        figures::queue_age(age(&record.attributes.sent_timestamp));
    }
    let message = Message {
        id: record.message_id,
        body: record.body,
        attempt,
        deadline: Deadline::after(time_left(context).saturating_sub(FOR_THE_ANSWER)),
    };
    let began = Instant::now();
    // In a task of its own, whose panic is caught; the hook has logged where it was.
    let work = Trace::scope(Trace::current(), handler(home.clone(), message));
    let worked = tokio::spawn(work.in_current_span()).await;
    let worked = worked.unwrap_or_else(|_panicked| Err(Problem::internal("the work panicked")));
    let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    match worked {
        Ok(Next::Done) => {
            tracing::info!(attempt, duration_ms, "message done");
            return true;
        }
        Ok(Next::Again(wait)) => {
            let wait_s = wait.as_secs();
            tracing::info!(attempt, duration_ms, wait_s, "message handed back");
            home.show_after(&record.queue_arn, &record.receipt_handle, wait).await;
        }
        Err(problem) => {
            let (cause, wait) = (problem.cause().unwrap_or(problem.detail()), pause(attempt));
            let wait_s = wait.as_secs();
            tracing::warn!(attempt, duration_ms, wait_s, cause, "message failed and comes again");
            home.show_after(&record.queue_arn, &record.receipt_handle, wait).await;
        }
    }
    false
}

/// How long ago a message was sent.
fn age(sent_ms: &str) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    sent_ms.parse().map_or(Duration::ZERO, |sent| now.saturating_sub(Duration::from_millis(sent)))
}

fn time_left(context: &Context) -> Duration {
    context.deadline().duration_since(SystemTime::now()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_read_and_an_answer_written_as_lambda_has_them() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../events");
        let event = std::fs::read(folder.join("render-chunk.json")).unwrap();
        let event: Event = serde_json::from_slice(&event).unwrap();
        assert_eq!(event.records.len(), 1);
        assert_eq!(event.records[0].attributes.approximate_receive_count, "1");
        let answer = Answer { batch_item_failures: vec![Failure { item_identifier: "a".into() }] };
        assert_eq!(
            serde_json::to_value(answer).unwrap(),
            json!({ "batchItemFailures": [{ "itemIdentifier": "a" }] })
        );
    }
}
