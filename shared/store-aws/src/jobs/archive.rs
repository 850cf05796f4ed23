//! The archive: a multipart upload, one part in memory.

use async_trait::async_trait;
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::{Bytes, BytesMut};
use jiff::Timestamp;
use platen_service::jobs::{ArchiveKind, JobId, NewArchive, Progress};
use platen_service::store::StoreError;

use super::ending::End;
use super::record::archive_key;
use crate::AwsStore;
use crate::clients::joining;
use crate::error::unavailable;

/// Bytes of a part. S3 takes 10,000 parts, so that an archive may have 78 GiB.
const PART_BYTES: usize = 8 << 20;

/// An archive that is being uploaded. One that is dropped is removed by the bucket's rule for uploads that never ended.
pub(super) struct Upload {
    store: AwsStore,
    job: JobId,
    kind: ArchiveKind,
    key: String,
    buffer: BytesMut,
    /// The upload, once there is a whole part.
    id: Option<String>,
    parts: Vec<CompletedPart>,
    bytes: u64,
}

impl Upload {
    pub(super) fn new(store: &AwsStore, job: JobId, kind: ArchiveKind) -> Upload {
        let (store, key) = (store.clone(), archive_key(job, kind));
        Upload { store, job, kind, key, buffer: BytesMut::new(), id: None, parts: Vec::new(), bytes: 0 }
    }

    async fn upload_id(&mut self) -> Result<String, StoreError> {
        if let Some(id) = &self.id {
            return Ok(id.clone());
        }
        let bucket = &self.store.jobs;
        let begin = bucket.client.create_multipart_upload().bucket(&bucket.name).key(&self.key);
        let begun = begin
            .content_type(self.kind.media_type())
            .send()
            .await
            .map_err(|e| unavailable("CreateMultipartUpload", e))?;
        let id = begun
            .upload_id
            .ok_or_else(|| StoreError::Unavailable("CreateMultipartUpload: no id".to_owned()))?;
        self.id = Some(id.clone());
        Ok(id)
    }

    async fn send_part(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        let id = self.upload_id().await?;
        let number = i32::try_from(self.parts.len() + 1)
            .map_err(|_| StoreError::Unavailable("UploadPart: too many parts".to_owned()))?;
        let bucket = &self.store.jobs;
        let part = bucket.client.upload_part().bucket(&bucket.name).key(&self.key);
        let sent = part.upload_id(id).part_number(number).body(bytes.into()).send().await;
        let sent = sent.map_err(|e| unavailable("UploadPart", e))?;
        let done = CompletedPart::builder().part_number(number).set_e_tag(sent.e_tag);
        // What the SDK added to the part for its own check has to be told again.
        self.parts.push(done.set_checksum_crc32(sent.checksum_crc32).build());
        Ok(())
    }

    async fn finish(&mut self) -> Result<(), StoreError> {
        let last = self.buffer.split().freeze();
        let Some(id) = self.id.clone() else {
            return self.store.jobs.put(&self.key, self.kind.media_type(), last).await;
        };
        if !last.is_empty() {
            self.send_part(last).await?;
        }
        let parts =
            CompletedMultipartUpload::builder().set_parts(Some(std::mem::take(&mut self.parts))).build();
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
                    _ => Err(unavailable("CompleteMultipartUpload", failed)),
                }
            }
            Err(failed) => Err(unavailable("CompleteMultipartUpload", failed)),
        }
    }

    async fn give_up(&self) -> Result<(), StoreError> {
        let (Some(id), bucket) = (&self.id, &self.store.jobs) else { return Ok(()) };
        let abort = bucket.client.abort_multipart_upload().bucket(&bucket.name).key(&self.key);
        let sent = abort.upload_id(id).send().await;
        sent.map(|_| ()).map_err(|e| unavailable("AbortMultipartUpload", e))
    }
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
        if let Err(error) = self.finish().await {
            NewArchive::abort(self).await;
            return Err(error);
        }
        let end = End { archive: Some((self.bytes, expires_at)), ..End::at(at) };
        self.store.end_job(self.job, Progress::complete, end).await
    }

    async fn abort(self: Box<Self>) {
        if let Err(error) = self.give_up().await {
            tracing::warn!(job_id = %self.job, %error, "parts of an archive stay until the bucket removes them");
        }
    }
}
