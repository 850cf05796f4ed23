//! Sends ends of jobs and messages to webhooks to the event bus and to the queue of callbacks.

use aws_sdk_eventbridge::types::PutEventsRequestEntry;
use aws_sdk_sqs::types::SendMessageBatchRequestEntry;
use platen_service::ids::{EventId, SubscriptionId, WebhookId};
use platen_service::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::AwsStore;
use crate::clients;
use crate::error::{unavailable, unbuilt};
use crate::jobs::{End, send_batch, trace_header};
use crate::table::pause;

/// The most entries of one PutEvents and of one SendMessageBatch.
const BATCH: usize = 10;

/// How often events are put that the bus did not take.
const TRIES: u32 = 5;

/// A message to a webhook that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// The webhook.
    pub webhook: WebhookId,
    /// The message.
    pub message: EventId,
}

impl AwsStore {
    /// Puts ends into the queue of callbacks. After an error some of them may be there.
    ///
    /// Each message names its subscription: ends of a tenant whose receivers are slow do not hold up those of others (SQS developer guide,
    /// "Amazon SQS fair queues").
    ///
    /// # Errors
    /// The queue does not take them all, or the function has none.
    pub async fn queue_callbacks(&self, ends: &[End]) -> Result<(), StoreError> {
        let told = |end: &End| (json!({ "jobId": end.job }), end.subscription, end.trace.clone());
        self.queue_told(ends.iter().map(told).collect()).await
    }

    /// Puts messages to webhooks into the same queue. After an error some of them may be there.
    ///
    /// # Errors
    /// As [`AwsStore::queue_callbacks`].
    pub async fn queue_messages(&self, messages: &[Due]) -> Result<(), StoreError> {
        let told = |due: &Due| {
            let body = json!({ "webhookId": due.webhook, "messageId": due.message });
            (body, due.subscription, String::new())
        };
        self.queue_told(messages.iter().map(told).collect()).await
    }

    /// Puts bodies into the queue of callbacks, each with whose it is and the trace that it belongs to.
    async fn queue_told(&self, told: Vec<(Value, SubscriptionId, String)>) -> Result<(), StoreError> {
        let entry = |(id, (body, whose, trace)): (usize, &(Value, SubscriptionId, String))| {
            SendMessageBatchRequestEntry::builder()
                .id(id.to_string())
                .message_body(body.to_string())
                .message_group_id(whose.to_string())
                .set_message_system_attributes(trace_header(trace)?)
                .build()
                .map_err(unbuilt)
        };
        for told in told.chunks(BATCH) {
            let queue = self.settings.callback_queue_url.clone();
            let queue = queue.ok_or_else(|| lacks("PLATEN_CALLBACK_QUEUE_URL"))?;
            let entries: Vec<_> = told.iter().enumerate().map(entry).collect::<Result<_, _>>()?;
            send_batch(self.sqs.clone(), queue, entries).await?;
        }
        Ok(())
    }

    /// Puts ends on the event bus. After an error some of them may be there.
    ///
    /// # Errors
    /// The bus does not take them all, or the function has none.
    pub async fn publish_ends(&self, ends: &[End]) -> Result<(), StoreError> {
        let client = clients::events(&self.config);
        for ends in ends.chunks(BATCH) {
            self.put_events(&client, ends).await?;
        }
        Ok(())
    }

    async fn put_events(&self, client: &aws_sdk_eventbridge::Client, ends: &[End]) -> Result<(), StoreError> {
        let bus = self.settings.event_bus.as_ref().ok_or_else(|| lacks("PLATEN_EVENT_BUS"))?;
        let entry = |end: &End| {
            let detail = json!({
                "stack": self.settings.stack, "jobId": end.job, "templateId": end.template, "status": end.status,
                "totalCount": end.total, "failedGenerationCount": end.failed,
            });
            PutEventsRequestEntry::builder()
                .event_bus_name(bus)
                .source("platen")
                .detail_type("Bulk generation job ended")
                .detail(detail.to_string())
                .set_trace_header(Some(end.trace.clone()).filter(|trace| !trace.is_empty()))
                .build()
        };
        let mut entries: Vec<_> = ends.iter().map(entry).collect();
        for attempt in 1..=TRIES {
            let put = client.put_events().set_entries(Some(entries.clone())).send().await;
            let results = put.map_err(|error| unavailable("PutEvents", error))?.entries.unwrap_or_default();
            let mut taken = results.iter().map(|result| result.error_code.is_none());
            entries.retain(|_| !taken.next().unwrap_or_default());
            if entries.is_empty() {
                return Ok(());
            }
            pause(attempt).await;
        }
        Err(StoreError::Unavailable("PutEvents: the bus takes no events".to_owned()))
    }
}

fn lacks(variable: &str) -> StoreError {
    StoreError::Damaged(format!("{variable} is not set"))
}
