//! What goes wrong, in words.

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
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::OutOfMemory
        )
    );
    let text = error.to_string();
    if passing { StoreError::Unavailable(text) } else { StoreError::Damaged(text) }
}

/// A file error in the domain's words.
pub(crate) fn file(error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("a file of the data folder: {error}"))
}
