//! Rights that a process gives up.

use rustix::process::DumpableBehavior;
use rustix::thread::{CapabilitySet, CapabilitySets};

/// Gives up root's rights, if the process has any.
///
/// Attack: a service that runs as root. Its child could mount, trace, load modules, or read where file modes say otherwise
/// (`open_by_handle_at` reads past Landlock).
pub(crate) fn drop_capabilities() -> Result<(), String> {
    let held = rustix::thread::capabilities(None).map_err(|error| error.to_string())?;
    let none = CapabilitySet::empty();
    if held.permitted == none {
        return Ok(());
    }
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    rustix::thread::set_capabilities(None, sets).map_err(|error| error.to_string())
}

/// Keeps others of the same user from reading this process: its memory, and its environment below /proc (`PR_SET_DUMPABLE`,
/// proc(5)). Nor is a core of it dumped.
pub(crate) fn hide() -> Result<(), String> {
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| error.to_string())
}

/// From now on no program that the process might start has more rights than it (`setuid` does nothing). Landlock and
/// seccomp ask for it.
pub(crate) fn no_new_privs() -> Result<(), String> {
    rustix::thread::set_no_new_privs(true).map_err(|error| error.to_string())
}
