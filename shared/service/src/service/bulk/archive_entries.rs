//! A job's documents in the items' order, as an archive needs them: with distinct names, read ahead up to a limit of bytes,
//! and checked.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use super::names::Names;
use super::no_archive::Refused;
use crate::Service;
use crate::ids::JobId;
use crate::jobs::{DocumentEntry, JobRecord, JobStore};
use crate::problem::Problem;
use crate::store::StoreError;

/// Bytes that are read at once. A document of a hundred megabytes goes through in pieces.
const READ_BYTES: usize = 4 << 20;
/// Bytes that are read ahead.
const AHEAD_BYTES: usize = 32 << 20;
/// Items whose results are asked for at once: some megabytes, and few questions.
const ITEMS_AT_ONCE: u32 = 16_384;
/// Reads that are on their way: small ones from a store that takes its time to answer.
const AHEAD_READS: usize = 64;

/// Chunks of a job whose results are asked for at once.
pub(super) fn chunks_at_once(record: &JobRecord) -> u32 {
    (ITEMS_AT_ONCE / record.chunk_items.max(1)).max(1)
}

/// Some bytes of a document.
pub(super) struct Piece {
    /// Name and entry of the document that begins with it.
    pub(super) begins: Option<(String, DocumentEntry)>,
    /// Whether its document ends with it, whole: the bytes are what they were when it was made.
    pub(super) ends: bool,
    pub(super) bytes: Bytes,
    /// Their share of the bytes read ahead.
    _share: Arc<OwnedSemaphorePermit>,
}

/// The documents, piece by piece.
pub(super) struct Documents {
    job: JobId,
    reads: Receiver<Coming>,
    /// The rest of the last read.
    read: VecDeque<Piece>,
    /// `None` once its end was seen.
    reader: Option<JoinHandle<Result<(), Refused>>>,
    /// The document that is being read: its index, the checksum that it had, that of its bytes so far.
    current: Option<(u32, u32, flate2::Crc)>,
}

impl Documents {
    /// Begins to read.
    pub(super) fn of(service: &Service, record: &JobRecord) -> Documents {
        let (sender, reads) = channel(AHEAD_READS);
        let reader = Reader {
            jobs: service.stores.jobs.clone(),
            job: record.job_id,
            chunks_at_once: chunks_at_once(record),
            most: service.limits.archive_bytes,
            ahead: Arc::new(Semaphore::new(AHEAD_BYTES)),
            next: Read::default(),
            reads: sender,
        };
        let reader = Some(tokio::spawn(reader.read()));
        Documents { job: record.job_id, reads, read: VecDeque::new(), reader, current: None }
    }

    /// The next piece; `None` after the last one.
    pub(super) async fn next(&mut self) -> Result<Option<Piece>, Refused> {
        while self.read.is_empty() {
            let Some(Coming { bytes, cuts, share }) = self.reads.recv().await else {
                if let Some(reader) = self.reader.take() {
                    reader.await.map_err(|_panicked| Problem::internal("an assembly panicked"))??;
                }
                return Ok(None);
            };
            let mut bytes =
                bytes.await.map_err(|_panicked| Problem::internal("reading a document panicked"))??;
            let share = Arc::new(share);
            // All of them are there: a read that is too short is an error.
            self.read.extend(cuts.into_iter().map(|Cut { begins, ends, length }| {
                let bytes = bytes.split_to(length);
                Piece { begins, ends, bytes, _share: share.clone() }
            }));
        }
        let Some(piece) = self.read.pop_front() else { return Ok(None) };
        if let Some((_, document)) = &piece.begins {
            self.current = Some((document.index, document.crc32, flate2::Crc::new()));
        }
        if let Some((index, made, crc)) = &mut self.current {
            crc.update(&piece.bytes);
            // A complete job is one whose documents are what they were when they were made.
            if piece.ends && crc.sum() != *made {
                let job = self.job;
                return Err(StoreError::Damaged(format!("document {index} of job {job} has changed")).into());
            }
        }
        Ok(Some(piece))
    }
}

