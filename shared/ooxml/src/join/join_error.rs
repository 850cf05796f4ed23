//! Why documents are not joined.

use crate::Exhausted;
use crate::package::{PackageError, WriteError};
use crate::xml::XmlError;

/// Why documents are not joined. Each message is the rest of a sentence that begins with the document.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// A document cannot be opened.
    #[error("it cannot be opened: {0}")]
    Package(#[from] PackageError),
    /// A part of it cannot be read.
    #[error("its part `{part}` cannot be read: {error}")]
    Part {
        /// The part's name.
        part: String,
        /// What is wrong with it.
        error: XmlError,
    },
    /// The budget of a document ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// It has something that cannot be in one file with the documents before it.
    #[error("{0}")]
    Refused(String),
    /// With it the file would be larger than Platen itself opens.
    #[error(
        "with it, the Word document would exceed the limit {limit} ({allowed}); leave out `merge`, or use the format `.pdf`"
    )]
    TooLarge {
        /// Name of the field of [`crate::Limits`].
        limit: &'static str,
        /// Its value.
        allowed: u64,
    },
    /// No document came.
    #[error("there are no documents to join")]
    Empty,
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A part that cannot be read; the end of the budget is told as such.
pub(super) fn unreadable(part: &str) -> impl Fn(XmlError) -> JoinError + '_ {
    move |error| match error {
        XmlError::Exhausted(exhausted) => exhausted.into(),
        error => JoinError::Part { part: part.to_owned(), error },
    }
}
