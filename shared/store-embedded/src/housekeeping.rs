//! Periodic work: writing when keys were last used, retrying counts that could not be written, and removing what is old.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use platen_service::store::StoreError;
use rusqlite::params;

use crate::database::{Database, Durability};
use crate::error;
use crate::files::Files;
use crate::job_files::JobFiles;
use crate::jobs;
use crate::key_use::{self, KeyUse};
use crate::removals::Removals;
use crate::storage::Room;
use crate::templates;
use crate::uploads::{self, UploadFiles};
use crate::usage::Usage;
use crate::webhooks;

const TURN_EVERY: Duration = Duration::from_secs(1);
const PURGE_EVERY: Duration = Duration::from_secs(300);

/// What there is to keep in order.
pub(crate) struct House {
    pub(crate) database: Arc<Database>,
    pub(crate) files: Arc<Files>,
    pub(crate) removals: Arc<Removals>,
    pub(crate) job_files: JobFiles,
    pub(crate) uploads: UploadFiles,
    pub(crate) usage: Arc<Usage>,
    pub(crate) key_use: Arc<KeyUse>,
    pub(crate) room: Arc<Room>,
    /// Whether some of the disk is kept aside: by who serves the folder.
    pub(crate) keeps_aside: bool,
}

/// The thread that does it. Dropping this does all of it once more.
pub(crate) struct Housekeeping {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Housekeeping {
    pub(crate) fn start(house: House) -> io::Result<Housekeeping> {
        let (stop, stopped) = channel::<()>();
        let thread = thread::Builder::new().name("platen-housekeeping".to_owned()).spawn(move || {
            let (mut purged, mut failing) = (None::<Instant>, false);
            loop {
                let ends = !matches!(stopped.recv_timeout(TURN_EVERY), Err(RecvTimeoutError::Timeout));
                let is_old = purged.is_none_or(|last| last.elapsed() >= PURGE_EVERY);
                if is_old {
                    purged = Some(Instant::now());
                }
                let done = house.turn(is_old, ends);
                if let Err(error) = &done
                    && !failing
                {
                    // Once, not every second while a disk is full.
                    tracing::warn!(%error, "housekeeping of the store failed; it is tried again");
                }
                failing = done.is_err();
                if ends {
                    return;
                }
            }
        })?;
        Ok(Housekeeping { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Housekeeping {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends after one turn; had it panicked, there is nothing left to wait for.
            let _ = thread.join();
        }
    }
}

impl House {
    /// All that is due; what fails does not hinder the rest.
    fn turn(&self, purges: bool, ends: bool) -> Result<(), StoreError> {
        if self.keeps_aside {
            self.room.disk().tend_aside();
        }
        if ends {
            self.usage.write_rest();
        } else {
            self.usage.retry();
        }
        let mut done = self.key_use.write(&self.database, ends);
        if !ends && self.removals.take_left() {
            done = done.and(templates::sweep(&self.database, &self.files));
        }
        if purges {
            done = done
                .and(purge(&self.database))
                .and(jobs::sweep(&self.database, &self.job_files))
                .and(uploads::sweep(&self.database, &self.uploads));
        }
        done
    }
}

/// Rows that are removed in one transaction, so that others write in between.
const PURGE_ROWS: u32 = 1_000;

fn purge(database: &Database) -> Result<(), StoreError> {
    let now = Timestamp::now().as_microsecond();
    for sql in [
        "DELETE FROM idempotency WHERE (subscription, key) IN
            (SELECT subscription, key FROM idempotency WHERE expires_at <= ?1 LIMIT ?2)",
        "DELETE FROM keys WHERE hash IN
            (SELECT hash FROM keys WHERE (person IS NOT NULL OR form IS NOT NULL) AND expires_at <= ?1 LIMIT ?2)",
        "DELETE FROM events WHERE (subscription, id) IN
            (SELECT subscription, id FROM events WHERE expires_at <= ?1 LIMIT ?2)",
    ] {
        while database.write_now(Durability::Normal, |tx| {
            tx.execute(sql, params![now, PURGE_ROWS]).map_err(error::database)
        })? == PURGE_ROWS as usize
        {}
    }
    while key_use::purge(database, Timestamp::now(), PURGE_ROWS)? == PURGE_ROWS as usize {}
    database.write_now(Durability::Normal, |tx| webhooks::purge(tx, now).map_err(error::database))
}
