//! Messages of SQS, as an event-source mapping hands them over, and the answer that says which of them shall come again.
//!
//! Each message is worked on by itself: what is wrong with one, or a panic over it, is that message's alone. The answer
//! counts only when the mapping has `ReportBatchItemFailures`; without it failed messages would be lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lambda_runtime::{Context, LambdaEvent, service_fn};
use platen_service::jobs::{Deadline, Step};
use platen_service::problem::Problem;
use serde::{Deserialize, Serialize};

use crate::{Home, MessageHandler};

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

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "Records")]
    records: Vec<Record>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    message_id: String,
    body: String,
    attributes: Attributes,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Attributes {
    approximate_receive_count: String,
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
        let message = Message {
            id: record.message_id,
            body: record.body,
            attempt: record.attributes.approximate_receive_count.parse().unwrap_or(1),
            deadline: Deadline::after(time_left(&event.context).saturating_sub(FOR_THE_ANSWER)),
        };
        let (id, attempt, began) = (message.id.clone(), message.attempt, Instant::now());
        // In a task of its own, whose panic is caught; the hook has logged where it was.
        let worked = tokio::spawn(handler(home.clone(), message)).await;
        let worked = worked.unwrap_or_else(|_panicked| Err(Problem::internal("the work panicked")));
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        match worked {
            Ok(Step::Done) => {
                tracing::info!(message_id = id, attempt, duration_ms, "message done");
                continue;
            }
            Ok(Step::HandBack) => {
                tracing::info!(message_id = id, attempt, duration_ms, "message handed back for want of time");
            }
            Err(problem) => {
                let cause = problem.cause().unwrap_or(problem.detail());
                tracing::warn!(
                    message_id = id,
                    attempt,
                    duration_ms,
                    cause,
                    "message failed and comes again"
                );
            }
        }
        answer.batch_item_failures.push(Failure { item_identifier: id });
    }
    answer
}

fn time_left(context: &Context) -> Duration {
    context.deadline().duration_since(std::time::SystemTime::now()).unwrap_or_default()
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
