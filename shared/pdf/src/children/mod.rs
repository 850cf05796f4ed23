//! All that reads hostile bytes for a PDF or a picture runs in child processes: an abort, a hang, too much memory or
//! an exploit costs one document, not the service.
//!
//! A child is `convert-pdf`, or this program again, started with arguments that make it call [`serve()`]. It confines
//! itself (`platen-sandbox`), makes itself warm, and then answers its parent's messages one by one. The parent sends bytes
//! and options and gets a finished PDF or a drawing, what there is to warn of, and errors; of a document's bytes it reads
//! nothing. A child that has read bytes of one tenant never reads those of another.

mod child;
mod deadline;
mod draw;
mod frame;
mod lay_out;
mod merge_child;
mod message;
mod platen_engine;
mod pool;
mod role;
mod serve;
mod worker;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

pub use draw::SvgChildren;
pub use platen_engine::Platen;
pub use platen_sandbox::{Mode as SandboxMode, SandboxReport};
pub use serve::serve;

use merge_child::MergeChild;
use pool::Pool;
use role::Role;

/// How children are started, and how long each is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildSettings {
    /// The program to start; it must call [`serve()`] for `arguments`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables of its environment, beside those that an engine needs: of this process's it has none.
    pub environment: Vec<(&'static str, &'static str)>,
    /// Children that work at the same time.
    pub most: NonZeroUsize,
    /// Children that are kept when they have nothing to do, for the next documents of their tenants.
    pub kept: NonZeroUsize,
    /// Bytes of memory of its own that a child may still hold once it has answered. One that holds more is ended.
    pub kept_bytes: u64,
    /// Bytes of address space of one child (`RLIMIT_AS`), the stack of 256 MiB included.
    pub memory_bytes: u64,
    /// Documents after which a child is replaced by a new one, so that no leak of the engine adds up.
    pub conversions: u32,
    /// Whether children are confined.
    pub sandbox: SandboxMode,
}

impl ChildSettings {
    /// Default of [`ChildSettings::memory_bytes`]: some 512 MiB for documents beside the stack, the program and the
    /// fonts. 46 pages take 80 MiB in all; what takes more are large pictures, which are unpacked whole.
    pub const MEMORY_BYTES: u64 = 832 << 20;

    /// Default of [`ChildSettings::kept_bytes`]: what a child keeps of its tenant (pictures, styles, fonts, words) is
    /// bounded and fits. An allocator gives the rest back only when it is asked for memory again, so that a child that has
    /// made a large document and waits would hold it for as long as it waits.
    pub const KEPT_BYTES: u64 = 64 << 20;

    /// Default of [`ChildSettings::conversions`]. A start costs as much as some ten letters, so after a thousand it is
    /// lost in the noise, while a leak of 100 KiB a document stays below 100 MiB.
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

    /// `program`, which calls [`serve()`] without arguments, one child per core.
    #[must_use]
    pub fn of(program: PathBuf) -> Self {
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        ChildSettings {
            program,
            arguments: Vec::new(),
            environment: Vec::new(),
            most: cores,
            kept: cores,
            kept_bytes: Self::KEPT_BYTES,
            memory_bytes: Self::MEMORY_BYTES,
            conversions: Self::CONVERSIONS,
            sandbox: SandboxMode::On,
        }
    }
}
