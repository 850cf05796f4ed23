//! Queues for processes that poll.

use std::time::Duration;

use aws_sdk_sqs::error::ProvideErrorMetadata;
use aws_sdk_sqs::types::{Message, MessageSystemAttributeName};
use platen_service::config::AwsSettings;
use platen_service::ids::SubscriptionId;
use platen_service::store::StoreError;
use platen_service::trace::Trace;
use uuid::Uuid;

use crate::error::{not_made, unavailable};
use crate::jobs::trace_header;
use crate::work::Delivery;
use crate::{AwsStore, clients};

/// How long a call waits for a message, in seconds. A process that ends waits for the answer too, since it may bring one.
const WAIT_S: i32 = 5;

/// Messages of one ReceiveMessage.
const BATCH: usize = 10;

impl AwsStore {
    /// What its tables, buckets and queues are called.
    pub fn settings(&self) -> &AwsSettings {
        &self.settings
    }

    /// Takes up to `most` messages, of ten at most, off a queue, and waits a while for them. Nobody else sees them for the time that they
    /// are hidden.
    ///
    /// # Errors
    /// SQS does not answer.
    pub async fn receive(
        &self,
        queue: &str,
        most: usize,
        hidden: Duration,
    ) -> Result<Vec<Delivery>, StoreError> {
        let most = i32::try_from(most.min(BATCH)).unwrap_or(1);
        let received = self
            .sqs
            .receive_message()
            .queue_url(queue)
            .max_number_of_messages(most)
            .visibility_timeout(i32::try_from(hidden.as_secs()).unwrap_or(i32::MAX))
            .wait_time_seconds(WAIT_S)
            .message_system_attribute_names(MessageSystemAttributeName::All)
            .customize()
            .config_override(clients::waiting(Duration::from_secs(WAIT_S.unsigned_abs().into())))
            .send()
            .await
            .map_err(|error| unavailable("ReceiveMessage", error))?;
        let messages = received.messages.unwrap_or_default();
        Ok(messages.into_iter().map(|message| delivery(queue, message)).collect())
    }

    /// Takes a message off its queue whose work is done.
    ///
    /// # Errors
    /// SQS does not answer: the message comes again.
    pub async fn delete_message(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let delete = self.sqs.delete_message().queue_url(&delivery.queue).receipt_handle(&delivery.receipt);
        delete.send().await.map(|_| ()).map_err(|error| unavailable("DeleteMessage", error))
    }

    /// Puts a message that nobody has begun at the end of its queue: others wait behind it. It counts as a new one.
    ///
    /// # Errors
    /// SQS does not answer: the message stays where it is, or is there twice.
    pub async fn send_to_end(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let trace = delivery.trace.as_ref().map(Trace::header).unwrap_or_default();
        let send = self.sqs.send_message().queue_url(&delivery.queue).message_body(&delivery.body);
        let group = delivery.whose.map(|whose| whose.to_string());
        let send = send.set_message_group_id(group);
        let sent = send.set_message_system_attributes(trace_header(trace)?).send().await;
        sent.map_err(|error| unavailable("SendMessage", error))?;
        self.delete_message(delivery).await
    }

    /// Looks up the URLs of queues that the settings name by their names.
    pub(crate) async fn find_queues(&mut self) -> Result<(), StoreError> {
        let AwsSettings {
            render_queue_url,
            assemble_queue_url,
            cut_queue_url,
            intake_queue_url,
            intake_dead_letters_url,
            render_dead_letters_url,
            assemble_dead_letters_url,
            callback_queue_url,
            ..
        } = &mut self.settings;
        let others = [
            intake_queue_url,
            intake_dead_letters_url,
            render_dead_letters_url,
            assemble_dead_letters_url,
            callback_queue_url,
        ];
        let queues = [render_queue_url, assemble_queue_url, cut_queue_url].into_iter();
        for queue in queues.chain(others.into_iter().flatten()).filter(|queue| !queue.contains("://")) {
            *queue = queue_url(&self.sqs, queue).await?;
        }
        Ok(())
    }
}

/// The URL of a queue, by its name.
pub(crate) async fn queue_url(sqs: &aws_sdk_sqs::Client, name: &str) -> Result<String, StoreError> {
    let found = sqs.get_queue_url().queue_name(name).send().await;
    let found = found.map_err(|failed| match failed.code() {
        Some("AWS.SimpleQueueService.NonExistentQueue" | "QueueDoesNotExist") => not_made("queue", name),
        _ => unavailable(&format!("GetQueueUrl of {name}"), failed),
    })?;
    found.queue_url.ok_or_else(|| StoreError::Unavailable(format!("GetQueueUrl of {name}: no address")))
}

/// A message as it came.
pub(crate) fn delivery(queue: &str, message: Message) -> Delivery {
    let mut attributes = message.attributes.unwrap_or_default();
    let mut attribute = |name| attributes.remove(&name);
    let number = |text: Option<String>| text.and_then(|text| text.parse::<u64>().ok());
    let received = number(attribute(MessageSystemAttributeName::ApproximateReceiveCount)).unwrap_or(1);
    let trace = attribute(MessageSystemAttributeName::AwsTraceHeader);
    let group = attribute(MessageSystemAttributeName::MessageGroupId);
    Delivery {
        queue: queue.to_owned(),
        id: message.message_id.unwrap_or_default(),
        receipt: message.receipt_handle.unwrap_or_default(),
        body: message.body.unwrap_or_default(),
        received: u32::try_from(received).unwrap_or(u32::MAX),
        sent_ms: number(attribute(MessageSystemAttributeName::SentTimestamp)).unwrap_or(u64::MAX),
        trace: trace.as_deref().and_then(Trace::parse),
        whose: group.and_then(|group| Uuid::try_parse(&group).ok()).map(SubscriptionId),
    }
}
