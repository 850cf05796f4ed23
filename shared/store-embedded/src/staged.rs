//! Files and folders that are being written: they appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use platen_service::store::StoreError;

use crate::database::blocking;
use crate::error;

/// Bytes that are gathered before they are written.
const BUFFER_BYTES: usize = 1 << 20;

/// A file or folder that is removed unless it is kept.
pub(crate) struct Staged {
    path: PathBuf,
    kept: bool,
}

impl Staged {
    /// Takes charge of a path.
    pub(crate) fn new(path: PathBuf) -> Staged {
        Staged { path, kept: false }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// It stays where it is.
    pub(crate) fn keep(&mut self) {
        self.kept = true;
    }

    /// Moves it to its place, flushed to the disk; a file there is replaced, a folder with something in it is not.
    pub(crate) fn place(&mut self, place: &Path) -> io::Result<()> {
        self.rename(place)?;
        place.parent().map_or(Ok(()), sync_folder)
    }

    /// Moves it to its place. The disk may learn of it later.
    pub(crate) fn rename(&mut self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be removed now is swept later.
            let _ = fs::remove_file(&self.path).or_else(|_| fs::remove_dir_all(&self.path));
        }
    }
}

/// A new file that is written from its beginning to its end, on threads that may block.
pub(crate) struct Appender {
    file: Arc<File>,
    gathered: Vec<u8>,
    length: u64,
}

impl Appender {
    /// Makes the file.
    pub(crate) async fn create(path: PathBuf) -> Result<Appender, StoreError> {
        let file = blocking(move || File::create_new(path).map_err(|failed| error::file(&failed))).await?;
        Ok(Appender { file: Arc::new(file), gathered: Vec::new(), length: 0 })
    }

    /// Bytes so far.
    pub(crate) fn len(&self) -> u64 {
        self.length
    }

    /// Adds bytes.
    pub(crate) async fn write(&mut self, bytes: &Bytes) -> Result<(), StoreError> {
        self.length += bytes.len() as u64;
        if bytes.len() < BUFFER_BYTES {
            self.gathered.extend_from_slice(bytes);
            return if self.gathered.len() < BUFFER_BYTES { Ok(()) } else { self.flush().await };
        }
        self.flush().await?;
        let (file, bytes) = (self.file.clone(), bytes.clone());
        blocking(move || file.as_ref().write_all(&bytes).map_err(|failed| error::file(&failed))).await
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        let (file, mut full) = (self.file.clone(), std::mem::take(&mut self.gathered));
        self.gathered = blocking(move || {
            file.as_ref().write_all(&full).map_err(|failed| error::file(&failed))?;
            full.clear();
            Ok(full)
        })
        .await?;
        Ok(())
    }

    /// Writes the rest, and flushes the file to the disk on the calling thread.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.file.as_ref().write_all(&self.gathered)?;
        self.file.sync_all()
    }
}

/// Flushes a folder's entries. Windows flushes them with the file and opens no folders.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
