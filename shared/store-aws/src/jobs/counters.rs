//! The counters of a job. DynamoDB takes 1,000 write units a second on one partition, and a job may have a thousand workers: so
//! a job is counted in shards, each a partition of its own, which also holds the results of its chunks. Chunks that follow
//! each other lie in different shards, since they are worked on at the same time.
//!
//! | Key | Record |
//! |---|---|
//! | `JOB#{job}#{shard}` / `COUNTS` | the counters of the shard, and which parts they count |
//! | `JOB#{job}#{shard}` / `CHUNK#...`, `FAILURES#...`, `WARNINGS#...` | the results of its chunks |
//!
//! A part's results are recorded first, once; then they are counted, once: the counters name the parts that they hold, so that one
//! conditional update of one record does it. No transaction is held on what other workers change, and none is refused because
//! of them. A worker that dies between the two steps leaves a part that the next worker with its message counts.

use std::collections::HashMap;
use std::ops::Range;

use aws_sdk_dynamodb::types::AttributeValue;
use platen_service::ids::JobId;
use platen_service::jobs::Part;
use platen_service::store::StoreError;

use super::record::{StoredJob, StoredPart, expires_at, shard_key};
use super::shards::{Counts, StoredShard, place_of};
use crate::AwsStore;
use crate::item::{Condition, flag, number};
use crate::table::Written;
use crate::tasks::Tasks;

/// What became of counting a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// It is counted, now or before.
    Yes,
    /// The job has ended: it counts no more.
    Closed,
}

impl AwsStore {
    /// A shard as of now.
    pub(super) async fn shard(&self, job: JobId, shard: u32) -> Result<StoredShard, StoreError> {
        Ok(self.table.get(&shard_key(job, shard)).await?.unwrap_or_default())
    }

    /// Counts a part whose results are recorded, unless it is.
    pub(super) async fn count_part(
        &self,
        job: &StoredJob,
        part: Part,
        results: &StoredPart,
    ) -> Result<Counted, StoreError> {
        let (shard, place) = (job.shard_of(part.chunk), place_of(part));
        let once = Condition::when("attribute_not_exists(closed) AND NOT contains(parts, :place)")
            .value(":place", number(place))
            .value(":parts", AttributeValue::Ns(vec![place.to_string()]))
            .value(":done", number(results.documents.len()))
            .value(":failed", number(results.failed))
            .value(":warned", number(results.warned))
            .value(":bytes", number(results.bytes()))
            .value(":until", number(expires_at()));
        let update = "SET expiresAt = :until ADD done :done, failed :failed, warned :warned, documentBytes :bytes, parts :parts";
        match self.table.update(&shard_key(job.job_id, shard), update, once).await? {
            Written::Done => Ok(Counted::Yes),
            // Also when an earlier try of this call counted it, and its answer was lost.
            Written::Refused => {
                let counted = self.shard(job.job_id, shard).await?.counts(part);
                Ok(if counted { Counted::Yes } else { Counted::Closed })
            }
        }
    }

    /// The counters of a job as of now.
    pub(super) async fn counts(&self, job: &StoredJob) -> Result<Counts, StoreError> {
        let keys: Vec<_> = (0..job.shards).map(|shard| shard_key(job.job_id, shard)).collect();
        let mut found: HashMap<String, StoredShard> = self.table.get_all(&keys).await?;
        let mut counts = Counts::default();
        for (shard, key) in (0..).zip(&keys) {
            counts.add(shard, &found.remove(&key.pk).unwrap_or_default());
        }
        Ok(counts)
    }

    /// Closes all shards, so that nothing more is counted, and says what they count.
    pub(super) async fn close_shards(&self, job: &StoredJob) -> Result<Counts, StoreError> {
        self.mark_shards(job, "SET closed = :yes, expiresAt = :until").await?;
        self.counts(job).await
    }

    /// Tells all shards that their chunks without results get none.
    pub(super) async fn stop_shards(&self, job: &StoredJob) -> Result<(), StoreError> {
        self.mark_shards(job, "SET stopped = :yes, expiresAt = :until").await
    }

    async fn mark_shards(&self, job: &StoredJob, update: &'static str) -> Result<(), StoreError> {
        let mut marking = Tasks::new();
        for shard in 0..job.shards {
            let (store, key) = (self.clone(), shard_key(job.job_id, shard));
            let mark = async move {
                let change =
                    Condition::default().value(":yes", flag(true)).value(":until", number(expires_at()));
                store.table.update(&key, update, change).await.map(|_| ())
            };
            marking.add(0, mark).await?;
        }
        marking.finish().await.map(|_| ())
    }
}

/// The chunks of a range that lie in a shard, as the first and the last of them.
pub(super) fn chunks_in(chunks: &Range<u32>, shard: u32, shards: u32) -> Option<(u32, u32)> {
    let shards = shards.max(1);
    let first = chunks.start + (shard + shards - chunks.start % shards) % shards;
    let last = chunks.end.checked_sub(1)?;
    (first <= last).then(|| (first, last - (last - first) % shards))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_a_range_are_found_in_their_shards() {
        for (range, shards) in [(0..10, 3), (5..6, 4), (7..100, 16), (3..3, 2), (0..2, 8)] {
            for shard in 0..shards {
                let all: Vec<u32> = range.clone().filter(|chunk| chunk % shards == shard).collect();
                let ends = all.first().copied().zip(all.last().copied());
                assert_eq!(chunks_in(&range, shard, shards), ends, "{range:?} of {shards}, {shard}");
            }
        }
    }
}
