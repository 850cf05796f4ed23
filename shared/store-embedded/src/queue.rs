//! The work queue, a table: hidden work appears again after a time. Subscriptions share the workers by time, so one tenant's hundred
//! thousand items do not delay another's ten, however long each takes.

use std::sync::PoisonError;
use std::time::Duration;

use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::Task;
use platen_service::store::StoreError;
use platen_service::work::{Shares, Slot};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::database::Durability;
use crate::{EmbeddedStore, error};

/// A message as the queue hands it out. It comes again unless it is finished in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    id: i64,
    slot: Slot,
    /// Whose job it is.
    pub subscription: SubscriptionId,
    /// The job.
    pub job: JobId,
    /// What is to be done.
    pub task: Task,
    /// Counted from 1.
    pub attempt: u32,
    /// How long it could have been taken already.
    pub waited: Duration,
}

/// Whether work may be taken together with other work of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspicion {
    /// It is new, or its worker lived to give it back.
    Ordinary,
    /// Its worker died, or it is what is left of such work: it may take the process down.
    Suspect,
}

/// How long a process must have lived before work is tried that a process died of as a suspect, for each of its tries. A process
/// that is killed again and again from outside would else meet the same item as often as an item is tried that ends its process.
pub const QUIET: Duration = Duration::from_secs(3);

/// How messages stand in the column `suspect`. What is at work when the process dies is found by it.
mod state {
    pub(super) const ORDINARY: i64 = 0;
    pub(super) const SUSPECT: i64 = 1;
    pub(super) const AT_WORK: i64 = 2;
    pub(super) const SUSPECT_AT_WORK: i64 = 3;
}

impl EmbeddedStore {
    /// Shares the workers so. Without this, everybody may have as many as they like.
    pub fn share_workers(&self, shares: Shares) {
        *self.workers.lock().unwrap_or_else(PoisonError::into_inner) = shares;
    }

