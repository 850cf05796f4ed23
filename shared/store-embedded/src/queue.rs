//! The queue of work, a table: what is hidden until a time comes again after it. Subscriptions take turns, so that one
//! tenant's hundred thousand items do not hold up another's ten.

use std::sync::PoisonError;
use std::time::Duration;

use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::Task;
use platen_service::store::StoreError;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use uuid::Uuid;

use crate::database::Durability;
use crate::{EmbeddedStore, error};

/// A message as the queue hands it out. It comes again unless it is finished in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    id: i64,
    subscription: SubscriptionId,
    /// The job.
    pub job: JobId,
    /// What is to be done.
    pub task: Task,
    /// Counted from 1.
    pub attempt: u32,
    /// How long it could have been taken already.
    pub waited: Duration,
}

/// Whether work may be taken together with other work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspicion {
    /// It is new.
    Ordinary,
    /// It was taken before and not ended, or is what is left of such work: it may take the process down.
    Suspect,
}

impl EmbeddedStore {
    /// Takes the next message, which nobody else sees until `hidden_until`: of the subscription whose turn it is, what was
    /// tried least, then what came first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take(
        &self,
        suspicion: Suspicion,
        now: Timestamp,
        hidden_until: Timestamp,
    ) -> Result<Option<Delivery>, StoreError> {
        let (now, suspect) = (now.as_microsecond(), suspicion == Suspicion::Suspect);
        let last = *self.last_turn.lock().unwrap_or_else(PoisonError::into_inner);
        // Idle workers look often, and only read.
        if self.database.read(|db| next(db, suspect, last, now))?.is_none() {
            return Ok(None);
        }
        let write = move |tx: &Transaction<'_>| {
            let taken = next(tx, suspect, last, now)?;
            if let Some(delivery) = taken {
                tx.prepare_cached(
                    "UPDATE work SET tries = ?2, visible_at = ?3, suspect = TRUE WHERE id = ?1",
                )?
                .execute(params![
                    delivery.id,
                    delivery.attempt,
                    hidden_until.as_microsecond()
                ])?;
            }
            Ok(taken)
        };
        let taken =
            self.database.write(Durability::Normal, move |tx| write(tx).map_err(error::database)).await?;
        if let Some(delivery) = taken {
            *self.last_turn.lock().unwrap_or_else(PoisonError::into_inner) = delivery.subscription.0;
        }
        Ok(taken)
    }

    /// Whether there is a suspect to take.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn has_suspects(&self, now: Timestamp) -> Result<bool, StoreError> {
        let now = now.as_microsecond();
        self.database.read(|db| next(db, true, Uuid::nil(), now)).map(|found| found.is_some())
    }

    /// Removes a message whose work is done.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn finish(&self, delivery: Delivery) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            tx.execute("DELETE FROM work WHERE id = ?1", [delivery.id]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// Shows a message again from `at` on.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn put_back(&self, delivery: Delivery, at: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET visible_at = ?2 WHERE id = ?1";
            tx.execute(sql, params![delivery.id, at.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// Shows all messages that are hidden again: their takers died with the process.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn recover(&self, now: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET visible_at = ?1 WHERE visible_at > ?1";
            tx.execute(sql, [now.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }
}

/// The next message: of the subscription after the last one served, and around.
fn next(db: &Connection, suspect: bool, last: Uuid, now: i64) -> Result<Option<Delivery>, rusqlite::Error> {
    const AFTER: &str = "SELECT id, subscription, job, task, tries, visible_at FROM work
        WHERE suspect = ?3 AND subscription > ?1 AND visible_at <= ?2 ORDER BY subscription, tries, id LIMIT 1";
    const UP_TO: &str = "SELECT id, subscription, job, task, tries, visible_at FROM work
        WHERE suspect = ?3 AND subscription <= ?1 AND visible_at <= ?2 ORDER BY subscription, tries, id LIMIT 1";
    let found = |sql| {
        let mut found = db.prepare_cached(sql)?;
        found.query_row(params![last, now, suspect], |row| delivery(row, now)).optional()
    };
    Ok(match found(AFTER)? {
        None => found(UP_TO)?,
        some => some,
    })
}

fn delivery(row: &Row<'_>, now: i64) -> Result<Delivery, rusqlite::Error> {
    let task: String = row.get(3)?;
    Ok(Delivery {
        id: row.get(0)?,
        subscription: SubscriptionId(row.get(1)?),
        job: JobId(row.get(2)?),
        task: serde_json::from_str(&task)
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, Box::new(failed)))?,
        attempt: row.get::<_, u32>(4)?.saturating_add(1),
        waited: Duration::from_micros(u64::try_from(now - row.get::<_, i64>(5)?).unwrap_or_default()),
    })
}
