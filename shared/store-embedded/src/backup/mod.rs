//! Complete copies of a data folder, made while it is in use, and their restoration.
//!
//! A backup blocks nobody. First the database is copied as of one moment: with write-ahead logging, a reader sees that moment for as
//! long as it reads, while writers go on. Then the files get second names (hard links) in `backup.tmp`. Files are written completely
//! before the transaction that records them, so each file that the copied database names exists. Files never change after that, and
//! none is removed until all have their second names ([`Removals`]). Newer files have no record in the copy; the next server on the
//! copy sweeps them. The bytes are copied last, from the second names.

mod copying;
mod examine;
mod restore;

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use self::copying::{Pace, begin, copy_tree, finish, link_tree, remove, sync};
pub use self::examine::{Damage, Examined, examine};
pub use self::restore::restore;
use crate::DATABASE;
use crate::database::{Durability, connect};
use crate::error::{self, OpenError};
use crate::private::make_private;
use crate::removals::Removals;
use crate::schema;
use crate::secrets::KEY_FILE;

/// Where files get their second names, in the data folder: a hard link needs the same file system.
const STAGE: &str = "backup.tmp";

/// Held by the one backup that is being taken.
const LOCK: &str = "backup.lock";

/// The folders whose files belong to the records.
const FOLDERS: [&str; 4] = ["packages", "incoming", "jobs", "uploads"];

/// What a copy holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Copied {
    /// Files, the database among them.
    pub files: u64,
    /// All their bytes.
    pub bytes: u64,
    /// What was damaged before it was copied. It is copied as it is, or left out where it cannot be read.
    pub damaged: Vec<Damage>,
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
    /// The copy would be part of what is copied.
    #[error("{} is inside {}; name a folder outside of it", .0.display(), .1.display())]
    Inside(PathBuf, PathBuf),
    /// One backup at a time.
    #[error("another backup of the data folder is running; wait until it is done")]
    Running,
    /// The copy's database is not what was written: its disk or its transport damaged it.
    #[error("{}: {}; use another backup", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// Some of the copy's files are not what was written.
    #[error("{}", listed(.0))]
    DamagedFiles(Vec<Damage>),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

fn listed(damaged: &[Damage]) -> String {
    let lines: String = damaged.iter().map(|damage| format!("{damage}\n")).collect();
    format!("{lines}use another backup, or restore everything else with `--except-damaged`")
}

/// Copies the data folder, which may be served meanwhile, into a new folder. The copy is a data folder too. What is damaged
/// is told, and hinders nothing else from being copied.
///
/// # Errors
/// [`BackupError`].
pub fn back_up(folder: &Path, to: &Path) -> Result<Copied, BackupError> {
    if !folder.join(DATABASE).is_file() {
        return Err(OpenError::Absent { path: folder.to_owned() }.into());
    }
    copying::refuse_inside(to, folder)?;
    let _alone = alone(folder)?;
    let new = begin(to)?;
    let copied = copy_into(folder, &new).and_then(|copied| finish(&new, to).map(|()| copied));
    if copied.is_err() {
        // A disk that is full has the room again. What hinders this hinders nobody: the next backup of the name replaces it.
        let _ = remove(&new);
    }
    copied
}

/// Copies the data folder into one that has just been made.
fn copy_into(folder: &Path, new: &Path) -> Result<Copied, BackupError> {
    let stage = folder.join(STAGE);
    // Of a backup that was killed.
    remove(&stage)?;
    make_private(&stage)?;
    let mut copied = Copied::default();
    let mut changed = HashSet::new();
    let result = second_names(folder, &stage, &new.join(DATABASE))
        .and_then(|()| copy_tree(&stage, new, &mut copied, &mut changed, &mut Pace::half()));
    let removed = remove(&stage);
    result?;
    removed?;
    copied.files += 1;
    copied.bytes += sync(&new.join(DATABASE))?;
    copied.damaged = examine::copied(new, &changed)?;
    Ok(copied)
}

/// The right to take a backup.
fn alone(folder: &Path) -> Result<File, BackupError> {
    let path = folder.join(LOCK);
    let failed = |error| BackupError::File(path.clone(), error);
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BackupError::Running),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Copies the database, and gives all files second names.
fn second_names(folder: &Path, stage: &Path, to: &Path) -> Result<(), BackupError> {
    let sql = |error| BackupError::Source(OpenError::Store(error::database(error)));
    let held = Removals::of(folder).hold().map_err(|error| BackupError::File(folder.to_owned(), error))?;
    // A first start makes the key before it seals anything; one with a key from outside removes it when all is sealed again.
    copying::link(&folder.join(KEY_FILE), &stage.join(KEY_FILE))?;
    let reader: Connection = connect(&folder.join(DATABASE), Durability::Normal).map_err(sql)?;
    schema::refuse_newer(&reader)?;
    reader.execute("VACUUM INTO ?1", [to.to_string_lossy()]).map_err(|error| {
        match error.sqlite_error_code() {
            // It writes to the copy alone.
            Some(rusqlite::ErrorCode::DiskFull) => {
                BackupError::File(to.to_owned(), io::ErrorKind::StorageFull.into())
            }
            _ => sql(error),
        }
    })?;
    copying::link(&folder.join(KEY_FILE), &stage.join(KEY_FILE))?;
    for name in FOLDERS {
        link_tree(&folder.join(name), &stage.join(name))?;
    }
    drop(held);
    Ok(())
}
