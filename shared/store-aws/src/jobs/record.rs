//! What is stored about a job, and where.

use std::ops::Range;

use jiff::Timestamp;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{
    ArchiveKind, Cutting, Deliveries, DocumentEntry, Failure, JobRecord, NewJob, Order, Part, Progress,
    Settings, Status, Warned,
};
use platen_service::store::StoreError;
use platen_service::trace::Trace;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::shards::{Counts, StoredShard, shards_for};
use crate::fields::from_micros;
use crate::item::Key;
use crate::subscriptions::partition;

/// How long records of a job are kept, in seconds. Its objects are removed much earlier.
pub(super) const RECORD_LIFE: i64 = 32 * 24 * 3600;

/// When a record that is written now is removed.
pub(super) fn expires_at() -> i64 {
    Timestamp::now().as_second() + RECORD_LIFE
}

/// A job. In the table's stream `jobId`, `subscriptionId`, `templateId`, `status`, `total`, `failed` and `trace` are read of it, and a filter
/// looks at `status` and `hasAddresses`. Workers do not change it: what they made is counted in shards ([`super::counters`]).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredJob {
    pub(super) job_id: JobId,
    pub(super) subscription_id: SubscriptionId,
    pub(super) template_id: TemplateId,
    template_version: u32,
    settings: Settings,
    chunk_items: u32,
    pub(super) status: Status,
    pub(super) assembling: bool,
    /// Whether it is noted that its chunks were queued.
    pub(super) dispatched: bool,
    /// Whether its PDFs have passwords or permissions ([`super::protection`]).
    pub(super) is_protected: bool,
    /// Whether its end is to be told, or its result put somewhere, at addresses that are not in the settings: those that it came
    /// with ([`super::protection`]), and webhooks.
    #[serde(default)]
    pub(super) has_addresses: bool,
    /// The upload that has its items, until it is cut into chunks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cutting: Option<Cutting>,
    pub(super) total: u32,
    /// How many shards count its results.
    pub(super) shards: u32,
    /// The counters as the job ended; 0 before.
    done: u32,
    pub(super) failed: u32,
    warned: u32,
    /// How it is to end, once its shards are closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<Ending>,
    pub(super) started_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive_expires_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What became of what is to be done at its end.
    #[serde(default)]
    deliveries: Deliveries,
    /// Which attempt to start the job wrote its items.
    pub(super) request: Uuid,
    /// The trace of the request that started it ([`Trace::header`]), or empty. The pipe of callbacks reads it.
    #[serde(default)]
    pub(super) trace: String,
    expires_at: i64,
}

impl StoredJob {
    pub(super) fn new(new: &NewJob, request: Uuid) -> StoredJob {
        let NewJob { record, protection, cutting, .. } = new;
        let JobRecord { progress, .. } = record;
        StoredJob {
            job_id: record.job_id,
            subscription_id: record.subscription,
            template_id: record.template_id,
            template_version: record.template_version,
            settings: record.settings.clone(),
            chunk_items: record.chunk_items,
            status: progress.status,
            assembling: progress.assembling,
            dispatched: false,
            is_protected: protection.is_some(),
            has_addresses: record.has_addresses() || record.tells_webhooks(),
            cutting: cutting.clone(),
            total: progress.total,
            shards: shards_for(record.chunks()),
            done: 0,
            failed: 0,
            warned: 0,
            ending: None,
            started_at: record.started_at.as_microsecond(),
            ended_at: record.ended_at.map(Timestamp::as_microsecond),
            archive_bytes: record.archive_bytes,
            archive_expires_at: record.archive_expires_at.map(Timestamp::as_microsecond),
            error: record.error.clone(),
            deliveries: record.deliveries.clone(),
            request,
            trace: Trace::current().map(|trace| trace.header().to_owned()).unwrap_or_default(),
            expires_at: expires_at(),
        }
    }

    /// Where it stands, with what its shards count.
    pub(super) fn progress(&self, counts: &Counts) -> Progress {
        let StoredJob { status, assembling, total, .. } = *self;
        let status = if status == Status::Pending && counts.begun { Status::Running } else { status };
        Progress { status, assembling, total, done: counts.done, failed: counts.failed }
    }

    /// What a job that is over counts.
    pub(super) fn last_counts(&self) -> Counts {
        Counts { done: self.done, failed: self.failed, warned: self.warned, ..Counts::default() }
    }

    /// The shard of a chunk.
    pub(super) fn shard_of(&self, chunk: u32) -> u32 {
        chunk % self.shards.max(1)
    }

