//! The items of a job in its bucket: many chunks in an object, because each PUT takes about ten milliseconds and costs the same.
//! `…/items/{pack}` has the chunks of a pack one after the other, and `…/items/index` says where each chunk is. A worker reads the index
//! once for a job, and a chunk by its range.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use platen_service::ids::JobId;
use platen_service::store::StoreError;
use uuid::Uuid;

use super::gone;
use super::record::{index_key, items_key};
use crate::AwsStore;
use crate::bucket::Bucket;
use crate::tasks::Tasks;

/// Items of one chunk: the record of their results stays below DynamoDB's 400 KB with names of 255 bytes.
const MOST_ITEMS: usize = 1_000;

/// Items after which a pack ends.
const PACK_ITEMS: usize = 1_000;

/// Bytes after which a pack ends.
const PACK_BYTES: usize = 8 << 20;

/// Bytes of a chunk in the index: its pack, its offset there, and its length, as 32-bit numbers.
const ENTRY_BYTES: usize = 12;

/// What the objects are called; nobody is given one.
const MEDIA_TYPE: &str = "application/octet-stream";

/// Packs on their way.
pub(super) struct Packs {
    bucket: Bucket,
    job: JobId,
    request: Uuid,
    pack: BytesMut,
    items: usize,
    number: u32,
    index: BytesMut,
    writes: Tasks<()>,
}

impl Packs {
    pub(super) fn new(bucket: &Bucket, job: JobId, request: Uuid) -> Packs {
        let (pack, index) = (BytesMut::new(), BytesMut::new());
        Packs { bucket: bucket.clone(), job, request, pack, items: 0, number: 0, index, writes: Tasks::new() }
    }

    /// Adds a chunk.
    pub(super) async fn chunk(&mut self, items: &[Bytes]) -> Result<(), StoreError> {
        if items.len() > MOST_ITEMS {
            return Err(StoreError::Damaged(format!("a chunk has more than {MOST_ITEMS} items")));
        }
        let begins = self.pack.len();
        for item in items {
            self.pack.put_u32(length(item.len())?);
            self.pack.extend_from_slice(item);
        }
        self.index.put_u32(self.number);
        self.index.put_u32(length(begins)?);
        self.index.put_u32(length(self.pack.len() - begins)?);
        self.items += items.len();
        if self.items >= PACK_ITEMS || self.pack.len() >= PACK_BYTES {
            self.end_pack().await?;
        }
        Ok(())
    }

    /// Puts another object beside the packs.
    pub(super) async fn put(&mut self, key: String, bytes: Bytes) -> Result<(), StoreError> {
        let bucket = self.bucket.clone();
        self.writes.add(bytes.len(), async move { bucket.put(&key, MEDIA_TYPE, bytes).await }).await
    }

    /// Writes what is left, and waits until all is written.
    pub(super) async fn finish(&mut self) -> Result<(), StoreError> {
        if self.items > 0 {
            self.end_pack().await?;
        }
        if !self.index.is_empty() {
            let index = self.index.split().freeze();
            self.put(index_key(self.job, self.request), index).await?;
        }
        self.writes.finish().await.map(|_| ())
    }

    async fn end_pack(&mut self) -> Result<(), StoreError> {
        let (key, pack) = (items_key(self.job, self.request, self.number), self.pack.split().freeze());
        self.number += 1;
        self.items = 0;
        self.put(key, pack).await
    }
}

fn length(bytes: usize) -> Result<u32, StoreError> {
    u32::try_from(bytes).map_err(|_| StoreError::Damaged("items of 4 GiB".to_owned()))
}

/// Where a chunk lies.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    pack: u32,
    offset: u32,
    length: u32,
}

fn place(index: &Bytes, chunk: u32) -> Option<Place> {
    let at = usize::try_from(chunk).ok()?.checked_mul(ENTRY_BYTES)?;
    let mut entry = index.get(at..at + ENTRY_BYTES)?;
    Some(Place { pack: entry.get_u32(), offset: entry.get_u32(), length: entry.get_u32() })
}

/// The items of a chunk; `None` when the bytes are not what was written.
fn unpack(mut packed: Bytes) -> Option<Vec<Bytes>> {
    let mut items = Vec::new();
    while packed.has_remaining() {
        let length = usize::try_from(packed.try_get_u32().ok()?).ok()?;
        if length > packed.len() {
            return None;
        }
        items.push(packed.split_to(length));
    }
    Some(items)
}

impl AwsStore {
    /// The items of a chunk.
    pub(super) async fn items_of_chunk(
        &self,
        job: JobId,
        request: Uuid,
        chunk: u32,
    ) -> Result<Vec<Bytes>, StoreError> {
        let index = self.index_of(job, request).await?;
        let place = place(&index, chunk).ok_or_else(|| gone(job, "chunk"))?;
        let length = usize::try_from(place.length).unwrap_or(usize::MAX);
        let key = items_key(job, request, place.pack);
        let bytes = self.jobs.get_range(&key, u64::from(place.offset), length).await?;
        let bytes = bytes.ok_or_else(|| gone(job, "chunk"))?;
        unpack(bytes).ok_or_else(|| gone(job, "chunk, as it was,"))
    }

    async fn index_of(&self, job: JobId, request: Uuid) -> Result<Bytes, StoreError> {
        if let Some(index) = self.known_indexes.get(&request) {
            return Ok(index);
        }
        let index = self.jobs.get(&index_key(job, request)).await?.ok_or_else(|| gone(job, "index"))?;
        Ok(self.known_indexes.put(request, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_as_they_were() {
        let packed = Bytes::from_static(b"\0\0\0\x07{\"a\":1}\0\0\0\0\0\0\0\x03\xff\n[");
        let items = [Bytes::from_static(b"{\"a\":1}"), Bytes::new(), Bytes::from_static(b"\xff\n[")];
        assert_eq!(unpack(packed).unwrap(), items);
        assert!(unpack(Bytes::new()).unwrap().is_empty());
        for wrong in [&b"\0\0\0"[..], b"\0\0\0\x02a", b"\xff\xff\xff\xffa"] {
            assert_eq!(unpack(Bytes::from_static(wrong)), None);
        }
        let index = Bytes::from_static(b"\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0\x01\0\0\0\x02\0\0\0\x03");
        assert_eq!(place(&index, 1), Some(Place { pack: 1, offset: 2, length: 3 }));
        assert_eq!(place(&index, 2), None);
    }
}
