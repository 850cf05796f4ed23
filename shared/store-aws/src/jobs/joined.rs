//! The documents of a part, one after the other in few objects: each PUT takes about ten milliseconds and costs the same, and S3
//! accepts 3,500 a second. The name of an object includes the writer of the part's results (`jobs/{job}/documents/{writer}/{number}`),
//! and the record names its writer. Objects of other writers for the same part are unused, and expire by the bucket's rule.

use bytes::{Bytes, BytesMut};
use platen_service::ids::JobId;
use platen_service::jobs::{DocumentEntry, Made, Part};
use platen_service::store::StoreError;
use uuid::Uuid;

use super::record::{StoredDocument, StoredJob, StoredPart, document_key, object_key};
use crate::bucket::Bucket;
use crate::tasks::Tasks;

/// Bytes after which an object ends. A chunk of letters makes one object, large documents have one each.
const OBJECT_BYTES: usize = 8 << 20;

/// Documents of a part on their way.
pub(super) struct Joined {
    bucket: Bucket,
    job: JobId,
    writer: Uuid,
    /// Those of the next object.
    waiting: Vec<Made>,
    bytes: usize,
    objects: u32,
    writes: Tasks<(u32, Vec<StoredDocument>)>,
}

impl Joined {
    pub(super) fn new(bucket: &Bucket, job: JobId) -> Joined {
        let (waiting, writes) = (Vec::new(), Tasks::new());
        Joined { bucket: bucket.clone(), job, writer: Uuid::new_v4(), waiting, bytes: 0, objects: 0, writes }
    }

    pub(super) fn writer(&self) -> Uuid {
        self.writer
    }

    pub(super) async fn add(&mut self, document: Made) -> Result<(), StoreError> {
        if self.bytes + document.bytes.len() > OBJECT_BYTES {
            self.end_object().await?;
        }
        self.bytes += document.bytes.len();
        self.waiting.push(document);
        Ok(())
    }

    /// Writes what is left, and waits until all is written: the documents, object by object, and how many each of them has.
    pub(super) async fn finish(&mut self) -> Result<(Vec<StoredDocument>, Vec<u32>), StoreError> {
        self.end_object().await?;
        let mut objects = self.writes.finish().await?;
        objects.sort_by_key(|(number, _)| *number);
        let counts = objects.iter().map(|(_, documents)| u32::try_from(documents.len()).unwrap_or(u32::MAX));
        let counts = counts.collect();
        Ok((objects.into_iter().flat_map(|(_, documents)| documents).collect(), counts))
    }

    async fn end_object(&mut self) -> Result<(), StoreError> {
        let (mut documents, bytes) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.bytes));
        if documents.is_empty() {
            return Ok(());
        }
        // Those that follow each other in the archive can be read at once.
        documents.sort_by_key(|document| document.index);
        let number = self.objects;
        self.objects += 1;
        let (bucket, key) = (self.bucket.clone(), object_key(self.job, self.writer, number));
        let write = async move {
            let (stored, bytes) = join(documents, bytes);
            bucket.put(&key, "application/octet-stream", bytes).await?;
            Ok((number, stored))
        };
        self.writes.add(bytes, write).await
    }
}

/// What is recorded of documents, and their bytes one behind the other.
fn join(documents: Vec<Made>, length: usize) -> (Vec<StoredDocument>, Bytes) {
    let bytes = match documents.as_slice() {
        [only] => only.bytes.clone(),
        several => {
            let mut joined = BytesMut::with_capacity(length);
            several.iter().for_each(|document| joined.extend_from_slice(&document.bytes));
            joined.freeze()
        }
    };
    let stored = documents.into_iter().map(|Made { index, file_name, bytes, crc32, .. }| {
        StoredDocument::new(index, file_name, bytes.len() as u64, crc32)
    });
    (stored.collect(), bytes)
}

/// The documents of a part that is recorded, each with its place.
pub(super) fn entries(job: &StoredJob, part: StoredPart) -> Vec<DocumentEntry> {
    let StoredPart { item, documents, objects, writer, .. } = part;
    let entry = |document: StoredDocument, object, offset| {
        let chunk = job.chunk_of(document.index);
        document.entry(Part { chunk, item }, object, offset)
    };
    if objects.is_empty() {
        // Recorded before documents were joined: each is an object of its own.
        let alone = documents.into_iter().map(|document| {
            let key = document_key(job.job_id, document.index);
            entry(document, key, 0)
        });
        return alone.collect();
    }
    let (mut entries, mut documents) = (Vec::with_capacity(documents.len()), documents.into_iter());
    for (number, count) in (0..).zip(objects) {
        let (key, mut offset) = (object_key(job.job_id, writer, number), 0);
        for document in documents.by_ref().take(usize::try_from(count).unwrap_or(usize::MAX)) {
            let entry = entry(document, key.clone(), offset);
            offset += entry.bytes;
            entries.push(entry);
        }
    }
    entries
}
