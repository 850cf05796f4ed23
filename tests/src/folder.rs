//! A temporary folder of very many files. Removing one that is on the disk already waits for the disk, more than a millisecond
//! each: a soak's hundred thousands would take longer than the test. Several threads wait at once.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// How many wait at once.
const THREADS: usize = 16;

/// The folder; it is removed with all that is in it when this is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let mut files = Vec::new();
        find(self.path(), &mut files);
        std::thread::scope(|scope| {
            for files in files.chunks(files.len().div_ceil(THREADS).max(1)) {
                // What is left over is for the folder's own end.
                scope.spawn(|| files.iter().for_each(|file| drop(std::fs::remove_file(file))));
            }
        });
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => find(&entry.path(), files),
            _ => files.push(entry.path()),
        }
    }
}
