//! Why a document cannot be laid out.

use platen_ooxml::Exhausted;
use platen_ooxml::package::PackageError;
use platen_ooxml::xml::XmlError;

/// Why a document cannot be laid out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A part cannot be inflated.
    #[error(transparent)]
    Package(PackageError),
    /// A part cannot be read.
    #[error("{part} cannot be read: {error}")]
    Xml {
        /// Name of the part.
        part: String,
        /// The problem.
        error: XmlError,
    },
    /// The main part has no body.
    #[error("{part} has no body: it is not a Word document")]
    NoBody {
        /// Name of the part.
        part: String,
    },
    /// The work took too long, or nobody waits for it anymore.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A phase left something out that the next one needs: a fault of this engine.
    #[error("the layout failed: this is a fault in Platen")]
    Internal,
    /// The document makes more pages than allowed.
    #[error("the document has more than {allowed} pages (limit pages)")]
    TooManyPages {
        /// The limit.
        allowed: usize,
    },
    /// The document has more styles than allowed.
    #[error("the document has more than {allowed} styles (limit styles)")]
    TooManyStyles {
        /// The limit.
        allowed: usize,
    },
}

impl From<PackageError> for LayoutError {
    /// The end of the budget is no fault of the package.
    fn from(error: PackageError) -> LayoutError {
        match error {
            PackageError::Exhausted(exhausted) => LayoutError::Exhausted(exhausted),
            error => LayoutError::Package(error),
        }
    }
}

impl LayoutError {
    /// A part cannot be read; the end of the budget is no fault of the part.
    pub(crate) fn xml(part: &str, error: XmlError) -> LayoutError {
        match error {
            XmlError::Exhausted(exhausted) => LayoutError::Exhausted(exhausted),
            error => LayoutError::Xml { part: part.to_owned(), error },
        }
    }
}
