//! The shards that count a job: their number, their stored form, and their sum.

use std::collections::HashSet;

use platen_service::jobs::Part;
use serde::Deserialize;

/// Chunks that make another shard worth while. At 4 write units a chunk and some chunks a second, each shard stays far below
/// what its partition takes.
const CHUNKS_OF_A_SHARD: u32 = 64;

/// The most shards: all of them are read for a look at the job, with three calls.
const MOST_SHARDS: u32 = 256;

/// Into how many shards a job of so many chunks is cut.
pub(super) fn shards_for(chunks: u32) -> u32 {
    chunks.div_ceil(CHUNKS_OF_A_SHARD).clamp(1, MOST_SHARDS)
}

/// A shard as it is stored.
#[derive(Debug, Default, Deserialize)]
pub(super) struct StoredShard {
    #[serde(default)]
    done: u32,
    #[serde(default)]
    failed: u32,
    #[serde(default)]
    warned: u32,
    /// Bytes of the documents.
    #[serde(default, rename = "documentBytes")]
    pub(super) bytes: u64,
    /// The parts that are counted ([`place_of`]).
    #[serde(default)]
    parts: HashSet<i64>,
    /// Whether the job ended, so that nothing more is counted.
    #[serde(default)]
    pub(super) closed: bool,
    /// Whether its chunks without results get none.
    #[serde(default)]
    pub(super) stopped: bool,
}

impl StoredShard {
    /// Whether it counts the part.
    pub(super) fn counts(&self, part: Part) -> bool {
        self.parts.contains(&place_of(part))
    }

    /// Items that it counts.
    pub(super) fn settled(&self) -> u32 {
        self.done.saturating_add(self.failed)
    }
}

/// A part as a number: a chunk's own, or that of an item below zero.
pub(super) fn place_of(part: Part) -> i64 {
    part.item.map_or(i64::from(part.chunk), |item| -1 - i64::from(item))
}

/// The counters of all shards.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    pub(super) done: u32,
    pub(super) failed: u32,
    pub(super) warned: u32,
    pub(super) bytes: u64,
    /// Whether any part has its results.
    pub(super) begun: bool,
    /// The shards with failures, in their order.
    pub(super) failing: Vec<u32>,
    /// The shards with warnings, in their order.
    pub(super) warning: Vec<u32>,
}

impl Counts {
    pub(super) fn add(&mut self, shard: u32, stored: &StoredShard) {
        self.done += stored.done;
        self.failed += stored.failed;
        self.warned += stored.warned;
        self.bytes += stored.bytes;
        self.begun |= !stored.parts.is_empty();
        if stored.failed > 0 {
            self.failing.push(shard);
        }
        if stored.warned > 0 {
            self.warning.push(shard);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_shards_by_its_size() {
        let shards: Vec<u32> = [0, 1, 64, 65, 4_000, 20_000, 200_000].map(shards_for).to_vec();
        assert_eq!(shards, [1, 1, 1, 2, 63, 256, 256]);
    }
}
