//! Results: documents to the bucket, then the part's record, once, then its count ([`super::counters`]).

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use platen_service::ids::JobId;
use platen_service::jobs::{
    DocumentEntry, Failure, ItemWarning, Made, NewResults, Part, PartWarnings, Warned,
};
use platen_service::store::StoreError;
use serde::de::DeserializeOwned;

use super::counters::{Counted, chunks_in};
use super::joined::{Joined, entries};
use super::record::{
    StoredFailures, StoredJob, StoredPart, StoredWarnings, chunk_prefix, expires_at, failures_key,
    failures_prefix, part_key, shard_partition, warnings_key, warnings_prefix,
};
use crate::AwsStore;
use crate::item::{absent, item};
use crate::table::Written;
use crate::tasks::Tasks;

/// Failures of one record: with names and reasons at their longest it stays below DynamoDB's 400 KB.
const FAILURES_OF_A_RECORD: usize = 50;

/// Chunks whose failures or warnings are read at once while the first of them are looked for.
const CHUNKS_AT_ONCE: u32 = 512;

/// The results of a part on their way.
pub(super) struct PartResults {
    store: AwsStore,
    job: JobId,
    part: Part,
    documents: Joined,
    warnings: PartWarnings,
}

impl PartResults {
    pub(super) fn new(store: &AwsStore, job: JobId, part: Part) -> PartResults {
        let (documents, warnings) = (Joined::new(&store.jobs, job), PartWarnings::default());
        PartResults { store: store.clone(), job, part, documents, warnings }
    }
}

#[async_trait]
impl NewResults for PartResults {
    async fn put(&mut self, mut document: Made) -> Result<(), StoreError> {
        self.warnings.add(document.index, std::mem::take(&mut document.warnings));
        self.documents.add(document).await
    }

    async fn settle(mut self: Box<Self>, failures: Vec<Failure>, rest: Vec<u32>) -> Result<bool, StoreError> {
        let (store, part) = (&self.store, self.part);
        let Some(job) = store.known_job(self.job).await? else { return Ok(false) };
        let (documents, objects) = self.documents.finish().await?;
        let shard = job.shard_partition_of(part.chunk);
        if let Some(item) = part.item {
            // What a chunk was split into does not change.
            let chunk: Option<StoredPart> =
                store.table.get(&part_key(shard.clone(), Part::chunk(part.chunk))).await?;
            if !chunk.is_some_and(|chunk| chunk.rest.contains(&item)) {
                return Ok(false);
            }
        }
        let results = StoredPart {
            item: part.item,
            documents,
            objects,
            failed: u32::try_from(failures.len()).unwrap_or(u32::MAX),
            warned: self.warnings.documents(),
            writer: self.documents.writer(),
            rest,
            rest_queued: false,
            expires_at: expires_at(),
        };
        let warnings = std::mem::take(&mut self.warnings).into_list();
        if !store.record_part(&job, part, &results, &failures, warnings).await? {
            return Ok(false);
        }
        Ok(store.count_part(&job, part, &results).await? == Counted::Yes)
    }
}

impl AwsStore {
    /// Records the results of a part, with failures and warnings in the same transaction. `false` when it has results.
    async fn record_part(
        &self,
        job: &StoredJob,
        part: Part,
        results: &StoredPart,
        failures: &[Failure],
        warnings: Vec<Warned>,
    ) -> Result<bool, StoreError> {
        let (shard, expires_at) = (job.shard_partition_of(part.chunk), results.expires_at);
        let key = part_key(shard.clone(), part);
        let mut steps = Vec::new();
        for (piece, failures) in failures.chunks(FAILURES_OF_A_RECORD).enumerate() {
            let stored = StoredFailures { chunk: part.chunk, failures: failures.to_vec(), expires_at };
            let key = failures_key(shard.clone(), part, piece);
            steps.push(self.table.put_step(item(&key, &stored)?, None)?);
        }
        if !warnings.is_empty() {
            let stored = StoredWarnings { chunk: part.chunk, warnings, expires_at };
            steps.push(self.table.put_step(item(&warnings_key(shard, part), &stored)?, None)?);
        }
        let record = item(&key, results)?;
        let written = if steps.is_empty() {
            // Half the price of a transaction, and nothing that another one could be in the way of.
            self.table.put_new(record).await?
        } else {
            steps.push(self.table.put_step(record, Some(absent()))?);
            self.table.transact(steps).await?
        };
        if written == Written::Done {
            return Ok(true);
        }
        let there: Option<StoredPart> = self.table.get(&key).await?;
        Ok(there.is_some_and(|there| there.writer == results.writer))
    }
}

