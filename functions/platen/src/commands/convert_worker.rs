//! `platen convert-worker`: a child of `platen serve` that converts documents to PDF. Not for people.

use std::io;

use crate::failure::Failure;

/// The command's name.
pub const NAME: &str = "convert-worker";

/// Converts until the parent closes stdin.
///
/// # Errors
/// Stdin is no parent's.
pub fn run() -> Result<(), Failure> {
    platen_pdf::serve(io::stdin().lock(), io::stdout())
        .map_err(|error| Failure::Internal(format!("this command is for `platen serve` alone: {error}")))
}
