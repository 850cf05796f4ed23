//! Writes a job's archive.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::NewArchive;
use platen_service::store::StoreError;
use rusqlite::params;

use super::rows::{one, write_progress};
use crate::database::{Database, Durability, blocking};
use crate::job_files::JobFiles;
use crate::staged::{Appender, Staged};
use crate::storage::Coming;
use crate::{callbacks, error};

/// An archive that is being written.
pub(super) struct StagedArchive {
    pub(super) database: Arc<Database>,
    pub(super) files: JobFiles,
    pub(super) job: JobId,
    pub(super) staged: Staged,
    pub(super) file: Appender,
    /// As many bytes as the documents have, from the start: an archive that does not fit is not begun.
    pub(super) coming: Coming,
}

#[async_trait]
impl NewArchive for StagedArchive {
    async fn write(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        let length = self.file.len() + bytes.len() as u64;
        if length > self.coming.bytes() {
            self.coming.grow(length - self.coming.bytes())?;
        }
        self.file.write(&bytes).await
    }

    async fn complete(self: Box<Self>, at: Timestamp, expires_at: Timestamp) -> Result<bool, StoreError> {
        let StagedArchive { database, files, job, mut staged, file, coming } = *self;
        blocking(move || {
            let bytes = file.len();
            file.finish().map_err(|failed| error::file(&failed))?;
            let completed = database.write_now(Durability::Full, |tx| {
                let found = one(tx, job).map_err(error::database)?;
                let Some((progress, record)) = found.and_then(|job| Some((job.progress.complete()?, job)))
                else {
                    return Ok(false);
                };
                callbacks::record(tx, &record, at).map_err(error::database)?;
                staged.place(&files.archive(job)).map_err(|failed| error::file(&failed))?;
                write_progress(tx, job, progress)
                    .and_then(|()| {
                        tx.execute(
                            "UPDATE jobs SET ended_at = ?2, archive_bytes = ?3, archive_expires_at = ?4,
                             protection = NULL, stored_bytes = ?3, document_bytes = 0 WHERE id = ?1",
                            params![
                                job.0,
                                at.as_microsecond(),
                                bytes.cast_signed(),
                                expires_at.as_microsecond()
                            ],
                        )
                    })
                    .map_err(error::database)?;
                Ok(true)
            })?;
            drop(coming);
            if completed {
                files.keep_archive(job);
            }
            Ok(completed)
        })
        .await
    }

    async fn abort(self: Box<Self>) {
        // Dropping it removes its file.
    }
}