impl AwsStore {
    pub(super) async fn documents_of_chunks(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<Vec<DocumentEntry>>, StoreError> {
        let Some((job, chunks)) = self.known_chunks(job, chunks).await? else { return Ok(None) };
        let shards: Vec<u32> = (0..job.shards).collect();
        let parts: Vec<StoredPart> = self.records_of(&job, &shards, &chunks, chunk_prefix).await?;
        let mut documents: Vec<DocumentEntry> =
            parts.into_iter().flat_map(|part| entries(&job, part)).collect();
        documents.sort_by_key(|document| document.index);
        Ok(Some(documents))
    }

    pub(super) async fn failures_of_chunks(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<Vec<Failure>>, StoreError> {
        let Some((job, chunks)) = self.known_chunks(job, chunks).await? else { return Ok(None) };
        let shards = self.counts(&job).await?.failing;
        self.failures_in(&job, &shards, &chunks).await.map(Some)
    }

    /// A job, and those of these chunks that it has; nothing when it has none of them.
    async fn known_chunks(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<(Arc<StoredJob>, Range<u32>)>, StoreError> {
        let Some(job) = self.known_job(job).await? else { return Ok(None) };
        let chunks = chunks.start..chunks.end.min(job.chunks());
        Ok((!chunks.is_empty()).then_some((job, chunks)))
    }

    /// The failures of some chunks of these shards, in the items' order.
    async fn failures_in(
        &self,
        job: &StoredJob,
        shards: &[u32],
        chunks: &Range<u32>,
    ) -> Result<Vec<Failure>, StoreError> {
        let records: Vec<StoredFailures> = self.records_of(job, shards, chunks, failures_prefix).await?;
        let mut failures: Vec<Failure> = records.into_iter().flat_map(|record| record.failures).collect();
        failures.sort_by_key(|failure| failure.index);
        Ok(failures)
    }

    /// The records of some chunks of some shards, in no order. Several shards are read at once, each by one query.
    async fn records_of<T: DeserializeOwned + Send + 'static>(
        &self,
        job: &StoredJob,
        shards: &[u32],
        chunks: &Range<u32>,
        prefix: fn(u32) -> String,
    ) -> Result<Vec<T>, StoreError> {
        let mut reading = Tasks::new();
        for shard in shards {
            let Some((first, last)) = chunks_in(chunks, *shard, job.shards) else { continue };
            let (table, pk) = (self.table.clone(), shard_partition(job.job_id, *shard));
            let read = async move { table.query_between(&pk, &prefix(first), &prefix(last)).await };
            reading.add(0, read).await?;
        }
        Ok(reading.finish().await?.into_iter().flatten().collect())
    }

    /// The first warnings in the items' order.
    pub(super) async fn first_warnings(
        &self,
        job: JobId,
        most: usize,
    ) -> Result<Vec<ItemWarning>, StoreError> {
        let Some(job) = self.known_job(job).await? else { return Ok(Vec::new()) };
        let counts = self.counts(&job).await?;
        let (mut found, mut count) = (Vec::new(), 0);
        for chunks in blocks(job.chunks()) {
            if count >= most || counts.warning.is_empty() {
                break;
            }
            let records: Vec<StoredWarnings> =
                self.records_of(&job, &counts.warning, &chunks, warnings_prefix).await?;
            for warned in records.into_iter().flat_map(|record| record.warnings) {
                count += warned.items.len();
                found.push(warned);
            }
        }
        Ok(Warned::of_items(found, most))
    }

    /// The first failures in the items' order.
    pub(super) async fn first_failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError> {
        let Some(job) = self.known_job(job).await? else { return Ok(Vec::new()) };
        let counts = self.counts(&job).await?;
        let mut found: Vec<Failure> = Vec::new();
        for chunks in blocks(job.chunks()) {
            if found.len() >= most || counts.failing.is_empty() {
                break;
            }
            found.extend(self.failures_in(&job, &counts.failing, &chunks).await?);
        }
        found.truncate(most);
        Ok(found)
    }
}

/// All chunks of a job, some at a time.
fn blocks(chunks: u32) -> impl Iterator<Item = Range<u32>> {
    let step = usize::try_from(CHUNKS_AT_ONCE).unwrap_or(usize::MAX);
    (0..chunks).step_by(step).map(move |first| first..first.saturating_add(CHUNKS_AT_ONCE).min(chunks))
}
