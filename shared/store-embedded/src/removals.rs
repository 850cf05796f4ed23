//! Removes files whose records are gone, unless a backup needs them for a moment.
//!
//! A backup reads the records at one moment and gives the files second names after that. A file removed in between would be missing in
//! the copy. So a backup *holds* removals meanwhile: such files stay without a record and are swept later. Nobody waits for a backup,
//! and no transaction does. The system keeps the lock, so a backup that is killed holds nothing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Removals in a data folder, of all processes that work in it.
pub(crate) struct Removals {
    lock: PathBuf,
    /// Whether something stayed because a backup needed it.
    left: AtomicBool,
}

/// The right to remove, or that nobody else removes, until this is dropped.
pub(crate) struct Right {
    _file: Option<File>,
}

impl Removals {
    pub(crate) fn of(folder: &Path) -> Removals {
        Removals { lock: folder.join("removals.lock"), left: AtomicBool::new(false) }
    }

    /// Begins to remove something; `None` while a backup needs it, and then it is to stay.
    pub(crate) fn begin(&self) -> Option<Right> {
        match self.open().map(|file| (file.try_lock_shared(), file)) {
            Ok((Err(TryLockError::WouldBlock), _)) => {
                self.left.store(true, Ordering::Relaxed);
                None
            }
            Ok((_, file)) => Some(Right { _file: Some(file) }),
            // A full disk has no room for the lock's file: then removing is what helps.
            Err(_) => Some(Right { _file: None }),
        }
    }

    /// Begins to replace something, once no backup needs it. For threads that may block.
    pub(crate) fn wait(&self) -> io::Result<Right> {
        let file = self.open()?;
        file.lock_shared()?;
        Ok(Right { _file: Some(file) })
    }

    /// Keeps everybody from removing, once those who have begun are done.
    pub(crate) fn hold(&self) -> io::Result<Right> {
        let file = self.open()?;
        file.lock()?;
        Ok(Right { _file: Some(file) })
    }

    /// Whether something stayed since this was asked last.
    pub(crate) fn take_left(&self) -> bool {
        self.left.swap(false, Ordering::Relaxed)
    }

    fn open(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.lock)
    }
}
