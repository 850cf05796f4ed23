//! Removes expired records and objects if the engine has no time to live and no lifecycle rules.
//!
//! Any number of processes can sweep. The table is read in segments. A record `SWEEP` / `…` claims each segment, and the bucket of jobs,
//! for most of an hour; other processes skip claimed segments, and the next hour takes over from a process that died. Nothing depends on
//! that: a record is removed on the condition that it has expired, and removing an object twice does no harm.

use aws_sdk_s3::primitives::DateTime;
use jiff::{SignedDuration, Timestamp};
use platen_service::store::StoreError;

use crate::AwsStore;
use crate::error::unavailable;
use crate::item::{Condition, Key, number};
use crate::setup::{expires_records, has_lifecycle, lack, said};
use crate::table::Written;
use crate::tasks::Tasks;

/// Parts that the table is read in.
const SEGMENTS: i32 = 8;

/// How long a claim holds: until shortly before the same process sweeps again.
const CLAIM: SignedDuration = SignedDuration::from_mins(50);

/// How old objects of jobs become, as the rule of `infra/template.yaml` says.
const OBJECTS: SignedDuration = SignedDuration::from_hours(2 * 24);

/// How old an upload becomes that never ended.
const UPLOADS: SignedDuration = SignedDuration::from_hours(24);

impl AwsStore {
    /// Removes records that are over, unless the table does. Returns how many.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]: the next sweep goes on with it.
    pub async fn sweep_records(&self, now: Timestamp) -> Result<u64, StoreError> {
        if said(expires_records(&self.table).await)? == Ok(true) {
            return Ok(0);
        }
        let mut removed = 0;
        for segment in 0..SEGMENTS {
            if self.claim_sweep(&format!("RECORDS#{segment}"), now).await? {
                removed += self.sweep_segment(segment, now).await?;
            }
        }
        Ok(removed)
    }

    /// Removes objects of jobs and uploads that are over, unless the bucket does. Returns how many.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]: the next sweep goes on with it.
    pub async fn sweep_objects(&self, now: Timestamp) -> Result<u64, StoreError> {
        if said(has_lifecycle(&self.jobs).await)?.is_ok() || !self.claim_sweep("OBJECTS", now).await? {
            return Ok(0);
        }
        let removed = self.sweep_bucket(now).await?;
        self.sweep_uploads(now).await?;
        Ok(removed)
    }

    /// Whether this process is the one that sweeps a part in this hour.
    async fn claim_sweep(&self, part: &str, now: Timestamp) -> Result<bool, StoreError> {
        let free = Condition::when("attribute_not_exists(pk) OR #until <= :now")
            .name("#until", "until")
            .value(":now", number(now.as_second()))
            .value(":until", number((now + CLAIM).as_second()));
        let written = self.table.update(&Key::new("SWEEP", part), "SET #until = :until", free).await?;
        Ok(written == Written::Done)
    }

    async fn sweep_segment(&self, segment: i32, now: Timestamp) -> Result<u64, StoreError> {
        let (mut start, mut removing) = (None, Tasks::new());
        loop {
            let scan = self.table.client.scan().table_name(&self.table.name);
            let page = scan
                .segment(segment)
                .total_segments(SEGMENTS)
                .filter_expression("expiresAt <= :now")
                .projection_expression("pk, sk")
                .expression_attribute_values(":now", number(now.as_second()))
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(|failed| unavailable("Scan", failed))?;
            for item in page.items.unwrap_or_default() {
                let column = |name| item.get(name).and_then(|value| value.as_s().ok()).cloned();
                let (Some(pk), Some(sk)) = (column("pk"), column("sk")) else { continue };
                let table = self.table.clone();
                let over = Condition::when("expiresAt <= :now").value(":now", number(now.as_second()));
                let remove = async move { table.delete(&Key { pk, sk }, over).await };
                removing.add(0, remove).await?;
            }
            start = page.last_evaluated_key.filter(|key| !key.is_empty());
            if start.is_none() {
                // Refused: it was renewed, or another process removed it.
                let ended = removing.finish().await?;
                return Ok(ended.iter().filter(|written| **written == Written::Done).count() as u64);
            }
        }
    }

    async fn sweep_bucket(&self, now: Timestamp) -> Result<u64, StoreError> {
        let before = DateTime::from_secs((now - OBJECTS).as_second());
        let (mut next, mut removing) = (None, Tasks::new());
        loop {
            let list = self.jobs.client.list_objects_v2().bucket(&self.jobs.name);
            let page = list.set_continuation_token(next).send().await;
            let page = page.map_err(|failed| unavailable("ListObjectsV2", failed))?;
            for object in page.contents.unwrap_or_default() {
                let old = object.last_modified.is_some_and(|modified| modified < before);
                let Some(key) = object.key.filter(|_| old) else { continue };
                let jobs = self.jobs.clone();
                removing.add(0, async move { jobs.delete(&key).await }).await?;
            }
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(removing.finish().await?.len() as u64);
            }
        }
    }

    /// Gives up uploads whose parts nobody joined.
    async fn sweep_uploads(&self, now: Timestamp) -> Result<(), StoreError> {
        let before = DateTime::from_secs((now - UPLOADS).as_second());
        let (client, bucket) = (&self.jobs.client, &self.jobs.name);
        let listed = client.list_multipart_uploads().bucket(bucket).send().await;
        let listed = match said(listed.map_err(lack("ListMultipartUploads")))? {
            Ok(listed) => listed,
            // Its parts stay; the operator is told once an hour.
            Err(said) => {
                tracing::warn!(
                    said,
                    "parts of uploads that never ended are not removed: the engine does not list them"
                );
                return Ok(());
            }
        };
        for upload in listed.uploads.unwrap_or_default() {
            if upload.initiated.is_some_and(|initiated| initiated < before) {
                let abort = client.abort_multipart_upload().bucket(bucket);
                let gone = abort.set_key(upload.key).set_upload_id(upload.upload_id).send().await;
                gone.map_err(|failed| unavailable("AbortMultipartUpload", failed))?;
            }
        }
        Ok(())
    }
}
