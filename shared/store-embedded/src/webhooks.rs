//! Webhooks, with sealed addresses and secrets.

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::callback::CallbackSecret;
use platen_service::ids::{EventId, SubscriptionId, TemplateId, WebhookId};
use platen_service::store::StoreError;
use platen_service::webhooks::{
    EventKind, Message, REMEMBERED, Receiver, StoredReceiver, Webhook, WebhookStore,
};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use uuid::Uuid;

use crate::database::Durability;
use crate::seal::Seal;
use crate::secrets::of_webhook;
use crate::templates::time;
use crate::webhook_messages as messages;
use crate::{EmbeddedStore, error};

#[async_trait]
impl WebhookStore for EmbeddedStore {
    async fn put_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: &Webhook,
        url: &SecretString,
        secret: &CallbackSecret,
    ) -> Result<(), StoreError> {
        let sealed = seal_receiver(&StoredReceiver::new(url, secret), &self.seal, webhook.id)?;
        let Webhook { id, host, template, events, created_at } = webhook.clone();
        let events = json!(events).to_string();
        let write = move |tx: &Transaction<'_>| {
            let sql = "INSERT INTO webhooks (id, subscription, host, template, created_at, url, events)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let template = template.map(|template| template.0);
            let created_at = created_at.as_microsecond();
            tx.execute(sql, params![id.0, subscription.0, host, template, created_at, sealed, events])
                .map_err(error::database)
        };
        self.database.write(Durability::Full, write).await.map(|_| ())
    }

    async fn webhooks(&self, subscription: SubscriptionId) -> Result<Vec<Webhook>, StoreError> {
        let sql = "SELECT id, host, template, created_at, events FROM webhooks
                   WHERE subscription = ?1 AND deleted_at IS NULL ORDER BY created_at, id";
        self.database.read(|db| db.prepare_cached(sql)?.query_map([subscription.0], webhook)?.collect())
    }

    async fn rotate_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        new: &CallbackSecret,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (seal, new) = (self.seal.clone(), hex::encode(new.as_bytes()));
        let write = move |tx: &Transaction<'_>| {
            let Some(sealed) = sealed(tx, subscription, webhook).map_err(error::database)? else {
                return Ok(false);
            };
            let mut kept = open_receiver(&seal, webhook, &sealed)?;
            (kept.previous, kept.rotated_at) = (kept.secret.take(), Some(at.as_microsecond()));
            kept.secret = Some(new.clone());
            let sql = "UPDATE webhooks SET url = ?2 WHERE id = ?1";
            tx.execute(sql, params![webhook.0, seal_receiver(&kept, &seal, webhook)?])
                .map_err(error::database)?;
            Ok(true)
        };
        self.database.write(Durability::Full, write).await
    }

    async fn receiver(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
    ) -> Result<Option<Receiver>, StoreError> {
        let sealed = self.database.read(|db| sealed(db, subscription, webhook))?;
        sealed.map(|sealed| open_receiver(&self.seal, webhook, &sealed)?.receiver()).transpose()
    }

    async fn delete_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE webhooks SET url = NULL, deleted_at = coalesce(deleted_at, ?3)
                       WHERE id = ?1 AND subscription = ?2";
            tx.execute(sql, params![webhook.0, subscription.0, at.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Full, write).await.map(|changed| changed > 0)
    }

    async fn put_messages(
        &self,
        subscription: SubscriptionId,
        cause: Option<&str>,
        messages: &[Message],
    ) -> Result<bool, StoreError> {
        messages::put(self, subscription, cause, messages).await
    }

    async fn messages(
        &self,
        webhook: WebhookId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Message>, StoreError> {
        messages::list(self, webhook, before, most)
    }

    async fn message(&self, webhook: WebhookId, message: &EventId) -> Result<Option<Message>, StoreError> {
        messages::one(self, webhook, message)
    }

    async fn record_message(&self, message: &Message, is_due: bool) -> Result<(), StoreError> {
        messages::record(self, message, is_due).await
    }
}

/// What is called, sealed. The column is called by the one thing that it once held.
fn sealed(
    db: &Connection,
    subscription: SubscriptionId,
    webhook: WebhookId,
) -> Result<Option<Vec<u8>>, rusqlite::Error> {
    let sql = "SELECT url FROM webhooks WHERE id = ?1 AND subscription = ?2 AND url IS NOT NULL";
    db.prepare_cached(sql)?.query_row([webhook.0, subscription.0], |row| row.get(0)).optional()
}

/// Seals what a webhook is called with.
fn seal_receiver(kept: &StoredReceiver, seal: &Seal, webhook: WebhookId) -> Result<Vec<u8>, StoreError> {
    seal.seal(&of_webhook(webhook.0), json!(kept).to_string().as_bytes())
}

/// Earlier versions sealed the address alone.
fn open_receiver(seal: &Seal, webhook: WebhookId, sealed: &[u8]) -> Result<StoredReceiver, StoreError> {
    let text = seal.open_text(&of_webhook(webhook.0), sealed)?;
    match text.expose_secret() {
        text if text.starts_with('{') => serde_json::from_str(text)
            .map_err(|error| StoreError::Damaged(format!("webhook {webhook}: {error}"))),
        url => Ok(StoredReceiver { url: url.to_owned(), secret: None, previous: None, rotated_at: None }),
    }
}

/// Forgets those that were deleted long enough ago; `now` in microseconds since 1970.
pub(crate) fn purge(tx: &Transaction<'_>, now: i64) -> Result<(), rusqlite::Error> {
    let remembered = i64::try_from(REMEMBERED.as_micros()).unwrap_or(i64::MAX);
    let sql = "DELETE FROM webhooks WHERE deleted_at <= ?1";
    tx.execute(sql, [now.saturating_sub(remembered)])?;
    messages::purge(tx, now)
}

fn webhook(row: &Row<'_>) -> Result<Webhook, rusqlite::Error> {
    let template: Option<Uuid> = row.get(2)?;
    let events: Option<String> = row.get(4)?;
    let events = events.and_then(|events| serde_json::from_str(&events).ok());
    Ok(Webhook {
        events: events.unwrap_or_else(EventKind::usual),
        id: WebhookId(row.get(0)?),
        host: row.get(1)?,
        template: template.map(TemplateId),
        created_at: time(row, 3)?,
    })
}
