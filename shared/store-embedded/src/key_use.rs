//! When keys and templates were last used: noted in memory for each request, and written about once a minute for each key and
//! template.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::KeyRecord;
use platen_service::store::{StoreError, USES_KEPT};
use rusqlite::params;
use uuid::Uuid;

use crate::database::{Database, Durability};
use crate::error;

/// Between two writes of one key's use.
const EVERY: SignedDuration = SignedDuration::from_secs(60);

/// How long a use is remembered after it was written.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);

/// What was used: a key, by itself or for a template.
type Used = (Uuid, Option<TemplateId>);

/// The uses that this process saw. As many as there are keys that were used lately, and templates that they were used for.
#[derive(Default)]
pub(crate) struct KeyUse(Mutex<HashMap<Used, Use>>);

struct Use {
    subscription: SubscriptionId,
    at: Timestamp,
    written: Option<Timestamp>,
}

impl KeyUse {
    /// Notes a use.
    pub(crate) fn note(&self, subscription: SubscriptionId, used: Used, at: Timestamp) {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = uses.entry(used).or_insert(Use { subscription, at, written: None });
        seen.at = seen.at.max(at);
    }

    /// A key with the use that is not written yet.
    pub(crate) fn with_use(&self, mut key: KeyRecord) -> KeyRecord {
        let uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        key.last_used_at = key.last_used_at.max(uses.get(&(key.id, None)).map(|seen| seen.at));
        key
    }

    /// Writes the uses that are due, or all of them at the end.
    pub(crate) fn write(&self, database: &Database, all: bool) -> Result<(), StoreError> {
        let due: Vec<(Used, SubscriptionId, Timestamp)> = {
            let uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = |seen: &Use| match seen.written {
                None => true,
                Some(written) => seen.at > written && (all || seen.at.duration_since(written) >= EVERY),
            };
            let due = uses.iter().filter(|(_, seen)| is_due(seen));
            due.map(|(used, seen)| (*used, seen.subscription, seen.at)).collect()
        };
        if due.is_empty() {
            return Ok(());
        }
        database.write_now(Durability::Normal, |tx| {
            let sql = "UPDATE keys SET last_used_at = max(coalesce(last_used_at, ?3), ?3)
                       WHERE subscription = ?1 AND id = ?2";
            let mut update = tx.prepare_cached(sql).map_err(error::database)?;
            let sql =
                "INSERT INTO template_uses (subscription, template, key, used_at) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)";
            let mut insert = tx.prepare_cached(sql).map_err(error::database)?;
            for ((key, template), subscription, at) in &due {
                let at = at.as_microsecond();
                match template {
                    None => update.execute(params![subscription.0, key, at]),
                    Some(template) => insert.execute(params![subscription.0, template.0, key, at]),
                }
                .map_err(error::database)?;
            }
            Ok(())
        })?;
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (used, _, at) in due {
            if let Some(seen) = uses.get_mut(&used) {
                seen.written = Some(at);
            }
        }
        // Sessions come and go: one that is written and was not used for long need not be remembered.
        let now = Timestamp::now();
        uses.retain(|_, seen| seen.written != Some(seen.at) || now.duration_since(seen.at) < REMEMBERED);
        Ok(())
    }
}

/// How many keys used a template since a time, of those that there still are.
pub(crate) fn users(
    database: &Database,
    subscription: SubscriptionId,
    template: TemplateId,
    since: Timestamp,
) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM template_uses u JOIN keys k ON k.id = u.key
               WHERE u.subscription = ?1 AND u.template = ?2 AND u.used_at >= ?3";
    let since = since.as_microsecond();
    let count: i64 = database.read(|db| {
        db.prepare_cached(sql)?.query_row(params![subscription.0, template.0, since], |row| row.get(0))
    })?;
    Ok(count.unsigned_abs())
}

/// Removes uses that nobody asks for any more. How many there were, of at most `rows`.
pub(crate) fn purge(database: &Database, now: Timestamp, rows: u32) -> Result<usize, StoreError> {
    let sql = "DELETE FROM template_uses WHERE (subscription, template, key) IN
               (SELECT subscription, template, key FROM template_uses WHERE used_at < ?1 LIMIT ?2)";
    let since = (now - USES_KEPT).as_microsecond();
    database
        .write_now(Durability::Normal, |tx| tx.execute(sql, params![since, rows]).map_err(error::database))
}