    /// The partition of the results of a chunk.
    pub(super) fn shard_partition_of(&self, chunk: u32) -> String {
        shard_partition(self.job_id, self.shard_of(chunk))
    }

    /// Whether a shard counts all items of its chunks.
    pub(super) fn is_complete(&self, shard: u32, stored: &StoredShard) -> bool {
        let (chunks, shards) = (self.chunks(), self.shards.max(1));
        let Some(last) = chunks.checked_sub(1) else { return true };
        let own = chunks / shards + u32::from(shard < chunks % shards);
        let missing = if self.shard_of(last) == shard { chunks * self.chunk_items - self.total } else { 0 };
        stored.settled() >= own * self.chunk_items - missing
    }

    /// What a worker needs to know of it.
    pub(super) fn order(&self) -> Order {
        Order {
            subscription: self.subscription_id,
            template_id: self.template_id,
            template_version: self.template_version,
            settings: self.settings.clone(),
        }
    }

    /// How many chunks the job has.
    pub(super) fn chunks(&self) -> u32 {
        self.chunks_of(self.total)
    }

    /// How many chunks so many items make.
    pub(super) fn chunks_of(&self, total: u32) -> u32 {
        total.div_ceil(self.chunk_items.max(1))
    }

    /// The indices of a chunk's items; none after the last chunk.
    pub(super) fn items_of(&self, chunk: u32) -> Range<u32> {
        let first = chunk.saturating_mul(self.chunk_items).min(self.total);
        first..first.saturating_add(self.chunk_items).min(self.total)
    }

    /// The chunk of an item.
    pub(super) fn chunk_of(&self, index: u32) -> u32 {
        index / self.chunk_items.max(1)
    }

    pub(super) fn template_key(&self) -> String {
        template_key(self.job_id, self.request)
    }

    pub(super) fn archive_key(&self) -> String {
        archive_key(self.job_id, self.settings.archive_kind())
    }

    /// The job in the domain's words.
    pub(super) fn record(self, counts: &Counts) -> Result<JobRecord, StoreError> {
        Ok(JobRecord {
            job_id: self.job_id,
            subscription: self.subscription_id,
            template_id: self.template_id,
            template_version: self.template_version,
            chunk_items: self.chunk_items,
            progress: self.progress(counts),
            warned: counts.warned,
            started_at: from_micros(self.started_at)?,
            ended_at: self.ended_at.map(from_micros).transpose()?,
            archive_bytes: self.archive_bytes,
            archive_expires_at: self.archive_expires_at.map(from_micros).transpose()?,
            error: self.error,
            deliveries: self.deliveries,
            settings: self.settings,
        })
    }
}

/// How a job is to end that is canceled, or fails. It is written before the shards are closed, and the next worker that finds it goes on.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ending {
    pub(super) status: Status,
    pub(super) at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// The results of a part.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item: Option<u32>,
    pub(super) documents: Vec<StoredDocument>,
    /// How many documents each of its objects has ([`super::joined`]).
    #[serde(default)]
    pub(super) objects: Vec<u32>,
    /// How many items failed; which and why are records of their own.
    pub(super) failed: u32,
    /// How many documents have warnings; they are a record of their own.
    pub(super) warned: u32,
    /// Who wrote it and its objects: a call whose answer was lost is sent again, and has to know its own record.
    pub(super) writer: Uuid,
    /// Items of a split chunk that have no results in this record.
    pub(super) rest: Vec<u32>,
    /// Whether it is noted that those were queued.
    pub(super) rest_queued: bool,
    pub(super) expires_at: i64,
}

impl StoredPart {
    /// Bytes of its documents.
    pub(super) fn bytes(&self) -> u64 {
        self.documents.iter().map(|document| document.bytes).sum()
    }
}

/// A document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredDocument {
    pub(super) index: u32,
    file_name: String,
    bytes: u64,
    crc32: u32,
}

impl StoredDocument {
    pub(super) fn new(index: u32, file_name: String, bytes: u64, crc32: u32) -> StoredDocument {
        StoredDocument { index, file_name, bytes, crc32 }
    }

    pub(super) fn entry(self, part: Part, object: String, offset: u64) -> DocumentEntry {
        let StoredDocument { index, file_name, bytes, crc32 } = self;
        DocumentEntry { index, file_name, bytes, crc32, part, object, offset }
    }
}

/// Some failures of a part.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredFailures {
    pub(super) chunk: u32,
    pub(super) failures: Vec<Failure>,
    pub(super) expires_at: i64,
}

/// The warnings of a part's documents.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredWarnings {
    pub(super) chunk: u32,
    pub(super) warnings: Vec<Warned>,
    pub(super) expires_at: i64,
}

