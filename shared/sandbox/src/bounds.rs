//! Resource limits (setrlimit(2)).

use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

use crate::SandboxError;

/// Resources that a process may take. No core is ever dumped: it would hold what was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bounds {
    /// Bytes of address space (`RLIMIT_AS`). An allocation beyond it fails, which ends a Rust program.
    pub memory_bytes: u64,
    /// Processor time over the process's whole life (`RLIMIT_CPU`, whole seconds).
    pub processor: Duration,
    /// Bytes of one file that is written (`RLIMIT_FSIZE`). Pipes are not files.
    pub file_bytes: u64,
    /// Open files (`RLIMIT_NOFILE`).
    pub files: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { memory_bytes: 1 << 30, processor: Duration::from_secs(1_800), file_bytes: 0, files: 64 }
    }
}

impl Bounds {
    pub(crate) fn set(&self) -> Result<(), SandboxError> {
        set(Resource::Core, "core dumps", 0)?;
        set(Resource::As, "memory", self.memory_bytes)?;
        set(Resource::Cpu, "processor time", self.processor.as_secs().max(1))?;
        set(Resource::Fsize, "the size of files", self.file_bytes)?;
        set(Resource::Nofile, "open files", self.files)
    }
}

/// Forbids this process to start threads and processes from now on (`RLIMIT_NPROC`). Call it when all threads run.
///
/// The limit counts all processes of the user, so it can only be none. It does not hold root, whom the other parts of
/// the sandbox hold.
///
/// # Errors
/// [`SandboxError::Bound`].
pub fn no_more_threads() -> Result<(), SandboxError> {
    set(Resource::Nproc, "processes", 0)
}

/// Sets both the limit in force and the most that the process may raise it to. A limit that is lower already stays.
fn set(resource: Resource, name: &'static str, most: u64) -> Result<(), SandboxError> {
    let most = rustix::process::getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    let limit = Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(resource, limit).map_err(|error| SandboxError::Bound { resource: name, error: error.into() })
}
