//! Conversions in child processes: an abort, a hang or a hunger for memory costs one document, not the service.
//!
//! A child is `convert-pdf`, or this program again, started with arguments that make it call [`serve`]. The parent checks
//! and normalises a document, the child runs the engine alone: the embedded one, which needs nothing but the fonts' place
//! in its environment, or LibreOffice, which it loads once and keeps.

mod child;
mod deadline;
mod frame;
mod pool;
mod role;
mod serve;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

pub use serve::serve;

pub(crate) use pool::Pool;
pub(crate) use role::Role;

/// How children are started, and how long each is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildSettings {
    /// The program to start; it must call [`serve`] for `arguments`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Children that run at the same time.
    pub most: NonZeroUsize,
    /// Bytes of address space of one child (`RLIMIT_AS`), the stack of 256 MiB included.
    pub memory_bytes: u64,
    /// Conversions after which a child is replaced by a new one, so that no leak of the engine adds up.
    pub conversions: u32,
}

impl ChildSettings {
    /// Default of [`ChildSettings::memory_bytes`]. 46 pages take 80 MiB and LibreOffice 480 MiB of address space, the
    /// costliest document within [`crate::PdfLimits`] (decoded pictures, mostly) about 1 GiB; twice that leaves room,
    /// and a machine of 4 GiB survives two children that run wild.
    pub const MEMORY_BYTES: u64 = 2 << 30;

    /// Default of [`ChildSettings::conversions`]. A start costs as much as some ten letters (some three for
    /// LibreOffice), so after a thousand it is lost in the noise, while a leak of 100 KiB a document stays below 100 MiB.
    pub const CONVERSIONS: u32 = 1_000;

    /// This very program with `arguments`, one child per core.
    ///
    /// # Errors
    /// The operating system does not tell where the program is.
    pub fn of_this_program(arguments: Vec<OsString>) -> std::io::Result<Self> {
        // On Linux the link leads to the running program, even after an update replaced its file.
        let link = PathBuf::from("/proc/self/exe");
        let program = if link.exists() { link } else { std::env::current_exe()? };
        Ok(ChildSettings { arguments, ..ChildSettings::of(program) })
    }

    /// `program`, which calls [`serve`] without arguments, one child per core.
    #[must_use]
    pub fn of(program: PathBuf) -> Self {
        ChildSettings {
            program,
            arguments: Vec::new(),
            most: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory_bytes: Self::MEMORY_BYTES,
            conversions: Self::CONVERSIONS,
        }
    }
}
