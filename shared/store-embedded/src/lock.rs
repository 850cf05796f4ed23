//! One process at a time serves a folder. Two would each have their own workers, their own view of what is being written, and
//! their own idea of how much memory and how many cores there are.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::OpenError;
use crate::private::make_private;

const NAME: &str = "serve.lock";

/// The right to serve a folder, held until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct ServeLock {
    folder: PathBuf,
    /// The operating system's lock belongs to the open file.
    _file: File,
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
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenError::Served { pid: holder(&mut file) }),
            Err(TryLockError::Error(source)) => return Err(unusable(source)),
        }
        // Of one length, so that it is written over the last one: a full disk has room for that. It is for the message of who
        // comes next; without it the lock holds as well.
        let pid = format!("{:<20}\n", std::process::id());
        if let Err(error) = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(pid.as_bytes())) {
            tracing::debug!(%error, "the lock's file does not say who holds it");
        }
        Ok(ServeLock { folder: folder.to_owned(), _file: file })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The process that holds the lock, if it has said so already.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
