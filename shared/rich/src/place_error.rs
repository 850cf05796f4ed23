//! Why rich values could not be written into a document.

use super::data_error::DataError;
use platen_ooxml::xml::XmlError;
use platen_ooxml::{Diagnostic, Exhausted, Severity};

/// Rich values that could not be put into a document.
#[derive(Debug)]
pub enum PlaceError {
    /// Every value that is not what its kind says.
    Data(Vec<DataError>),
    /// The document would cross a limit.
    Limit {
        /// Name of the field of [`platen_ooxml::Limits`].
        limit: &'static str,
        /// The limit's value, with its unit.
        allowed: String,
        /// How to stay below it.
        hint: &'static str,
    },
    /// The document would be corrupt: a defect of ours. The remark names the place.
    Corrupt(Box<Diagnostic>),
    /// Nobody waits for the document anymore ([`platen_ooxml::Budget::cancel`]).
    Cancelled,
}

impl From<Exhausted> for PlaceError {
    fn from(exhausted: Exhausted) -> PlaceError {
        let (limit, allowed) = match exhausted {
            Exhausted::Time { limit, allowed } => (limit, format!("{allowed:?}")),
            Exhausted::Steps { allowed } => ("work_steps", format!("{allowed} steps of work")),
            Exhausted::Bytes { limit, allowed } => (limit, format!("{allowed} bytes")),
            Exhausted::Cancelled => return PlaceError::Cancelled,
        };
        let hint = "send fewer items or make the template's loops simpler";
        PlaceError::Limit { limit, allowed, hint }
    }
}

/// What was rendered cannot be read again: it has grown over a limit, or is not what it should be.
pub fn unreadable(error: XmlError) -> PlaceError {
    let limit = match error {
        XmlError::Exhausted(exhausted) => return exhausted.into(),
        XmlError::Limit { limit, .. } => limit,
        error @ XmlError::Malformed { .. } => {
            let message = format!("the document would be corrupt: {error}. This is a defect of Platen");
            let hint = Some("report this, with the template and the data".to_owned());
            let remark = Diagnostic {
                severity: Severity::Error,
                place: String::new(),
                part: String::new(),
                excerpt: String::new(),
                caret: 0,
                width: 0,
                message,
                hint,
            };
            return PlaceError::Corrupt(Box::new(remark));
        }
        _ => "xml_nodes",
    };
    PlaceError::Limit { limit, allowed: error.to_string(), hint: "send fewer items or split the document" }
}
