//! `platen convert-worker`: a child of `platen` that converts documents to PDF. Not for people.

use crate::failure::Failure;

/// The command's name.
pub const NAME: &str = "convert-worker";

/// Converts until the parent closes stdin.
///
/// # Errors
/// Stdin is no parent's.
pub fn run() -> Result<(), Failure> {
    platen_pdf::serve()
        .map_err(|error| Failure::Internal(format!("only other commands use this command: {error}")))
}
