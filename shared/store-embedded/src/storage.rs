//! How much each subscription stores. Triggers count recorded bytes in the table `storage`. Bytes that are still being written are
//! counted here, in the one process that serves the folder, until they are recorded or given up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use platen_service::ids::SubscriptionId;
use platen_service::storage::{Storage, StorageState, StoredBytes};
use platen_service::store::StoreError;
use rusqlite::{Connection, OptionalExtension};

use crate::database::Database;
use crate::disk::Disk;
use crate::{EmbeddedStore, error};

/// The name of a subscription's limit, in errors.
const LIMIT: &str = "storage_bytes";

/// The room for new bytes: that of the subscription, and that of the disk.
pub(crate) struct Room {
    database: Arc<Database>,
    disk: Disk,
    /// Bytes that are being written.
    coming: Mutex<HashMap<SubscriptionId, u64>>,
}

/// Who writes, which decides how much of the disk's reserve it may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// Something new: nothing of the reserve.
    Newcomer,
    /// A job that was accepted: half of it.
    RunningJob,
}

impl Room {
    pub(crate) fn new(database: Arc<Database>, disk: Disk) -> Room {
        Room { database, disk, coming: Mutex::default() }
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Begins to write something of a subscription.
    pub(crate) fn begin(self: &Arc<Self>, subscription: SubscriptionId, writer: Writer) -> Coming {
        Coming { room: self.clone(), subscription, writer, bytes: 0 }
    }

    /// Refuses bytes that the subscription has no room for, in the transaction that is to record them.
    pub(crate) fn check(
        &self,
        db: &Connection,
        subscription: SubscriptionId,
        wanted: u64,
    ) -> Result<(), StoreError> {
        let coming = self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        let coming = coming.get(&subscription).copied().unwrap_or_default();
        fits(db, subscription, coming, wanted).map_err(error::database)?
    }
}

/// Bytes of something that is being written. They count until this is dropped, which is after they are recorded.
pub(crate) struct Coming {
    room: Arc<Room>,
    subscription: SubscriptionId,
    writer: Writer,
    bytes: u64,
}

impl Coming {
    /// Counts more bytes, before they are written.
    ///
    /// # Errors
    /// [`StoreError::Limit`] and [`StoreError::DiskLow`].
    pub(crate) fn grow(&mut self, wanted: u64) -> Result<(), StoreError> {
        if let Some(disk) = self.room.disk.state() {
            let goes_on = match self.writer {
                Writer::Newcomer => !disk.is_low,
                Writer::RunningJob => disk.lets_jobs_write(wanted),
            };
            if !goes_on {
                return Err(StoreError::DiskLow { free: disk.free, reserve: disk.reserve });
            }
        }
        // Counted first, and the database asked after that, without the lock that all who write share: what another writer
        // records in between is seen twice for a moment, and never missed.
        let mut coming = self.room.coming.lock().unwrap_or_else(PoisonError::into_inner);
        let all = coming.entry(self.subscription).or_default();
        let before = *all;
        *all = all.saturating_add(wanted);
        self.bytes = self.bytes.saturating_add(wanted);
        drop(coming);
        let fits = self.room.database.read(|db| fits(db, self.subscription, before, wanted));
        fits.and_then(|fits| fits).inspect_err(|_| self.shrink(wanted))
    }

    /// Counts bytes no longer.
    fn shrink(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
        let mut coming = self.room.coming.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = coming.get_mut(&self.subscription) {
            *all = all.saturating_sub(bytes);
            if *all == 0 {
                coming.remove(&self.subscription);
            }
        }
    }

    /// Bytes that count so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

/// Whether a subscription may store so many bytes more, beside those that are coming.
fn fits(
    db: &Connection,
    subscription: SubscriptionId,
    coming: u64,
    wanted: u64,
) -> Result<Result<(), StoreError>, rusqlite::Error> {
    let quota: Option<Option<i64>> = db
        .prepare_cached("SELECT storage_bytes FROM subscriptions WHERE id = ?1")?
        .query_row([subscription.0], |row| row.get(0))
        .optional()?;
    let Some(allowed) = quota.flatten().map(i64::unsigned_abs) else { return Ok(Ok(())) };
    let used = stored(db, subscription)?.total().saturating_add(coming);
    Ok(if used.saturating_add(wanted) <= allowed {
        Ok(())
    } else {
        Err(StoreError::Limit { limit: LIMIT, used, wanted, allowed })
    })
}

fn stored(db: &Connection, subscription: SubscriptionId) -> Result<StoredBytes, rusqlite::Error> {
    let count = |row: &rusqlite::Row<'_>, column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    let found = db
        .prepare_cached("SELECT templates, uploads, jobs FROM storage WHERE subscription = ?1")?
        .query_row([subscription.0], |row| {
            Ok(StoredBytes { templates: count(row, 0)?, uploads: count(row, 1)?, jobs: count(row, 2)? })
        })
        .optional()?;
    Ok(found.unwrap_or_default())
}

#[async_trait]
impl Storage for EmbeddedStore {
    async fn stored(&self, subscription: SubscriptionId) -> Result<StoredBytes, StoreError> {
        self.database.read(|db| stored(db, subscription))
    }

    fn disk(&self) -> Option<StorageState> {
        self.room.disk().state()
    }
}