    /// Takes the next message, which nobody else sees until `hidden_until`: of the subscription that had the least time of the
    /// workers and may have another one; single documents first, then what was tried least, then what came first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take(
        &self,
        suspicion: Suspicion,
        now: Timestamp,
        hidden_until: Timestamp,
    ) -> Result<Option<Delivery>, StoreError> {
        let Some(found) = self.next(suspicion, now)? else { return Ok(None) };
        let write = move |tx: &Transaction<'_>| {
            let at_work = match suspicion {
                Suspicion::Ordinary => state::AT_WORK,
                Suspicion::Suspect => state::SUSPECT_AT_WORK,
            };
            tx.prepare_cached(
                "UPDATE work SET tries = ?2, visible_at = ?3, suspect = ?4 WHERE id = ?1 AND visible_at <= ?5",
            )?
            .execute(params![
                found.id,
                found.attempt,
                hidden_until.as_microsecond(),
                at_work,
                now.as_microsecond()
            ])
        };
        let taken =
            self.database.write(Durability::Normal, move |tx| write(tx).map_err(error::database)).await?;
        // Its job ended meanwhile, or somebody else took it.
        if taken == 0 {
            return Ok(None);
        }
        let slot = self.with_workers(|workers, time| workers.begin(found.subscription, time));
        Ok(Some(Delivery { slot, ..found }))
    }

    /// Waits until this process has queued a job. What others queued, and what may be tried again by now, tells nobody.
    pub async fn work_came(&self) {
        self.database.work_came().await;
    }

    /// Whether a message that nobody may take at the moment waits beside this one: of another subscription, or the only document
    /// of a job of its own.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn others_wait(&self, delivery: &Delivery, now: Timestamp) -> Result<bool, StoreError> {
        let (own, now) = (delivery.subscription.0, now.as_microsecond());
        self.database.read(|db| {
            let sql = "SELECT EXISTS (SELECT 1 FROM work WHERE suspect = 0 AND subscription < ?1 AND visible_at <= ?2)
                OR EXISTS (SELECT 1 FROM work WHERE suspect = 0 AND subscription > ?1 AND visible_at <= ?2)
                OR EXISTS (SELECT 1 FROM work WHERE suspect = 0 AND subscription = ?1 AND single AND visible_at <= ?2)";
            db.prepare_cached(sql)?.query_row(params![own, now], |row| row.get(0))
        })
    }

    /// Whether there is a suspect to take.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn has_suspects(&self, now: Timestamp) -> Result<bool, StoreError> {
        self.next(Suspicion::Suspect, now).map(|found| found.is_some())
    }

    /// Removes a message whose work is done.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn finish(&self, delivery: Delivery) -> Result<(), StoreError> {
        self.rest(&delivery);
        let write = move |tx: &Transaction<'_>| {
            tx.prepare_cached("DELETE FROM work WHERE id = ?1")
                .and_then(|mut delete| delete.execute([delivery.id]))
                .map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// Shows a message again from `at` on, after a try that failed. Its worker lives, so that it is not suspected of anything.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn put_back(&self, delivery: Delivery, at: Timestamp) -> Result<(), StoreError> {
        self.show(delivery, delivery.attempt, at).await
    }

    /// Shows a message again from `at` on, as if it had not been taken.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn hand_back(&self, delivery: Delivery, at: Timestamp) -> Result<(), StoreError> {
        self.show(delivery, delivery.attempt.saturating_sub(1), at).await
    }

    async fn show(&self, delivery: Delivery, tries: u32, at: Timestamp) -> Result<(), StoreError> {
        self.rest(&delivery);
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET visible_at = ?2, tries = ?3, suspect = ?4 WHERE id = ?1";
            tx.execute(sql, params![delivery.id, at.as_microsecond(), tries, state::ORDINARY])
                .map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// Shows all messages and callbacks that are hidden again: their takers died with the process. What was at work may be why;
    /// what was tried before waits for [`QUIET`]. A callback whose time has not come is put back by whoever takes it, for the
    /// job's record says when that is.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn recover(&self, now: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET
                    visible_at = iif(suspect IN (?3, ?4), ?1 + tries * ?5, min(visible_at, ?1)),
                    suspect = iif(suspect = ?2, ?2, ?3)
                WHERE visible_at > ?1 OR suspect > ?2";
            let states = (state::ORDINARY, state::SUSPECT, state::SUSPECT_AT_WORK);
            let quiet = i64::try_from(QUIET.as_micros()).unwrap_or(i64::MAX);
            let now = now.as_microsecond();
            tx.execute(sql, params![now, states.0, states.1, states.2, quiet]).map_err(error::database)?;
            tx.execute("UPDATE webhook_messages SET due_at = ?1 WHERE due_at > ?1", [now])
                .map_err(error::database)?;
            tx.execute("UPDATE callbacks SET due_at = ?1 WHERE due_at > ?1", [now]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// The next message: of whoever had the least time of those that may begin something, and of equals whoever has waited longest.
    fn next(&self, suspicion: Suspicion, now: Timestamp) -> Result<Option<Delivery>, StoreError> {
        let now = now.as_microsecond();
        self.database.read(|db| {
            let mut waiting = match suspicion {
                Suspicion::Ordinary => with_ordinary_work(db)?,
                Suspicion::Suspect => with_suspects(db, now)?,
            };
            self.with_workers(|workers, time| {
                waiting.retain(|who| workers.may_begin(*who, time));
                waiting.sort_by_key(|who| workers.used(*who, time));
            });
            for who in waiting {
                let found = match suspicion {
                    Suspicion::Ordinary => ordinary(db, who, now)?,
                    Suspicion::Suspect => suspect(db, who, now)?,
                };
                if found.is_some() {
                    return Ok(found);
                }
            }
            Ok(None)
        })
    }

    /// Gives a worker back.
    fn rest(&self, delivery: &Delivery) {
        self.with_workers(|workers, time| workers.end(delivery.slot, time));
    }

    fn with_workers<T>(&self, what: impl FnOnce(&mut Shares, Duration) -> T) -> T {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        what(&mut workers, self.opened.elapsed())
    }
}

/// Subscriptions that have ordinary work, hidden or not: a step of the index for each.
fn with_ordinary_work(db: &Connection) -> Result<Vec<SubscriptionId>, rusqlite::Error> {
    let mut next = db.prepare_cached(
        "SELECT subscription FROM work WHERE suspect = 0 AND subscription > ?1 ORDER BY subscription LIMIT 1",
    )?;
    let mut found: Vec<SubscriptionId> = Vec::new();
    loop {
        // No id is less than no bytes.
        let last = found.last().map_or(&[][..], |who| who.0.as_bytes());
        match next.query_row([last], |row| row.get(0)).optional()? {
            Some(who) => found.push(SubscriptionId(who)),
            None => return Ok(found),
        }
    }
}

/// Subscriptions that have suspects to take. There are few of them: as many as were at work when a process died.
fn with_suspects(db: &Connection, now: i64) -> Result<Vec<SubscriptionId>, rusqlite::Error> {
    db.prepare_cached("SELECT DISTINCT subscription FROM work WHERE suspect > 0 AND visible_at <= ?1")?
        .query_map([now], |row| row.get(0).map(SubscriptionId))?
        .collect()
}

fn ordinary(db: &Connection, who: SubscriptionId, now: i64) -> Result<Option<Delivery>, rusqlite::Error> {
    db.prepare_cached(
        "SELECT id, subscription, job, task, tries, visible_at FROM work
         WHERE suspect = 0 AND subscription = ?1 AND visible_at <= ?2 ORDER BY single DESC, tries, id LIMIT 1",
    )?
    .query_row(params![who.0, now], |row| delivery(row, now))
    .optional()
}

/// What is shown again without having been given back is a suspect, too: something must have become of its worker.
fn suspect(db: &Connection, who: SubscriptionId, now: i64) -> Result<Option<Delivery>, rusqlite::Error> {
    db.prepare_cached(
        "SELECT id, subscription, job, task, tries, visible_at FROM work
         WHERE suspect > 0 AND subscription = ?1 AND visible_at <= ?2 ORDER BY tries, id LIMIT 1",
    )?
    .query_row(params![who.0, now], |row| delivery(row, now))
    .optional()
}

/// Whether a message of this task is at work as a suspect.
pub(crate) fn is_suspected(tx: &Transaction<'_>, job: JobId, task: &str) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM work WHERE suspect = ?3 AND +job = ?1 AND +task = ?2)";
    tx.prepare_cached(sql)?.query_row(params![job.0, task, state::SUSPECT_AT_WORK], |row| row.get(0))
}

fn delivery(row: &Row<'_>, now: i64) -> Result<Delivery, rusqlite::Error> {
    let task: String = row.get(3)?;
    Ok(Delivery {
        id: row.get(0)?,
        slot: Slot::MAX,
        subscription: SubscriptionId(row.get(1)?),
        job: JobId(row.get(2)?),
        task: serde_json::from_str(&task)
            .map_err(|failed| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, Box::new(failed)))?,
        attempt: row.get::<_, u32>(4)?.saturating_add(1),
        waited: Duration::from_micros(u64::try_from(now - row.get::<_, i64>(5)?).unwrap_or_default()),
    })
}
