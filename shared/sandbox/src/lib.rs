//! A sandbox for a process that reads hostile bytes, as far as the kernel allows.
//!
//! A process that parses files of strangers confines itself before it reads the first of them, and before it starts
//! other threads: from then on it reads the folders that it was given and nothing else, opens no connection, starts no
//! process and writes no file, and an exploit of a parser is left with what that process was sent.
//!
//! ```no_run
//! use platen_sandbox::{Bounds, Confinement, Mode, confine};
//!
//! # fn main() -> Result<(), platen_sandbox::SandboxError> {
//! let fonts = vec!["/usr/share/fonts".into()];
//! let confinement = Confinement {
//!     mode: Mode::On,
//!     readable: fonts,
//!     bounds: Bounds { memory_bytes: 1 << 30, ..Bounds::default() },
//! };
//! let report = confine(&confinement)?;
//! for lack in &report.missing {
//!     // For the log: what this kernel lacks.
//! }
//! # Ok(()) }
//! ```
//!
//! The parts, each of which holds when another one is missing: resource limits (`bounds`, setrlimit(2)), capabilities
//! given up (`privileges`, capabilities(7)), Landlock for files, TCP and signals (`files`, landlock(7)), seccomp for
//! system calls (`calls`, seccomp(2)).

mod bounds;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
mod mode;
#[cfg(target_os = "linux")]
mod privileges;
mod report;

use std::io;
use std::path::PathBuf;

pub use bounds::{Bounds, no_more_threads};
pub use mode::Mode;
pub use report::SandboxReport;

/// What a process may do from now on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Confinement {
    /// Whether there is a sandbox at all, and whether lacks of the kernel matter.
    pub mode: Mode,
    /// Files, and folders with all below them, that can be read. Missing ones are skipped.
    pub readable: Vec<PathBuf>,
    /// Resource limits; they hold in every mode.
    pub bounds: Bounds,
}

/// Why a process is not confined. It must not read anything hostile then.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A resource limit cannot be set.
    #[error("the limit on {resource} cannot be set: {error}")]
    Bound {
        /// The resource.
        resource: &'static str,
        /// What the operating system said.
        error: io::Error,
    },
    /// [`Mode::Required`], and something is missing.
    #[error("PLATEN_SANDBOX is `required`, but {}; use a newer kernel, or set it to `on`", .0.join("; "))]
    Missing(Vec<String>),
}

/// Confines this thread and all that it starts, forever. Call it before other threads run: they stay free.
///
/// # Errors
/// [`SandboxError`]; the process may be confined in part then.
pub fn confine(confinement: &Confinement) -> Result<SandboxReport, SandboxError> {
    confinement.bounds.set()?;
    let mut report = SandboxReport::of_limits(confinement);
    if confinement.mode == Mode::Off {
        return Ok(report);
    }
    restrict(confinement, &mut report);
    match confinement.mode {
        Mode::Required if !report.missing.is_empty() => Err(SandboxError::Missing(report.missing)),
        _ => Ok(report),
    }
}

/// Keeps a process's secrets from the processes that it starts: call it before the first of them. They inherit no open file
/// but those that are meant for them, and cannot read this process's memory and environment.
///
/// Attack: whoever started the service left a file or a connection open, and an exploit in a child finds it; or it reads
/// `/proc/PARENT/environ`, where the kernel has no Landlock to forbid that.
///
/// # Errors
/// What the kernel refused, as a clause.
pub fn shield() -> Result<(), String> {
    // Standard input, output and errors are what the child is given instead.
    close_fds::set_fds_cloexec(3, &[]);
    #[cfg(target_os = "linux")]
    privileges::hide()?;
    Ok(())
}

/// Forbids this process, all its threads, to open another file: what it needs is open. For a kernel without Landlock, which keeps
/// a confined process to its folders elsewhere.
///
/// # Errors
/// What the kernel refused, as a clause.
#[cfg(target_os = "linux")]
pub fn no_more_files() -> Result<(), String> {
    calls::close_file_system()
}

/// # Errors
/// This operating system has nothing for it.
#[cfg(not(target_os = "linux"))]
pub fn no_more_files() -> Result<(), String> {
    Err("this operating system has no seccomp".to_owned())
}

/// The order counts: what comes later can no longer be set up by what was given up before.
#[cfg(target_os = "linux")]
fn restrict(confinement: &Confinement, report: &mut SandboxReport) {
    let mut note = |part: &str, done: Result<(), String>| match done {
        Ok(()) => true,
        Err(reason) => {
            report.missing.push(format!("{part} is not available ({reason})"));
            false
        }
    };
    let capabilities_dropped = note("giving up capabilities", privileges::drop_capabilities());
    let no_new_privs = note("no_new_privs", privileges::no_new_privs());
    let mut landlock_abi = None;
    note("Landlock", files::restrict(confinement).map(|abi| landlock_abi = Some(abi)));
    let seccomp = note("seccomp", calls::restrict());
    *report = SandboxReport { capabilities_dropped, no_new_privs, landlock_abi, seccomp, ..report.clone() };
}

#[cfg(not(target_os = "linux"))]
fn restrict(_confinement: &Confinement, report: &mut SandboxReport) {
    report.missing.push("this operating system has neither Landlock nor seccomp".to_owned());
}
