//! Results: documents to the bucket, then one transaction for the part's record and the job's counters.

use async_trait::async_trait;
use platen_service::jobs::{
    Failure, ItemWarning, JobId, Made, NewResults, Part, PartWarnings, Results, Status, Warned,
};
use platen_service::store::StoreError;

use super::record::{
    StoredDocument, StoredFailures, StoredPart, StoredWarnings, WARNINGS, chunk_prefix, document_key,
    expires_at, failures_key, failures_prefix, job_key, job_partition, part_key, warnings_key,
};
use crate::AwsStore;
use crate::bucket::Bucket;
use crate::item::{Condition, absent, item, number, text};
use crate::table::Written;
use crate::tasks::Tasks;

/// Failures of one record: with names and reasons at their longest it stays below DynamoDB's 400 KB.
const FAILURES_OF_A_RECORD: usize = 50;

/// The results of a part on their way.
pub(super) struct PartResults {
    store: AwsStore,
    job: JobId,
    part: Part,
    documents: Tasks<StoredDocument>,
    warnings: PartWarnings,
    /// The month that the documents count in.
    month: Option<String>,
}

impl PartResults {
    pub(super) fn new(store: &AwsStore, job: JobId, part: Part) -> PartResults {
        let (documents, warnings) = (Tasks::new(), PartWarnings::default());
        PartResults { store: store.clone(), job, part, documents, warnings, month: None }
    }
}

#[async_trait]
impl NewResults for PartResults {
    async fn put(&mut self, mut document: Made) -> Result<(), StoreError> {
        self.warnings.add(document.index, std::mem::take(&mut document.warnings));
        let (bucket, job) = (self.store.jobs.clone(), self.job);
        self.documents.add(document.bytes.len(), put_document(bucket, job, document)).await
    }

    fn count_in(&mut self, month: String) {
        self.month = Some(month);
    }

    async fn settle(mut self: Box<Self>, failures: Vec<Failure>, rest: Vec<u32>) -> Result<bool, StoreError> {
        let (store, job, part) = (&self.store, self.job, self.part);
        let mut documents = self.documents.finish().await?;
        documents.sort_by_key(|document| document.index);
        let expires_at = expires_at();
        let count = Condition::when("#status IN (:pending, :running)")
            .name("#status", "status")
            .value(":pending", text(Status::Pending.as_str()))
            .value(":running", text(Status::Running.as_str()))
            .value(":done", number(documents.len()))
            .value(":failed", number(failures.len()))
            .value(":warned", number(self.warnings.documents()));
        let update = "SET #status = :running ADD done :done, failed :failed, warned :warned";
        let mut steps = vec![store.table.update_step(&job_key(job), update, count)?];
        if let Some(month) = &self.month
            && let Some(stored) = store.stored_job(job).await?
        {
            steps.push(store.count_step(stored.subscription_id, month, documents.len() as u64)?);
        }
        if let Some(item) = part.item {
            let split = Condition::when("contains(rest, :item)").value(":item", number(item));
            steps.push(store.table.check_step(&part_key(job, Part::chunk(part.chunk)), split)?);
        }
        for (piece, failures) in failures.chunks(FAILURES_OF_A_RECORD).enumerate() {
            let stored = StoredFailures { chunk: part.chunk, failures: failures.to_vec(), expires_at };
            steps.push(store.table.put_step(item(&failures_key(job, part, piece), &stored)?, None)?);
        }
        let warnings = std::mem::take(&mut self.warnings).into_list();
        if !warnings.is_empty() {
            let stored = StoredWarnings { chunk: part.chunk, warnings, expires_at };
            steps.push(store.table.put_step(item(&warnings_key(job, part), &stored)?, None)?);
        }
        let stored = StoredPart {
            item: part.item,
            documents,
            failed: u32::try_from(failures.len()).unwrap_or(u32::MAX),
            rest,
            rest_queued: false,
            expires_at,
        };
        steps.push(store.table.put_step(item(&part_key(job, part), &stored)?, Some(absent()))?);
        Ok(store.table.transact(steps).await? == Written::Done)
    }
}

/// Puts a document in its place, unless there is one: of workers at the same part the first writes, and the others record
/// what it wrote. Their own bytes may differ, since an encrypted PDF has random keys.
async fn put_document(bucket: Bucket, job: JobId, document: Made) -> Result<StoredDocument, StoreError> {
    let Made { index, file_name, bytes, crc32, .. } = document;
    let key = document_key(job, index);
    let (length, crc32) = if bucket.put_new(&key, "application/octet-stream", bytes.clone()).await? {
        (bytes.len(), crc32)
    } else {
        let there = bucket.get(&key).await?.ok_or_else(|| super::gone(job, "document"))?;
        let mut crc = flate2::Crc::new();
        crc.update(&there);
        (there.len(), crc.sum())
    };
    Ok(StoredDocument::new(index, file_name, length as u64, crc32))
}

impl AwsStore {
    pub(super) async fn results_of_chunk(
        &self,
        job: JobId,
        chunk: u32,
    ) -> Result<Option<Results>, StoreError> {
        let pk = job_partition(job);
        let parts: Vec<StoredPart> = self.table.query(&pk, &chunk_prefix(chunk)).await?;
        if parts.is_empty() {
            // No results, or no such chunk.
            let known = self.stored_job(job).await?.is_some_and(|job| chunk < job.chunks());
            return Ok(known.then(Results::default));
        }
        let mut results = Results::default();
        if parts.iter().any(|part| part.failed > 0) {
            let records: Vec<StoredFailures> = self.table.query(&pk, &failures_prefix(chunk)).await?;
            results.failures = records.into_iter().flat_map(|record| record.failures).collect();
        }
        for part in parts {
            let of = Part { chunk, item: part.item };
            results.documents.extend(part.documents.into_iter().map(|document| document.entry(of)));
        }
        results.failures.sort_by_key(|failure| failure.index);
        results.documents.sort_by_key(|document| document.index);
        Ok(Some(results))
    }

    /// The first warnings in the items' order.
    pub(super) async fn first_warnings(
        &self,
        job: JobId,
        most: usize,
    ) -> Result<Vec<ItemWarning>, StoreError> {
        let (mut found, mut count, mut last_chunk) = (Vec::new(), 0, None);
        let read = |record: StoredWarnings| {
            // As with failures.
            if count >= most && last_chunk != Some(record.chunk) {
                return false;
            }
            last_chunk = Some(record.chunk);
            count += record.warnings.iter().map(|warned| warned.items.len()).sum::<usize>();
            found.extend(record.warnings);
            true
        };
        self.table.query_while(&job_partition(job), WARNINGS, read).await?;
        Ok(Warned::of_items(found, most))
    }

    /// The first failures in the items' order.
    pub(super) async fn first_failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError> {
        let (mut found, mut last_chunk) = (Vec::new(), None);
        let read = |record: StoredFailures| {
            // A split chunk's failures are in no order: only a new chunk ends what is searched for.
            if found.len() >= most && last_chunk != Some(record.chunk) {
                return false;
            }
            last_chunk = Some(record.chunk);
            found.extend(record.failures);
            true
        };
        self.table.query_while(&job_partition(job), "FAILURES#", read).await?;
        found.sort_by_key(|failure| failure.index);
        found.truncate(most);
        Ok(found)
    }
}
