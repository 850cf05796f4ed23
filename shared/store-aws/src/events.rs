//! The history: `AUDIT#{subscription}` / the event's id. A separate partition, to which functions can add but which none can change
//! (`infra/template.yaml`).

use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use platen_service::events::Event;
use platen_service::ids::{EventId, SubscriptionId};
use platen_service::store::{EventStore, StoreError};
use serde::{Deserialize, Serialize};

use crate::AwsStore;
use crate::item::{Key, item};

/// After every id: they are hexadecimal digits.
const LAST: &str = "~";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    #[serde(flatten)]
    event: Event,
    /// For DynamoDB, in seconds.
    expires_at: i64,
}

fn partition(subscription: SubscriptionId) -> String {
    format!("AUDIT#{subscription}")
}

#[async_trait]
impl EventStore for AwsStore {
    async fn record_event(
        &self,
        subscription: SubscriptionId,
        event: &Event,
        kept: Duration,
    ) -> Result<(), StoreError> {
        let kept = SignedDuration::try_from(kept).unwrap_or(SignedDuration::MAX);
        let expires_at = event.time.checked_add(kept).unwrap_or(Timestamp::MAX).as_second();
        let key = Key::new(partition(subscription), event.event_id.as_str());
        // Refused: an earlier try, whose answer was lost, wrote it.
        self.table.put_new(item(&key, &Stored { event: event.clone(), expires_at })?).await.map(|_| ())
    }

    async fn events(
        &self,
        subscription: SubscriptionId,
        before: Option<&EventId>,
        most: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let before = before.map_or(LAST, EventId::as_str);
        let found: Vec<Stored> = self.table.query_before(&partition(subscription), before, most).await?;
        Ok(found.into_iter().map(|stored| stored.event).collect())
    }
}
