//! Conversions in child processes: an abort, a hang or a hunger for memory costs one document, not the service.
//!
//! A child is this program again, started with arguments that make it call [`serve`]. The parent checks and normalises
//! a document, the child runs the engine alone; so a child needs nothing but the fonts' place in its environment, and
//! parses the fonts once. The bytes are the same as in process.

mod child;
mod frame;
mod pool;
mod serve;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

pub use serve::serve;

pub(crate) use pool::Pool;

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
    /// This very program with `arguments`, one child per core.
    ///
    /// # Errors
    /// The operating system does not tell where the program is.
    pub fn of_this_program(arguments: Vec<OsString>) -> std::io::Result<Self> {
        // On Linux the link leads to the running program, even after an update replaced its file.
        let link = PathBuf::from("/proc/self/exe");
        let program = if link.exists() { link } else { std::env::current_exe()? };
        Ok(ChildSettings {
            program,
            arguments,
            most: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory_bytes: 2 << 30,
            conversions: 1_000,
        })
    }
}
