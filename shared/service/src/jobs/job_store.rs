//! The storage and the queue of bulk generation.
//!
//! Every step of a job can run twice, run twice at once, or die anywhere. The store makes that harmless:
//!
//! - **Keys are deterministic.** A step that writes twice writes the same bytes to the same place, or is dropped.
//! - **Records change by condition**, and the counters of a job count each record once.
//! - **Recorded work is queued.** Where record and queue commit together, there is nothing to do. Where they do not, a message
//!   goes out before the record that depends on it ([`NewItems::create`]), or the step is delivered again until its followers
//!   are queued ([`JobStore::queue_next`]). Too many messages are harmless; one too few is a job that never ends.
//! - **Data that is written but never recorded is deleted by itself**, within two days.

use std::ops::Range;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use secrecy::SecretString;

use super::{
    ArchiveKind, Cutting, Deliveries, DocumentEntry, Failure, ItemWarning, JobEnded, JobRecord, Made, NewJob,
    Part, Pending, Task,
};
use crate::ids::{JobId, SubscriptionId, TemplateId};
use crate::links::{BaseUrl, Link, LinkSigner};
use crate::page::{Listed, Page};
use crate::store::StoreError;

/// Jobs. Callers' requests name the subscription; a worker's calls name a job that a message gave it.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// Begins a job: its items are written before its record.
    async fn new_items(
        &self,
        subscription: SubscriptionId,
        job: JobId,
    ) -> Result<Box<dyn NewItems>, StoreError>;

    /// Whether a large upload is cut into chunks by a worker, so that its request is answered at once.
    fn cuts_later(&self) -> bool {
        false
    }

    /// A job's upload, and where its chunks go; `None` when there is nothing to cut.
    async fn cutting(&self, _: JobId) -> Result<Option<(Cutting, Box<dyn CutItems>)>, StoreError> {
        Ok(None)
    }

    /// A job of a subscription.
    async fn job(&self, subscription: SubscriptionId, job: JobId) -> Result<Option<JobRecord>, StoreError>;

    /// The jobs made from a template, newest first; all of them without a page.
    async fn jobs_of(
        &self,
        subscription: SubscriptionId,
        template: TemplateId,
        page: Option<Page>,
    ) -> Result<Listed<JobRecord>, StoreError>;

    /// All jobs of a subscription, newest first.
    async fn jobs(&self, subscription: SubscriptionId, page: Page) -> Result<Listed<JobRecord>, StoreError>;

    /// The first failed items in the items' order.
    async fn failures(&self, job: JobId, most: usize) -> Result<Vec<Failure>, StoreError>;

    /// The first warnings of the job's documents, in the items' order ([`super::PartWarnings`]).
    async fn warnings(&self, job: JobId, most: usize) -> Result<Vec<ItemWarning>, StoreError>;

    /// Ends a job that is not over; one that is stays as it is. Returns the job as it is then, and whether this call
    /// ended it. Messages of a job that is over find nothing to do.
    async fn cancel_job(
        &self,
        subscription: SubscriptionId,
        job: JobId,
        at: Timestamp,
    ) -> Result<Option<(JobRecord, bool)>, StoreError>;

    /// Lets a job end early with what it has: its items without a result get none, and are to be recorded as failed
    /// ([`Pending::stopped`]). What is being made at the moment is still counted. A job that is over stays as it is.
    async fn stop_job(&self, job: JobId) -> Result<(), StoreError>;

    /// A job by what a message or a signed link says.
    async fn any_job(&self, job: JobId) -> Result<Option<JobRecord>, StoreError>;

    /// The job's copy of its template.
    async fn job_template(&self, job: JobId) -> Result<Bytes, StoreError>;

    /// [`NewJob::protection`]. It is removed in the transaction that ends the job.
    async fn job_protection(&self, job: JobId) -> Result<Option<SecretString>, StoreError>;

    /// The items of a part. `None` when there is nothing to render: the part has its results, the chunk was split (or, for an
    /// item, was not), or the job is over.
    async fn pending_items(&self, job: JobId, part: Part) -> Result<Option<Pending>, StoreError>;

    /// Begins to write the results of a part. Several workers may do so for the same part; one settles it.
    async fn new_results(&self, job: JobId, part: Part) -> Result<Box<dyn NewResults>, StoreError>;

    /// Queues what follows a step, unless that is done: after [`Task::Dispatch`] all chunks; after a part the items
    /// that its chunk was split into and that have no results, and the assembly when a running job has no item left without
    /// results. Called after every such step, also when another worker was found to have done it, so that a worker that
    /// died between recording and queueing loses nothing. It queues before it notes that it did.
    async fn queue_next(&self, job: JobId, after: Task) -> Result<(), StoreError>;

    /// The documents of some chunks, those of split items among them, in the items' order; `None` when all of the chunks are
    /// after the last one.
    async fn documents_of(
        &self,
        job: JobId,
        chunks: Range<u32>,
    ) -> Result<Option<Vec<DocumentEntry>>, StoreError>;

    /// The failures of some chunks, as [`JobStore::documents_of`] has the documents.
    async fn failures_of(&self, job: JobId, chunks: Range<u32>) -> Result<Option<Vec<Failure>>, StoreError>;

    /// Bytes of a document from `offset` on and of those that follow it ([`DocumentEntry::follows`]), `most` of them, and fewer
    /// only at the end of the last one.
    async fn read_documents(
        &self,
        job: JobId,
        document: &DocumentEntry,
        offset: u64,
        most: usize,
    ) -> Result<Bytes, StoreError>;

    /// Whether the documents of a job take more than `most` bytes together, as far as a part tells: of a job that is counted in
    /// several places that may be known some parts later.
    async fn outgrows(&self, job: JobId, part: Part, most: u64) -> Result<bool, StoreError>;

    /// Begins to write the archive. Several workers may do so at once; one completes the job.
    async fn new_archive(&self, job: JobId, kind: ArchiveKind) -> Result<Box<dyn NewArchive>, StoreError>;

    /// Ends a job without an archive. `false` when it was over.
    async fn fail_job(&self, job: JobId, error: &str, at: Timestamp) -> Result<bool, StoreError>;

    /// A link to the archive of a complete job: GET of that one object, as an attachment called `file_name`, until
    /// `until` or sooner. It is made again at each read and never stored. `base` is the service's own address.
    async fn archive_link(
        &self,
        job: &JobRecord,
        file_name: &str,
        base: &BaseUrl,
        until: Timestamp,
    ) -> Result<Link, StoreError>;

    /// Bytes of a complete job's archive from `offset` on, at most `most` of them; empty at its end, `None` when it is gone.
    async fn read_archive(&self, job: JobId, offset: u64, most: usize) -> Result<Option<Bytes>, StoreError>;

    /// What signs links to the service's own address; `None` in a home whose links lead to an object store.
    fn own_links(&self) -> Option<&LinkSigner>;

    /// Items that wait for their results, in a home with so many workers and no more; 0 in one that grows with its work.
    async fn backlog(&self) -> Result<u64, StoreError>;

    /// [`NewJob::addresses`], until they are removed.
    async fn job_addresses(&self, job: JobId) -> Result<Option<SecretString>, StoreError>;

    /// Records what became of deliveries and callbacks. With the last of them the job's addresses are removed.
    async fn record_deliveries(
        &self,
        job: JobId,
        deliveries: &Deliveries,
        is_last: bool,
    ) -> Result<(), StoreError>;

    /// Publishes that a job ended. It may be said more than once.
    async fn announce(&self, ended: &JobEnded) -> Result<(), StoreError>;
}

