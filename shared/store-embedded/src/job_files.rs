//! The files of jobs, a folder each: the copy of the template, the items, a file of documents per chunk, the archive.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use platen_service::jobs::{JobId, Made, NewJob};
use uuid::Uuid;

use crate::files::sync_folder;

/// The folder `jobs/`.
#[derive(Clone)]
pub(crate) struct JobFiles(PathBuf);

/// Where a chunk's items lie in the file of items: offset and length.
pub(crate) type Span = (u64, u64);

impl JobFiles {
    pub(crate) fn open(folder: &Path) -> io::Result<JobFiles> {
        let jobs = folder.join("jobs");
        fs::create_dir_all(&jobs)?;
        Ok(JobFiles(jobs))
    }

    fn of(&self, job: JobId) -> PathBuf {
        self.0.join(job.to_string())
    }

    /// Writes template and items, flushed to the disk when this returns.
    pub(crate) fn create(&self, job: &NewJob) -> io::Result<Vec<Span>> {
        let folder = self.of(job.record.job_id);
        fs::create_dir_all(&folder)?;
        let mut template = File::create(folder.join("template"))?;
        template.write_all(&job.template)?;
        template.sync_all()?;
        let mut items = BufWriter::with_capacity(1 << 20, File::create(folder.join("items"))?);
        let (mut spans, mut at) = (Vec::with_capacity(job.chunks.len()), 0u64);
        for chunk in &job.chunks {
            // A JSON array each.
            let mut length = 1u64;
            for (index, item) in chunk.iter().enumerate() {
                items.write_all(if index == 0 { b"[" } else { b"," })?;
                items.write_all(item)?;
                length += item.len() as u64 + 1;
            }
            items.write_all(b"]")?;
            spans.push((at, length));
            at += length;
        }
        items.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        sync_folder(&folder)?;
        sync_folder(&self.0)?;
        Ok(spans)
    }

    pub(crate) fn template(&self, job: JobId) -> io::Result<Vec<u8>> {
        fs::read(self.of(job).join("template"))
    }

    /// The text of a chunk's items.
    pub(crate) fn items(&self, job: JobId, (at, length): Span) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.of(job).join("items"))?;
        file.seek(SeekFrom::Start(at))?;
        let mut text = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        file.take(length).read_to_end(&mut text)?;
        Ok(text)
    }

    /// Writes a chunk's documents one after the other, under a name that no other worker uses, flushed to the disk.
    pub(crate) fn stage(&self, job: JobId, documents: &[Made]) -> io::Result<PathBuf> {
        let staged = self.of(job).join(format!("{}.new", Uuid::new_v4()));
        let mut file = File::create(&staged)?;
        for document in documents {
            file.write_all(&document.bytes)?;
        }
        file.sync_data()?;
        Ok(staged)
    }

    /// Puts staged documents in their place.
    pub(crate) fn place(&self, job: JobId, chunk: u32, staged: &Path) -> io::Result<()> {
        let folder = self.of(job);
        fs::rename(staged, folder.join(format!("chunk-{chunk}")))?;
        sync_folder(&folder)
    }

    /// A chunk's documents, joined.
    pub(crate) fn documents(&self, job: JobId, chunk: u32) -> io::Result<Bytes> {
        fs::read(self.of(job).join(format!("chunk-{chunk}"))).map(Bytes::from)
    }

    /// A new file for the archive.
    pub(crate) fn new_archive(&self, job: JobId) -> io::Result<File> {
        let path = self.of(job).join("archive.new");
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => File::create_new(path),
        }
    }

    /// Puts the archive in place, flushed to the disk.
    pub(crate) fn place_archive(&self, job: JobId, archive: &File) -> io::Result<()> {
        archive.sync_all()?;
        let folder = self.of(job);
        let path = folder.join("archive.new");
        // Two workers may be at the same job, when one of them was thought dead: only the file that is whole may come into
        // place, not the other's that is still being written.
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if fs::metadata(&path)?.ino() != archive.metadata()?.ino() {
                return Err(io::Error::other("another worker assembles the same archive"));
            }
        }
        fs::rename(path, folder.join("archive.zip"))?;
        sync_folder(&folder)
    }

    pub(crate) fn archive(&self, job: JobId) -> io::Result<File> {
        File::open(self.of(job).join("archive.zip"))
    }

    /// Removes all but the archive. What cannot be removed now goes with the folder.
    pub(crate) fn keep_archive(&self, job: JobId) {
        let Ok(entries) = fs::read_dir(self.of(job)) else { return };
        for entry in entries.flatten().filter(|entry| entry.file_name() != "archive.zip") {
            let _ = fs::remove_file(entry.path());
        }
    }

    /// The jobs that have a folder.
    pub(crate) fn all(&self) -> io::Result<Vec<JobId>> {
        let mut jobs = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name();
            jobs.extend(name.to_str().and_then(|name| Uuid::try_parse(name).ok()).map(JobId));
        }
        Ok(jobs)
    }

    pub(crate) fn remove(&self, job: JobId) -> io::Result<()> {
        fs::remove_dir_all(self.of(job))
    }
}
