//! Copies of a data folder that are whole, taken while it is served, and put back.
//!
//! Files are written and removed while their writer holds the database's write lock, so under that lock the database and the
//! names of all files belong together. It is held only while the database is copied and the files get second names (hard
//! links) in `backup.tmp`; their bytes are copied afterward, when the service writes on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::DATABASE;
use crate::database::{Durability, connect};
use crate::error::{self, OpenError};
use crate::files::sync_folder;
use crate::private::make_private;
use crate::schema;
use crate::secrets::KEY_FILE;

/// Where files get their second names, in the data folder: a hard link needs the same file system.
const STAGE: &str = "backup.tmp";

/// The folders whose files belong to the records.
const FOLDERS: [&str; 4] = ["packages", "incoming", "jobs", "uploads"];

/// What a copy holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    /// Files, the database among them.
    pub files: u64,
    /// All their bytes.
    pub bytes: u64,
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder to copy is no data folder, or its database does not work.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// A copy never replaces anything.
    #[error("{} exists and is not empty; name a new folder", .0.display())]
    InTheWay(PathBuf),
    /// The copy is not what was written: its disk or its transport damaged it.
    #[error("{}: {}; use another backup", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

/// Copies the data folder, which may be served meanwhile, into a new folder. The copy is a data folder too.
///
/// # Errors
/// [`BackupError`].
pub fn back_up(folder: &Path, to: &Path) -> Result<Copied, BackupError> {
    let database = folder.join(DATABASE);
    if !database.is_file() {
        return Err(OpenError::Absent { path: folder.to_owned() }.into());
    }
    let new = begin(to)?;
    let stage = folder.join(STAGE);
    // Of a backup that was killed.
    remove(&stage)?;
    make_private(&stage)?;
    let copied = hold_still(&database, &stage, &new.join(DATABASE)).and_then(|()| copy_tree(&stage, &new));
    let removed = remove(&stage);
    let mut copied = copied?;
    removed?;
    let bytes = sync(&new.join(DATABASE))?;
    copied.files += 1;
    copied.bytes += bytes;
    finish(&new, to)?;
    Ok(copied)
}

/// Puts a copy in the place of a data folder that does not exist yet, after a look at all of it.
///
/// # Errors
/// [`BackupError`].
pub fn restore(from: &Path, folder: &Path) -> Result<Copied, BackupError> {
    if !from.join(DATABASE).is_file() {
        return Err(OpenError::Absent { path: from.to_owned() }.into());
    }
    check(from)?;
    let new = begin(folder)?;
    let mut copied = Copied::default();
    for name in FOLDERS {
        let made = copy_tree(&from.join(name), &new.join(name))?;
        copied.files += made.files;
        copied.bytes += made.bytes;
    }
    for name in [DATABASE, KEY_FILE] {
        if from.join(name).exists() {
            copied.bytes += copy(&from.join(name), &new.join(name))?;
            copied.files += 1;
        }
    }
    finish(&new, folder)?;
    Ok(copied)
}

/// Copies the database and links the files, while nobody writes.
fn hold_still(database: &Path, stage: &Path, to: &Path) -> Result<(), BackupError> {
    let sql = |error| BackupError::Source(OpenError::Store(error::database(error)));
    let mut lock = connect(database, Durability::Normal).map_err(sql)?;
    let lock = lock.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    // Reading needs no lock in write-ahead mode, and `VACUUM` no transaction around it.
    let reader = connect(database, Durability::Normal).map_err(sql)?;
    reader.execute("VACUUM INTO ?1", [to.to_string_lossy()]).map_err(sql)?;
    let folder = database.parent().unwrap_or(Path::new("."));
    for name in FOLDERS {
        link_tree(&folder.join(name), &stage.join(name))?;
    }
    if folder.join(KEY_FILE).exists() {
        link(&folder.join(KEY_FILE), &stage.join(KEY_FILE))?;
    }
    lock.rollback().map_err(sql)
}

