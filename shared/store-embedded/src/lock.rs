//! Only one process at a time serves a folder. Two would each have their own workers, their own view of what is being written, and their
//! own idea of available memory and cores.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::OpenError;
use crate::private::make_private;

const NAME: &str = "serve.lock";

/// How long the lock of a process that was killed may live on: in a child that it was just starting, which has its files until it
/// becomes the program that it was started as.
const GRACE: Duration = Duration::from_secs(1);

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The right to serve a folder, held until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct ServeLock {
    folder: PathBuf,
    /// The operating system's lock belongs to the open file.
    file: File,
}

/// Who serves a folder, as far as they have said so.
#[derive(Debug)]
pub struct Serving {
    /// The process.
    pub pid: Option<u32>,
    /// The address that it listens on, as `127.0.0.1:8080`.
    pub address: Option<String>,
}

impl Serving {
    /// Tells who serves a folder now.
    #[must_use]
    pub fn of(folder: &Path) -> Option<Serving> {
        let mut file = File::open(folder.join(NAME)).ok()?;
        // A shared lock, let go at once: only a server holds the other kind.
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| said(&mut file))
    }
}

impl ServeLock {
    /// Takes the right to serve a folder, which is made if there is none. Commands that administer the folder do not need it.
    ///
    /// # Errors
    /// [`OpenError::Served`] when another process has it; the folder cannot be used.
    pub fn take(folder: &Path) -> Result<ServeLock, OpenError> {
        make_private(folder)?;
        let unusable = |source| OpenError::Folder { path: folder.to_owned(), source };
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(folder.join(NAME)).map_err(unusable)?;
        let started = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if started.elapsed() < GRACE => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(OpenError::Served { pid: said(&mut file).pid }),
                Err(TryLockError::Error(source)) => return Err(unusable(source)),
            }
        }
        let mut lock = ServeLock { folder: folder.to_owned(), file };
        lock.say("");
        Ok(lock)
    }

    /// Lets others know the address that the folder is served at.
    pub fn listens_on(&mut self, address: &str) {
        self.say(address);
    }

    /// Of one length, so that it is written over the last one: a full disk has room for that. It is for the message of who
    /// comes next; without it the lock holds as well.
    fn say(&mut self, address: &str) {
        let text = format!("{:<20}\n{address:<60}\n", std::process::id());
        if let Err(error) =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(text.as_bytes()))
        {
            tracing::debug!(%error, "the lock's file does not say who holds it");
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// What the holder of the lock has said of itself.
fn said(file: &mut File) -> Serving {
    let mut text = String::new();
    // A holder of another program is known by the lock alone.
    let _ = file.read_to_string(&mut text);
    let mut lines = text.lines().map(str::trim);
    Serving {
        pid: lines.next().and_then(|line| line.parse().ok()),
        address: lines.next().filter(|line| !line.is_empty()).map(str::to_owned),
    }
}
