//! Jobs.
//!
//! | Key | Record |
//! |---|---|
//! | `JOB#{job}` / `JOB` | the job |
//! | `JOB#{job}` / `PROTECTION` | what opens the passwords and permissions of its PDFs, until it ends ([`protection`]) |
//! | `JOB#{job}` / `ADDRESSES` | what opens the addresses of its results, until nothing is left to do with them |
//! | `JOB#{job}` / `UPLOAD`, `PARTS#{part}` | the upload of its archive, and what of it is finished |
//! | `JOB#{job}#{shard}` / `COUNTS` | some of its counters ([`counters`]) |
//! | `JOB#{job}#{shard}` / `CHUNK#{chunk}`, `CHUNK#{chunk}#{item}` | the results of a part |
//! | `JOB#{job}#{shard}` / `FAILURES#{chunk}#{item}#{piece}` | its failures, apart: they are listed, and can be long |
//! | `JOB#{job}#{shard}` / `WARNINGS#{chunk}#{item}` | the warnings of its documents |
//! | `DUE` / `JOB#{job}` | that its end is to be told ([`outbox`]) |
//! | `SUB#{subscription}` / `JOB#{start}#{job}`, `JOBOF#{template}#{start}#{job}` | the job in lists |
//! | `SUB#{subscription}` / `DAY#{day}#{shard}`, `DAYOF#{template}#{day}#{shard}` | how many of them began on a day ([`days`]) |
//!
//! Lists are records in the tenant's partition rather than an index of the table: they are consistent, and a job's
//! counters change without an index to be written along. Objects: `jobs/{job}/{request}/items/{pack}` and `…/template.docx`,
//! where `request` is new for each attempt to start the job; `jobs/{job}/documents/{writer}/{number}` ([`joined`]);
//! `archives/{job}.zip` or `.pdf`.

mod archive;
mod counters;
mod create;
mod days;
mod ending;
mod joined;
mod known;
mod lists;
mod outbox;
mod packs;
mod protection;
mod queue;
mod record;
mod results;
mod shards;

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::file_name::content_disposition;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{
    ArchiveKind, CutItems, Cutting, Deliveries, DocumentEntry, Failure, ItemWarning, JobEnded, JobRecord,
    JobStore, NewArchive, NewItems, NewResults, Part, Pending, Progress, Status, Task,
};
use platen_service::links::{BaseUrl, Link, LinkSigner};
use platen_service::page::{Listed, Page};
use platen_service::store::StoreError;
use secrecy::SecretString;

pub(crate) use self::known::Known;
pub use self::outbox::End;
pub use self::queue::Message;
pub(crate) use self::queue::{send_batch, trace_header};
pub(crate) use self::record::StoredJob;
use self::record::{StoredPart, addresses_key, archive_key, job_key, part_key};
use crate::AwsStore;
use crate::item::{Condition, value};

#[async_trait]
impl JobStore for AwsStore {
    async fn new_items(&self, _: SubscriptionId, job: JobId) -> Result<Box<dyn NewItems>, StoreError> {
        Ok(Box::new(create::JobItems::new(self, job)))
    }

    fn cuts_later(&self) -> bool {
        true
    }

    async fn cutting(&self, job: JobId) -> Result<Option<(Cutting, Box<dyn CutItems>)>, StoreError> {
        let Some(stored) = self.stored_job(job).await? else { return Ok(None) };
        let items = create::JobItems::of_request(self, job, stored.request);
        Ok(stored.cutting.map(|cutting| (cutting, Box::new(items) as Box<dyn CutItems>)))
    }

    async fn job(&self, subscription: SubscriptionId, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        // Another tenant's job is none.
        Ok(self.any_job(job).await?.filter(|record| record.subscription == subscription))
    }

