//! Why no PDF was made, by whose hand it is mended: the document's author, the caller, or the operator.

use std::path::PathBuf;
use std::time::Duration;

/// Why no PDF was made. Each message is a sentence that stands alone.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The package is not opened: no ZIP, encrypted, over a limit of [`crate::PdfLimits::package`]. The author mends it.
    #[error(transparent)]
    Package(#[from] platen_docx::package::PackageError),
    /// The package opens, but its body is none: damaged XML, no `w:body`. The author mends it.
    #[error("the file is not a Word document that can be converted: {0}")]
    Invalid(String),
    /// The document has something that the engine cannot lay out; the sentence names it. The author mends it.
    #[error("{0}")]
    Unsupported(String),
    /// The document crosses a limit; `limit` is the field's name in [`crate::PdfLimits`].
    #[error("the document crosses the limit {limit} ({allowed}); {hint}")]
    Limit {
        /// Name of the field of [`crate::PdfLimits`].
        limit: &'static str,
        /// The limit's value, with its unit.
        allowed: String,
        /// How to stay below it.
        hint: &'static str,
    },
    /// The conversion did not end in time and was abandoned.
    #[error("the conversion did not end within {} ms; simplify the document or split it", .0.as_millis())]
    Timeout(Duration),
    /// Too many abandoned conversions still hold a core each. Trying again later helps.
    #[error("{0} conversions are still running past their time; try again later")]
    Busy(usize),
    /// The engine failed on a document in a way that nobody foresaw (it panicked). The process is unharmed.
    #[error("the PDF engine failed on this document; converting it with another engine may help")]
    Engine,
    /// The fonts cannot be put in place at start-up. The operator mends it.
    #[error("the fonts cannot be put in place at {}: {reason}", path.display())]
    Fonts {
        /// The folder or file concerned.
        path: PathBuf,
        /// What the operating system said, or what is wrong with the path.
        reason: String,
    },
    /// A program that the engine needs cannot be run. The operator mends it.
    #[error("{program} cannot be run: {reason}")]
    Program {
        /// The program's name.
        program: &'static str,
        /// What the operating system said.
        reason: String,
    },
    /// The operating system gave no thread to convert on.
    #[error("no thread could be started for the conversion: {0}")]
    Thread(std::io::Error),
    /// The operating system started no child process to convert in.
    #[error("no process could be started for the conversion: {0}")]
    Child(std::io::Error),
}
