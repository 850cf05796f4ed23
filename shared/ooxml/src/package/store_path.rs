//! Where content controls find their data (`w:dataBinding`, ECMA-376 part 1, 17.5.2.6): document properties, and paths into a data
//! store.

/// The ids of the stores that Word makes of the properties of every document, each with the last segment of the type of the
/// package's relationship that leads to it. Word's own cover pages name them.
pub const PROPERTY_STORES: [(&str, &str); 2] = [
    ("{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "core-properties"),
    ("{6668398D-A668-4E3E-A5EB-62B293D839F1}", "extended-properties"),
];

/// A path of steps by name and position, such as `/ns0:data[1]/ns0:name[1]`, which leads to an element or an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorePath {
    /// Local names from the root element down, each with its 1-based position.
    pub steps: Vec<(String, usize)>,
    /// The last step names an attribute.
    pub is_attribute: bool,
}

impl StorePath {
    /// Reads an XPath of such steps; `None` for any other.
    pub fn parse(xpath: &str) -> Option<StorePath> {
        let mut steps = Vec::new();
        let mut is_attribute = false;
        // The text of an element is the element's value.
        for step in xpath.split('/').filter(|s| !s.is_empty() && !s.starts_with("text()")) {
            let (name, position) = match step.split_once('[') {
                Some((name, rest)) => (name, rest.trim_end_matches(']').parse().ok()?),
                None => (step, 1),
            };
            is_attribute = name.starts_with('@');
            let local = name.rsplit(':').next().unwrap_or(name);
            steps.push((local.trim_start_matches('@').to_owned(), position));
        }
        Some(StorePath { steps, is_attribute })
    }
}
