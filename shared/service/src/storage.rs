//! Stored bytes: those of a subscription, and the free space on the disk.
//!
//! The store checks a subscription's `storage_bytes` (its [`Plan`](crate::plan::Plan)) in the transaction that writes; bytes
//! being written count from the first one. The reserve on the disk keeps the service alive when others, or all subscriptions
//! together, fill it.

use async_trait::async_trait;
use serde::Serialize;

use crate::ids::SubscriptionId;
use crate::store::StoreError;

/// The reserve where none is set.
const RESERVE_BYTES: u64 = 1 << 30;

/// On a small disk the reserve is this part of it, where none is set.
const RESERVE_PART: u64 = 20;

/// Bytes that a subscription stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct StoredBytes {
    /// Files of all versions of its templates, and the remarks on them.
    pub templates: u64,
    /// Uploads of items.
    pub uploads: u64,
    /// Jobs: items and documents while they run, then their archives.
    pub jobs: u64,
}

impl StoredBytes {
    /// All of it.
    pub fn total(self) -> u64 {
        self.templates.saturating_add(self.uploads).saturating_add(self.jobs)
    }
}

/// The room on the disk of a home that has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageState {
    /// Bytes that are free.
    pub free: u64,
    /// Bytes that must stay free (limit `disk_reserve_bytes`).
    pub reserve: u64,
    /// Whether less is free than must be: templates, uploads and jobs are refused.
    pub is_low: bool,
}

impl StorageState {
    /// The state of a disk with so many bytes free of so many in all. `limit` is `Limits::disk_reserve_bytes`.
    pub fn of_disk(free: u64, total: u64, limit: Option<u64>) -> StorageState {
        let reserve = limit.unwrap_or_else(|| RESERVE_BYTES.min(total / RESERVE_PART));
        StorageState { free, reserve, is_low: free < reserve }
    }

    /// Whether jobs that were accepted may go on: they may use half of the reserve. Below that they wait, so that no job
    /// takes the space that single documents and the records need.
    pub fn lets_jobs_run(&self) -> bool {
        self.lets_jobs_write(0)
    }

    /// Whether jobs may go on when so many more bytes are written.
    pub fn lets_jobs_write(&self, bytes: u64) -> bool {
        self.free.saturating_sub(bytes) >= self.reserve / 2
    }
}

/// How much is stored, and how much room there is.
#[async_trait]
pub trait Storage: Send + Sync {
    /// The bytes that a subscription stores.
    async fn stored(&self, subscription: SubscriptionId) -> Result<StoredBytes, StoreError>;

    /// The room on the disk, as of a second ago at most; `None` in a home whose storage grows with its use.
    fn disk(&self) -> Option<StorageState>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_a_gibibyte_or_a_twentieth_or_what_was_set() {
        let state = |free, total, limit| {
            let StorageState { reserve, is_low, .. } = StorageState::of_disk(free, total, limit);
            (reserve, is_low)
        };
        assert_eq!(state(2 << 30, 100 << 30, None), (1 << 30, false));
        assert_eq!(state((1 << 30) - 1, 100 << 30, None), (1 << 30, true));
        assert_eq!(state(1 << 30, 10 << 30, None), (512 << 20, false));
        assert_eq!(state(1 << 30, 10 << 30, Some(2 << 30)), (2 << 30, true));
        assert_eq!(state(0, 0, Some(0)), (0, false));
    }

    #[test]
    fn jobs_run_until_half_of_the_reserve_is_used() {
        let runs = |free| StorageState::of_disk(free, 0, Some(100)).lets_jobs_run();
        assert_eq!((runs(50), runs(49)), (true, false));
        let writes = |bytes| StorageState::of_disk(80, 0, Some(100)).lets_jobs_write(bytes);
        assert_eq!((writes(30), writes(31)), (true, false));
    }
}
