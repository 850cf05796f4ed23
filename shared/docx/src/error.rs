//! What can go wrong, by whose hand it is fixed: the uploader of a file ([`PackageError`]), the author of a
//! template ([`Diagnostic`]), or the sender of data ([`DataError`]).

use std::{fmt, io};

use serde::Serialize;
use serde_json::Value;

use crate::options::RenderOptions;
use platen_ooxml::Diagnostic;
use platen_ooxml::Exhausted;
use platen_ooxml::package::PackageError;

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
    /// The value there as JSON, its beginning if it is long; only where [`crate::RenderOptions::error_data`] asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Bytes of a value that stand beside an error.
const VALUE_BYTES: usize = 200;

impl DataError {
    /// An error at a place of the data, which does not show what stands there.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> DataError {
        DataError { pointer: pointer.into(), detail: detail.into(), value: None }
    }

    /// The same with the value that stands there. An error about the whole of the data shows nothing.
    pub(crate) fn with_value(self, data: &Value) -> DataError {
        let found = Some(&self.pointer).filter(|p| !p.is_empty()).and_then(|pointer| data.pointer(pointer));
        DataError { value: found.map(beginning), ..self }
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

/// The first bytes of a value's JSON; no more of it is written.
fn beginning(value: &Value) -> String {
    struct First(Vec<u8>);
    impl io::Write for First {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = VALUE_BYTES + 1 - self.0.len();
            self.0.extend_from_slice(bytes.get(..left).unwrap_or(bytes));
            if self.0.len() > VALUE_BYTES { Err(io::ErrorKind::WriteZero.into()) } else { Ok(bytes.len()) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut first = First(Vec::new());
    let whole = serde_json::to_writer(&mut first, value).is_ok();
    let text = String::from_utf8_lossy(&first.0).into_owned();
    if whole { text } else { format!("{} ...", &text[..text.floor_char_boundary(VALUE_BYTES)]) }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.detail)?;
        match &self.value {
            Some(value) => write!(f, " (the data: {value})"),
            None => Ok(()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_as_far_as_it_is_short() {
        let data = serde_json::json!({"a": [{"b": "x"}], "long": "\u{e4}".repeat(300)});
        let shown = |pointer: &str| DataError::new(pointer, "is wrong").with_value(&data).value;
        assert_eq!(shown("/a").as_deref(), Some(r#"[{"b":"x"}]"#));
        assert_eq!((shown(""), shown("/c")), (None, None));
        let long = shown("/long").unwrap();
        assert!(long.ends_with("\u{e4} ...") && long.len() <= VALUE_BYTES + 4, "{long}");
    }
}
