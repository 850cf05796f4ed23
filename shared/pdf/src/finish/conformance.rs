//! Standards that a PDF can be asked to keep.

use lopdf::Document;

use super::{accessible, archive, xmp};
use crate::PdfError;

/// A standard that a PDF keeps and says to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Conformance {
    /// PDF/A-2b (ISO 19005-2): it looks the same for ever, from the file alone.
    A2b,
    /// PDF/UA-1 (ISO 14289-1): screen readers can read it.
    Ua1,
}

impl Conformance {
    /// Every standard with its name in options.
    pub const ALL: [(&'static str, Conformance); 2] =
        [("a-2b", Conformance::A2b), ("ua-1", Conformance::Ua1)];

    /// Reads a name of options.
    pub fn parse(name: &str) -> Option<Conformance> {
        Conformance::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, level)| level)
    }

    /// Its name in options.
    pub fn as_str(self) -> &'static str {
        match self {
            Conformance::A2b => "a-2b",
            Conformance::Ua1 => "ua-1",
        }
    }
}

/// Makes the PDF keep the standard, if one is asked for, and writes the metadata packet.
///
/// # Errors
/// [`PdfError::Unsupported`] with what in the document stands against it.
pub(super) fn apply(document: &mut Document, wanted: Option<Conformance>) -> Result<(), PdfError> {
    let claimed = xmp::claims(document);
    let claims = match wanted {
        None => claimed,
        Some(Conformance::A2b) => {
            archive::make(document)?;
            vec![Conformance::A2b]
        }
        Some(Conformance::Ua1) => {
            accessible::check(document, &claimed)?;
            vec![Conformance::Ua1]
        }
    };
    xmp::write(document, &claims).map_err(|error| super::unreadable(&error))
}
