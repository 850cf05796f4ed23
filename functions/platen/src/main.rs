//! The command line and one-machine home of Platen. All of it is in the library, so that tests reach it.

use mimalloc::MiMalloc;

/// Gives memory back to the system a moment after it was freed. The allocator of glibc keeps most of what threads freed: a few
/// large requests at once would cost a server hundreds of megabytes for good.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    platen::run()
}
