//! Standards that a PDF can be asked to keep.

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
