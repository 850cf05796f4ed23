//! Messages to webhooks: those to send, and those sent lately.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{EventId, SubscriptionId, WebhookId};
use platen_service::store::StoreError;
use platen_service::webhooks::{CAUSES_KEPT, MESSAGES_KEPT, Message};
use rusqlite::{OptionalExtension, Transaction, params};

use crate::database::Durability;
use crate::{EmbeddedStore, error};

/// After every id: they are hexadecimal digits.
const LAST: &str = "~";

/// The most messages that one turn of the housekeeping forgets.
const PURGED: u32 = 10_000;

/// Records messages, unless their cause is known.
pub(crate) async fn put(
    store: &EmbeddedStore,
    subscription: SubscriptionId,
    cause: Option<&str>,
    messages: &[Message],
) -> Result<bool, StoreError> {
    let cause = cause.map(str::to_owned);
    let rows: Vec<_> = messages.iter().map(row).collect::<Result<_, _>>()?;
    let ends = ends_of(Timestamp::now(), CAUSES_KEPT);
    let write = move |tx: &Transaction<'_>| {
        if let Some(cause) = &cause {
            let sql =
                "INSERT OR IGNORE INTO told_causes (subscription, cause, expires_at) VALUES (?1, ?2, ?3)";
            if tx.execute(sql, params![subscription.0, cause, ends])? == 0 {
                return Ok(false);
            }
        }
        for (webhook, id, text, due, expires) in &rows {
            let sql = "INSERT INTO webhook_messages (webhook, id, message, due_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)";
            tx.prepare_cached(sql)?.execute(params![webhook, id, text, due, expires])?;
        }
        Ok(true)
    };
    store.database.write(Durability::Full, move |tx| write(tx).map_err(error::database)).await
}

/// Those of a webhook, newest first.
pub(crate) fn list(
    store: &EmbeddedStore,
    webhook: WebhookId,
    before: Option<&EventId>,
    most: u32,
) -> Result<Vec<Message>, StoreError> {
    let sql = "SELECT message FROM webhook_messages WHERE webhook = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3";
    let before = before.map_or(LAST, EventId::as_str);
    let found: Vec<String> = store.database.read(|db| {
        db.prepare_cached(sql)?.query_map(params![webhook.0, before, most], |row| row.get(0))?.collect()
    })?;
    found.iter().map(|text| read(text)).collect()
}

/// One of them.
pub(crate) fn one(
    store: &EmbeddedStore,
    webhook: WebhookId,
    message: &EventId,
) -> Result<Option<Message>, StoreError> {
    let sql = "SELECT message FROM webhook_messages WHERE webhook = ?1 AND id = ?2";
    let found: Option<String> = store.database.read(|db| {
        db.prepare_cached(sql)?.query_row(params![webhook.0, message.as_str()], |row| row.get(0)).optional()
    })?;
    found.map(|text| read(&text)).transpose()
}

/// Records how far one is, and when it is due.
pub(crate) async fn record(store: &EmbeddedStore, message: &Message, is_due: bool) -> Result<(), StoreError> {
    let (webhook, id, text, due, _) = row(message)?;
    let due = due.filter(|_| is_due).or(message.delivery.next_try_at.map(Timestamp::as_microsecond));
    let write = move |tx: &Transaction<'_>| {
        let sql = "UPDATE webhook_messages SET message = ?3, due_at = ?4 WHERE webhook = ?1 AND id = ?2";
        tx.execute(sql, params![webhook, id, text, due]).map_err(error::database)
    };
    store.database.write(Durability::Full, write).await.map(|_| ())
}

impl EmbeddedStore {
    /// Takes messages that are due, at most `most` of them, and hides them until `hidden_until`: should this process die, they come
    /// again.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_messages(
        &self,
        most: u32,
        now: Timestamp,
        hidden_until: Timestamp,
    ) -> Result<Vec<Message>, StoreError> {
        let due =
            "SELECT webhook, id, message FROM webhook_messages WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2";
        let (now, hidden_until) = (now.as_microsecond(), hidden_until.as_microsecond());
        // Looked for often, and rarely found: looking only reads.
        if most == 0 || !self.database.read(|db| db.prepare_cached(due)?.exists(params![now, most]))? {
            return Ok(Vec::new());
        }
        let take = move |tx: &Transaction<'_>| {
            let found: Vec<(Vec<u8>, String, String)> = tx
                .prepare_cached(due)?
                .query_map(params![now, most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<_, _>>()?;
            for (webhook, id, _) in &found {
                let sql = "UPDATE webhook_messages SET due_at = ?3 WHERE webhook = ?1 AND id = ?2";
                tx.execute(sql, params![webhook, id, hidden_until])?;
            }
            Ok(found)
        };
        let found =
            self.database.write(Durability::Full, move |tx| take(tx).map_err(error::database)).await?;
        found.iter().map(|(_, _, text)| read(text)).collect()
    }
}

/// Forgets what was kept long enough; `now` in microseconds since 1970.
pub(crate) fn purge(tx: &Transaction<'_>, now: i64) -> Result<(), rusqlite::Error> {
    let sql = "DELETE FROM webhook_messages WHERE (webhook, id) IN
               (SELECT webhook, id FROM webhook_messages WHERE expires_at <= ?1 LIMIT ?2)";
    tx.execute(sql, params![now, PURGED])?;
    tx.execute("DELETE FROM told_causes WHERE expires_at <= ?1", [now]).map(|_| ())
}

type Values = (uuid::Uuid, String, String, Option<i64>, i64);

/// What is stored of one, which is due at once while it is pending.
fn row(message: &Message) -> Result<Values, StoreError> {
    let text = serde_json::to_string(message).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let due = message.delivery.is_pending().then(|| Timestamp::now().as_microsecond());
    let id = message.message_id.to_string();
    Ok((message.webhook_id.0, id, text, due, ends_of(message.created_at, MESSAGES_KEPT)))
}

/// Until when something of this time is kept, in microseconds since 1970.
fn ends_of(time: Timestamp, kept: Duration) -> i64 {
    let kept = SignedDuration::try_from(kept).unwrap_or(SignedDuration::MAX);
    time.checked_add(kept).unwrap_or(Timestamp::MAX).as_microsecond()
}

fn read(text: &str) -> Result<Message, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Damaged(format!("a message to a webhook: {error}")))
}
