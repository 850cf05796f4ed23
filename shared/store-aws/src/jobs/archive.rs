//! The archive: a multipart upload with two parts in progress. Its id and its finished parts are recorded, so the worker after one that
//! died sends only what is missing. The same job gives the same bytes, and a part counts as sent only if its checksum matches the next
//! worker's bytes.

use std::collections::VecDeque;

use async_trait::async_trait;
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::{Bytes, BytesMut};
use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::{ArchiveKind, NewArchive};
use platen_service::store::StoreError;
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use super::ending::Archive;
use super::record::{PARTS, archive_key, expires_at, parts_key, upload_key};
use crate::AwsStore;
use crate::bucket::Bucket;
use crate::clients::joining;
use crate::error::unavailable;
use crate::item::{Condition, item, number, text, value};

/// Bytes of a part. S3 takes 10,000 parts, so that an archive may have 78 GiB.
const PART_BYTES: usize = 8 << 20;

/// Parts on their way at once.
const SENDING: usize = 2;

/// Finished parts that are recorded together: at most so many are sent again after a death.
const PARTS_OF_A_RECORD: usize = 4;

/// The upload that was begun for a job.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredUpload {
    upload_id: String,
    expires_at: i64,
}

/// Some finished parts of an upload, in their order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredParts {
    upload_id: String,
    parts: Vec<Part>,
    expires_at: i64,
}

/// A finished part.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    /// CRC-32 of its bytes.
    crc32: u32,
    e_tag: Option<String>,
    /// What the SDK added to the part for its own check, which has to be told again.
    checksum: Option<String>,
}

/// Why a part was not sent.
enum SendError {
    /// The upload no longer exists.
    Gone(StoreError),
    Failed(StoreError),
}

enum Sent {
    Before(Part),
    Now(JoinHandle<Result<Part, SendError>>),
}

/// An archive that is being uploaded. One that is dropped is gone on with, or removed by the bucket's rule for uploads that never
/// ended.
pub(super) struct Upload {
    store: AwsStore,
    job: JobId,
    kind: ArchiveKind,
    key: String,
    buffer: BytesMut,
    /// The upload, once there is a whole part.
    id: Option<String>,
    /// Parts that a worker before finished.
    before: Vec<Part>,
    /// Parts that are sent, or on their way, behind the finished ones.
    sending: VecDeque<Sent>,
    parts: Vec<Part>,
    bytes: u64,
}

impl Upload {
    pub(super) fn new(store: &AwsStore, job: JobId, kind: ArchiveKind) -> Upload {
        let (store, key) = (store.clone(), archive_key(job, kind));
        let (id, before, sending, parts) = (None, Vec::new(), VecDeque::new(), Vec::new());
        Upload { store, job, kind, key, buffer: BytesMut::new(), id, before, sending, parts, bytes: 0 }
    }

    /// The upload that was begun before, or a new one.
    async fn upload_id(&mut self) -> Result<String, StoreError> {
        if let Some(id) = &self.id {
            return Ok(id.clone());
        }
        let key = upload_key(self.job);
        let mut stored: Option<StoredUpload> = self.store.table.get(&key).await?;
        if stored.is_none() {
            let upload_id = self.begin().await?;
            let new = StoredUpload { upload_id, expires_at: expires_at() };
            self.store.table.put_new(item(&key, &new)?).await?;
            // Of two workers that begin at once, one is recorded.
            stored = self.store.table.get(&key).await?;
        }
        let id = stored.ok_or_else(|| StoreError::Unavailable("an upload is given up".to_owned()))?.upload_id;
        let parts: Vec<StoredParts> = self.store.table.query(&key.pk, PARTS).await?;
        let parts = parts.into_iter().filter(|parts| parts.upload_id == id);
        self.before = parts.flat_map(|parts| parts.parts).collect();
        if !self.before.is_empty() {
            tracing::info!(job_id = %self.job, parts = self.before.len(), "the upload of an archive goes on");
        }
        self.id = Some(id.clone());
        Ok(id)
    }

    async fn begin(&self) -> Result<String, StoreError> {
        let bucket = &self.store.jobs;
        let begin = bucket.client.create_multipart_upload().bucket(&bucket.name).key(&self.key);
        let begun = begin.content_type(self.kind.media_type()).send().await;
        let begun = begun.map_err(|e| unavailable("CreateMultipartUpload", e))?;
        begun.upload_id.ok_or_else(|| StoreError::Unavailable("CreateMultipartUpload: no id".to_owned()))
    }

    async fn send_part(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        let id = self.upload_id().await?;
        let at = self.parts.len() + self.sending.len();
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        let crc32 = crc.sum();
        let sent = match self.before.get(at) {
            Some(part) if part.crc32 == crc32 => Sent::Before(part.clone()),
            _ => {
                let number = i32::try_from(at + 1)
                    .map_err(|_| StoreError::Unavailable("UploadPart: too many parts".to_owned()))?;
                let (bucket, key) = (self.store.jobs.clone(), self.key.clone());
                Sent::Now(tokio::spawn(upload_part(bucket, key, id, number, crc32, bytes)))
            }
        };
        self.sending.push_back(sent);
        self.settle(SENDING - 1).await
    }

