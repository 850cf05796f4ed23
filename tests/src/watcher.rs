//! A poller that believes nothing: while a job runs it reads what the job says is done, and once it says `Completed`, the
//! archive. What is done stays done, is whole, and never changes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bytes::Bytes;
use platen_service::Stores;
use platen_service::ids::JobId;
use platen_service::jobs::{ArchiveKind, DocumentEntry, JobRecord, Status};
use tokio::runtime::{Builder, Runtime};

/// Between two looks, at least.
const PAUSE: Duration = Duration::from_millis(2);

/// How much longer than a look the pause after it is: the poller must not take the machine from those that it looks at.
const PAUSE_OF_LOOK: u32 = 2;

/// How many chunks there are between two that it looks at one after the other: a prime, so that it comes by all of them.
const STRIDE: u32 = 7919;

/// A poller on a thread of its own.
pub struct Watcher {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Seen>,
}

/// What it looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// How often it looked.
    pub looks: u32,
    /// Documents that were done, each counted once.
    pub documents: usize,
}

impl Watcher {
    /// Begins to look.
    pub fn start(stores: Stores, job: JobId) -> Watcher {
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = std::thread::spawn(move || {
            runtime().block_on(async {
                let mut watch =
                    Watch { stores, job, last: None, made: BTreeMap::new(), failed: BTreeSet::new() };
                let mut looks = 0;
                // Once more after it is told: the last look is one at the end.
                loop {
                    let (last, began) = (told.load(Ordering::Relaxed), Instant::now());
                    let over = watch.look(looks).await;
                    looks += 1;
                    if over || last {
                        return Seen { looks, documents: watch.made.len() };
                    }
                    tokio::time::sleep(PAUSE.max(began.elapsed() * PAUSE_OF_LOOK)).await;
                }
            })
        });
        Watcher { stop, thread }
    }

    /// Ends it. What it saw and must never see is a panic here.
    pub fn end(self) -> Seen {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_else(|seen| std::panic::resume_unwind(seen))
    }
}

/// Lasts as long as the process: the stores' clients share their connections with other threads, and a connection ends with the
/// runtime that opened it.
fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap())
}

struct Watch {
    stores: Stores,
    job: JobId,
    last: Option<JobRecord>,
    /// The checksums of documents that were there, by item.
    made: BTreeMap<u32, u32>,
    failed: BTreeSet<u32>,
}

impl Watch {
    /// `true` when the job is over.
    async fn look(&mut self, number: u32) -> bool {
        let Some(job) = self.stores.jobs.any_job(self.job).await.unwrap() else { return false };
        let progress = job.progress;
        if let Some(last) = &self.last {
            let (before, after) = (last.progress, progress);
            assert!(before.done <= after.done && before.failed <= after.failed, "{before:?}, then {after:?}");
            assert!(before.status != Status::Running || after.status != Status::Pending, "it restarted");
        }
        assert!(progress.done + progress.failed <= progress.total, "{progress:?}");
        self.last = Some(job.clone());
        match progress.status {
            // It is no archive of entries.
            Status::Completed if job.settings.archive_kind() != ArchiveKind::Zip => return true,
            Status::Completed => {
                let entries = entries(&self.stores, &job, bytes).await;
                let listed = usize::from(progress.failed > 0) + progress.done as usize;
                assert_eq!(entries.len(), listed, "of a job that is complete");
                return true;
            }
            Status::Pending | Status::Running => {}
            Status::Failed | Status::Canceled => return true,
        }
        self.look_at_chunk(number.wrapping_mul(STRIDE) % job.chunks().max(1)).await;
        false
    }

    async fn look_at_chunk(&mut self, chunk: u32) {
        let (jobs, chunks) = (&self.stores.jobs, chunk..chunk + 1);
        let failures = jobs.failures_of(self.job, chunks.clone()).await.unwrap();
        let documents = jobs.documents_of(self.job, chunks).await.unwrap();
        for failure in failures.unwrap_or_default() {
            assert!(!self.made.contains_key(&failure.index), "item {} was done", failure.index);
            self.failed.insert(failure.index);
        }
        for document in documents.unwrap_or_default() {
            let index = document.index;
            assert!(!self.failed.contains(&index), "item {index} had failed");
            match self.read(&document).await {
                Ok(crc) => {
                    assert_eq!(crc, document.crc32, "item {index} is another document than was made");
                    assert_eq!(*self.made.entry(index).or_insert(crc), crc, "item {index} changed");
                }
                // Once the job is over, its archive is what there is.
                Err(_) if self.is_over().await => return,
                Err(error) => panic!("item {index} is done, and its document cannot be read: {error}"),
            }
        }
    }

    async fn is_over(&self) -> bool {
        let job = self.stores.jobs.any_job(self.job).await.unwrap();
        job.is_none_or(|job| job.progress.status.is_over())
    }

    async fn read(&self, document: &DocumentEntry) -> Result<u32, String> {
        let most = usize::try_from(document.bytes).unwrap();
        let bytes = self.stores.jobs.read_documents(self.job, document, 0, most).await;
        let bytes = bytes.map_err(|error| error.to_string())?;
        if bytes.len() != most {
            return Err(format!("{} bytes of {most}", bytes.len()));
        }
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        Ok(crc.sum())
    }
}

/// The archive of a complete job: its entries' names, and what `each` makes of their bytes, whose checksums are verified.
pub async fn entries<T>(
    stores: &Stores,
    job: &JobRecord,
    each: impl Fn(&mut dyn Read) -> T,
) -> Vec<(String, T)> {
    // It may have gigabytes.
    let mut archive = tempfile::tempfile().unwrap();
    let mut written = 0;
    loop {
        let read = stores.jobs.read_archive(job.job_id, written, 4 << 20).await.unwrap();
        let piece = read.unwrap_or_else(|| panic!("there is no archive of job {}", job.job_id));
        if piece.is_empty() {
            break;
        }
        archive.write_all(&piece).unwrap();
        written += piece.len() as u64;
    }
    assert_eq!(job.archive_bytes, Some(written));
    let mut zip = zip::ZipArchive::new(archive).unwrap();
    let mut found = Vec::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        found.push((name, each(&mut entry)));
    }
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), found.len(), "an entry occurs twice");
    found
}

/// All bytes of an entry.
pub fn bytes(entry: &mut dyn Read) -> Bytes {
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).unwrap();
    bytes.into()
}
