//! What is written once a second rather than once a request: usage counts, and the removal of old idempotency keys.
//!
//! A count per document would be a transaction per document. Counts are gathered in memory and added to the table every
//! second and at the end; kill -9 loses those of the last second, which nobody is charged for.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use platen_service::store::StoreError;
use platen_service::subscriptions::SubscriptionId;
use rusqlite::{OptionalExtension, params};

use crate::database::{Database, Durability};
use crate::error;
use crate::job_files::JobFiles;
use crate::jobs;
use crate::uploads::{self, UploadFiles};

const FLUSH_EVERY: Duration = Duration::from_secs(1);
const PURGE_EVERY: Duration = Duration::from_secs(300);

type Counts = HashMap<(SubscriptionId, String), u64>;

/// The counts not written yet, and the thread that writes them. Dropping it writes them all.
pub(crate) struct Housekeeping {
    counts: Arc<Mutex<Counts>>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Housekeeping {
    pub(crate) fn start(
        database: Arc<Database>,
        job_files: JobFiles,
        uploads: UploadFiles,
    ) -> io::Result<Housekeeping> {
        let counts: Arc<Mutex<Counts>> = Arc::default();
        let (stop, stopped) = channel::<()>();
        let shared = counts.clone();
        let thread = thread::Builder::new().name("platen-housekeeping".to_owned()).spawn(move || {
            let mut purged: Option<Instant> = None;
            loop {
                let ends = !matches!(stopped.recv_timeout(FLUSH_EVERY), Err(RecvTimeoutError::Timeout));
                log(flush(&database, &shared));
                if purged.is_none_or(|last| last.elapsed() >= PURGE_EVERY) {
                    purged = Some(Instant::now());
                    log(purge(&database));
                    log(jobs::sweep(&database, &job_files));
                    log(uploads::sweep(&database, &uploads));
                }
                if ends {
                    return;
                }
            }
        })?;
        Ok(Housekeeping { counts, stop: Some(stop), thread: Some(thread) })
    }

    /// Counts documents.
    pub(crate) fn count(&self, subscription: SubscriptionId, month: &str, made: u64) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((subscription, month.to_owned())).or_default() += made;
    }

    /// Documents counted, written or not.
    pub(crate) fn counted(
        &self,
        database: &Database,
        subscription: SubscriptionId,
        month: &str,
    ) -> Result<u64, StoreError> {
        let pending = |counts: &Mutex<Counts>| {
            let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            counts.get(&(subscription, month.to_owned())).copied().unwrap_or_default()
        };
        // In this order a count that is being written is seen twice for a moment, and never missed.
        let pending = pending(&self.counts);
        let written: Option<i64> = database.read(|db| {
            db.prepare_cached("SELECT documents FROM usage WHERE subscription = ?1 AND month = ?2")?
                .query_row(params![subscription.0, month], |row| row.get(0))
                .optional()
        })?;
        Ok(pending + written.unwrap_or_default().unsigned_abs())
    }
}

impl Drop for Housekeeping {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends after one flush; had it panicked, there is nothing left to wait for.
            let _ = thread.join();
        }
    }
}

/// Adds the counts to the table, and takes them off the memory only when they are committed.
fn flush(database: &Database, counts: &Mutex<Counts>) -> Result<(), StoreError> {
    let pending = counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if pending.is_empty() {
        return Ok(());
    }
    database.write_now(Durability::Normal, |tx| {
        let mut add = tx
            .prepare_cached(
                "INSERT INTO usage (subscription, month, documents) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET documents = documents + ?3",
            )
            .map_err(error::database)?;
        for ((subscription, month), made) in &pending {
            let made = i64::try_from(*made).unwrap_or(i64::MAX);
            add.execute(params![subscription.0, month, made]).map_err(error::database)?;
        }
        Ok(())
    })?;
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    for (key, made) in pending {
        if let Some(left) = counts.get_mut(&key) {
            *left -= made;
        }
    }
    counts.retain(|_, left| *left > 0);
    Ok(())
}

fn purge(database: &Database) -> Result<(), StoreError> {
    database.write_now(Durability::Normal, |tx| {
        let now = Timestamp::now().as_microsecond();
        tx.execute("DELETE FROM idempotency WHERE expires_at <= ?1", [now]).map_err(error::database)?;
        Ok(())
    })
}

fn log(result: Result<(), StoreError>) {
    if let Err(error) = result {
        tracing::warn!(%error, "housekeeping of the store failed; it is tried again");
    }
}
