//! What bulk generation asks of its storage.

use std::fs::File;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;

use super::{Failure, JobId, JobRecord, Made, NewJob, Outcome};
use crate::contract::Page;
use crate::store::{Listed, StoreError};
use crate::subscriptions::SubscriptionId;
use crate::templates::TemplateId;

/// Jobs. Callers' requests name the subscription; a worker's calls name a job that the queue gave it.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// Records a job with its items and queues its chunks: all of it or nothing.
    async fn create_job(&self, job: NewJob) -> Result<(), StoreError>;

    /// A job of a subscription.
    async fn job(&self, subscription: SubscriptionId, job: JobId) -> Result<Option<JobRecord>, StoreError>;

    /// The jobs made from a template, newest first; all of them without a page.
    async fn jobs_of(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError>;

    /// The first failed items in the items' order.
    async fn failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError>;

    /// Ends a job that is not over; one that is stays as it is. Returns the job as it is then.
    async fn cancel_job(
        &self,
        subscription: SubscriptionId,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<JobRecord>, StoreError>;

    /// A job by what the queue or a signed link says.
    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError>;

    /// The job's copy of its template.
    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError>;

    /// The items of a chunk with the index of the first; `None` when the chunk has its results or the job is over.
    async fn pending_items(&self, job: JobId, chunk: u32) -> Result<Option<(u32, Vec<Bytes>)>, StoreError>;

    /// Records a chunk's results together with the counters, and queues the assembly when nothing remains, in one
    /// transaction. `false`, and nothing is changed, when the chunk has its results or the job is over.
    async fn settle_chunk(&self, job: JobId, chunk: u32, outcome: Outcome) -> Result<bool, StoreError>;

    /// A chunk's documents in order; `None` after the last chunk.
    async fn documents_of(&self, job: JobId, chunk: u32) -> Result<Option<Vec<Made>>, StoreError>;

    /// A new, empty file for the archive.
    async fn new_archive(&self, job: JobId) -> Result<File, StoreError>;

    /// Puts the archive in place, then records that the job is complete. `false` when it was over.
    async fn complete_job(
        &self,
        job: JobId,
        archive: File,
        at: Timestamp,
        expires_at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Ends a job without an archive. `false` when it was over.
    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError>;

    /// The archive of a complete job.
    async fn archive(&self, job: JobId) -> Result<Option<File>, StoreError>;

    /// The secret that links to archives are signed with; made when it is first asked for.
    async fn link_secret(&self) -> Result<[u8; 32], StoreError>;
}

/// A piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Render a chunk.
    Render {
        /// Its number, from 0.
        chunk: u32,
    },
    /// Assemble the archive.
    Assemble,
}

/// A message as the queue hands it out. It comes again unless it is finished in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// The message.
    pub id: i64,
    /// The job.
    pub job: JobId,
    /// What is to be done.
    pub task: Task,
    /// Counted from 1.
    pub attempt: u32,
}

/// The queue between the steps: claim checks, never data; each is delivered at least once.
#[async_trait]
pub trait WorkQueue: Send + Sync {
    /// Takes the next message, which nobody else sees until `hidden_until`.
    async fn take(&self, now: Timestamp, hidden_until: Timestamp) -> Result<Option<Delivery>, StoreError>;

    /// Removes a message whose work is done.
    async fn finish(&self, delivery: Delivery) -> Result<(), StoreError>;

    /// Shows a message again from `at` on.
    async fn put_back(&self, delivery: Delivery, at: Timestamp) -> Result<(), StoreError>;

    /// Shows all messages that are hidden again, behind those that were never taken: their takers died with the process.
    async fn recover(&self, now: Timestamp) -> Result<(), StoreError>;
}