/// Looks at a copy: the database is whole and not newer than this program, and every template's file is as it was.
fn check(from: &Path) -> Result<(), BackupError> {
    let path = from.join(DATABASE);
    let damaged = |error: rusqlite::Error| BackupError::Damaged(path.clone(), error.to_string());
    let database = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(damaged)?;
    let verdict: String =
        database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(damaged)?;
    if verdict != "ok" {
        return Err(BackupError::Damaged(path, verdict));
    }
    schema::refuse_newer(&database)?;
    let mut packages = database
        .prepare("SELECT DISTINCT subscription, sha256 FROM versions WHERE ready")
        .map_err(damaged)?;
    let named = packages.query_map([], |row| Ok((row.get::<_, Uuid>(0)?, row.get::<_, Vec<u8>>(1)?)));
    for package in named.map_err(damaged)? {
        let (subscription, sha256) = package.map_err(damaged)?;
        let path = from.join("packages").join(subscription.to_string()).join(hex::encode(&sha256));
        let bytes = fs::read(&path).map_err(|error| BackupError::Damaged(path.clone(), error.to_string()))?;
        if Sha256::digest(&bytes)[..] != sha256[..] {
            return Err(BackupError::Damaged(path, "the template's file was changed".to_owned()));
        }
    }
    Ok(())
}

/// A folder beside `to`, which takes its name when all is in it.
fn begin(to: &Path) -> Result<PathBuf, BackupError> {
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    let name = to.file_name().filter(|_| !to.exists() || is_empty(to));
    let Some(name) = name else { return Err(BackupError::InTheWay(to.to_owned())) };
    let new = to.with_file_name(format!("{}.new", name.to_string_lossy()));
    remove(&new)?;
    make_private(&new)?;
    Ok(new)
}

fn finish(new: &Path, to: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::File(to.to_owned(), error);
    sync_folder(new).and_then(|()| fs::rename(new, to)).map_err(failed)?;
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync_folder(parent).map_err(failed)
}

fn link_tree(from: &Path, to: &Path) -> Result<(), BackupError> {
    walk(from, to, &mut |from, to| link(from, to))
}

fn copy_tree(from: &Path, to: &Path) -> Result<Copied, BackupError> {
    let mut copied = Copied::default();
    walk(from, to, &mut |from, to| {
        copied.bytes += copy(from, to)?;
        copied.files += 1;
        Ok(())
    })?;
    Ok(copied)
}

/// Does something for each file below a folder, and makes the same folders below another. What goes meanwhile had no record.
fn walk(
    from: &Path,
    to: &Path,
    each: &mut dyn FnMut(&Path, &Path) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let unreadable = |error| BackupError::File(from.to_owned(), error);
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(unreadable)?,
    };
    fs::create_dir_all(to).map_err(|error| BackupError::File(to.to_owned(), error))?;
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let (inner, outer) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type().map_err(unreadable)? {
            kind if kind.is_dir() => walk(&inner, &outer, each)?,
            kind if kind.is_file() => each(&inner, &outer)?,
            // Nothing of ours is anything else.
            _ => {}
        }
    }
    Ok(())
}

/// A second name for a file; where the file system has none, a copy.
fn link(from: &Path, to: &Path) -> Result<(), BackupError> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) => copy(from, to).map(drop),
    }
}

fn copy(from: &Path, to: &Path) -> Result<u64, BackupError> {
    fs::copy(from, to).map_err(|error| BackupError::File(from.to_owned(), error))?;
    sync(to)
}

/// Flushes a file to the disk, and gives its size.
fn sync(path: &Path) -> Result<u64, BackupError> {
    let flushed = fs::File::open(path).and_then(|file| file.sync_all().and_then(|()| file.metadata()));
    flushed.map(|found| found.len()).map_err(|error| BackupError::File(path.to_owned(), error))
}

fn remove(folder: &Path) -> Result<(), BackupError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(BackupError::File(folder.to_owned(), error))
        }
        _ => Ok(()),
    }
}
