//! Assembling a job's archive: the documents in the items' order, stored (they are compressed already), and `errors.json`
//! when items failed. Documents are read ahead, up to a bound of bytes, and written in order. No clock goes in: the same
//! job gives the same bytes.

use std::sync::Arc;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use super::archive::Directory;
use super::names::Names;
use super::view::FailedGeneration;
use super::{DocumentEntry, JobId, JobRecord, JobStore, NewArchive, Status};
use crate::Service;
use crate::problem::Problem;
use crate::store::StoreError;

/// Bytes that are read at once. A document of a hundred megabytes goes through in pieces.
const PIECE_BYTES: usize = 4 << 20;
/// Bytes that are read ahead.
const AHEAD_BYTES: usize = 32 << 20;
/// Pieces that are read ahead: small documents from a store that takes its time to answer.
const AHEAD_PIECES: usize = 64;

/// What is wrong with an archive that shall not be tried again.
enum Refused {
    /// Its documents together are over the limit.
    TooLarge,
    /// Something failed.
    Problem(Problem),
}

impl<E: Into<Problem>> From<E> for Refused {
    fn from(error: E) -> Self {
        Refused::Problem(error.into())
    }
}

impl Service {
    /// Assembles the archive of a job whose items all have their results. Holds some 40 MiB besides the entries' names.
    pub(super) async fn assemble_archive(&self, job: JobId, again: bool) -> Result<(), Problem> {
        let jobs = &self.stores.jobs;
        let Some(record) = jobs.any_job(job).await? else { return Ok(()) };
        if record.progress.status.is_over() {
            // The worker before may have died between the end and its announcement.
            if again {
                jobs.announce(&(&record).into()).await?;
            }
            return Ok(());
        }
        if record.progress.status != Status::Running || record.progress.pending() > 0 {
            return Ok(());
        }
        let mut archive = jobs.new_archive(job).await?;
        match self.write_archive(archive.as_mut(), &record).await {
            Ok(()) => {
                let now = Timestamp::now();
                let life = SignedDuration::try_from(self.limits.archive_life).map_err(Problem::internal)?;
                let expires = now.checked_add(life).map_err(Problem::internal)?;
                if archive.complete(now, expires).await? {
                    self.announce_end(job).await?;
                }
                Ok(())
            }
            Err(Refused::TooLarge) => {
                archive.abort().await;
                let most = self.limits.archive_bytes;
                let error = format!(
                    "The archive would be larger than {most} bytes (limit `archive_bytes`). Start several smaller jobs."
                );
                self.fail_job(job, &error).await
            }
            Err(Refused::Problem(problem)) => {
                archive.abort().await;
                Err(problem)
            }
        }
    }

    async fn write_archive(&self, archive: &mut dyn NewArchive, record: &JobRecord) -> Result<(), Refused> {
        let mut directory = Directory::default();
        let (sender, mut pieces) = channel(AHEAD_PIECES);
        let reader = Reader {
            jobs: self.stores.jobs.clone(),
            job: record.job_id,
            extension: record.settings.format().extension(),
            most: self.limits.archive_bytes,
            ahead: Arc::new(Semaphore::new(AHEAD_BYTES)),
            pieces: sender,
        };
        let reader = tokio::spawn(reader.read());
        let mut entry: Option<(DocumentEntry, flate2::Crc)> = None;
        while let Some(piece) = pieces.recv().await {
            if let Some((name, document)) = piece.begins {
                archive.write(directory.begin(&name, document.bytes, document.crc32).into()).await?;
                entry = Some((document, flate2::Crc::new()));
            }
            let bytes =
                piece.bytes.await.map_err(|_panicked| Problem::internal("reading a document panicked"))??;
            let Some((document, crc)) = &mut entry else { continue };
            crc.update(&bytes);
            archive.write(bytes).await?;
            // A complete job is one whose documents are what they were when they were made.
            if piece.ends && crc.sum() != document.crc32 {
                let index = document.index;
                return Err(StoreError::Damaged(format!(
                    "document {index} of job {} is changed",
                    record.job_id
                ))
                .into());
            }
        }
        reader.await.map_err(|_panicked| Problem::internal("an assembly panicked"))??;
        if record.progress.failed > 0 {
            self.write_failures(archive, &mut directory, record).await?;
        }
        archive.write(directory.end().into()).await?;
        Ok(())
    }