/// A job in a list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    pub(super) job_id: JobId,
    pub(super) expires_at: i64,
}

fn job_partition(job: JobId) -> String {
    format!("JOB#{job}")
}

pub(super) fn job_key(job: JobId) -> Key {
    Key::new(job_partition(job), "JOB")
}

pub(super) fn protection_key(job: JobId) -> Key {
    Key::new(job_partition(job), "PROTECTION")
}

pub(super) fn addresses_key(job: JobId) -> Key {
    Key::new(job_partition(job), "ADDRESSES")
}

/// The upload of the job's archive.
pub(super) fn upload_key(job: JobId) -> Key {
    Key::new(job_partition(job), "UPLOAD")
}

/// Where the finished parts of that upload begin.
pub(super) const PARTS: &str = "PARTS#";

/// Finished parts from one on.
pub(super) fn parts_key(job: JobId, first: usize) -> Key {
    Key::new(job_partition(job), format!("{PARTS}{first:010}"))
}

pub(super) fn shard_partition(job: JobId, shard: u32) -> String {
    format!("JOB#{job}#{shard}")
}

pub(super) fn shard_key(job: JobId, shard: u32) -> Key {
    Key::new(shard_partition(job, shard), "COUNTS")
}

/// The chunk's own record begins so, and those of its items. Numbers are padded to the digits of the largest one.
pub(super) fn chunk_prefix(chunk: u32) -> String {
    format!("CHUNK#{chunk:010}")
}

/// Where the results of a part stand in the partition of its shard.
pub(super) fn part_key(shard: String, part: Part) -> Key {
    let chunk = chunk_prefix(part.chunk);
    Key::new(shard, part.item.map_or(chunk.clone(), |item| format!("{chunk}#{item:010}")))
}

pub(super) fn failures_prefix(chunk: u32) -> String {
    format!("FAILURES#{chunk:010}")
}

pub(super) fn failures_key(shard: String, part: Part, piece: usize) -> Key {
    Key::new(shard, format!("{}#{}#{piece:010}", failures_prefix(part.chunk), of_chunk(part)))
}

pub(super) fn warnings_prefix(chunk: u32) -> String {
    format!("WARNINGS#{chunk:010}")
}

pub(super) fn warnings_key(shard: String, part: Part) -> Key {
    Key::new(shard, format!("{}#{}", warnings_prefix(part.chunk), of_chunk(part)))
}

/// The chunk's own ones and those of its items, of which one may be the first of all.
fn of_chunk(part: Part) -> String {
    part.item.map_or("chunk".to_owned(), |item| format!("{item:010}"))
}

/// Where the list of a subscription's jobs begins, or of those made from a template.
pub(super) fn list_prefix(of: Option<TemplateId>) -> String {
    of.map_or("JOB#".to_owned(), |template| format!("JOBOF#{template}#"))
}

/// Before the jobs of a list that began at a moment (microseconds), and after those that began earlier.
pub(super) fn list_place(prefix: &str, started_at: i64) -> String {
    format!("{prefix}{started_at:020}")
}

/// The places of a job in lists, in the order of their start.
pub(super) fn list_keys(job: &StoredJob) -> [Key; 2] {
    [None, Some(job.template_id)].map(|of| {
        let place = list_place(&list_prefix(of), job.started_at);
        Key::new(partition(job.subscription_id), format!("{place}#{}", job.job_id))
    })
}

pub(super) fn items_key(job: JobId, request: Uuid, pack: u32) -> String {
    format!("jobs/{job}/{request}/items/{pack}")
}

pub(super) fn index_key(job: JobId, request: Uuid) -> String {
    format!("jobs/{job}/{request}/items/index")
}

pub(super) fn protection_object(job: JobId, request: Uuid) -> String {
    format!("jobs/{job}/{request}/protection")
}

pub(super) fn addresses_object(job: JobId, request: Uuid) -> String {
    format!("jobs/{job}/{request}/addresses")
}

pub(super) fn template_key(job: JobId, request: Uuid) -> String {
    format!("jobs/{job}/{request}/template.docx")
}

/// Some documents of a part.
pub(super) fn object_key(job: JobId, writer: Uuid, number: u32) -> String {
    format!("jobs/{job}/documents/{writer}/{number}")
}

/// A document that was recorded before documents were joined.
pub(super) fn document_key(job: JobId, index: u32) -> String {
    format!("jobs/{job}/documents/{index}")
}

pub(super) fn archive_key(job: JobId, kind: ArchiveKind) -> String {
    format!("archives/{job}{}", kind.extension())
}
