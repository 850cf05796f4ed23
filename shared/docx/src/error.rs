//! What can go wrong, by whose hand it is fixed: the uploader of a file ([`PackageError`]), the author of a
//! template ([`Diagnostic`]), or the sender of data ([`DataError`]).

use std::fmt;

use serde_json::Value;

use crate::options::RenderOptions;
use platen_ooxml::Diagnostic;
use platen_ooxml::Exhausted;
use platen_ooxml::package::PackageError;
use platen_rich::{DataError, PlaceError};

/// A template that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The file is not a document that we open: no ZIP, encrypted, with macros, over a limit.
    #[error(transparent)]
    Package(PackageError),
    /// The file opens, but its tags are wrong. All errors of all parts, in document order.
    #[error("{}", Listed(.0))]
    Template(Vec<Diagnostic>),
    /// Reading it took more than the request may cost, or nobody waits for it anymore.
    #[error("the template was not read: {0}; split it or remove what it does not need")]
    Exhausted(Exhausted),
}

impl CompileError {
    /// The field of [`platen_ooxml::Limits`] that was hit, for errors that are about a limit.
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
    /// Rendering would have crossed a limit; `limit` is the field's name in [`platen_ooxml::Limits`].
    #[error("the document exceeds the limit {limit} ({allowed}); {hint}")]
    Limit {
        /// Name of the field of [`platen_ooxml::Limits`].
        limit: &'static str,
        /// The limit's value, with its unit.
        allowed: String,
        /// How to stay below it.
        hint: &'static str,
    },
    /// The document would have been corrupt, so it is not delivered: a defect of ours. The remark names the place.
    #[error("{0}")]
    Corrupt(Box<Diagnostic>),
    /// Nobody waits for the document anymore ([`platen_ooxml::Budget::cancel`]).
    #[error("the caller closed the connection")]
    Cancelled,
}

impl From<PlaceError> for RenderError {
    fn from(error: PlaceError) -> RenderError {
        match error {
            PlaceError::Data(errors) => RenderError::Data(errors),
            PlaceError::Limit { limit, allowed, hint } => RenderError::Limit { limit, allowed, hint },
            PlaceError::Corrupt(remark) => RenderError::Corrupt(remark),
            PlaceError::Cancelled => RenderError::Cancelled,
        }
    }
}

impl From<Exhausted> for RenderError {
    fn from(exhausted: Exhausted) -> RenderError {
        PlaceError::from(exhausted).into()
    }
}

impl RenderError {
    /// The same with the values that do not fit, if `options` ask for them.
    pub(crate) fn with_values(self, data: &Value, options: &RenderOptions) -> RenderError {
        match self {
            RenderError::Data(errors) if options.error_data => {
                RenderError::Data(errors.into_iter().map(|error| error.with_value(data)).collect())
            }
            error => error,
        }
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
