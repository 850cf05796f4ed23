//! A job's documents in the items' order, as an archive takes them: under distinct names, read ahead up to
//! a bound of bytes, and checked.

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
const PIECE_BYTES: usize = 4 << 20;
/// Bytes that are read ahead.
const AHEAD_BYTES: usize = 32 << 20;
/// Items whose results are asked for at once: some megabytes, and few questions.
const ITEMS_AT_ONCE: u32 = 16_384;
/// Pieces that are read ahead: small documents from a store that takes its time to answer.
const AHEAD_PIECES: usize = 64;

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
    /// Its share of the bytes read ahead.
    _share: OwnedSemaphorePermit,
}

/// The documents, piece by piece.
pub(super) struct Documents {
    job: JobId,
    pieces: Receiver<Coming>,
    /// `None` once its end was seen.
    reader: Option<JoinHandle<Result<(), Refused>>>,
    /// The document that is being read: its index, the checksum that it had, that of its bytes so far.
    current: Option<(u32, u32, flate2::Crc)>,
}

impl Documents {
    /// Begins to read.
    pub(super) fn of(service: &Service, record: &JobRecord) -> Documents {
        let (sender, pieces) = channel(AHEAD_PIECES);
        let reader = Reader {
            jobs: service.stores.jobs.clone(),
            job: record.job_id,
            chunks_at_once: chunks_at_once(record),
            most: service.limits.archive_bytes,
            ahead: Arc::new(Semaphore::new(AHEAD_BYTES)),
            pieces: sender,
        };
        let reader = Some(tokio::spawn(reader.read()));
        Documents { job: record.job_id, pieces, reader, current: None }
    }

    /// The next piece; `None` after the last one.
    pub(super) async fn next(&mut self) -> Result<Option<Piece>, Refused> {
        let Some(Coming { begins, ends, bytes, share }) = self.pieces.recv().await else {
            if let Some(reader) = self.reader.take() {
                reader.await.map_err(|_panicked| Problem::internal("an assembly panicked"))??;
            }
            return Ok(None);
        };
        let bytes = bytes.await.map_err(|_panicked| Problem::internal("reading a document panicked"))??;
        if let Some((_, document)) = &begins {
            self.current = Some((document.index, document.crc32, flate2::Crc::new()));
        }
        if let Some((index, made, crc)) = &mut self.current {
            crc.update(&bytes);
            // A complete job is one whose documents are what they were when they were made.
            if ends && crc.sum() != *made {
                let job = self.job;
                return Err(StoreError::Damaged(format!("document {index} of job {job} has changed")).into());
            }
        }
        Ok(Some(Piece { begins, ends, bytes, _share: share }))
    }
}

/// Some bytes of a document, on their way.
struct Coming {
    begins: Option<(String, DocumentEntry)>,
    ends: bool,
    bytes: JoinHandle<Result<Bytes, StoreError>>,
    share: OwnedSemaphorePermit,
}

/// Reads documents in their order, several at once.
struct Reader {
    jobs: Arc<dyn JobStore>,
    job: JobId,
    chunks_at_once: u32,
    most: u64,
    ahead: Arc<Semaphore>,
    pieces: Sender<Coming>,
}

impl Reader {
    async fn read(self) -> Result<(), Refused> {
        let (mut names, mut total) = (Names::default(), 0u64);
        let mut first = 0u32;
        loop {
            let chunks = first..first.saturating_add(self.chunks_at_once);
            first = chunks.end;
            let Some(documents) = self.jobs.documents_of(self.job, chunks).await? else { return Ok(()) };
            for document in documents {
                total = total.saturating_add(document.bytes);
                if total > self.most {
                    let most = self.most;
                    return Err(Refused::Job(format!(
                        "The documents together are larger than {most} bytes (limit `archive_bytes`). Start several \
                         smaller jobs."
                    )));
                }
                let name = names.unlike(&document.file_name);
                if !self.begin(name, document).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Begins to read a document. `false` when nobody wants the pieces any longer.
    async fn begin(&self, name: String, document: DocumentEntry) -> Result<bool, Refused> {
        let mut begins = Some((name, document.clone()));
        let mut offset = 0;
        loop {
            let left = document.bytes - offset;
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(PIECE_BYTES);
            let share =
                self.ahead.clone().acquire_many_owned(u32::try_from(length).unwrap_or(u32::MAX)).await;
            let share = share.map_err(Problem::internal)?;
            let (jobs, job, of, at) = (self.jobs.clone(), self.job, document.clone(), offset);
            let bytes = tokio::spawn(async move {
                let bytes = jobs.read_document(job, &of, at, length).await?;
                // An entry must hold the bytes that its header says.
                if bytes.len() != length {
                    return Err(StoreError::Damaged(format!(
                        "document {} of job {job} is incomplete",
                        of.index
                    )));
                }
                Ok(bytes)
            });
            offset += length as u64;
            let ends = offset == document.bytes;
            let piece = Coming { begins: begins.take(), ends, bytes, share };
            if self.pieces.send(piece).await.is_err() {
                return Ok(false);
            }
            if ends {
                return Ok(true);
            }
        }
    }
}
