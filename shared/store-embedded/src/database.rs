//! Connections: as many readers as needed at once, and one writer for each degree of durability.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use platen_service::figures;
use platen_service::store::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::Notify;

use crate::error::{self, OpenError};
use crate::schema;

/// How long a writer waits for the writer of another process.
const BUSY: Duration = Duration::from_secs(5);

/// Readers kept open. More may be open for a moment.
const IDLE_READERS: usize = 8;

/// What a commit survives.
#[derive(Clone, Copy)]
pub(crate) enum Durability {
    /// A power cut.
    Full,
    /// The end of the process.
    Normal,
}

/// The database of a data folder.
pub(crate) struct Database {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    full: Mutex<Connection>,
    normal: Mutex<Connection>,
    /// Whether SQLite found the file damaged. It stays so until another file takes its place, which takes another process.
    corrupt: AtomicBool,
    /// Told when a job was queued.
    queued: Notify,
}

impl Database {
    /// Opens the database, and brings it up to date where its file is to be: by the process that serves the folder. All others
    /// work beside that process, which knows only the tables that it found.
    pub(crate) fn open(path: &Path, may_migrate: bool) -> Result<Database, OpenError> {
        let mut full = connect(path, Durability::Full).map_err(error::database)?;
        if may_migrate {
            schema::migrate(&mut full)?;
        } else {
            schema::refuse_other(&full)?;
        }
        let normal = connect(path, Durability::Normal).map_err(error::database)?;
        let (full, normal) = (Mutex::new(full), Mutex::new(normal));
        let corrupt = AtomicBool::new(false);
        let queued = Notify::new();
        Ok(Database { path: path.to_owned(), readers: Mutex::default(), full, normal, corrupt, queued })
    }

    /// Tells whoever waits for work that there is some.
    pub(crate) fn tell_of_work(&self) {
        self.queued.notify_one();
    }

    /// Waits until there was work since the last time.
    pub(crate) async fn work_came(&self) {
        self.queued.notified().await;
    }

    /// Reads on the calling thread. For point reads and pages, which take microseconds.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => try_connect(&self.path, Durability::Normal).map_err(error::database)?,
        };
        let result = read(&connection).map_err(error::database).inspect_err(|error| self.learn(error));
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < IDLE_READERS {
            readers.push(connection);
        }
        result
    }

    /// Writes in one transaction on the calling thread, which may wait for other writers and for the disk. The write lock is
    /// held from the start, also against other processes; an error rolls everything back.
    pub(crate) fn write_now<T>(
        &self,
        durability: Durability,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let writer = match durability {
            Durability::Full => &self.full,
            Durability::Normal => &self.normal,
        };
        self.written(writer, write).inspect_err(|error| self.learn(error))
    }

    fn written<T>(
        &self,
        writer: &Mutex<Connection>,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // A panic while the lock was held rolled its transaction back: the connection is as good as before.
        let mut connection = writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(error::database)?;
        let value = write(&transaction)?;
        transaction.commit().map_err(error::database)?;
        Ok(value)
    }

    /// What an error tells of the whole database.
    fn learn(&self, error: &StoreError) {
        if matches!(error, StoreError::Corrupt(_)) {
            self.corrupt.store(true, Ordering::Relaxed);
            figures::damage();
        }
    }

    /// Whether it can be relied on, as far as is known.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match self.corrupt.load(Ordering::Relaxed) {
            true => Err(StoreError::Corrupt("SQLite found it since this process started".to_owned())),
            false => Ok(()),
        }
    }

    /// Folds the log into the database and cuts it off, so that nothing of what was written before stays in it. A reader that
    /// is in the middle of reading may hinder it; then the log goes later, as always.
    pub(crate) fn truncate_log(&self) {
        let connection = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
            tracing::debug!(%error, "the log of the database is not cut off yet");
        }
    }

    /// As [`Database::write_now`], on a thread that may block.
    pub(crate) async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        durability: Durability,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let database = self.clone();
        blocking(move || database.write_now(durability, write)).await
    }
}

/// Runs on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_panicked| StoreError::Damaged("a store operation panicked".to_owned()))?
}

/// Connects, and sets write-ahead logging, which the file keeps. While another process does so with a new file, SQLite answers
/// that it is busy without waiting: then once more.
pub(crate) fn connect(path: &Path, durability: Durability) -> Result<Connection, rusqlite::Error> {
    let started = Instant::now();
    loop {
        let connected = try_connect(path, durability).and_then(|connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            Ok(connection)
        });
        match connected {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && started.elapsed() < BUSY =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn try_connect(path: &Path, durability: Durability) -> Result<Connection, rusqlite::Error> {
    // Each connection is used by one thread at a time: SQLite's own mutex is not needed.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted (the password of a job that ended) is overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}
