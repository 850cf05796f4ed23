//! The service's storage on one machine: SQLite for records, files for bytes, one folder for both.
//!
//! ```text
//! platen.db (-wal, -shm)         records
//! packages/{subscription}/{sha256}   template files, named by their content
//! incoming/{subscription}/{path}     where templates may be dropped
//! jobs/{job}/                    items, documents and archive of a bulk job
//! uploads/{upload}               items that were uploaded for a job
//! tmp/                           files being written
//! secret.key                     what secrets are sealed with, unless that comes from outside
//! serve.lock                     held by the process that serves the folder
//! backup.tmp/                    second names of files, while a backup is taken
//! backup.lock                    held by the process that takes it
//! removals.lock                  shared by those who remove files, held by a backup while it gives second names
//! aside                          space that is given when the disk is full
//! ```
//!
//! **Whole or not at all.** A template's file is written under `tmp/`, flushed to the disk, renamed into place and its folder
//! flushed; only then does its record appear, in one transaction. A file is removed after the transaction that removed its last
//! record. Whatever a crash leaves in between has no record, and is swept when the folder is opened next.
//!
//! **One writer, for moments.** SQLite has one write lock, so nothing slow happens under it: no file is written, flushed or
//! listed there, and no folder removed; the rename of a job's archive is the one that is flushed. What a transaction needs to know of a file, it sees with one look or one rename.
//! A backup does not take the lock at all (`backup`).
//!
//! **How durable.** The log is written ahead (WAL), so readers and the writer do not wait for each other. Templates, keys and
//! subscriptions are committed with `synchronous=FULL`: what was answered survives a power cut. Idempotency keys and usage
//! counts take `NORMAL`: they survive kill -9 of the process, and may lose the last moments before a power cut. A request
//! that is then repeated makes the same bytes again.
//!
//! **Processes.** One serves a folder at a time ([`ServeLock`]). Commands that administer it work beside the server: what they
//! change, the server reads with its next request. A look-up by key takes some ten microseconds and is done on the calling
//! thread; writes and files go to threads that may block.
//!
//! **Private.** The folder and its files are their owner's alone, and secrets are sealed ([`Settings::secret_keys`]).

mod backup;
mod callback_secrets;
mod callbacks;
mod claims;
mod database;
mod disk;
mod error;
mod events;
mod files;
mod housekeeping;
mod incoming;
mod job_files;
mod jobs;
mod key_use;
mod lock;
mod private;
mod queue;
mod rate;
mod removals;
mod schema;
mod seal;
mod secrets;
mod staged;
mod storage;
mod subscriptions;
mod templates;
mod uploads;
mod usage;
mod webhook_messages;
mod webhooks;

pub use backup::{BackupError, Copied, Damage, Examined, back_up, examine, restore};
pub use error::OpenError;
pub use lock::{ServeLock, Serving};
pub use queue::{Delivery, QUIET, Suspicion};

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use database::Database;
use disk::Disk;
use files::Files;
use housekeeping::{House, Housekeeping};
use job_files::JobFiles;
use key_use::KeyUse;
use platen_service::links::LinkSigner;
use platen_service::secret_key::SecretKey;
use platen_service::store::StoreError;
use platen_service::work::Shares;
use removals::Removals;
use seal::Seal;
use storage::Room;
use uploads::UploadFiles;
use usage::Usage;

/// What a store is told from outside.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What seals secrets: the first key seals, all of them open. With none, a key in the folder does.
    pub secret_keys: Vec<SecretKey>,
    /// `Limits::disk_reserve_bytes`.
    pub disk_reserve_bytes: Option<u64>,
}

/// The store of one data folder. Implements all store traits of `platen_service::store`.
pub struct EmbeddedStore {
    database: Arc<Database>,
    files: Arc<Files>,
    job_files: JobFiles,
    uploads: UploadFiles,
    room: Arc<Room>,
    seal: Arc<Seal>,
    /// Only who serves makes links and checks them.
    links: Option<LinkSigner>,
    /// Who works on what, since the store was opened.
    workers: Mutex<Shares>,
    opened: Instant,
    usage: Arc<Usage>,
    key_use: Arc<KeyUse>,
    _housekeeping: Option<Housekeeping>,
    _lock: Option<ServeLock>,
}

/// What a folder is opened for.
enum Purpose {
    Serve(Option<ServeLock>),
    Administer,
}

