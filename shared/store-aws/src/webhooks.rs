//! Webhooks: `WEBHOOKS#{subscription}` / `WEBHOOK#{webhook}` is what lists show. The table of secrets has the address under the same key,
//! only for the function that calls it. `DELETED#{webhook}` stands for a webhook that was deleted recently. Webhooks have a separate
//! partition, so the right to change them gives no other right.

use std::collections::BTreeSet;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use platen_service::callback::CallbackSecret;
use platen_service::ids::{EventId, SubscriptionId, TemplateId, WebhookId};
use platen_service::store::StoreError;
use platen_service::webhooks::{
    EventKind, Message, REMEMBERED, Receiver, StoredReceiver, Webhook, WebhookStore,
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::AwsStore;
use crate::fields::from_micros;
use crate::item::{Condition, Key, absent, item, number, text};

/// Where webhooks begin in the partition of their subscription.
const WEBHOOK: &str = "WEBHOOK#";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredWebhook {
    webhook_id: WebhookId,
    host: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    template_id: Option<TemplateId>,
    #[serde(default = "EventKind::usual")]
    events: BTreeSet<EventKind>,
    created_at: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Deleted {
    /// For DynamoDB, in seconds.
    expires_at: i64,
}

fn partition(subscription: SubscriptionId) -> String {
    format!("WEBHOOKS#{subscription}")
}

fn place(subscription: SubscriptionId, webhook: WebhookId) -> Key {
    Key::new(partition(subscription), format!("{WEBHOOK}{webhook}"))
}

fn deleted(subscription: SubscriptionId, webhook: WebhookId) -> Key {
    Key::new(partition(subscription), format!("DELETED#{webhook}"))
}

impl StoredWebhook {
    fn webhook(self) -> Result<Webhook, StoreError> {
        Ok(Webhook {
            id: self.webhook_id,
            host: self.host,
            template: self.template_id,
            events: self.events,
            created_at: from_micros(self.created_at)?,
        })
    }
}

#[async_trait]
impl WebhookStore for AwsStore {
    async fn put_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: &Webhook,
        url: &SecretString,
        secret: &CallbackSecret,
    ) -> Result<(), StoreError> {
        let place = place(subscription, webhook.id);
        let stored = StoredWebhook {
            webhook_id: webhook.id,
            host: webhook.host.clone(),
            template_id: webhook.template,
            events: webhook.events.clone(),
            created_at: webhook.created_at.as_microsecond(),
        };
        let steps = vec![
            self.table.put_step(item(&place, &stored)?, Some(absent()))?,
            self.secrets_table()?.put_step(item(&place, &StoredReceiver::new(url, secret))?, None)?,
        ];
        // Its id is random: refused, an earlier try whose answer was lost has written it.
        self.table.transact(steps).await.map(|_| ())
    }

    async fn webhooks(&self, subscription: SubscriptionId) -> Result<Vec<Webhook>, StoreError> {
        let found: Vec<StoredWebhook> = self.table.query(&partition(subscription), WEBHOOK).await?;
        let mut webhooks = found.into_iter().map(StoredWebhook::webhook).collect::<Result<Vec<_>, _>>()?;
        webhooks.sort_by_key(|webhook| (webhook.created_at, webhook.id));
        Ok(webhooks)
    }

    async fn rotate_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        new: &CallbackSecret,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let place = place(subscription, webhook);
        if self.table.get::<StoredWebhook>(&place).await?.is_none() {
            return Ok(false);
        }
        // Changed without being read, which only the function may that calls it. The condition: a try whose answer was lost is
        // sent again, and must not make the new secret the one before. One that an earlier version stored has none to keep.
        let new = text(hex::encode(new.as_bytes()));
        let known = "attribute_exists(#url) AND (attribute_not_exists(#secret) OR #secret <> :new)";
        let change = Condition::when(known)
            .name("#url", "url")
            .name("#secret", "secret")
            .value(":new", new)
            .value(":none", text(""))
            .value(":now", number(at.as_microsecond()));
        let update = "SET previous = if_not_exists(#secret, :none), rotatedAt = :now, #secret = :new";
        self.secrets_table()?.update(&place, update, change).await.map(|_| true)
    }

    async fn receiver(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
    ) -> Result<Option<Receiver>, StoreError> {
        let found: Option<StoredReceiver> = self.secrets_table()?.get(&place(subscription, webhook)).await?;
        found.map(StoredReceiver::receiver).transpose()
    }

    async fn delete_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (place, deleted) = (place(subscription, webhook), deleted(subscription, webhook));
        if self.table.get::<StoredWebhook>(&place).await?.is_none() {
            return Ok(self.table.get::<Deleted>(&deleted).await?.is_some());
        }
        let remembered = SignedDuration::try_from(REMEMBERED).unwrap_or(SignedDuration::MAX);
        let expires_at = at.checked_add(remembered).unwrap_or(Timestamp::MAX).as_second();
        let steps = vec![
            self.table.delete_step(&place)?,
            self.secrets_table()?.delete_step(&place)?,
            self.table.put_step(item(&deleted, &Deleted { expires_at })?, None)?,
        ];
        self.table.transact(steps).await.map(|_| true)
    }

    async fn put_messages(
        &self,
        subscription: SubscriptionId,
        cause: Option<&str>,
        messages: &[Message],
    ) -> Result<bool, StoreError> {
        self.put_webhook_messages(subscription, cause, messages).await
    }

    async fn messages(
        &self,
        webhook: WebhookId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Message>, StoreError> {
        self.webhook_messages(webhook, before, most).await
    }

    async fn message(&self, webhook: WebhookId, message: &EventId) -> Result<Option<Message>, StoreError> {
        self.webhook_message(webhook, message).await
    }

    async fn record_message(&self, message: &Message, is_due: bool) -> Result<(), StoreError> {
        self.record_webhook_message(message, is_due).await
    }
}
