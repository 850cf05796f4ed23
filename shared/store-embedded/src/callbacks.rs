//! Callbacks to deliver: recorded in the transaction that ends their job, and removed when they are delivered or given up.

use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::JobRecord;
use platen_service::store::StoreError;
use rusqlite::{Transaction, params};

use crate::database::Durability;
use crate::{EmbeddedStore, error};

/// Records that a job's end is to be told, where its request asked for it.
pub(crate) fn record(tx: &Transaction<'_>, job: &JobRecord, at: Timestamp) -> Result<(), rusqlite::Error> {
    if !job.asks_at_end() {
        return Ok(());
    }
    let sql = "INSERT OR IGNORE INTO callbacks (job, due_at) VALUES (?1, ?2)";
    tx.execute(sql, params![job.job_id.0, at.as_microsecond()]).map(|_| ())
}

impl EmbeddedStore {
    /// Takes the jobs whose callbacks are due, at most `most` of them, and hides them until `hidden_until`: should this process
    /// die, they come again.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_callbacks(
        &self,
        most: u32,
        now: Timestamp,
        hidden_until: Timestamp,
    ) -> Result<Vec<JobRecord>, StoreError> {
        let due = "SELECT job FROM callbacks WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2";
        let now = now.as_microsecond();
        // Looked for often, and rarely found: looking only reads.
        if !self.database.read(|db| db.prepare_cached(due)?.exists(params![now, most]))? {
            return Ok(Vec::new());
        }
        let take = move |tx: &Transaction<'_>| {
            let found: Vec<JobId> = tx
                .prepare_cached(due)?
                .query_map(params![now, most], |row| row.get(0).map(JobId))?
                .collect::<Result<_, _>>()?;
            let mut taken = Vec::new();
            for id in found {
                // Records of jobs go long after their end, and their callbacks with them.
                let Some(job) = crate::jobs::rows::one(tx, id)? else { continue };
                let sql = "UPDATE callbacks SET due_at = ?2 WHERE job = ?1";
                tx.execute(sql, params![id.0, hidden_until.as_microsecond()])?;
                taken.push(job);
            }
            Ok(taken)
        };
        self.database.write(Durability::Full, move |tx| take(tx).map_err(error::database)).await
    }

    /// Shows a callback again from `at` on.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn put_back_callback(&self, job: JobId, at: Timestamp) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            let sql = "UPDATE callbacks SET due_at = ?2 WHERE job = ?1";
            tx.execute(sql, params![job.0, at.as_microsecond()]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }

    /// Removes a callback that was delivered or is given up.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn finish_callback(&self, job: JobId) -> Result<(), StoreError> {
        let write = move |tx: &Transaction<'_>| {
            tx.execute("DELETE FROM callbacks WHERE job = ?1", [job.0]).map_err(error::database)
        };
        self.database.write(Durability::Normal, write).await.map(|_| ())
    }
}
