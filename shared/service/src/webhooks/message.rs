//! Messages to webhooks, kept until they are delivered and for a while after that, so that people can look at them and send
//! them again.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::{EventId, SubscriptionId, WebhookId};
use crate::jobs::{Delivery, DeliveryStatus, JobRecord};
use crate::trace::Parent;

/// How long a message is kept.
pub const MESSAGES_KEPT: Duration = Duration::from_secs(14 * 24 * 3600);

/// How long a cause is remembered. Longer than the time for which it can come again: a month
/// ([`super::EventKind::QuotaNearlyUsed`]).
pub const CAUSES_KEPT: Duration = Duration::from_secs(32 * 24 * 3600);

/// A message to one webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Its id. Ids sort as the messages were made.
    pub message_id: EventId,
    /// The webhook to notify.
    pub webhook_id: WebhookId,
    /// Whose webhook that is.
    pub subscription_id: SubscriptionId,
    /// The `webhook-id` that it is sent under, each time.
    pub sent_as: String,
    /// The type of its event.
    pub r#type: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// The JSON that is sent.
    pub body: String,
    /// How far it is.
    pub delivery: Delivery,
    /// The trace that it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Parent>,
}

impl Message {
    /// A message that is to be sent.
    pub fn new(
        subscription_id: SubscriptionId,
        webhook_id: WebhookId,
        r#type: &str,
        body: String,
        created_at: Timestamp,
    ) -> Message {
        let message_id = EventId::new(created_at);
        let (sent_as, delivery) = (message_id.to_string(), Delivery::default());
        let r#type = r#type.to_owned();
        let trace = Parent::current();
        Message {
            message_id,
            webhook_id,
            subscription_id,
            sent_as,
            r#type,
            created_at,
            body,
            delivery,
            trace,
        }
    }

    /// The message about a job's end, for a webhook's history. Until then, the job's record has its progress.
    pub fn of_job(
        job: &JobRecord,
        webhook: WebhookId,
        body: String,
        delivery: Delivery,
        now: Timestamp,
    ) -> Message {
        let message = Message::new(job.subscription, webhook, super::EventKind::JobEnded.as_str(), body, now);
        Message { sent_as: job.message_id(webhook), delivery, trace: job.settings.trace.clone(), ..message }
    }

    /// Whether it was given up.
    pub fn has_failed(&self) -> bool {
        self.delivery.status == DeliveryStatus::Failed
    }
}
