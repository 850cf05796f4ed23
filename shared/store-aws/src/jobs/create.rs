//! Starts a job: items and template to the bucket, a message to the queue, then the record.

use async_trait::async_trait;
use bytes::Bytes;
use platen_service::ids::JobId;
use platen_service::jobs::{CutItems, Items, NewItems, NewJob, Status, Task};
use platen_service::store::StoreError;
use secrecy::ExposeSecret;
use uuid::Uuid;

use super::days::entry_expires_at;
use super::packs::Packs;
use super::protection::seal;
use super::queue::DISPATCH_DELAY;
use super::record::{
    Entry, StoredJob, addresses_key, addresses_object, job_key, list_keys, protection_key, protection_object,
    template_key,
};
use super::shards::shards_for;
use crate::AwsStore;
use crate::item::{Condition, absent, item, number, text};
use crate::table::Written;

/// Chunks that are queued by the request itself; those of a larger job by the worker that gets its message.
const QUEUED_AT_ONCE: u32 = 100;

/// A job's items on their way.
pub(super) struct JobItems {
    store: AwsStore,
    job: JobId,
    request: Uuid,
    packs: Packs,
}

impl JobItems {
    /// Of a new job: each attempt to start it writes objects of its own.
    pub(super) fn new(store: &AwsStore, job: JobId) -> JobItems {
        JobItems::of_request(store, job, Uuid::new_v4())
    }

    /// Of a job that is recorded: all that cut its upload write the same.
    pub(super) fn of_request(store: &AwsStore, job: JobId, request: Uuid) -> JobItems {
        JobItems { store: store.clone(), job, request, packs: Packs::new(&store.jobs, job, request) }
    }
}

#[async_trait]
impl Items for JobItems {
    async fn chunk(&mut self, items: Vec<Bytes>) -> Result<(), StoreError> {
        self.packs.chunk(&items).await
    }
}

#[async_trait]
impl NewItems for JobItems {
    async fn create(mut self: Box<Self>, new: NewJob) -> Result<bool, StoreError> {
        self.packs.put(template_key(self.job, self.request), new.template.clone()).await?;
        let secrets = [
            (&new.protection, protection_key(self.job), protection_object(self.job, self.request)),
            (&new.addresses, addresses_key(self.job), addresses_object(self.job, self.request)),
        ];
        let mut keys = Vec::new();
        for (text, place, object) in secrets {
            let Some(text) = text else { continue };
            let (key, sealed) = seal(self.job, text.expose_secret())?;
            self.packs.put(object, sealed.into()).await?;
            keys.push((place, key));
        }
        self.packs.finish().await?;
        let (store, job, stored) = (&self.store, self.job, StoredJob::new(&new, self.request));
        let first = if new.cutting.is_some() { Task::Cut } else { Task::Dispatch };
        // Should this process die after the record, this message begins the work; before it, the message finds no job.
        store.send(&stored, vec![first], DISPATCH_DELAY).await?;
        let entry = Entry { job_id: job, expires_at: entry_expires_at(stored.started_at) };
        let mut steps = vec![store.table.put_step(item(&job_key(job), &stored)?, Some(absent()))?];
        for key in list_keys(&stored) {
            steps.push(store.table.put_step(item(&key, &entry)?, None)?);
        }
        steps.extend(store.count_start(&stored)?);
        for (place, key) in &keys {
            steps.push(store.table.put_step(item(place, key)?, None)?);
        }
        if store.table.transact(steps).await? == Written::Refused {
            return Ok(false);
        }
        // That message comes late, so that it is not faster than the record. Mostly it then finds nothing to do.
        let begun = match first {
            Task::Dispatch if stored.chunks() <= QUEUED_AT_ONCE => store.queue_after(job, first).await,
            _ => store.send(&stored, vec![first], 0).await,
        };
        if let Err(error) = begun {
            tracing::warn!(job_id = %job, %error, "a job's work waits for its delayed message");
        }
        Ok(true)
    }
}

#[async_trait]
impl CutItems for JobItems {
    async fn finish(mut self: Box<Self>, total: u32) -> Result<(), StoreError> {
        self.packs.finish().await?;
        let Some(stored) = self.store.stored_job(self.job).await? else { return Ok(()) };
        let chunks = stored.chunks_of(total);
        let first = Condition::when(
            "attribute_exists(cutting) AND attribute_not_exists(ending) AND #status = :pending",
        )
        .name("#status", "status")
        .name("#total", "total")
        .value(":pending", text(Status::Pending.as_str()))
        .value(":total", number(total))
        .value(":shards", number(shards_for(chunks)));
        let update = "SET #total = :total, shards = :shards REMOVE cutting";
        // Refused: another one was faster, or the job is over.
        self.store.table.update(&job_key(self.job), update, first).await.map(|_| ())
    }
}
