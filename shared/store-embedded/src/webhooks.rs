//! Webhooks, their addresses sealed.

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::ids::{SubscriptionId, TemplateId, WebhookId};
use platen_service::store::StoreError;
use platen_service::webhooks::{REMEMBERED, Webhook, WebhookStore};
use rusqlite::{OptionalExtension, Row, Transaction, params};
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

use crate::database::Durability;
use crate::secrets::of_webhook;
use crate::templates::time;
use crate::{EmbeddedStore, error};

#[async_trait]
impl WebhookStore for EmbeddedStore {
    async fn put_webhook(
        &self,
        subscription: SubscriptionId,
        webhook: &Webhook,
        url: &SecretString,
    ) -> Result<(), StoreError> {
        let sealed = self.seal.seal(&of_webhook(webhook.id.0), url.expose_secret().as_bytes())?;
        let Webhook { id, host, template, created_at } = webhook.clone();
        let write = move |tx: &Transaction<'_>| {
            let sql = "INSERT INTO webhooks (id, subscription, host, template, created_at, url)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let template = template.map(|template| template.0);
            let created_at = created_at.as_microsecond();
            tx.execute(sql, params![id.0, subscription.0, host, template, created_at, sealed])
                .map_err(error::database)
        };
        self.database.write(Durability::Full, write).await.map(|_| ())
    }

    async fn webhooks(&self, subscription: SubscriptionId) -> Result<Vec<Webhook>, StoreError> {
        let sql = "SELECT id, host, template, created_at FROM webhooks
                   WHERE subscription = ?1 AND deleted_at IS NULL ORDER BY created_at, id";
        self.database.read(|db| db.prepare_cached(sql)?.query_map([subscription.0], webhook)?.collect())
    }

    async fn webhook_url(
        &self,
        subscription: SubscriptionId,
        webhook: WebhookId,
    ) -> Result<Option<SecretString>, StoreError> {
        let sql = "SELECT url FROM webhooks WHERE id = ?1 AND subscription = ?2 AND url IS NOT NULL";
        let sealed: Option<Vec<u8>> = self.database.read(|db| {
            let keys = [webhook.0, subscription.0];
            db.prepare_cached(sql)?.query_row(keys, |row| row.get(0)).optional()
        })?;
        sealed.map(|sealed| self.seal.open_text(&of_webhook(webhook.0), &sealed)).transpose()
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
}

/// Forgets those that were deleted long enough ago; `now` in microseconds since 1970.
pub(crate) fn purge(tx: &Transaction<'_>, now: i64) -> Result<(), rusqlite::Error> {
    let remembered = i64::try_from(REMEMBERED.as_micros()).unwrap_or(i64::MAX);
    let sql = "DELETE FROM webhooks WHERE deleted_at <= ?1";
    tx.execute(sql, [now.saturating_sub(remembered)]).map(|_| ())
}

fn webhook(row: &Row<'_>) -> Result<Webhook, rusqlite::Error> {
    let template: Option<Uuid> = row.get(2)?;
    Ok(Webhook {
        id: WebhookId(row.get(0)?),
        host: row.get(1)?,
        template: template.map(TemplateId),
        created_at: time(row, 3)?,
    })
}
