//! Writing a package: what changed is deflated, the rest is copied.

/// What becomes of a part in the written package.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// It gets these bytes, which are deflated.
    Replace(&'a [u8]),
    /// It is left out. References to it are the caller's to remove.
    Remove,
}

/// Why a package cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A change names a part that is not there, or the same one twice.
    #[error("no part or an already changed one has the index {0}")]
    BadIndex(usize),
    /// An added part's name is no part name, or taken.
    #[error("a part cannot be added under the name {0:?}")]
    BadName(String),
    /// The package would be larger than a ZIP without 64-bit extensions can be.
    #[error("the document would be larger than 4 GiB")]
    TooLarge,
}
