//! The queue of work, a table: what is hidden until a time comes again after it.

use async_trait::async_trait;
use jiff::Timestamp;
use platen_service::jobs::{Delivery, JobId, Task, WorkQueue};
use platen_service::store::StoreError;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::EmbeddedStore;
use crate::database::Durability;
use crate::error;

#[async_trait]
impl WorkQueue for EmbeddedStore {
    async fn take(&self, now: Timestamp, hidden_until: Timestamp) -> Result<Option<Delivery>, StoreError> {
        // What was tried before comes last: work that takes its process down must not hold up all other.
        const NEXT: &str =
            "SELECT id, job, chunk, tries FROM work WHERE visible_at <= ?1 ORDER BY tries, id LIMIT 1";
        let now = now.as_microsecond();
        // Idle workers look often, and only read.
        let some =
            self.database.read(|db| db.prepare_cached(NEXT)?.query_row([now], |_| Ok(())).optional())?;
        if some.is_none() {
            return Ok(None);
        }
        let write = move |tx: &Transaction<'_>| {
            let taken = tx
                .prepare_cached(NEXT)?
                .query_row([now], |row| {
                    let task = match row.get::<_, Option<u32>>(2)? {
                        Some(chunk) => Task::Render { chunk },
                        None => Task::Assemble,
                    };
                    let attempt = row.get::<_, u32>(3)?.saturating_add(1);
                    Ok(Delivery { id: row.get(0)?, job: JobId(row.get(1)?), task, attempt })
                })
                .optional()?;
            if let Some(delivery) = taken {
                tx.prepare_cached("UPDATE work SET tries = ?2, visible_at = ?3 WHERE id = ?1")?
                    .execute(params![delivery.id, delivery.attempt, hidden_until.as_microsecond()])?;
            }
            Ok(taken)
        };
        self.database.write(Durability::Normal, move |tx| write(tx).map_err(error::database)).await
    }

    async fn finish(&self, delivery: Delivery) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            tx.execute("DELETE FROM work WHERE id = ?1", [delivery.id]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    async fn put_back(&self, delivery: Delivery, at: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET visible_at = ?2 WHERE id = ?1";
            tx.execute(sql, params![delivery.id, at.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    async fn recover(&self, now: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE work SET visible_at = ?1 WHERE visible_at > ?1";
            tx.execute(sql, [now.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }
}
