//! Only the owner can read the data folder: it contains customers' templates and documents. The permissions are corrected if an
//! administrator created it with the usual ones.

use std::path::Path;

use crate::error::OpenError;

/// Makes the folder if there is none, and makes sure that nobody but its owner can look into it. What others can read is
/// repaired and logged.
///
/// # Errors
/// The folder cannot be made, or it is open to others and not ours to change.
#[cfg(unix)]
pub(crate) fn make_private(folder: &Path) -> Result<(), OpenError> {
    use std::fs::{self, DirBuilder, Permissions};
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};

    let unusable = |source| OpenError::Folder { path: folder.to_owned(), source };
    let open_to_others = |mode: u32| mode & 0o077 != 0;
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(unusable)?;
    let mode = fs::metadata(folder).map_err(unusable)?.permissions().mode();
    if open_to_others(mode) {
        fs::set_permissions(folder, Permissions::from_mode(0o700))
            .map_err(|_| OpenError::Exposed { path: folder.to_owned(), mode: mode & 0o777 })?;
        tracing::warn!(
            folder = %folder.display(),
            "the data folder was open to other users (mode {:03o}); it is now private to its owner (mode 700)",
            mode & 0o777
        );
    }
    // Nobody else can enter the folder itself. What is in it is made private as well: it may be moved or copied.
    for entry in fs::read_dir(folder).map_err(unusable)?.filter_map(Result::ok) {
        let Ok(found) = entry.metadata().map(|found| (found.permissions().mode(), found.file_type())) else {
            continue;
        };
        let (mode, kind) = found;
        if !kind.is_symlink() && open_to_others(mode) {
            let private = if kind.is_dir() { 0o700 } else { 0o600 };
            // A file of another owner (`sudo platen ...`) is behind the folder's own permissions.
            let _ = fs::set_permissions(entry.path(), Permissions::from_mode(private));
        }
    }
    Ok(())
}

/// Makes the folder if there is none.
///
/// # Errors
/// The folder cannot be made.
#[cfg(not(unix))]
pub(crate) fn make_private(folder: &Path) -> Result<(), OpenError> {
    let unusable = |source| OpenError::Folder { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(unusable)
}
