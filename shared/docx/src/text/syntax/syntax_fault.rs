//! Errors in code.

/// What is wrong with a tag's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
    /// Byte of the code.
    pub at: usize,
}
