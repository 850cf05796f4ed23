//! Assembling a job's archive: the documents in the items' order, stored (they are compressed already), ZIP64 where needed
//! (APPNOTE 6.3, 4.5.3), and `errors.json` when items failed. No clock goes in: the same job gives the same bytes.

use std::fs::File;
use std::io::{BufWriter, Write};

use jiff::{SignedDuration, Timestamp};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::names::Names;
use super::view::FailedGeneration;
use super::{JobId, Made, Status};
use crate::Service;
use crate::problem::Problem;

const BUFFER_BYTES: usize = 1 << 20;

type Archive = ZipWriter<BufWriter<File>>;

impl Service {
    /// Assembles a job whose items all have their results. Holds one chunk's documents in memory.
    ///
    /// # Errors
    /// `unavailable` and `internal`, when it shall be tried again.
    pub async fn assemble_archive(&self, job: JobId) -> Result<(), Problem> {
        let jobs = &self.stores.jobs;
        let Some(record) = jobs.any_job(job).await? else { return Ok(()) };
        if record.progress.status != Status::Running || !record.progress.assembling {
            return Ok(());
        }
        let extension = record.settings.format().extension();
        let file = jobs.new_archive(job).await?;
        let mut archive: Archive = ZipWriter::new(BufWriter::with_capacity(BUFFER_BYTES, file));
        let (mut names, mut bytes) = (Names::default(), 0u64);
        for chunk in 0.. {
            let Some(documents) = jobs.documents_of(job, chunk).await? else { break };
            bytes += documents.iter().map(|document| document.bytes.len() as u64).sum::<u64>();
            if bytes > self.limits.archive_bytes {
                let most = self.limits.archive_bytes;
                let error = format!(
                    "The archive would be larger than {most} bytes (limit `archive_bytes`). Start several smaller jobs."
                );
                jobs.fail_job(job, &error, Timestamp::now()).await?;
                return Ok(());
            }
            (archive, names) = blocking(move || add_all(archive, names, documents, extension)).await?;
        }
        if record.progress.failed > 0 {
            let failures = jobs.failures(job, usize::MAX).await?;
            let failures: Vec<FailedGeneration> = failures.into_iter().map(Into::into).collect();
            let text = serde_json::to_vec_pretty(&failures).map_err(Problem::internal)?;
            archive = blocking(move || add(archive, "errors.json", &text)).await?;
        }
        let file = blocking(move || {
            let buffer = archive.finish().map_err(Problem::unavailable)?;
            buffer.into_inner().map_err(|failed| Problem::unavailable(failed.error()))
        });
        let file = file.await?;
        let now = Timestamp::now();
        let life = SignedDuration::try_from(self.limits.archive_life).map_err(Problem::internal)?;
        let expires = now.checked_add(life).map_err(Problem::internal)?;
        jobs.complete_job(job, file, now, expires).await?;
        Ok(())
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_panicked| Problem::internal("an assembly panicked"))?
}

fn add_all(
    mut archive: Archive,
    mut names: Names,
    documents: Vec<Made>,
    extension: &str,
) -> Result<(Archive, Names), Problem> {
    for document in documents {
        let name = names.unlike(&document.file_name, extension);
        archive = add(archive, &name, &document.bytes)?;
    }
    Ok((archive, names))
}

/// A disk that is full may have room later: the assembly is tried again.
fn add(mut archive: Archive, name: &str, bytes: &[u8]) -> Result<Archive, Problem> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
        .large_file(u32::try_from(bytes.len()).is_err());
    archive.start_file(name, options).map_err(Problem::unavailable)?;
    archive.write_all(bytes).map_err(Problem::unavailable)?;
    Ok(archive)
}
