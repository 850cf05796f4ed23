//! Webhooks: addresses to notify of the end of each job of a subscription, or of each job from one template, and of other
//! events that they select. Flows subscribe with them (`POST /api/webhooks`); a single job has its `callbackUrl`.

mod event_kind;
mod message;
mod notice;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::callback::{CallbackSecret, CallbackSecrets};
use crate::ids::{EventId, SubscriptionId, TemplateId, WebhookId};
use crate::store::StoreError;

pub use event_kind::EventKind;
pub use message::{CAUSES_KEPT, MESSAGES_KEPT, Message};
pub use notice::{KeyNotice, Notice, QuotaNotice, TEST, TemplateNotice, TestNotice};

/// How long a deleted webhook is remembered, so that its deletion can be repeated by a caller who missed the answer.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 3600);

/// A webhook, without its address, which is enough to call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The host of its address.
    pub host: String,
    /// The template whose jobs it reports; `None` for all jobs.
    pub template: Option<TemplateId>,
    /// The events that it reports.
    pub events: BTreeSet<EventKind>,
    /// When it was made.
    pub created_at: Timestamp,
}

impl Webhook {
    /// Whether it reports an event of this kind, which is about some templates, or about none.
    pub fn wants(&self, kind: EventKind, is_about: impl Fn(TemplateId) -> bool) -> bool {
        self.events.contains(&kind) && self.template.is_none_or(is_about)
    }
}

/// The address and secrets of a webhook.
pub struct Receiver {
    /// Its address.
    pub url: SecretString,
    /// The secrets of its own that its messages are signed with, beside those of the subscription. A webhook that was made
    /// before there were any has none until they are rotated.
    pub secrets: Option<CallbackSecrets>,
}

/// The same as stores keep it. Secrets are in hexadecimal; a webhook that was made before there were any has none.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredReceiver {
    /// Its address.
    pub url: String,
    /// The secret in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The one before; empty where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// When the one took the place of the other, in microseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotated_at: Option<i64>,
}

impl StoredReceiver {
    /// The receiver of a new webhook.
    pub fn new(url: &SecretString, secret: &CallbackSecret) -> StoredReceiver {
        let (url, secret) = (url.expose_secret().to_owned(), Some(hex::encode(secret.as_bytes())));
        StoredReceiver { url, secret, previous: None, rotated_at: None }
    }

    /// As it was stored.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] for a secret or a time that is none.
    pub fn receiver(self) -> Result<Receiver, StoreError> {
        let damaged = |what: &dyn Display| StoreError::Damaged(format!("the secret of a webhook: {what}"));
        let secret = |text: &str| {
            let mut bytes = [0; 32];
            hex::decode_to_slice(text, &mut bytes).map_err(|error| damaged(&error))?;
            Ok::<_, StoreError>(CallbackSecret::from_bytes(bytes))
        };
        let replaced = self.rotated_at.map(Timestamp::from_microsecond).transpose();
        let replaced = replaced.map_err(|error| damaged(&error))?;
        let previous = self.previous.as_deref().filter(|text| !text.is_empty()).map(secret).transpose()?;
        let current = self.secret.as_deref().map(secret).transpose()?;
        let secrets = current.map(|current| CallbackSecrets { current, previous: previous.zip(replaced) });
        Ok(Receiver { url: SecretString::from(self.url), secrets })
    }
}

/// The webhooks of subscriptions.
#[async_trait]
pub trait WebhookStore: Send + Sync {
    /// Records a new webhook with its address and its secret, which are kept apart from what lists show.
    async fn put_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: &Webhook,
        url: &SecretString,
        secret: &CallbackSecret,
    ) -> Result<(), StoreError>;

    /// Replaces a webhook's secret with a new one; the old one stays as the previous secret. `false` if the subscription has
    /// no such webhook.
    async fn rotate_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        new: &CallbackSecret,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// The webhooks of a subscription, oldest first.
    async fn webhooks(&self, subscription: SubscriptionId) -> Result<Vec<Webhook>, StoreError>;

    /// The address and secrets of a webhook; `None` if the subscription has no such webhook.
    async fn receiver(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
    ) -> Result<Option<Receiver>, StoreError>;

    /// Deletes a webhook at `at`. `false` when the subscription has no such webhook, and had none within [`REMEMBERED`].
    async fn delete_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Records messages of a subscription. Those that are pending are due at once. With a cause, nothing is recorded, and `false`
    /// returned, when the subscription had messages of that cause within [`CAUSES_KEPT`].
    async fn put_messages(
        &self,
        subscription: SubscriptionId,
        cause: Option<&str>,
        messages: &[Message],
    ) -> Result<bool, StoreError>;

    /// Messages to a webhook, newest first: `most` of those before `before`.
    async fn messages(
        &self,
        webhook: WebhookId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Message>, StoreError>;

    /// One message to a webhook.
    async fn message(&self, webhook: WebhookId, message: &EventId) -> Result<Option<Message>, StoreError>;

    /// Records the progress of a message. `is_due` makes it due at once; otherwise its deliverer knows when it is.
    async fn record_message(&self, message: &Message, is_due: bool) -> Result<(), StoreError>;
}
