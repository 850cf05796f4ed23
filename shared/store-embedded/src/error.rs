//! Errors of the store, in words.

use std::io;
use std::path::PathBuf;

use platen_service::store::StoreError;
use rusqlite::ErrorCode;

/// Why a data folder does not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be made, read or written.
    #[error("the data folder {} cannot be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Others can read the folder, and it is not ours to change.
    #[error(
        "the data folder {} is open to other users (mode {mode:03o}) and belongs to another user: make it private \
         (`chmod 700`) and owned by the user who runs platen (`chown`), or name a new folder inside it",
        path.display()
    )]
    Exposed {
        /// The folder.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// There is no store in the folder.
    #[error("{} has no store; `--data` must name a folder that `platen serve` created", path.display())]
    Absent {
        /// The folder.
        path: PathBuf,
    },
    /// Another process serves the folder.
    #[error("another process is serving it{}; only one can at a time", pid.map_or_else(String::new, |pid| format!(" (process {pid})")))]
    Served {
        /// The process, if it has said so already.
        pid: Option<u32>,
    },
    /// The secrets in it are sealed with a key that is not at hand.
    #[error(
        "its secrets are sealed with a key that is not set: set PLATEN_SECRET_KEY or PLATEN_SECRET_KEY_FILE to that key; to \
         replace it, set `new,old`"
    )]
    WrongKey,
    /// A newer program wrote it.
    #[error(
        "the data folder was written by a newer version of platen (schema {found}, known up to {known}): upgrade platen"
    )]
    Newer {
        /// The schema's version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// An older program wrote it, and no process of this version has served it yet.
    #[error(
        "the data folder was last served by an older version of platen (schema {found}, needed {known}): start this version's \
         `platen serve` once, which brings the folder up to date, or use the `platen` of the version that serves it"
    )]
    Older {
        /// The schema's version.
        found: u32,
        /// The version that this program needs.
        known: u32,
    },
    /// Its database does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A database error in the domain's words.
pub(crate) fn database(error: rusqlite::Error) -> StoreError {
    let passing = matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::OutOfMemory
        )
    );
    let text = error.to_string();
    if error.sqlite_error_code() == Some(ErrorCode::DiskFull) {
        return StoreError::NoSpace(text);
    }
    let corrupt = [Some(ErrorCode::DatabaseCorrupt), Some(ErrorCode::NotADatabase)];
    if corrupt.contains(&error.sqlite_error_code()) {
        return StoreError::Corrupt(text);
    }
    if passing { StoreError::Unavailable(text) } else { StoreError::Damaged(text) }
}

/// A file error in the domain's words.
pub(crate) fn file(error: &io::Error) -> StoreError {
    let text = format!("a file of the data folder: {error}");
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::NoSpace(text),
        _ => StoreError::Unavailable(text),
    }
}
