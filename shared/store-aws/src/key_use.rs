//! When keys and templates were last used: `REQUESTS#{subscription}` / `USED#{key}` and `TEMPLATE#{template}#{key}`, in the partition
//! that every function can write (`infra/template.yaml`). Written beside the request, at most once in ten minutes for each key, template
//! and instance.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::KeyRecord;
use platen_service::store::{StoreError, USES_KEPT};
use serde::Deserialize;
use uuid::Uuid;

use crate::fields::from_micros;
use crate::item::{Condition, Key, number};
use crate::table::Table;

/// Between two writes of one key's use.
const EVERY: SignedDuration = SignedDuration::from_mins(10);

const PREFIX: &str = "USED#";

/// What was used: a key, by itself or for a template.
type Used = (Uuid, Option<TemplateId>);

/// What this process wrote last, per key and template.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeyUse(Arc<Mutex<HashMap<Used, Timestamp>>>);

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

fn template_prefix(template: TemplateId) -> String {
    format!("TEMPLATE#{template}#")
}

/// Where a use is.
fn place(subscription: SubscriptionId, (id, template): Used) -> Key {
    match template {
        None => key(subscription, id),
        Some(template) => Key::new(partition(subscription), format!("{}{id}", template_prefix(template))),
    }
}

impl KeyUse {
    /// Notes a use. Where it is written, that goes on beside the request.
    pub(crate) fn note(&self, table: &Table, subscription: SubscriptionId, used: Used, at: Timestamp) {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if written.get(&used).is_some_and(|last| at.duration_since(*last) < EVERY) {
            return;
        }
        written.insert(used, at);
        drop(written);
        let (uses, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            let later = Condition::when("attribute_not_exists(usedAt) OR usedAt < :at")
                .value(":at", number(at.as_microsecond()));
            // A key's goes with the key.
            let (update, later) = match used.1 {
                None => ("SET usedAt = :at", later),
                Some(_) => {
                    let end = number((at + USES_KEPT).as_second());
                    ("SET usedAt = :at, expiresAt = :end", later.value(":end", end))
                }
            };
            if let Err(error) = table.update(&place(subscription, used), update, later).await {
                tracing::debug!(%error, "when a key was last used is not recorded; its next use is");
                uses.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&used);
            }
        });
    }
}

/// Adds to a session when it was last used: one that nobody uses ends.
pub(crate) async fn add_to(table: &Table, session: &mut KeyRecord) -> Result<(), StoreError> {
    let used: Option<Stored> = table.get(&key(session.subscription, session.id)).await?;
    session.last_used_at = used.map(|used| from_micros(used.used_at)).transpose()?;
    Ok(())
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

/// How many of these keys used a template since a time.
pub(crate) async fn users(
    table: &Table,
    subscription: SubscriptionId,
    template: TemplateId,
    since: Timestamp,
    keys: &[KeyRecord],
) -> Result<u64, StoreError> {
    let prefix = template_prefix(template);
    let uses: Vec<Stored> = table.query(&partition(subscription), &prefix).await?;
    let recent = uses.iter().filter(|used| used.used_at >= since.as_microsecond());
    let ids = recent.filter_map(|used| used.sk.strip_prefix(&prefix)?.parse::<Uuid>().ok());
    Ok(ids.filter(|id| keys.iter().any(|key| key.id == *id)).count() as u64)
}
