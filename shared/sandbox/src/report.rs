//! What is in force.

use serde::{Deserialize, Serialize};

use crate::{Bounds, Confinement, Mode};

/// What confines a process, as it found out while it confined itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxReport {
    /// What was asked for.
    pub mode: Mode,
    /// Whether programs cannot give the process more rights (`PR_SET_NO_NEW_PRIVS`).
    pub no_new_privs: bool,
    /// Whether the process gave up root's rights (capabilities); true also where it never had them.
    pub capabilities_dropped: bool,
    /// Version of Landlock that keeps the process to its folders: from 1 on files, from 4 on TCP too, from 6 on signals
    /// and abstract sockets too. Nothing where the kernel has no Landlock.
    pub landlock_abi: Option<u32>,
    /// Whether system calls that the process does not need are refused.
    pub seccomp: bool,
    /// Resource limits.
    pub limits: Bounds,
    /// What the kernel lacks, and why; a clause each.
    pub missing: Vec<String>,
}

impl SandboxReport {
    pub(crate) fn of_limits(confinement: &Confinement) -> SandboxReport {
        SandboxReport {
            mode: confinement.mode,
            no_new_privs: false,
            capabilities_dropped: false,
            landlock_abi: None,
            seccomp: false,
            limits: confinement.bounds.clone(),
            missing: Vec::new(),
        }
    }

    /// Whether all parts of the sandbox are in force.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.mode != Mode::Off && self.missing.is_empty()
    }
}
