//! Webhooks: addresses that are told of the end of each job of a subscription, or of each job from one template. Flows
//! subscribe with them (`POST /api/webhooks`), where a single job has its `callbackUrl`.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;

use crate::callback::{CallbackSecret, CallbackSecrets};
use crate::ids::{SubscriptionId, TemplateId, WebhookId};
use crate::store::StoreError;

/// How long a deleted webhook is remembered, so that its deletion can be repeated by a caller who missed the answer.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 3600);

/// A webhook, without its address: whoever has that may call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Which one.
    pub id: WebhookId,
    /// The host of its address.
    pub host: String,
    /// The template whose jobs it is told of; `None` is told of all jobs.
    pub template: Option<TemplateId>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What a webhook is called with.
pub struct Receiver {
    /// Its address.
    pub url: SecretString,
    /// The secrets of its own that its messages are signed with, beside those of the subscription. A webhook that was made
    /// before there were any has none until they are rotated.
    pub secrets: Option<CallbackSecrets>,
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

    /// Puts a new secret in the place of a webhook's, which becomes the one before. `false` when the subscription has no such
    /// webhook.
    async fn rotate_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        new: &CallbackSecret,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// The webhooks of a subscription, oldest first.
    async fn webhooks(&self, subscription: SubscriptionId) -> Result<Vec<Webhook>, StoreError>;

    /// What a webhook is called with; `None` when the subscription has no such webhook.
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
}
