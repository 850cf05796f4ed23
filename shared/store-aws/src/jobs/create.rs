//! A job begins: items and template to the bucket, a message to the queue, then the record.

use async_trait::async_trait;
use bytes::{Buf, BufMut, Bytes, BytesMut};
use platen_service::jobs::{JobId, NewItems, NewJob, Task};
use platen_service::store::StoreError;
use secrecy::ExposeSecret;
use uuid::Uuid;

use super::queue::DISPATCH_DELAY;
use super::record::{
    Entry, Protection, StoredJob, expires_at, items_key, job_key, list_keys, protection_key, template_key,
};
use crate::AwsStore;
use crate::item::{absent, item};
use crate::table::Written;
use crate::tasks::Tasks;

/// Items of one chunk: the record of their results stays below DynamoDB's 400 KB with names of 255 bytes.
const MOST_ITEMS: usize = 1_000;

/// A job's items on their way.
pub(super) struct Items {
    store: AwsStore,
    job: JobId,
    request: Uuid,
    chunks: u32,
    writes: Tasks<()>,
}

impl Items {
    pub(super) fn new(store: &AwsStore, job: JobId) -> Items {
        Items { store: store.clone(), job, request: Uuid::new_v4(), chunks: 0, writes: Tasks::new() }
    }
}

#[async_trait]
impl NewItems for Items {
    async fn chunk(&mut self, items: Vec<Bytes>) -> Result<(), StoreError> {
        if items.len() > MOST_ITEMS {
            return Err(StoreError::Damaged(format!("a chunk has more than {MOST_ITEMS} items")));
        }
        let (bucket, bytes) = (self.store.jobs.clone(), pack(&items)?);
        let key = items_key(self.job, self.request, self.chunks);
        self.chunks += 1;
        let size = bytes.len();
        self.writes.add(size, async move { bucket.put(&key, "application/octet-stream", bytes).await }).await
    }

    async fn create(mut self: Box<Self>, new: NewJob) -> Result<bool, StoreError> {
        let (store, job) = (&self.store, self.job);
        let (bucket, key, template) =
            (store.jobs.clone(), template_key(job, self.request), new.template.clone());
        let put = async move { bucket.put(&key, "application/octet-stream", template).await };
        self.writes.add(new.template.len(), put).await?;
        self.writes.finish().await?;

        // Should this process die after the record, this message queues the chunks; before it, the message finds no job.
        store.send(job, new.record.subscription, vec![Task::Dispatch], DISPATCH_DELAY).await?;
        let stored = StoredJob::new(&new.record, self.request, new.protection.is_some());
        let entry = Entry { job_id: job, expires_at: expires_at() };
        let mut steps = vec![store.table.put_step(item(&job_key(job), &stored)?, Some(absent()))?];
        for key in list_keys(&stored) {
            steps.push(store.table.put_step(item(&key, &entry)?, None)?);
        }
        if let Some(protection) = &new.protection {
            let protection = protection.expose_secret().to_owned();
            let protection = Protection { protection, expires_at: entry.expires_at };
            steps.push(store.table.put_step(item(&protection_key(job), &protection)?, None)?);
        }
        if store.table.transact(steps).await? == Written::Refused {
            return Ok(false);
        }
        // That message comes late, so that it is not faster than the record. Mostly it then finds nothing to do.
        if let Err(error) = store.queue_after(job, Task::Dispatch).await {
            tracing::warn!(job_id = %job, %error, "a job's chunks wait for its delayed message");
        }
        Ok(true)
    }
}

/// Items as bytes, each behind its length: an item need not be JSON to be kept, and to fail alone.
fn pack(items: &[Bytes]) -> Result<Bytes, StoreError> {
    let mut packed = BytesMut::with_capacity(items.iter().map(|item| item.len() + 4).sum());
    for item in items {
        let length =
            u32::try_from(item.len()).map_err(|_| StoreError::Damaged("an item of 4 GiB".to_owned()))?;
        packed.put_u32(length);
        packed.extend_from_slice(item);
    }
    Ok(packed.freeze())
}

/// The items of a chunk; `None` when the bytes are not what was written.
pub(super) fn unpack(packed: &Bytes) -> Option<Vec<Bytes>> {
    let (mut left, mut items) = (packed.clone(), Vec::new());
    while left.has_remaining() {
        let length = usize::try_from(left.try_get_u32().ok()?).ok()?;
        if length > left.len() {
            return None;
        }
        items.push(left.split_to(length));
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_as_they_were() {
        let items = [Bytes::from_static(b"{\"a\":1}"), Bytes::new(), Bytes::from_static(b"\xff\n[")];
        assert_eq!(unpack(&pack(&items).unwrap()).unwrap(), items);
        assert!(unpack(&Bytes::new()).unwrap().is_empty());
        for wrong in [&b"\0\0\0"[..], b"\0\0\0\x02a", b"\xff\xff\xff\xffa"] {
            assert_eq!(unpack(&Bytes::from_static(wrong)), None);
        }
    }
}
