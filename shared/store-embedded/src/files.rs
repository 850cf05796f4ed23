//! Template files on disk. All writing happens while the caller holds the database's write lock.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use platen_service::ids::SubscriptionId;

/// The folders of bytes.
pub(crate) struct Files {
    packages: PathBuf,
    incoming: PathBuf,
    tmp: PathBuf,
}

impl Files {
    pub(crate) fn open(folder: &Path) -> io::Result<Files> {
        let files = Files {
            packages: folder.join("packages"),
            incoming: folder.join("incoming"),
            tmp: folder.join("tmp"),
        };
        for made in [&files.packages, &files.incoming, &files.tmp] {
            fs::create_dir_all(made)?;
        }
        sync_folder(folder)?;
        Ok(files)
    }

    /// The folder where a subscription's templates are dropped.
    pub(crate) fn incoming(&self, subscription: SubscriptionId) -> PathBuf {
        self.incoming.join(subscription.to_string())
    }

    /// Stores a package so that it is on the disk, whole, when this returns. One that exists is not written again:
    /// it came into place by a rename, so it is whole.
    pub(crate) fn put(&self, subscription: SubscriptionId, sha256: &[u8], bytes: &[u8]) -> io::Result<()> {
        let folder = self.packages.join(subscription.to_string());
        let place = folder.join(hex::encode(sha256));
        if fs::metadata(&place).is_ok_and(|found| found.len() == bytes.len() as u64) {
            return Ok(());
        }
        if !folder.is_dir() {
            fs::create_dir_all(&folder)?;
            sync_folder(&self.packages)?;
        }
        let unfinished = self.tmp.join(hex::encode(sha256));
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, &place)?;
        // The rename is in the folder, and the folder is a file of its own to the disk.
        sync_folder(&folder)
    }

    /// Reads a package.
    pub(crate) fn get(&self, subscription: SubscriptionId, sha256: &[u8]) -> io::Result<Vec<u8>> {
        fs::read(self.packages.join(subscription.to_string()).join(hex::encode(sha256)))
    }

    /// Removes a package, if it exists.
    pub(crate) fn remove(&self, subscription: SubscriptionId, sha256: &[u8]) -> io::Result<()> {
        match fs::remove_file(self.packages.join(subscription.to_string()).join(hex::encode(sha256))) {
            Err(failed) if failed.kind() != io::ErrorKind::NotFound => Err(failed),
            _ => Ok(()),
        }
    }

    /// Removes unfinished files, and packages that no record names (`subscription/sha256`).
    pub(crate) fn sweep(&self, named: &HashSet<(SubscriptionId, Vec<u8>)>) -> io::Result<usize> {
        let mut removed = 0;
        let named: HashSet<PathBuf> = named
            .iter()
            .map(|(subscription, sha256)| {
                self.packages.join(subscription.to_string()).join(hex::encode(sha256))
            })
            .collect();
        for entry in fs::read_dir(&self.tmp)? {
            fs::remove_file(entry?.path())?;
            removed += 1;
        }
        for folder in fs::read_dir(&self.packages)? {
            for entry in fs::read_dir(folder?.path())? {
                let path = entry?.path();
                if !named.contains(&path) {
                    fs::remove_file(path)?;
                    removed += 1;
                }
            }
        }
        Ok(removed)
    }
}

/// Flushes a folder's entries. Windows flushes them with the file and opens no folders.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
