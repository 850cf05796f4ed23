//! Who may read what a command writes. Whatever goes into a data folder is for its owner alone; what a user asked for by
//! name, such as `-o out.zip`, has the permissions that the user's shell gives to any new file.

use std::path::Path;
use std::sync::OnceLock;

use rustix::fs::Mode;
use rustix::process::umask;

/// The mask that the process began with.
static BEFORE: OnceLock<Mode> = OnceLock::new();

/// From now on, new files are for their owner alone.
pub fn make_private() {
    BEFORE.get_or_init(|| umask(Mode::RWXG | Mode::RWXO));
}

/// Gives a file that was made for the user the permissions that it would have had. One that cannot have them stays private.
pub fn release(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if let Some(before) = BEFORE.get() {
        let mode = 0o666 & !before.bits();
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    }
}
