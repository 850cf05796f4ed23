//! The package: a ZIP container of parts, their content types and relationships (ECMA-376 part 2, OPC).

/// Why a file is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    /// Placeholder.
    #[error("not a zip")]
    NotAPackage,
}
