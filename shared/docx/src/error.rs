//! What can go wrong, by whose hand it is fixed: the uploader of a file ([`PackageError`]), the author of a
//! template ([`Diagnostic`]), or the sender of data ([`DataError`]).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Exhausted;
use crate::package::PackageError;

/// A template that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The file is not a document that we open: no ZIP, encrypted, with macros, over a limit.
    #[error(transparent)]
    Package(PackageError),
    /// The file opens, but its tags are wrong. All errors of all parts, in document order.
    #[error("{}", Listed(.0))]
    Template(Vec<Diagnostic>),
    /// Reading it took more than the request may cost, or nobody waits for it any more.
    #[error("the template was not read: {0}; split it or remove what it does not need")]
    Exhausted(Exhausted),
}

impl CompileError {
    /// The field of [`crate::Limits`] that was hit, for errors that are about a limit.
    pub fn limit(&self) -> Option<&'static str> {
        match self {
            CompileError::Package(error) => error.limit(),
            CompileError::Exhausted(exhausted) => exhausted.limit(),
            CompileError::Template(_) => None,
        }
    }
}

impl From<Exhausted> for CompileError {
    fn from(exhausted: Exhausted) -> CompileError {
        CompileError::Exhausted(exhausted)
    }
}

impl From<PackageError> for CompileError {
    fn from(error: PackageError) -> CompileError {
        match error {
            PackageError::Exhausted(exhausted) => CompileError::Exhausted(exhausted),
            error => CompileError::Package(error),
        }
    }
}

/// A document that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The data does not fit the template: every missing or ill-typed value.
    #[error("{}", Listed(.0))]
    Data(Vec<DataError>),
    /// The template's logic failed with this data (an unknown method, a division by zero).
    #[error("{}", Listed(.0))]
    Template(Vec<Diagnostic>),
    /// Rendering would have crossed a limit; `limit` is the field's name in [`crate::Limits`].
    #[error("the document crosses the limit {limit} ({allowed}); {hint}")]
    Limit {
        /// Name of the field of [`crate::Limits`].
        limit: &'static str,
        /// The limit's value, with its unit.
        allowed: String,
        /// How to stay below it.
        hint: &'static str,
    },
    /// Nobody waits for the document any more ([`crate::Budget::cancel`]).
    #[error("the caller closed the connection")]
    Cancelled,
}

impl From<Exhausted> for RenderError {
    fn from(exhausted: Exhausted) -> RenderError {
        let (limit, allowed) = match exhausted {
            Exhausted::Time { limit, allowed } => (limit, format!("{allowed:?}")),
            Exhausted::Steps { allowed } => ("work_steps", format!("{allowed} steps of work")),
            Exhausted::Bytes { limit, allowed } => (limit, format!("{allowed} bytes")),
            Exhausted::Cancelled => return RenderError::Cancelled,
        };
        let hint = "send fewer items or make the template's loops simpler";
        RenderError::Limit { limit, allowed, hint }
    }
}

/// One value of the data that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct DataError {
    /// JSON Pointer (RFC 6901) into the data, such as `/items/3/price`.
    pub pointer: String,
    /// What is wrong, and what belongs there.
    pub detail: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            return f.write_str(&self.detail);
        }
        write!(f, "{}: {}", self.pointer, self.detail)
    }
}

/// How much a [`Diagnostic`] weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Severity {
    /// The template cannot be rendered.
    Error,
    /// The template renders, though perhaps not as its author meant.
    Warning,
}

/// One remark on a template, in words for its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where in words: `body, table 3, row 2`, `header 2`.
    pub place: String,
    /// The package's part, such as `word/document.xml`.
    pub part: String,
    /// The text around the tag, on one line; empty when the remark concerns no text.
    pub excerpt: String,
    /// Where the caret stands below the excerpt, in characters from its start.
    pub caret: usize,
    /// How many characters the caret marks; at least 1.
    pub width: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if !self.excerpt.is_empty() {
            let (caret, width) = (self.caret, self.width.max(1));
            write!(f, "\n  | {}\n  | {:caret$}{}", self.excerpt, "", "^".repeat(width))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  = {hint}")?;
        }
        Ok(())
    }
}

struct Listed<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Listed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}
