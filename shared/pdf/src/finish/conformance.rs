//! Standards that a PDF can be asked to keep.

use lopdf::Document;

use super::{accessible, archive, xmp};
use crate::PdfError;

/// A standard that a PDF keeps and says to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Conformance {
    /// PDF/A-2b (ISO 19005-2): it looks the same forever, from the file alone.
    #[serde(rename = "a-2b")]
    A2b,
    /// PDF/UA-1 (ISO 14289-1): screen readers can read it.
    #[serde(rename = "ua-1")]
    Ua1,
}

impl Conformance {
    /// Every standard.
    pub const ALL: [Conformance; 2] = [Conformance::A2b, Conformance::Ua1];

    /// Reads a name of options.
    pub fn parse(name: &str) -> Option<Conformance> {
        Conformance::ALL.into_iter().find(|level| level.as_str() == name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_options_name_a_standard_alike() {
        for level in Conformance::ALL {
            assert_eq!(serde_json::to_value(level).unwrap(), level.as_str());
            assert_eq!(Conformance::parse(level.as_str()), Some(level));
        }
        assert_eq!(Conformance::parse("a-1b"), None);
    }
}
