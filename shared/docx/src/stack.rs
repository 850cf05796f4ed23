//! Stack space for recursive code.

/// Runs on a stack of its own: parsers recurse with the nesting of a template's blocks, which is bounded, but by
/// more than the small stacks of server threads hold. A thread has one, too, but costs a seventh of what
/// compiling an invoice takes, and begins without what others keep of languages.
pub(crate) fn on_large_stack<T>(work: impl FnOnce() -> T) -> T {
    const STACK: usize = 64 << 20;
    stacker::grow(STACK, work)
}
