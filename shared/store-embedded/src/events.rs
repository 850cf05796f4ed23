//! The history of subscriptions.

use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use platen_service::events::Event;
use platen_service::ids::{EventId, SubscriptionId};
use platen_service::store::{EventStore, StoreError};
use rusqlite::{Transaction, params};

use crate::database::Durability;
use crate::{EmbeddedStore, error};

/// After every id: they are hexadecimal digits.
const LAST: &str = "~";

#[async_trait]
impl EventStore for EmbeddedStore {
    async fn record_event(
        &self,
        subscription: SubscriptionId,
        event: &Event,
        kept: Duration,
    ) -> Result<(), StoreError> {
        let kept = SignedDuration::try_from(kept).unwrap_or(SignedDuration::MAX);
        let expires_at = event.time.checked_add(kept).unwrap_or(jiff::Timestamp::MAX).as_microsecond();
        let text = serde_json::to_string(event).map_err(|error| StoreError::Damaged(error.to_string()))?;
        let id = event.event_id.as_str().to_owned();
        let write = move |tx: &Transaction<'_>| {
            // One that is there is the same: an id is made once.
            let sql =
                "INSERT OR IGNORE INTO events (subscription, id, event, expires_at) VALUES (?1, ?2, ?3, ?4)";
            tx.execute(sql, params![subscription.0, id, text, expires_at]).map_err(error::database)
        };
        self.database.write(Durability::Full, write).await.map(|_| ())
    }

    async fn events(
        &self,
        subscription: SubscriptionId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT event FROM events WHERE subscription = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3";
        let before = before.map_or(LAST, EventId::as_str);
        let found: Vec<String> = self.database.read(|db| {
            let mut events = db.prepare_cached(sql)?;
            events.query_map(params![subscription.0, before, most], |row| row.get(0))?.collect()
        })?;
        let read = |text: &String| serde_json::from_str(text);
        let events: Result<_, _> = found.iter().map(read).collect();
        events.map_err(|error| StoreError::Damaged(format!("an event: {error}")))
    }
}
