//! The service's storage on one machine: SQLite for records, files for bytes, one folder for both.
//!
//! ```text
//! platen.db (-wal, -shm)         records
//! packages/{subscription}/{sha256}   template files, named by their content
//! incoming/{subscription}/{path}     where templates may be dropped
//! jobs/{job}/                    items, documents and archive of a bulk job
//! uploads/{upload}               items that were uploaded for a job
//! tmp/                           files being written
//! ```
//!
//! **Whole or not at all.** A template's file is written under `tmp/`, flushed to the disk, renamed into place and its folder
//! flushed; only then does its record appear, in one transaction. Whatever a crash leaves in between has no record, and is
//! swept when the folder is opened next. File work and sweeps happen under SQLite's write lock, so that a sweep of one process
//! never takes a file that another is about to record.
//!
//! **How durable.** The log is written ahead (WAL), so readers and the writer do not wait for each other. Templates, keys and
//! subscriptions are committed with `synchronous=FULL`: what was answered survives a power cut. Idempotency keys and usage
//! counts take `NORMAL`: they survive kill -9 of the process, and may lose the last moments before a power cut. A request
//! that is then repeated makes the same bytes again.
//!
//! **Two processes** may use one folder (`platen serve` and `platen key disable`): nothing read is kept in memory. A look-up by
//! key takes some ten microseconds and is done on the calling thread; writes and files go to threads that may block.

mod callback_secrets;
mod callbacks;
mod claims;
mod database;
mod error;
mod files;
mod housekeeping;
mod incoming;
mod job_files;
mod jobs;
mod queue;
mod rate;
mod schema;
mod secrets;
mod staged;
mod subscriptions;
mod templates;
mod uploads;

pub use callbacks::DueCallback;
pub use error::OpenError;
pub use queue::{Delivery, Suspicion};

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use database::Database;
use files::Files;
use housekeeping::Housekeeping;
use job_files::JobFiles;
use platen_service::links::LinkSigner;
use uploads::UploadFiles;
use uuid::Uuid;

/// The store of one data folder. Implements all store traits of `platen_service::store`.
pub struct EmbeddedStore {
    database: Arc<Database>,
    files: Arc<Files>,
    job_files: JobFiles,
    uploads: UploadFiles,
    links: LinkSigner,
    /// The subscription whose work was taken last.
    last_turn: Mutex<Uuid>,
    housekeeping: Housekeeping,
}

impl EmbeddedStore {
    /// Opens a data folder, which is made if it is not there, brings its schema up to date, and sweeps what a crash left.
    ///
    /// # Errors
    /// [`OpenError`] with a sentence for the operator.
    pub fn open(folder: &Path) -> Result<EmbeddedStore, OpenError> {
        let unusable = |source| OpenError::Folder { path: folder.to_owned(), source };
        make_private_folder(folder).map_err(unusable)?;
        let files = Arc::new(Files::open(folder).map_err(unusable)?);
        let database = Arc::new(Database::open(&folder.join("platen.db"))?);
        let job_files = JobFiles::open(folder).map_err(unusable)?;
        templates::sweep(&database, &files)?;
        let uploads = UploadFiles::open(folder).map_err(unusable)?;
        let links = secrets::link_signer(&database)?;
        let housekeeping =
            Housekeeping::start(database.clone(), job_files.clone(), uploads.clone()).map_err(unusable)?;
        let last_turn = Mutex::new(Uuid::nil());
        Ok(EmbeddedStore { database, files, job_files, uploads, links, last_turn, housekeeping })
    }
}

/// The folder holds customers' templates: other users of the machine have no business in it.
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
