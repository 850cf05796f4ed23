//! Standards that a PDF can conform to.

/// A standard that a PDF keeps and says to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Conformance {
    /// PDF/A-2b (ISO 19005-2): it looks the same forever, from the file alone.
    #[serde(rename = "a-2b")]
    A2b,
    /// PDF/A-3b (ISO 19005-3): the same, and any files may be attached.
    #[serde(rename = "a-3b")]
    A3b,
    /// PDF/A-3u: PDF/A-3b whose text can be copied and searched.
    #[serde(rename = "a-3u")]
    A3u,
    /// PDF/A-3a: PDF/A-3u that screen readers can read.
    #[serde(rename = "a-3a")]
    A3a,
    /// PDF/UA-1 (ISO 14289-1): screen readers can read it.
    #[serde(rename = "ua-1")]
    Ua1,
}

impl Conformance {
    /// Every standard.
    pub const ALL: [Conformance; 5] =
        [Conformance::A2b, Conformance::A3b, Conformance::A3u, Conformance::A3a, Conformance::Ua1];

    /// The names of all, as a sentence lists them.
    pub const NAMES: &str = "`a-2b`, `a-3b`, `a-3u`, `a-3a` or `ua-1`";

    /// Reads a name of options.
    pub fn parse(name: &str) -> Option<Conformance> {
        Conformance::ALL.into_iter().find(|level| level.as_str() == name)
    }

    /// Its name in options.
    pub fn as_str(self) -> &'static str {
        match self {
            Conformance::A2b => "a-2b",
            Conformance::A3b => "a-3b",
            Conformance::A3u => "a-3u",
            Conformance::A3a => "a-3a",
            Conformance::Ua1 => "ua-1",
        }
    }

    /// Its name in the standards.
    pub fn title(self) -> &'static str {
        match self {
            Conformance::A2b => "PDF/A-2b",
            Conformance::A3b => "PDF/A-3b",
            Conformance::A3u => "PDF/A-3u",
            Conformance::A3a => "PDF/A-3a",
            Conformance::Ua1 => "PDF/UA-1",
        }
    }

    /// Part and level of PDF/A, as the metadata names them (ISO 19005-3, 6.6.4); `None` for another standard.
    pub fn archive(self) -> Option<(&'static str, &'static str)> {
        match self {
            Conformance::A2b => Some(("2", "B")),
            Conformance::A3b => Some(("3", "B")),
            Conformance::A3u => Some(("3", "U")),
            Conformance::A3a => Some(("3", "A")),
            Conformance::Ua1 => None,
        }
    }

    /// Whether it takes files of any kind: PDF/A-2 takes only other PDF/A files (ISO 19005-2, 6.8).
    pub fn takes_attachments(self) -> bool {
        self != Conformance::A2b
    }

    /// Whether it takes an e-invoice: Factur-X is a PDF/A-3 (Factur-X 1.0, 6.1).
    pub fn suits_invoices(self) -> bool {
        matches!(self.archive(), Some(("3", _)))
    }

    /// Whether it is about tags.
    pub fn needs_tags(self) -> bool {
        matches!(self, Conformance::A3a | Conformance::Ua1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_options_name_a_standard_alike() {
        for level in Conformance::ALL {
            assert_eq!(serde_json::to_value(level).unwrap(), level.as_str());
            assert_eq!(Conformance::parse(level.as_str()), Some(level));
            assert!(Conformance::NAMES.contains(&format!("`{}`", level.as_str())));
        }
        assert_eq!(Conformance::parse("a-1b"), None);
    }
}