    /// Waits until so many parts at most are on their way.
    async fn settle(&mut self, most: usize) -> Result<(), StoreError> {
        while self.sending.len() > most {
            let Some(sent) = self.sending.pop_front() else { return Ok(()) };
            let part = match sent {
                Sent::Before(part) => part,
                Sent::Now(sending) => match sending.await {
                    Ok(Err(SendError::Gone(error))) => {
                        // The next worker begins another one.
                        self.forget().await?;
                        return Err(error);
                    }
                    Ok(Err(SendError::Failed(error))) => return Err(error),
                    Ok(Ok(part)) => part,
                    Err(failed) => return Err(StoreError::Unavailable(failed.to_string())),
                },
            };
            self.parts.push(part);
            if self.parts.len().is_multiple_of(PARTS_OF_A_RECORD) && self.parts.len() > self.before.len() {
                self.record_parts().await?;
            }
        }
        Ok(())
    }

    /// Records the last parts.
    async fn record_parts(&self) -> Result<(), StoreError> {
        let first = self.parts.len().saturating_sub(PARTS_OF_A_RECORD);
        let parts = self.parts.get(first..).unwrap_or_default();
        let change = Condition::default()
            .value(":upload", text(self.id.as_deref().unwrap_or_default()))
            .value(":parts", value(&parts)?)
            .value(":until", number(expires_at()));
        let update = "SET uploadId = :upload, parts = :parts, expiresAt = :until";
        self.store.table.update(&parts_key(self.job, first), update, change).await.map(|_| ())
    }

    async fn forget(&self) -> Result<(), StoreError> {
        self.store.table.delete(&upload_key(self.job), Condition::default()).await.map(|_| ())
    }

    async fn finish(&mut self) -> Result<(), StoreError> {
        let last = self.buffer.split().freeze();
        let Some(id) = self.id.clone() else {
            return self.store.jobs.put(&self.key, self.kind.media_type(), last).await;
        };
        if !last.is_empty() {
            self.send_part(last).await?;
        }
        self.settle(0).await?;
        let parts = (1..).zip(&self.parts).map(|(number, part)| {
            let done = CompletedPart::builder().part_number(number).set_e_tag(part.e_tag.clone());
            done.set_checksum_crc32(part.checksum.clone()).build()
        });
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect())).build();
        let bucket = &self.store.jobs;
        let complete = bucket.client.complete_multipart_upload().bucket(&bucket.name).key(&self.key);
        let complete = complete.upload_id(id).multipart_upload(parts).customize();
        match complete.config_override(joining()).send().await {
            Ok(_) => Ok(()),
            // The answer to an earlier try was lost: the upload no longer exists, but the object does.
            Err(failed) if failed.code() == Some("NoSuchUpload") => {
                let there = bucket.head(&self.key).await?.and_then(|head| head.content_length);
                match there.map(i64::unsigned_abs) {
                    Some(size) if size == self.bytes => Ok(()),
                    _ => {
                        self.forget().await?;
                        Err(unavailable("CompleteMultipartUpload", failed))
                    }
                }
            }
            Err(failed) => Err(unavailable("CompleteMultipartUpload", failed)),
        }
    }

    async fn give_up(&self) -> Result<(), StoreError> {
        let (Some(id), bucket) = (&self.id, &self.store.jobs) else { return Ok(()) };
        self.forget().await?;
        let abort = bucket.client.abort_multipart_upload().bucket(&bucket.name).key(&self.key);
        let sent = abort.upload_id(id).send().await;
        sent.map(|_| ()).map_err(|e| unavailable("AbortMultipartUpload", e))
    }
}

async fn upload_part(
    bucket: Bucket,
    key: String,
    id: String,
    number: i32,
    crc32: u32,
    bytes: Bytes,
) -> Result<Part, SendError> {
    let part = bucket.client.upload_part().bucket(&bucket.name).key(key);
    let sent = part.upload_id(id).part_number(number).body(bytes.into()).send().await;
    let sent = sent.map_err(|failed| match failed.code() {
        Some("NoSuchUpload") => SendError::Gone(unavailable("UploadPart", failed)),
        _ => SendError::Failed(unavailable("UploadPart", failed)),
    })?;
    Ok(Part { crc32, e_tag: sent.e_tag, checksum: sent.checksum_crc32 })
}

#[async_trait]
impl NewArchive for Upload {
    async fn write(&mut self, mut bytes: Bytes) -> Result<(), StoreError> {
        self.bytes += bytes.len() as u64;
        while self.buffer.len() + bytes.len() >= PART_BYTES {
            let fits = bytes.split_to(PART_BYTES - self.buffer.len());
            self.buffer.extend_from_slice(&fits);
            let part = std::mem::take(&mut self.buffer).freeze();
            self.send_part(part).await?;
        }
        self.buffer.extend_from_slice(&bytes);
        Ok(())
    }

    async fn complete(mut self: Box<Self>, at: Timestamp, expires_at: Timestamp) -> Result<bool, StoreError> {
        self.finish().await?;
        self.store.complete_job(self.job, Archive { bytes: self.bytes, until: expires_at }, at).await
    }

    async fn abort(self: Box<Self>) {
        if let Err(error) = self.give_up().await {
            tracing::warn!(job_id = %self.job, %error, "parts of an archive stay until the bucket removes them");
        }
    }
}
