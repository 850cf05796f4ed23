//! Stack space for recursive code.

/// Runs on a stack of its own: parsers recurse with the nesting of a template's blocks, which is bounded, but by
/// more than the small stacks of server threads hold. Fails when the system has no thread to give.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    const STACK: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().map_or_else(|panic| std::panic::resume_unwind(panic), Ok)
    })
}
