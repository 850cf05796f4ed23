//! The namespaces that templates use. A part can bind them to any prefix, and they have other URIs in the strict form of the standard
//! (ISO/IEC 29500-1 strict).

/// A namespace that the compiler knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ns {
    /// WordprocessingML (ECMA-376 part 1, clause 17).
    W,
    /// Word 2010: check boxes, paragraph ids.
    W14,
    /// Word 2012: repeating sections.
    W15,
    /// Markup compatibility (ECMA-376 part 3).
    Mc,
    /// Any other.
    Other,
}

impl Ns {
    /// The namespace of this address; those of ISO's strict form mean the same.
    pub fn of_uri(uri: &str) -> Ns {
        match uri {
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
            | "http://purl.oclc.org/ooxml/wordprocessingml/main" => Ns::W,
            "http://schemas.microsoft.com/office/word/2010/wordml" => Ns::W14,
            "http://schemas.microsoft.com/office/word/2012/wordml" => Ns::W15,
            "http://schemas.openxmlformats.org/markup-compatibility/2006" => Ns::Mc,
            _ => Ns::Other,
        }
    }
}