/// The items of a job on their way to the store.
#[async_trait]
pub trait Items: Send {
    /// Adds the next chunk: items as JSON objects. All chunks but the last have the same number of them.
    async fn chunk(&mut self, items: Vec<Bytes>) -> Result<(), StoreError>;
}

/// The items of a job that is not recorded yet. Dropped before [`NewItems::create`], it leaves no job.
#[async_trait]
pub trait NewItems: Items {
    /// Records the job and queues its work: all of it or nothing. A store that cannot do both at once queues [`Task::Dispatch`],
    /// or [`Task::Cut`], first; a worker that finds no job for it yet tries again later. `false`, and nothing is changed,
    /// when there is a job of this id: the same request came twice.
    async fn create(self: Box<Self>, job: NewJob) -> Result<bool, StoreError>;
}

/// The items of a job that is recorded, and whose upload is being cut. Several workers may do so at once: all of them write the
/// same.
#[async_trait]
pub trait CutItems: Items {
    /// Records how many items there are, unless that is recorded, or the job is over. Its chunks are queued after this
    /// ([`JobStore::queue_next`]).
    async fn finish(self: Box<Self>, total: u32) -> Result<(), StoreError>;
}

/// The results of a part that are not recorded yet. Dropped before [`NewResults::settle`], it leaves no results.
#[async_trait]
pub trait NewResults: Send {
    /// Adds a document, in any order. It need not be held in memory after this.
    async fn put(&mut self, document: Made) -> Result<(), StoreError>;

    /// Records the results and counts them (`Progress::settle`), each part once: the documents put with their warnings, and
    /// these failures. The subscription's documents of the month are counted too, in the transaction that records them or in the
    /// one that ends the job: a process that dies in between neither loses the count nor makes it twice.
    /// Items in `rest` have none: a chunk is split, and each of them becomes a part of its own, to be queued. `false`,
    /// and nothing is changed, when the part has its results, its chunk was split before, or the job is over.
    async fn settle(self: Box<Self>, failures: Vec<Failure>, rest: Vec<u32>) -> Result<bool, StoreError>;
}

/// An archive that is being written: bytes in order. Dropped before [`NewArchive::complete`], it leaves no archive, and the next
/// worker may go on with what is written.
#[async_trait]
pub trait NewArchive: Send {
    /// Adds bytes. The store gathers pieces of its own size.
    async fn write(&mut self, bytes: Bytes) -> Result<(), StoreError>;

    /// Puts the archive in place, whole and lasting, and records that the job is complete (`Progress::complete`).
    /// `false`, and the job is as it was, when it was over.
    async fn complete(self: Box<Self>, at: Timestamp, expires_at: Timestamp) -> Result<bool, StoreError>;

    /// Gives the archive up.
    async fn abort(self: Box<Self>);
}
