//! Messages of SQS, as an event-source mapping hands them over, and the answer that says which of them must come again.
//!
//! The answer counts only when the mapping has `ReportBatchItemFailures`; without it failed messages would be lost.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use lambda_runtime::{Context, LambdaEvent, service_fn};
use platen_service::ids::SubscriptionId;
use platen_service::jobs::Deadline;
use platen_service::trace::Trace;
use platen_store_aws::work::{Delivery, Handler};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Home, trace_of};

/// The time that is kept back for the answer itself: at its deadline the process is stopped, answered or not.
const FOR_THE_ANSWER: Duration = Duration::from_millis(500);

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
    #[serde(rename = "MessageGroupId")]
    group: Option<String>,
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
pub(crate) async fn serve(home: Arc<Home>, handler: Handler) -> Result<(), lambda_runtime::Error> {
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Event>| {
        let home = home.clone();
        async move { Ok::<_, std::convert::Infallible>(work_off(&home, handler, event).await) }
    }))
    .await
}

async fn work_off(home: &Home, handler: Handler, event: LambdaEvent<Event>) -> Answer {
    let mut answer = Answer::default();
    for record in event.payload.records {
        let item_identifier = record.message_id.clone();
        let (delivery, deadline) = (delivery(home, record, &event.context), deadline(&event.context));
        let request_id = Some(event.context.request_id.as_str());
        if !home.worker().work_off(handler, delivery, deadline, request_id).await {
            answer.batch_item_failures.push(Failure { item_identifier });
        }
    }
    home.publish_figures();
    answer
}

fn delivery(home: &Home, record: Record, context: &Context) -> Delivery {
    let Record { attributes, .. } = record;
    let trace = attributes.trace.as_deref().and_then(Trace::parse);
    Delivery {
        queue: home.worker().aws().queue_of(&record.queue_arn),
        id: record.message_id,
        receipt: record.receipt_handle,
        body: record.body,
        received: attributes.approximate_receive_count.parse().unwrap_or(1),
        sent_ms: attributes.sent_timestamp.parse().unwrap_or(u64::MAX),
        trace: trace.or_else(|| trace_of(context)),
        whose: attributes.group.and_then(|group| Uuid::try_parse(&group).ok()).map(SubscriptionId),
    }
}

/// Until when a message's work must be done.
fn deadline(context: &Context) -> Deadline {
    let time_left = context.deadline().duration_since(SystemTime::now()).unwrap_or_default();
    Deadline::after(time_left.saturating_sub(FOR_THE_ANSWER))
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
