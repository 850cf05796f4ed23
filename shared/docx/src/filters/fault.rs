//! Errors of filters, and whose they are.

use std::fmt;

use minijinja::{Error, ErrorKind, Value};

/// Marks an error about a value or an argument. Where the tag itself says `text`, its author mends it, otherwise
/// the sender of the data.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// What was given, as it would stand in a tag.
    pub text: String,
}

impl Wrong {
    /// The mark that an error carries.
    pub fn of(error: &Error) -> Option<&Wrong> {
        std::error::Error::source(error)?.downcast_ref()
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be used", self.text)
    }
}

impl std::error::Error for Wrong {}

/// `"31.1." is no date; a date such as 2026-01-31 is wanted`: `is_no` and `wanted` are nouns with their articles.
pub(super) fn wrong(given: &Value, is_no: &str, wanted: &str) -> Error {
    let shown: String = given.to_string().chars().take(60).collect();
    let shown = match given.as_str() {
        Some(_) => format!("{shown:?}"),
        None => shown,
    };
    Error::new(ErrorKind::InvalidOperation, format!("{shown} is no {is_no}; {wanted} is wanted"))
        .with_source(Wrong { text: given.to_string() })
}

/// An argument that no data decides on, such as the name of a method.
pub(super) fn misused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}
