//! Jobs.
//!
//! | Key | Record |
//! |---|---|
//! | `JOB#{job}` / `JOB` | the job with its counters |
//! | `JOB#{job}` / `PROTECTION` | the passwords and permissions of its PDFs, until it ends |
//! | `JOB#{job}` / `CHUNK#{chunk}`, `CHUNK#{chunk}#{item}` | the results of a part |
//! | `JOB#{job}` / `FAILURES#{chunk}#{item}#{piece}` | its failures, apart: they are listed, and can be long |
//! | `JOB#{job}` / `WARNINGS#{chunk}#{item}` | the warnings of its documents |
//! | `SUB#{subscription}` / `JOB#{start}#{job}`, `JOBOF#{template}#{start}#{job}` | the job in lists |
//!
//! Lists are records in the tenant's partition rather than an index of the table: they are consistent, and a job's
//! counters change without an index to be written along. Objects: `jobs/{job}/{request}/items/{chunk}` and `…/template.docx`,
//! where `request` is new for each attempt to start the job; `jobs/{job}/documents/{index}`; `archives/{job}.zip` or `.pdf`.

mod archive;
mod create;
mod ending;
mod lists;
mod queue;
mod record;
mod results;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::contract::Page;
use platen_service::file_name::content_disposition;
use platen_service::jobs::{
    ArchiveKind, DocumentEntry, Failure, ItemWarning, JobEnded, JobId, JobRecord, JobStore, NewArchive,
    NewItems, NewResults, Part, Progress, Results, Status, Task,
};
use platen_service::links::{BaseUrl, Link, LinkSigner};
use platen_service::store::{Listed, StoreError};
use platen_service::subscriptions::SubscriptionId;
use platen_service::templates::TemplateId;
use secrecy::SecretString;

pub use self::queue::Message;
use self::record::{
    Protection, StoredJob, StoredPart, archive_key, document_key, job_key, part_key, protection_key,
};
use crate::AwsStore;

#[async_trait]
impl JobStore for AwsStore {
    async fn new_items(&self, _: SubscriptionId, job: JobId) -> Result<Box<dyn NewItems>, StoreError> {
        Ok(Box::new(create::Items::new(self, job)))
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
        self.listed_jobs(subscription, &record::template_prefix(template), page).await
    }

    async fn jobs(&self, subscription: SubscriptionId, page: Page) -> Result<Listed<JobRecord>, StoreError> {
        self.listed_jobs(subscription, record::LISTED, Some(page)).await
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
        let ended = self.end_job(job, Progress::cancel, ending::End::at(at)).await?;
        Ok(self.any_job(job).await?.map(|record| (record, ended)))
    }

    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError> {
        self.stored_job(job).await?.map(StoredJob::record).transpose()
    }

    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError> {
        let stored = self.stored_job(job).await?.ok_or_else(|| gone(job, "record"))?;
        self.jobs.get(&stored.template_key()).await?.ok_or_else(|| gone(job, "template"))
    }

    async fn job_protection(&self, job: JobId) -> Result<Option<SecretString>, StoreError> {
        let found: Option<Protection> = self.table.get(&protection_key(job)).await?;
        Ok(found.map(|found| SecretString::from(found.protection)))
    }

    async fn pending_items(&self, job: JobId, part: Part) -> Result<Option<Vec<(u32, Bytes)>>, StoreError> {
        let (chunk_key, own_key) = (part_key(job, Part::chunk(part.chunk)), part_key(job, part));
        let (stored, chunk, own) = tokio::try_join!(
            self.stored_job(job),
            self.table.get::<StoredPart>(&chunk_key),
            self.table.get::<StoredPart>(&own_key),
        )?;
        let Some(stored) = stored.filter(|stored| !stored.status.is_over()) else { return Ok(None) };
        let waits = match part.item {
            None => chunk.is_none(),
            Some(item) => own.is_none() && chunk.is_some_and(|chunk| chunk.rest.contains(&item)),
        };
        let indices = stored.items_of(part.chunk);
        if !waits || indices.is_empty() {
            return Ok(None);
        }
        let bytes = self.jobs.get(&stored.items_key(part.chunk)).await?.ok_or_else(|| gone(job, "chunk"))?;
        let items = create::unpack(&bytes).ok_or_else(|| gone(job, "chunk, as it was,"))?;
        Ok(Some(
            indices.zip(items).filter(|(index, _)| part.item.is_none_or(|item| item == *index)).collect(),
        ))
    }

    async fn new_results(&self, job: JobId, part: Part) -> Result<Box<dyn NewResults>, StoreError> {
        Ok(Box::new(results::PartResults::new(self, job, part)))
    }

    async fn queue_next(&self, job: JobId, after: Task) -> Result<(), StoreError> {
        self.queue_after(job, after).await
    }

    async fn results_of(&self, job: JobId, chunk: u32) -> Result<Option<Results>, StoreError> {
        self.results_of_chunk(job, chunk).await
    }

    async fn read_document(
        &self,
        job: JobId,
        document: &DocumentEntry,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError> {
        let bytes = self.jobs.get_range(&document_key(job, document.index), offset, most).await?;
        bytes.ok_or_else(|| gone(job, "document"))
    }

    async fn new_archive(&self, job: JobId, kind: ArchiveKind) -> Result<Box<dyn NewArchive>, StoreError> {
        Ok(Box::new(archive::Upload::new(self, job, kind)))
    }

    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.end_job(
            job,
            Progress::fail,
            ending::End { error: Some(error.to_owned()), ..ending::End::at(at) },
        )
        .await
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
        let url = self.jobs.link_to_get(&key, Some(&disposition), life.duration).await?;
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

    /// The deployment publishes it, from the table's stream: what is recorded is announced, whoever dies in between.
    async fn announce(&self, _: &JobEnded) -> Result<(), StoreError> {
        Ok(())
    }
}

impl AwsStore {
    async fn stored_job(&self, job: JobId) -> Result<Option<StoredJob>, StoreError> {
        self.table.get(&job_key(job)).await
    }
}

/// What belongs to a job and is missing.
fn gone(job: JobId, what: &str) -> StoreError {
    StoreError::Damaged(format!("the {what} of job {job} is missing"))
}
