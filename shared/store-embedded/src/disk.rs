//! Free space on the disk, and a reserve.
//!
//! SQLite needs a little space even to read, for its log and the log's index. On a disk that others have filled, the service could not
//! start. So the folder has a placeholder file, which is removed when the disk is full and created again when there is
//! room.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use platen_service::storage::StorageState;

/// How long a look at the disk holds.
const FRESH: Duration = Duration::from_secs(1);

/// Bytes kept aside: twice what SQLite's log has when it is folded into the database.
const ASIDE_BYTES: u64 = 8 << 20;

/// With less than this free, what was kept aside is given.
const EMPTY_BYTES: u64 = 2 << 20;

/// The disk of a data folder.
pub(crate) struct Disk {
    folder: PathBuf,
    reserve: Option<u64>,
    seen: Mutex<Option<(Instant, StorageState)>>,
}

impl Disk {
    /// The disk under a folder, with `Limits::disk_reserve_bytes`.
    pub(crate) fn of(folder: &Path, reserve: Option<u64>) -> Disk {
        Disk { folder: folder.to_owned(), reserve, seen: Mutex::default() }
    }

    /// The room, as of a second ago at most. `None` where the system does not tell.
    pub(crate) fn state(&self) -> Option<StorageState> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, state)) = *seen
            && at.elapsed() < FRESH
        {
            return Some(state);
        }
        let (free, total) = self.look()?;
        let state = StorageState::of_disk(free, total, self.reserve);
        *seen = Some((Instant::now(), state));
        Some(state)
    }

    #[cfg(unix)]
    fn look(&self) -> Option<(u64, u64)> {
        match rustix::fs::statvfs(&self.folder) {
            // Those of the superuser's reserve are not ours.
            Ok(disk) => Some((disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize)),
            Err(error) => {
                tracing::warn!(%error, "the free space on the disk is not known");
                None
            }
        }
    }

    #[cfg(not(unix))]
    fn look(&self) -> Option<(u64, u64)> {
        None
    }

    /// Gives what was kept aside when the disk is full, and keeps it aside again when there is room beyond the reserve.
    pub(crate) fn tend_aside(&self) {
        let (Some((free, total)), aside) = (self.look(), self.folder.join("aside")) else { return };
        let reserve = StorageState::of_disk(free, total, self.reserve).reserve;
        if free < EMPTY_BYTES && fs::remove_file(&aside).is_ok() {
            tracing::warn!(free, "the disk is full; the reserve kept for this case is in use now");
        } else if free > reserve.saturating_add(ASIDE_BYTES)
            && !aside.exists()
            && let Err(error) = fill(&aside)
        {
            tracing::debug!(%error, "the reserve file could not be written");
            let _ = fs::remove_file(&aside);
        }
    }
}

/// Written, since a file system may promise space that it does not have.
fn fill(aside: &Path) -> io::Result<()> {
    io::copy(&mut io::Read::take(io::repeat(0), ASIDE_BYTES), &mut File::create(aside)?).map(|_| ())
}