    async fn jobs_of(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError> {
        self.listed_jobs(subscription, Some(template), page).await
    }

    async fn jobs(&self, subscription: SubscriptionId, page: Page) -> Result<Listed<JobRecord>, StoreError> {
        self.listed_jobs(subscription, None, Some(page)).await
    }

    async fn failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError> {
        self.first_failures(job, most).await
    }

    async fn warnings(&self, job: JobId, most: usize) -> Result<Vec<ItemWarning>, StoreError> {
        self.first_warnings(job, most).await
    }

    async fn cancel_job(
        &self,
        subscription: SubscriptionId,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<(JobRecord, bool)>, StoreError> {
        if self.job(subscription, job).await?.is_none() {
            return Ok(None);
        }
        let ended = self.end_job(job, Progress::cancel, None, at).await?;
        Ok(self.any_job(job).await?.map(|record| (record, ended)))
    }

    async fn stop_job(&self, job: JobId) -> Result<(), StoreError> {
        match self.stored_job(job).await?.filter(|stored| !stored.status.is_over()) {
            Some(stored) => self.stop_shards(&stored).await,
            None => Ok(()),
        }
    }

    async fn job_addresses(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        self.sealed_addresses_of(job).await
    }

    async fn record_deliveries(
        &self,
        job: JobId,
        deliveries: &Deliveries,
        is_last: bool,
    ) -> Result<(), StoreError> {
        let there = Condition::when("attribute_exists(pk)").value(":deliveries", value(deliveries)?);
        self.table.update(&job_key(job), "SET deliveries = :deliveries", there).await?;
        let is_sealed = is_last && self.known_job(job).await?.is_some_and(|known| known.has_addresses);
        match is_sealed {
            true => self.table.delete(&addresses_key(job), Condition::default()).await.map(|_| ()),
            false => Ok(()),
        }
    }

    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        match self.stored_job(job).await? {
            Some(stored) => self.record_of(stored).await.map(Some),
            None => Ok(None),
        }
    }

    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError> {
        let stored = self.known_job(job).await?.ok_or_else(|| gone(job, "record"))?;
        self.jobs.get(&stored.template_key()).await?.ok_or_else(|| gone(job, "template"))
    }

    async fn job_protection(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        self.protection_of(job).await
    }

    async fn pending_items(&self, job: JobId, part: Part) -> Result<Option<Pending>, StoreError> {
        let Some(known) = self.known_job(job).await? else { return Ok(None) };
        let partition = known.shard_partition_of(part.chunk);
        let (chunk_key, own_key) =
            (part_key(partition.clone(), Part::chunk(part.chunk)), part_key(partition, part));
        let (shard, chunk, own) = tokio::try_join!(
            self.shard(job, known.shard_of(part.chunk)),
            self.table.get::<StoredPart>(&chunk_key),
            self.table.get::<StoredPart>(&own_key),
        )?;
        if shard.closed {
            // The process that closed it may have died.
            self.finish_ending(job).await?;
            return Ok(None);
        }
        let waits = match part.item {
            None => chunk.is_none(),
            Some(item) => own.is_none() && chunk.is_some_and(|chunk| chunk.rest.contains(&item)),
        };
        let indices = known.items_of(part.chunk);
        if !waits || indices.is_empty() {
            return Ok(None);
        }
        let items = self.items_of_chunk(job, known.request, part.chunk).await?;
        let items =
            indices.zip(items).filter(|(index, _)| part.item.is_none_or(|item| item == *index)).collect();
        Ok(Some(Pending { order: known.order(), items, stopped: shard.stopped }))
    }

    async fn new_results(&self, job: JobId, part: Part) -> Result<Box<dyn NewResults>, StoreError> {
        Ok(Box::new(results::PartResults::new(self, job, part)))
    }

    async fn queue_next(&self, job: JobId, after: Task) -> Result<(), StoreError> {
        self.queue_after(job, after).await
    }

    async fn documents_of(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<Vec<DocumentEntry>>, StoreError> {
        self.documents_of_chunks(job, chunks).await
    }

    async fn failures_of(&self, job: JobId, chunks: Range<u32>) -> Result<Option<Vec<Failure>>, StoreError> {
        self.failures_of_chunks(job, chunks).await
    }

    async fn read_documents(
        &self,
        job: JobId,
        document: &DocumentEntry,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError> {
        let at = document.offset.saturating_add(offset);
        let bytes = self.jobs.get_range(&document.object, at, most).await?;
        bytes.ok_or_else(|| gone(job, "document"))
    }

    async fn outgrows(&self, job: JobId, part: Part, most: u64) -> Result<bool, StoreError> {
        let Some(known) = self.known_job(job).await? else { return Ok(false) };
        let shard = self.shard(job, known.shard_of(part.chunk)).await?;
        // While no shard has more than its share, all of them together have not either.
        if shard.bytes.saturating_mul(known.shards.into()) <= most {
            return Ok(false);
        }
        Ok(self.counts(&known).await?.bytes > most)
    }

    async fn new_archive(&self, job: JobId, kind: ArchiveKind) -> Result<Box<dyn NewArchive>, StoreError> {
        Ok(Box::new(archive::Upload::new(self, job, kind)))
    }

    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.end_job(job, Progress::fail, Some(error.to_owned()), at).await
    }

    async fn archive_link(
        &self,
        job: &JobRecord,
        file_name: &str,
        _: &BaseUrl,
        until: Timestamp,
    ) -> Result<Link, StoreError> {
        let (disposition, life) = (content_disposition(file_name), self.link_life(until).await?);
        let key = archive_key(job.job_id, job.settings.archive_kind());
        let url = self.jobs.link_to_get(&key, Some(&disposition), &life).await?;
        Ok(Link { url, expires_at: life.end })
    }

    async fn read_archive(&self, job: JobId, offset: u64, most: usize) -> Result<Option<Bytes>, StoreError> {
        let stored = self.stored_job(job).await?;
        let Some(stored) = stored.filter(|stored| stored.status == Status::Completed) else {
            return Ok(None);
        };
        self.jobs.get_range(&stored.archive_key(), offset, most).await
    }

    fn own_links(&self) -> Option<&LinkSigner> {
        None
    }

    async fn backlog(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// The deployment publishes it, from the table's stream: what is recorded is announced, even if a process dies in between.
    async fn announce(&self, _: &JobEnded) -> Result<(), StoreError> {
        Ok(())
    }
}

impl AwsStore {
    /// The job's record as of now.
    async fn stored_job(&self, job: JobId) -> Result<Option<StoredJob>, StoreError> {
        self.table.get(&job_key(job)).await
    }

    /// The job's record as it was once: what it makes does not change, and workers that ask for it with each chunk would be too
    /// many for its partition.
    async fn known_job(&self, job: JobId) -> Result<Option<Arc<StoredJob>>, StoreError> {
        if let Some(known) = self.known_jobs.get(&job) {
            return Ok(Some(known));
        }
        Ok(self.stored_job(job).await?.map(Arc::new).map(|found| match found.cutting {
            // It will get its items.
            Some(_) => found,
            None => self.known_jobs.put(job, found),
        }))
    }

    /// A job with its counters: those it ended with, or those of now.
    async fn record_of(&self, stored: StoredJob) -> Result<JobRecord, StoreError> {
        let counts = match stored.status.is_over() {
            true => stored.last_counts(),
            false => self.counts(&stored).await?,
        };
        stored.record(&counts)
    }
}

/// What belongs to a job and is missing.
fn gone(job: JobId, what: &str) -> StoreError {
    StoreError::Damaged(format!("the {what} of job {job} is missing"))
}
