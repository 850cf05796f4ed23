//! Rights that a process gives up.

use rustix::thread::{CapabilitySet, CapabilitySets};

/// Gives up root's rights, if the process has any.
///
/// Attack: a service that runs as root. Its child could mount, trace, load modules, or read past Landlock
/// (`open_by_handle_at`).
///
/// What stays of root is the right to read where file modes say otherwise, for operators who run a command as root on a
/// folder of another user; Landlock bounds that to the folders of fonts.
pub(crate) fn drop_capabilities() -> Result<(), String> {
    let held = rustix::thread::capabilities(None).map_err(|error| error.to_string())?;
    let kept = held.permitted & CapabilitySet::DAC_READ_SEARCH;
    if held.permitted == kept {
        return Ok(());
    }
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    rustix::thread::set_capabilities(None, sets).map_err(|error| error.to_string())
}

/// From now on no program that the process might start has more rights than it (`setuid` does nothing). Landlock and
/// seccomp ask for it.
pub(crate) fn no_new_privs() -> Result<(), String> {
    rustix::thread::set_no_new_privs(true).map_err(|error| error.to_string())
}
