//! The files of jobs, one folder each: the copy of the template, the items, one file of documents for each part, the archive.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use platen_service::ids::JobId;
use uuid::Uuid;

use crate::removals::Removals;
use crate::staged::Staged;
use crate::staged::sync_folder;

/// How long a job that is not recorded may take to be written.
const STAGED_LIFE: Duration = Duration::from_secs(24 * 3600);

/// The folder `jobs/`.
#[derive(Clone)]
pub(crate) struct JobFiles {
    jobs: PathBuf,
    removals: Arc<Removals>,
    recording: Arc<Mutex<()>>,
}

/// Where a chunk's items lie in the file of items: offset and length.
pub(crate) type Span = (u64, u64);

impl JobFiles {
    pub(crate) fn open(folder: &Path, removals: Arc<Removals>) -> io::Result<JobFiles> {
        let jobs = folder.join("jobs");
        fs::create_dir_all(&jobs)?;
        Ok(JobFiles { jobs, removals, recording: Arc::default() })
    }

    /// Removes what was being written when the process died. For the one process that records jobs, before it does.
    pub(crate) fn sweep_unfinished(&self) -> io::Result<()> {
        remove_unfinished(&self.jobs)
    }

    fn of(&self, job: JobId) -> PathBuf {
        self.jobs.join(job.to_string())
    }

    /// A new folder for a job that is not recorded yet.
    pub(crate) fn stage(&self, job: JobId) -> io::Result<Staged> {
        let folder = self.jobs.join(format!("{job}.{}.new", Uuid::new_v4()));
        fs::create_dir(&folder)?;
        Ok(Staged::new(folder))
    }

    /// The right to place a folder and to record its job. One at a time, so that a folder without a record is what an earlier
    /// process left, and not what another call is about to record. For threads that may block.
    pub(crate) fn recording(&self) -> MutexGuard<'_, ()> {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job's folder in place, on the disk. `false` when there is one already, and nothing is changed.
    pub(crate) fn place(&self, job: JobId, staged: &mut Staged) -> io::Result<bool> {
        sync_folder(staged.path())?;
        match staged.place(&self.of(job)) {
            Err(failed)
                if matches!(
                    failed.kind(),
                    io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists
                ) =>
            {
                Ok(false)
            }
            placed => placed.map(|()| true),
        }
    }

    pub(crate) fn template(&self, job: JobId) -> io::Result<Vec<u8>> {
        fs::read(self.of(job).join("template"))
    }

    /// The text of a chunk's items.
    pub(crate) fn items(&self, job: JobId, (at, length): Span) -> io::Result<Vec<u8>> {
        read(&self.of(job).join("items"), at, usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// A name of its own for a file in a job's folder.
    pub(crate) fn new_file(&self, job: JobId) -> (String, PathBuf) {
        let name = Uuid::new_v4().to_string();
        let path = self.of(job).join(&name);
        (name, path)
    }

    /// Flushes the names of a job's files to the disk.
    pub(crate) fn sync(&self, job: JobId) -> io::Result<()> {
        sync_folder(&self.of(job))
    }

    /// Bytes of a file in a job's folder.
    pub(crate) fn read(&self, job: JobId, name: &str, at: u64, most: usize) -> io::Result<Vec<u8>> {
        read(&self.of(job).join(name), at, most)
    }

    /// Where a job's archive is, ZIP or PDF, once it is whole.
    pub(crate) fn archive(&self, job: JobId) -> PathBuf {
        self.of(job).join("archive.zip")
    }

    /// Removes all but the archive. What cannot be removed now goes with the folder.
    pub(crate) fn keep_archive(&self, job: JobId) {
        let Some(_right) = self.removals.begin() else { return };
        let Ok(entries) = fs::read_dir(self.of(job)) else { return };
        for entry in entries.flatten().filter(|entry| entry.file_name() != "archive.zip") {
            let _ = fs::remove_file(entry.path());
        }
    }

    /// The jobs that have a folder. Folders that were never finished are removed when they are old.
    pub(crate) fn all(&self) -> io::Result<Vec<JobId>> {
        let mut jobs = Vec::new();
        for entry in fs::read_dir(&self.jobs)? {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
            match name.to_str().and_then(|name| Uuid::try_parse(name).ok()) {
                Some(job) => jobs.push(JobId(job)),
                None => remove_old(&path, STAGED_LIFE),
            }
        }
        Ok(jobs)
    }

    /// Removes the folder of a job that needs it no longer, or was not recorded: out of the way first, so that a part of it is
    /// never taken for the whole.
    pub(crate) fn remove(&self, job: JobId) -> io::Result<()> {
        let Some(_right) = self.removals.begin() else { return Ok(()) };
        let gone = self.jobs.join(format!("{job}.{}.new", Uuid::new_v4()));
        match fs::rename(self.of(job), &gone) {
            Ok(()) => drop(Staged::new(gone)),
            Err(failed) if failed.kind() == io::ErrorKind::NotFound => {}
            Err(failed) => return Err(failed),
        }
        Ok(())
    }

    /// Whether a job's folder is so old that no job is on its way to be recorded with it.
    pub(crate) fn is_old(&self, job: JobId) -> bool {
        is_older(&self.of(job), STAGED_LIFE)
    }
}

/// Bytes of a file from a place on; fewer at its end.
pub(crate) fn read(path: &Path, at: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::with_capacity(most);
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Removes all files and folders of a folder whose names say that they are unfinished.
pub(crate) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "new") {
            drop(Staged::new(path));
        }
    }
    Ok(())
}

/// Removes a file or folder that was not changed for a time. What cannot be removed now is met again.
pub(crate) fn remove_old(path: &Path, life: Duration) {
    if is_older(path, life) {
        drop(Staged::new(path.to_owned()));
    }
}

fn is_older(path: &Path, life: Duration) -> bool {
    let changed = fs::metadata(path).and_then(|found| found.modified());
    changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > life))
}
