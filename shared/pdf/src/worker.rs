//! Threads that convert: a large stack, a deadline, and a net under panics.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use crate::{PdfError, PdfLimits};

/// Address space of a worker's stack; pages are committed only when touched. The engine recurses through tables,
/// text boxes and groups, and an overflow would abort the process: [`PdfLimits`] keeps documents well inside.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// What the engine makes of a document.
pub(crate) type Converted = Result<Vec<u8>, PdfError>;

/// What makes a PDF of a document.
pub(crate) type Conversion = Arc<dyn Fn(&[u8]) -> Converted + Send + Sync>;

struct Job {
    docx: Vec<u8>,
    reply: mpsc::SyncSender<Converted>,
    /// Dropped when the worker is done with the document.
    running: Arc<()>,
}

/// Worker threads of one engine. They are started when callers need them and kept for the next document.
pub(crate) struct Workers {
    conversion: Conversion,
    idle: Mutex<Vec<mpsc::Sender<Job>>>,
    /// Conversions that their callers no longer wait for.
    abandoned: Mutex<Vec<Weak<()>>>,
}

impl Default for Workers {
    /// Workers of docxide-pdf.
    fn default() -> Self {
        Workers::with(Arc::new(guarded))
    }
}

impl Workers {
    /// Workers that convert by `conversion`.
    pub(crate) fn with(conversion: Conversion) -> Workers {
        Workers { conversion, idle: Mutex::default(), abandoned: Mutex::default() }
    }

    /// Converts on a worker and waits for at most `limits.time`. A worker that misses the time is abandoned: it ends
    /// by itself once its document is done.
    pub(crate) fn convert(&self, docx: Vec<u8>, limits: &PdfLimits) -> Converted {
        let overdue = self.overdue();
        // Attack: documents that never end, sent until every core is held by an abandoned thread.
        if overdue >= limits.overdue {
            return Err(PdfError::Busy(overdue));
        }
        let running = Arc::new(());
        let watch = Arc::downgrade(&running);
        let (reply, result) = mpsc::sync_channel(1);
        let worker = self.start(Job { docx, reply, running })?;
        match result.recv_timeout(limits.time) {
            Ok(converted) => {
                self.keep(worker);
                converted
            }
            Err(RecvTimeoutError::Timeout) => {
                tracing::warn!(limit_ms = limits.time.as_millis(), "a PDF conversion was abandoned");
                locked(&self.abandoned).push(watch);
                Err(PdfError::Timeout(limits.time))
            }
            Err(RecvTimeoutError::Disconnected) => Err(PdfError::Engine),
        }
    }

    /// Counts abandoned conversions that have not ended yet.
    fn overdue(&self) -> usize {
        let mut abandoned = locked(&self.abandoned);
        abandoned.retain(|watch| watch.strong_count() > 0);
        abandoned.len()
    }

    /// Hands the job to an idle worker, or to a new one.
    fn start(&self, mut job: Job) -> Result<mpsc::Sender<Job>, PdfError> {
        loop {
            let idle = locked(&self.idle).pop();
            let worker = match idle {
                Some(worker) => worker,
                None => spawn(Arc::clone(&self.conversion))?,
            };
            match worker.send(job) {
                Ok(()) => return Ok(worker),
                Err(mpsc::SendError(returned)) => job = returned,
            }
        }
    }

    /// Keeps as many workers as there are cores; the others end when their sender drops.
    fn keep(&self, worker: mpsc::Sender<Job>) {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut idle = locked(&self.idle);
        if idle.len() < cores {
            idle.push(worker);
        }
    }
}

/// No code panics while it holds one of these locks, and their vectors are whole at every step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(conversion: Conversion) -> Result<mpsc::Sender<Job>, PdfError> {
    let (sender, jobs) = mpsc::channel::<Job>();
    thread::Builder::new()
        .name("pdf".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            for Job { docx, reply, running } in jobs {
                let converted = conversion(&docx);
                drop(running);
                // The caller may have stopped waiting; then nobody wants the answer.
                let _ = reply.send(converted);
            }
        })
        .map_err(PdfError::Thread)?;
    Ok(sender)
}

/// Runs the engine with a net under its panics (it unwraps what it believes a document always has).
pub(crate) fn guarded(docx: &[u8]) -> Converted {
    match catch_unwind(AssertUnwindSafe(|| docxide_pdf::convert_docx_bytes_to_pdf_bytes(docx))) {
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(error)) => Err(from_engine(error)),
        Err(_) => Err(PdfError::Engine),
    }
}

fn from_engine(error: docxide_pdf::Error) -> PdfError {
    use docxide_pdf::Error as E;
    match error {
        E::InvalidDocx(reason) => PdfError::Invalid(reason),
        E::Zip(e) => PdfError::Invalid(e.to_string()),
        E::Xml(e) => PdfError::Invalid(e.to_string()),
        E::Io(e) => PdfError::Invalid(e.to_string()),
        E::Pdf(reason) => PdfError::Unsupported(reason),
        E::RenamedEnvVar(_) => PdfError::Engine,
    }
}
