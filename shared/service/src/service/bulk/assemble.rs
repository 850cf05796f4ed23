//! Assembles a job's archive: a ZIP of the documents in the items' order, stored (they are compressed already), with
//! `errors.json` if items failed; or one PDF or Word document of them all; or the only document itself. It uses no clock: the same job gives
//! the same bytes.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Jobs;
use super::archive_entries::{Documents, chunks_at_once};
use super::no_archive::Refused;
use super::step::note_trace;
use super::view::FailedGeneration;
use super::zip::Directory;
use crate::ids::JobId;
use crate::jobs::{ArchiveKind, JobRecord, JobStore, NewArchive, Status};
use crate::problem::Problem;

impl Jobs<'_> {
    /// Assembles the archive of a job whose items all have their results. Holds some 60 MiB besides the
    /// entries' names; when it merges PDFs, a document and a few bytes for each object of the file besides; when it merges Word
    /// documents, a document and the file, which [`platen_docx::Limits::package_bytes`] bounds.
    pub(super) async fn assemble(self, job: JobId, again: bool) -> Result<(), Problem> {
        let jobs = &self.0.stores.jobs;
        let Some(record) = jobs.any_job(job).await? else { return Ok(()) };
        note_trace(&record.settings);
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
        let kind = record.settings.archive_kind();
        let mut archive = jobs.new_archive(job, kind).await?;
        let written = match kind {
            ArchiveKind::Zip => self.write_zip(archive.as_mut(), &record).await,
            ArchiveKind::Merged(_) => self.write_merged(archive.as_mut(), &record).await,
            ArchiveKind::Single(_) => self.write_single(archive.as_mut(), &record).await,
        };
        match written {
            Ok(()) => {
                let now = Timestamp::now();
                let life = SignedDuration::try_from(self.0.limits.archive_life).map_err(Problem::internal)?;
                let expires = now.checked_add(life).map_err(Problem::internal)?;
                if archive.complete(now, expires).await? {
                    self.announce_end(job).await?;
                }
                Ok(())
            }
            Err(Refused::Job(error)) => {
                archive.abort().await;
                self.fail(job, &error).await
            }
            Err(Refused::Problem(problem)) => {
                // What is written is left for the next worker to go on with.
                drop(archive);
                // Of two workers at one archive the first ends the job, and the documents that the other reads go.
                let over = jobs.any_job(job).await?.is_none_or(|job| job.progress.status.is_over());
                if over { Ok(()) } else { Err(problem) }
            }
        }
    }

    /// Writes the only document. Without it the job failed, for its reason.
    async fn write_single(self, archive: &mut dyn NewArchive, record: &JobRecord) -> Result<(), Refused> {
        if let Some(failure) = self.0.stores.jobs.failures(record.job_id, 1).await?.pop() {
            return Err(Refused::Job(failure.error));
        }
        let mut documents = Documents::of(self.0, record);
        while let Some(piece) = documents.next().await? {
            archive.write(piece.bytes).await?;
        }
        Ok(())
    }

    async fn write_zip(self, archive: &mut dyn NewArchive, record: &JobRecord) -> Result<(), Refused> {
        let mut directory = Directory::default();
        let mut documents = Documents::of(self.0, record);
        while let Some(piece) = documents.next().await? {
            if let Some((name, document)) = piece.begins {
                archive.write(directory.begin(&name, document.bytes, document.crc32).into()).await?;
            }
            archive.write(piece.bytes).await?;
        }
        if record.progress.failed > 0 {
            self.write_failures(archive, &mut directory, record).await?;
        }
        archive.write(directory.end().into()).await?;
        Ok(())
    }

    /// Writes `errors.json`. Its size comes before its bytes, so it is created twice rather than held.
    async fn write_failures(
        self,
        archive: &mut dyn NewArchive,
        directory: &mut Directory,
        record: &JobRecord,
    ) -> Result<(), Refused> {
        let (mut crc, mut length) = (flate2::Crc::new(), 0);
        let mut text = FailuresText::of(record, &self.0.stores.jobs);
        while let Some(piece) = text.next().await? {
            crc.update(&piece);
            length += piece.len() as u64;
        }
        archive.write(directory.begin("errors.json", length, crc.sum()).into()).await?;
        let mut text = FailuresText::of(record, &self.0.stores.jobs);
        while let Some(piece) = text.next().await? {
            archive.write(piece.into()).await?;
        }
        Ok(())
    }

    /// Ends a job that cannot have an archive.
    pub(super) async fn fail(self, job: JobId, error: &str) -> Result<(), Problem> {
        if self.0.stores.jobs.fail_job(job, error, Timestamp::now()).await? {
            self.announce_end(job).await?;
        }
        Ok(())
    }

    /// Publishes the end of a job.
    pub(super) async fn announce_end(self, job: JobId) -> Result<(), Problem> {
        if let Some(record) = self.0.stores.jobs.any_job(job).await? {
            self.0.stores.jobs.announce(&(&record).into()).await?;
        }
        Ok(())
    }
}

/// The text of `errors.json`, some chunks at a time: an array, an item per line.
struct FailuresText<'a> {
    record: &'a JobRecord,
    jobs: &'a Arc<dyn JobStore>,
    chunk: u32,
    any: bool,
    ended: bool,
}

impl<'a> FailuresText<'a> {
    fn of(record: &'a JobRecord, jobs: &'a Arc<dyn JobStore>) -> FailuresText<'a> {
        FailuresText { record, jobs, chunk: 0, any: false, ended: false }
    }

    async fn next(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        let mut text = Vec::new();
        if self.ended {
            return Ok(None);
        }
        let chunks = self.chunk..self.chunk.saturating_add(chunks_at_once(self.record));
        self.chunk = chunks.end;
        if let Some(failures) = self.jobs.failures_of(self.record.job_id, chunks).await? {
            for failure in failures {
                text.extend_from_slice(if self.any { b",\n" } else { b"[\n" });
                self.any = true;
                serde_json::to_writer(&mut text, &FailedGeneration::from(failure))
                    .map_err(Problem::internal)?;
            }
        } else {
            text.extend_from_slice(b"\n]\n");
            self.ended = true;
        }
        Ok(Some(text))
    }
}
