//! Template files on disk. They never change: each is named after the SHA-256 of its bytes.
//!
//! A file is written before the transaction that records it, and removed after the transaction that removes its last record. Neither
//! blocks other writers. Both end with a rename or a check under the database's write lock, so whoever records a file knows that it
//! is still there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use platen_service::ids::SubscriptionId;
use uuid::Uuid;

use crate::removals::Removals;
use crate::staged::{Staged, sync_folder};

/// The folders of bytes.
pub(crate) struct Files {
    packages: PathBuf,
    incoming: PathBuf,
    tmp: PathBuf,
    pub(crate) removals: Arc<Removals>,
}

impl Files {
    pub(crate) fn open(folder: &Path, removals: Arc<Removals>) -> io::Result<Files> {
        let files = Files {
            packages: folder.join("packages"),
            incoming: folder.join("incoming"),
            tmp: folder.join("tmp"),
            removals,
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

    fn place(&self, subscription: SubscriptionId, sha256: &[u8]) -> PathBuf {
        self.packages.join(subscription.to_string()).join(hex::encode(sha256))
    }

    fn unfinished(&self) -> PathBuf {
        self.tmp.join(Uuid::new_v4().to_string())
    }

    /// Whether a package is in its place.
    pub(crate) fn has(&self, subscription: SubscriptionId, sha256: &[u8]) -> bool {
        self.place(subscription, sha256).is_file()
    }

    /// Stores a package so that it is on the disk, whole, when this returns. One of the same name and length that is there
    /// already is read and compared: it may have been damaged since, and then a fresh copy takes its place.
    pub(crate) fn put(&self, subscription: SubscriptionId, sha256: &[u8], bytes: &[u8]) -> io::Result<()> {
        let place = self.place(subscription, sha256);
        if fs::read(&place).is_ok_and(|found| found == bytes) {
            return Ok(());
        }
        let folder = self.packages.join(subscription.to_string());
        if !folder.is_dir() {
            fs::create_dir_all(&folder)?;
            sync_folder(&self.packages)?;
        }
        let mut staged = Staged::new(self.unfinished());
        let mut file = File::create(staged.path())?;
        file.write_all(bytes)?;
        file.sync_all()?;
        // The rename is in the folder, and the folder is a file of its own to the disk.
        staged.place(&place)
    }

    /// Reads a package.
    pub(crate) fn get(&self, subscription: SubscriptionId, sha256: &[u8]) -> io::Result<Vec<u8>> {
        fs::read(self.place(subscription, sha256))
    }

    /// Takes a package out of its place, if it is there. It goes when the answer is dropped: removing a large file takes a
    /// while.
    pub(crate) fn take_out(&self, subscription: SubscriptionId, sha256: &[u8]) -> io::Result<Option<Staged>> {
        let gone = self.unfinished();
        match fs::rename(self.place(subscription, sha256), &gone) {
            Ok(()) => Ok(Some(Staged::new(gone))),
            Err(failed) if failed.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(failed),
        }
    }

    /// The packages that there are. What has another name than ours is somebody else's.
    pub(crate) fn all(&self) -> io::Result<Vec<(SubscriptionId, Vec<u8>)>> {
        let mut found = Vec::new();
        for folder in fs::read_dir(&self.packages)? {
            let folder = folder?;
            let named = folder.file_name().to_str().and_then(|name| Uuid::try_parse(name).ok());
            let Some(subscription) = named.filter(|_| folder.path().is_dir()) else { continue };
            for file in fs::read_dir(folder.path())? {
                let file = file?;
                let sha256 = file.file_name().to_str().and_then(|name| hex::decode(name).ok());
                if let Some(sha256) = sha256.filter(|sha256| sha256.len() == 32) {
                    found.push((SubscriptionId(subscription), sha256));
                }
            }
        }
        Ok(found)
    }

    /// Removes what was being written when a process died. One that writes at the moment writes again.
    pub(crate) fn sweep_unfinished(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.tmp)? {
            drop(Staged::new(entry?.path()));
        }
        Ok(())
    }
}
