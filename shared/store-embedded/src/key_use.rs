//! When keys were last used: noted in memory on the path of each request, written about once a minute per key.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use platen_service::ids::SubscriptionId;
use platen_service::keys::KeyRecord;
use platen_service::store::StoreError;
use rusqlite::params;
use uuid::Uuid;

use crate::database::{Database, Durability};
use crate::error;

/// Between two writes of one key's use.
const EVERY: SignedDuration = SignedDuration::from_secs(60);

/// How long a use is remembered after it was written.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);

/// The uses that this process saw. As many as there are keys that were used lately.
#[derive(Default)]
pub(crate) struct KeyUse(Mutex<HashMap<Uuid, Use>>);

struct Use {
    subscription: SubscriptionId,
    at: Timestamp,
    written: Option<Timestamp>,
}

impl KeyUse {
    /// Notes a use.
    pub(crate) fn note(&self, subscription: SubscriptionId, key: Uuid, at: Timestamp) {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = uses.entry(key).or_insert(Use { subscription, at, written: None });
        seen.at = seen.at.max(at);
    }

    /// A key with the use that is not written yet.
    pub(crate) fn with_use(&self, mut key: KeyRecord) -> KeyRecord {
        let uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        key.last_used_at = key.last_used_at.max(uses.get(&key.id).map(|seen| seen.at));
        key
    }

    /// Writes the uses that are due, or all of them at the end.
    pub(crate) fn write(&self, database: &Database, all: bool) -> Result<(), StoreError> {
        let due: Vec<(Uuid, SubscriptionId, Timestamp)> = {
            let uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = |seen: &Use| match seen.written {
                None => true,
                Some(written) => seen.at > written && (all || seen.at.duration_since(written) >= EVERY),
            };
            let due = uses.iter().filter(|(_, seen)| is_due(seen));
            due.map(|(key, seen)| (*key, seen.subscription, seen.at)).collect()
        };
        if due.is_empty() {
            return Ok(());
        }
        database.write_now(Durability::Normal, |tx| {
            let sql = "UPDATE keys SET last_used_at = max(coalesce(last_used_at, ?3), ?3)
                       WHERE subscription = ?1 AND id = ?2";
            let mut update = tx.prepare_cached(sql).map_err(error::database)?;
            for (key, subscription, at) in &due {
                update.execute(params![subscription.0, key, at.as_microsecond()]).map_err(error::database)?;
            }
            Ok(())
        })?;
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, _, at) in due {
            if let Some(seen) = uses.get_mut(&key) {
                seen.written = Some(at);
            }
        }
        // Sessions come and go: one that is written and was not used for long need not be remembered.
        let now = Timestamp::now();
        uses.retain(|_, seen| seen.written != Some(seen.at) || now.duration_since(seen.at) < REMEMBERED);
        Ok(())
    }
}