impl EmbeddedStore {
    /// Opens the data folder that this process serves: makes the store if there is none, brings its schema up to date, seals
    /// its secrets, and removes what a crash left.
    ///
    /// # Errors
    /// [`OpenError`] with a sentence for the operator.
    pub fn serve(lock: ServeLock, settings: &Settings) -> Result<EmbeddedStore, OpenError> {
        let folder = lock.folder().to_owned();
        EmbeddedStore::open_for(&folder, settings, Purpose::Serve(Some(lock)))
    }

    /// Opens the data folder for a command that administers it, which works beside the process that serves it.
    ///
    /// # Errors
    /// [`OpenError::Absent`] when there is no store in the folder; a mistyped name must not become a new one.
    /// [`OpenError::Older`] and [`OpenError::Newer`] when another version of the program serves it. Others with a sentence for
    /// the operator.
    pub fn administer(folder: &Path, settings: &Settings) -> Result<EmbeddedStore, OpenError> {
        if !folder.join(DATABASE).is_file() {
            return Err(OpenError::Absent { path: folder.to_owned() });
        }
        EmbeddedStore::open_for(folder, settings, Purpose::Administer)
    }

    /// Opens a data folder as [`EmbeddedStore::serve`] does, by the default settings and without the right to be the only one:
    /// for tests, and programs that see to that themselves.
    ///
    /// # Errors
    /// As [`EmbeddedStore::serve`].
    pub fn open(folder: &Path) -> Result<EmbeddedStore, OpenError> {
        EmbeddedStore::open_with(folder, &Settings::default())
    }

    /// The same with settings.
    ///
    /// # Errors
    /// As [`EmbeddedStore::serve`].
    pub fn open_with(folder: &Path, settings: &Settings) -> Result<EmbeddedStore, OpenError> {
        EmbeddedStore::open_for(folder, settings, Purpose::Serve(None))
    }

    fn open_for(folder: &Path, settings: &Settings, purpose: Purpose) -> Result<EmbeddedStore, OpenError> {
        let unusable = |source| OpenError::Folder { path: folder.to_owned(), source };
        private::make_private(folder)?;
        let disk = Disk::of(folder, settings.disk_reserve_bytes);
        let (serves, lock) = match purpose {
            Purpose::Serve(lock) => (true, lock),
            Purpose::Administer => (false, None),
        };
        if lock.is_some() {
            // Without room for its log the database does not open.
            disk.tend_aside();
        }
        let database = Arc::new(Database::open(&folder.join(DATABASE), serves)?);
        let removals = Arc::new(Removals::of(folder));
        let files = Arc::new(Files::open(folder, removals.clone()).map_err(unusable)?);
        let job_files = JobFiles::open(folder, removals.clone()).map_err(unusable)?;
        let uploads = UploadFiles::open(folder, removals.clone()).map_err(unusable)?;
        if lock.is_some() {
            job_files
                .sweep_unfinished()
                .and_then(|()| uploads::sweep_unfinished(&uploads))
                .map_err(unusable)?;
            jobs::sweep_unrecorded(&database, &job_files)?;
        }
        if serves {
            let swept = files.sweep_unfinished().map_err(|failed| error::file(&failed));
            if let Err(error) = swept.and_then(|()| templates::sweep(&database, &files)) {
                tracing::warn!(%error, "files that no template names stay for now");
            }
        }
        let seal = Arc::new(match serves {
            true => secrets::keys_to_serve(folder, &database, &settings.secret_keys)?,
            false => secrets::keys_at_hand(folder, &settings.secret_keys)?,
        });
        let links = serves.then(|| secrets::link_signer(&database, &seal)).transpose()?;
        let (usage, key_use) = (Arc::new(Usage::new(database.clone())), Arc::new(KeyUse::default()));
        let room = Arc::new(Room::new(database.clone(), disk));
        let house = || House {
            database: database.clone(),
            files: files.clone(),
            removals: removals.clone(),
            job_files: job_files.clone(),
            uploads: uploads.clone(),
            usage: usage.clone(),
            key_use: key_use.clone(),
            room: room.clone(),
            keeps_aside: lock.is_some(),
        };
        let _housekeeping = serves.then(|| Housekeeping::start(house())).transpose().map_err(unusable)?;
        Ok(EmbeddedStore {
            database,
            files,
            job_files,
            uploads,
            room,
            seal,
            links,
            workers: Mutex::new(Shares::unbounded()),
            opened: Instant::now(),
            usage,
            key_use,
            _housekeeping,
            _lock: lock,
        })
    }

    fn links(&self) -> Result<&LinkSigner, StoreError> {
        let signer = self.links.as_ref();
        signer.ok_or_else(|| {
            StoreError::Unavailable("only the process that serves the folder makes links".to_owned())
        })
    }
}

/// The database's file.
const DATABASE: &str = "platen.db";
