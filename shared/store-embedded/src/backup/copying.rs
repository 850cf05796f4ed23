//! Copies folders of files completely and flushes them to the disk.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::{BackupError, Copied};
use crate::private::make_private;
use crate::staged::sync_folder;

/// Bytes that are read at once.
const PIECE_BYTES: usize = 1 << 20;

/// Bytes of a file that wait for the disk at most. Whoever flushes a file, as the database does, waits for what was written
/// before it: a folder of gigabytes, copied as fast as memory takes it, holds up the requests that go on meanwhile.
const WAITING_BYTES: u64 = 16 << 20;

/// Work on the disk that is followed by a rest.
const STRETCH: Duration = Duration::from_millis(20);

/// The longest rest: a disk that hangs is not waited for twice.
const LONGEST_REST: Duration = Duration::from_secs(2);

/// How fast files are copied.
pub(super) enum Pace {
    /// As fast as the disk takes them.
    Full,
    /// Half of the time, since others work with the same disk: when the last rest ended.
    Half(Instant),
}

impl Pace {
    /// Beside the work of a server.
    pub(super) fn half() -> Pace {
        Pace::Half(Instant::now())
    }

    /// Rests for as long as was worked.
    fn rest(&mut self) {
        let Pace::Half(since) = self else { return };
        let worked = since.elapsed();
        if worked >= STRETCH {
            thread::sleep(worked.min(LONGEST_REST));
            *since = Instant::now();
        }
    }
}

/// Refuses a target inside of what is copied, however it is spelled: through `..` or a symbolic link, too.
pub(super) fn refuse_inside(to: &Path, folder: &Path) -> Result<(), BackupError> {
    let real = |path: &Path| path.canonicalize().map_err(|error| BackupError::File(path.to_owned(), error));
    let inside = real(folder)?;
    let absolute = std::path::absolute(to).map_err(|error| BackupError::File(to.to_owned(), error))?;
    // What does not exist yet lies where the nearest folder above it lies.
    let above = absolute.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
    if real(above)?.starts_with(&inside) {
        return Err(BackupError::Inside(to.to_owned(), folder.to_owned()));
    }
    Ok(())
}

/// A folder beside `to`, which takes its name when all is in it.
pub(super) fn begin(to: &Path) -> Result<PathBuf, BackupError> {
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    let name = to.file_name().filter(|_| !to.exists() || is_empty(to));
    let Some(name) = name else { return Err(BackupError::InTheWay(to.to_owned())) };
    let new = to.with_file_name(format!("{}.new", name.to_string_lossy()));
    remove(&new)?;
    make_private(&new)?;
    Ok(new)
}

/// Gives the folder its name.
pub(super) fn finish(new: &Path, to: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::File(to.to_owned(), error);
    sync_folder(new).and_then(|()| fs::rename(new, to)).map_err(failed)?;
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync_folder(parent).map_err(failed)
}

pub(super) fn link_tree(from: &Path, to: &Path) -> Result<(), BackupError> {
    walk(from, to, &mut |from, to| link(from, to))
}

/// Copies all files below a folder. Those whose name is the SHA-256 of their bytes, and whose bytes have another one, are noted
/// in `changed`, as they are called in the copy; those that the disk does not give, too.
pub(super) fn copy_tree(
    from: &Path,
    to: &Path,
    copied: &mut Copied,
    changed: &mut HashSet<PathBuf>,
    pace: &mut Pace,
) -> Result<(), BackupError> {
    walk(from, to, &mut |from, to| {
        let name = from.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match copy(from, to, pace) {
            Ok((bytes, sha256)) => {
                copied.files += 1;
                copied.bytes += bytes;
                if is_sha256(name) && sha256 != name {
                    changed.insert(to.to_owned());
                }
            }
            Err(Fault::Unreadable) => {
                changed.insert(to.to_owned());
            }
            Err(Fault::Other(error)) => return Err(BackupError::File(to.to_owned(), error)),
        }
        Ok(())
    })
}

fn is_sha256(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
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

/// A second name for a file, if it exists and has none; where the file system has none, a copy.
pub(super) fn link(from: &Path, to: &Path) -> Result<(), BackupError> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::AlreadyExists].contains(&error.kind()) => {
            Ok(())
        }
        Err(_) => match copy(from, to, &mut Pace::Full) {
            Ok(_) => Ok(()),
            Err(Fault::Unreadable) => Ok(()),
            Err(Fault::Other(error)) => Err(BackupError::File(to.to_owned(), error)),
        },
    }
}

/// Why a file is not copied.
enum Fault {
    /// The disk does not give its bytes.
    Unreadable,
    /// The copy cannot be written.
    Other(io::Error),
}

/// Copies a file and flushes it to the disk; gives its size, and its SHA-256 as its name would have it.
fn copy(from: &Path, to: &Path, pace: &mut Pace) -> Result<(u64, String), Fault> {
    let (mut sha256, mut bytes, mut piece) = (Sha256::new(), 0, vec![0; PIECE_BYTES]);
    let mut source = File::open(from).map_err(|_| Fault::Unreadable)?;
    let mut target = File::create(to).map_err(Fault::Other)?;
    loop {
        let length = match source.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(Fault::Unreadable),
        };
        let read = piece.get(..length).unwrap_or_default();
        sha256.update(read);
        target.write_all(read).map_err(Fault::Other)?;
        let flushed = bytes / WAITING_BYTES;
        bytes += length as u64;
        if bytes / WAITING_BYTES > flushed {
            target.sync_data().map_err(Fault::Other)?;
            pace.rest();
        }
    }
    target.sync_all().map_err(Fault::Other)?;
    pace.rest();
    Ok((bytes, hex::encode(sha256.finalize())))
}

/// Copies one file.
pub(super) fn copy_file(from: &Path, to: &Path, copied: &mut Copied) -> Result<(), BackupError> {
    let failed = |error| BackupError::File(from.to_owned(), error);
    let (bytes, _) = copy(from, to, &mut Pace::Full).map_err(|fault| match fault {
        Fault::Unreadable => failed(io::Error::other("it cannot be read")),
        Fault::Other(error) => failed(error),
    })?;
    copied.files += 1;
    copied.bytes += bytes;
    Ok(())
}

/// Flushes a file to the disk, and gives its size.
pub(super) fn sync(path: &Path) -> Result<u64, BackupError> {
    let flushed = File::open(path).and_then(|file| file.sync_all().and_then(|()| file.metadata()));
    flushed.map(|found| found.len()).map_err(|error| BackupError::File(path.to_owned(), error))
}

/// Removes a folder, if it exists.
pub(super) fn remove(folder: &Path) -> Result<(), BackupError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(BackupError::File(folder.to_owned(), error))
        }
        _ => Ok(()),
    }
}
