//! When keys were last used: `REQUESTS#{subscription}` / `USED#{key}`, in the partition that every function may write
//! (`infra/template.yaml`), and written beside the request, at most once in ten minutes per key and instance.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use platen_service::ids::SubscriptionId;
use platen_service::keys::KeyRecord;
use platen_service::store::StoreError;
use serde::Deserialize;
use uuid::Uuid;

use crate::fields::from_micros;
use crate::item::{Condition, Key, number};
use crate::table::Table;

/// Between two writes of one key's use.
const EVERY: SignedDuration = SignedDuration::from_mins(10);

const PREFIX: &str = "USED#";

/// What this process wrote last, per key.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeyUse(Arc<Mutex<HashMap<Uuid, Timestamp>>>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    sk: String,
    used_at: i64,
}

fn partition(subscription: SubscriptionId) -> String {
    format!("REQUESTS#{subscription}")
}

/// Where a key's use is.
pub(crate) fn key(subscription: SubscriptionId, key: Uuid) -> Key {
    Key::new(partition(subscription), format!("{PREFIX}{key}"))
}

impl KeyUse {
    /// Notes a use. Where it is written, that goes on beside the request.
    pub(crate) fn note(&self, table: &Table, subscription: SubscriptionId, id: Uuid, at: Timestamp) {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if written.get(&id).is_some_and(|last| at.duration_since(*last) < EVERY) {
            return;
        }
        written.insert(id, at);
        drop(written);
        let (uses, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            let later = Condition::when("attribute_not_exists(usedAt) OR usedAt < :at")
                .value(":at", number(at.as_microsecond()));
            if let Err(error) = table.update(&key(subscription, id), "SET usedAt = :at", later).await {
                tracing::debug!(%error, "when a key was last used is not recorded; its next use is");
                uses.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            }
        });
    }
}

/// Adds to keys when they were last used.
pub(crate) async fn add(
    table: &Table,
    subscription: SubscriptionId,
    keys: &mut [KeyRecord],
) -> Result<(), StoreError> {
    let uses: Vec<Stored> = table.query(&partition(subscription), PREFIX).await?;
    let uses: HashMap<&str, i64> =
        uses.iter().filter_map(|used| Some((used.sk.strip_prefix(PREFIX)?, used.used_at))).collect();
    for key in keys {
        key.last_used_at = uses.get(key.id.to_string().as_str()).copied().map(from_micros).transpose()?;
    }
    Ok(())
}