    /// Writes `errors.json`. Its size stands before its bytes, so that it is made twice rather than held.
    async fn write_failures(
        &self,
        archive: &mut dyn NewArchive,
        directory: &mut Directory,
        record: &JobRecord,
    ) -> Result<(), Refused> {
        let (mut crc, mut length) = (flate2::Crc::new(), 0);
        let mut text = FailuresText { record, jobs: &self.stores.jobs, chunk: 0, any: false };
        while let Some(piece) = text.next().await? {
            crc.update(&piece);
            length += piece.len() as u64;
        }
        archive.write(directory.begin("errors.json", length, crc.sum()).into()).await?;
        let mut text = FailuresText { record, jobs: &self.stores.jobs, chunk: 0, any: false };
        while let Some(piece) = text.next().await? {
            archive.write(piece.into()).await?;
        }
        Ok(())
    }

    /// Ends a job that cannot have an archive.
    pub(super) async fn fail_job(&self, job: JobId, error: &str) -> Result<(), Problem> {
        if self.stores.jobs.fail_job(job, error, Timestamp::now()).await? {
            self.announce_end(job).await?;
        }
        Ok(())
    }

    /// Publishes the end of a job.
    pub(super) async fn announce_end(&self, job: JobId) -> Result<(), Problem> {
        if let Some(record) = self.stores.jobs.any_job(job).await? {
            self.stores.jobs.announce(&(&record).into()).await?;
        }
        Ok(())
    }
}

/// Some bytes of a document, on their way.
struct Piece {
    /// Name and entry of the document that begins with it.
    begins: Option<(String, DocumentEntry)>,
    /// Whether its document ends with it.
    ends: bool,
    bytes: JoinHandle<Result<Bytes, StoreError>>,
    /// Its share of the bytes read ahead.
    _share: OwnedSemaphorePermit,
}

/// Reads documents in their order, several at once.
struct Reader {
    jobs: Arc<dyn JobStore>,
    job: JobId,
    extension: &'static str,
    most: u64,
    ahead: Arc<Semaphore>,
    pieces: Sender<Piece>,
}

impl Reader {
    async fn read(self) -> Result<(), Refused> {
        let (mut names, mut total) = (Names::default(), 0u64);
        for chunk in 0.. {
            let Some(results) = self.jobs.results_of(self.job, chunk).await? else { return Ok(()) };
            for document in results.documents {
                total = total.saturating_add(document.bytes);
                if total > self.most {
                    return Err(Refused::TooLarge);
                }
                let name = names.unlike(&document.file_name, self.extension);
                if !self.begin(name, document).await? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Begins to read a document. `false` when nobody wants the pieces any more.
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
                        "document {} of job {job} is cut short",
                        of.index
                    )));
                }
                Ok(bytes)
            });
            offset += length as u64;
            let ends = offset == document.bytes;
            let piece = Piece { begins: begins.take(), ends, bytes, _share: share };
            if self.pieces.send(piece).await.is_err() {
                return Ok(false);
            }
            if ends {
                return Ok(true);
            }
        }
    }
}

/// The text of `errors.json`, chunk by chunk: an array, an item per line.
struct FailuresText<'a> {
    record: &'a JobRecord,
    jobs: &'a Arc<dyn JobStore>,
    chunk: u32,
    any: bool,
}

impl FailuresText<'_> {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        let mut text = Vec::new();
        if self.chunk > self.record.chunks() {
            return Ok(None);
        }
        if let Some(results) = self.jobs.results_of(self.record.job_id, self.chunk).await? {
            for failure in results.failures {
                text.extend_from_slice(if self.any { b",\n" } else { b"[\n" });
                self.any = true;
                serde_json::to_writer(&mut text, &FailedGeneration::from(failure))
                    .map_err(Problem::internal)?;
            }
        } else {
            text.extend_from_slice(b"\n]\n");
        }
        self.chunk += 1;
        Ok(Some(text))
    }
}