/// Bytes on their way, and how they are cut into pieces.
struct Coming {
    bytes: JoinHandle<Result<Bytes, StoreError>>,
    cuts: Vec<Cut>,
    share: OwnedSemaphorePermit,
}

/// A piece of what is read.
struct Cut {
    begins: Option<(String, DocumentEntry)>,
    ends: bool,
    length: usize,
}

/// The extent of one read: some bytes of a large document, or documents that follow each other in the store.
#[derive(Default)]
struct Read {
    /// The document that it begins in, and where.
    from: Option<(DocumentEntry, u64)>,
    /// The document that it ends in.
    last: Option<DocumentEntry>,
    cuts: Vec<Cut>,
    length: usize,
}

impl Read {
    /// Whether a document can be read along.
    fn takes(&self, document: &DocumentEntry) -> bool {
        self.last.as_ref().is_none_or(|last| document.follows(last))
            && self.length as u64 + document.bytes <= READ_BYTES as u64
    }
}

/// Reads documents in their order, several at once.
struct Reader {
    jobs: Arc<dyn JobStore>,
    job: JobId,
    chunks_at_once: u32,
    most: u64,
    ahead: Arc<Semaphore>,
    next: Read,
    reads: Sender<Coming>,
}

impl Reader {
    async fn read(mut self) -> Result<(), Refused> {
        let (mut names, mut total) = (Names::default(), 0u64);
        let mut first = 0u32;
        loop {
            let chunks = first..first.saturating_add(self.chunks_at_once);
            first = chunks.end;
            let Some(documents) = self.jobs.documents_of(self.job, chunks).await? else {
                self.begin_read().await?;
                return Ok(());
            };
            for document in documents {
                total = total.saturating_add(document.bytes);
                if total > self.most {
                    return Err(Refused::Job(too_large(self.most)));
                }
                let name = names.unlike(&document.file_name);
                if !self.add(name, document).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Adds a document to what is read next. `false` when nobody wants the pieces any longer.
    async fn add(&mut self, name: String, document: DocumentEntry) -> Result<bool, Refused> {
        if !self.next.takes(&document) && !self.begin_read().await? {
            return Ok(false);
        }
        let (mut begins, mut offset) = (Some((name, document.clone())), 0);
        loop {
            let left = document.bytes - offset;
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(READ_BYTES);
            self.next.from.get_or_insert_with(|| (document.clone(), offset));
            self.next.last = Some(document.clone());
            offset += length as u64;
            let ends = offset == document.bytes;
            self.next.cuts.push(Cut { begins: begins.take(), ends, length });
            self.next.length += length;
            if ends {
                return Ok(true);
            }
            if !self.begin_read().await? {
                return Ok(false);
            }
        }
    }

    /// Begins to read what was added. `false` when nobody wants the pieces any longer.
    async fn begin_read(&mut self) -> Result<bool, Refused> {
        let Read { from, cuts, length, .. } = std::mem::take(&mut self.next);
        let Some((document, offset)) = from else { return Ok(true) };
        let share = self.ahead.clone().acquire_many_owned(u32::try_from(length).unwrap_or(u32::MAX)).await;
        let share = share.map_err(Problem::internal)?;
        let (jobs, job) = (self.jobs.clone(), self.job);
        let bytes = tokio::spawn(async move {
            let bytes = jobs.read_documents(job, &document, offset, length).await?;
            // An entry must hold the bytes that its header says.
            if bytes.len() != length {
                let index = document.index;
                return Err(StoreError::Damaged(format!("document {index} of job {job} is incomplete")));
            }
            Ok(bytes)
        });
        Ok(self.reads.send(Coming { bytes, cuts, share }).await.is_ok())
    }
}

/// Why a job has no archive whose documents take more than `most` bytes.
pub(super) fn too_large(most: u64) -> String {
    format!(
        "The documents together are larger than {most} bytes (limit `archive_bytes`). Start several smaller jobs."
    )
}
