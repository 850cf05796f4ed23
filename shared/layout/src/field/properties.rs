//! Document properties that fields show, from the core, the extended and the custom part; variables.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use platen_ooxml::Bounds;
use platen_ooxml::xml::Tree;

use crate::error::LayoutError;
use crate::source::Source;

/// Properties by their names in small letters.
#[derive(Debug, Default)]
pub(super) struct Properties {
    /// Those that every document has: `title`, `creator`, `created`, `company` ...
    known: HashMap<String, String>,
    custom: HashMap<String, String>,
}

impl Properties {
    /// Reads them from a package.
    pub fn read(source: &Source<'_>, bounds: Bounds<'_>) -> Result<Properties, LayoutError> {
        let mut properties = Properties::default();
        let root = source.package.relationships_within("", bounds.budget)?;
        for (kind, is_custom) in
            [("core-properties", false), ("extended-properties", false), ("custom-properties", true)]
        {
            let part = root.iter().find(|own| own.kind() == kind).and_then(|own| own.part());
            let Some(part) = part else { continue };
            let bytes = source.read(part, bounds.budget)?;
            // Properties that cannot be read are none: the document itself needs them not.
            let Ok(tree) = Tree::parse(bytes, bounds) else { continue };
            let Some(top) = tree.top_level().find(|node| tree.is_element(*node)) else { continue };
            for node in tree.children(top).filter(|node| tree.is_element(*node)) {
                let text: String = tree.descendants(node).map(|own| tree.chars(own).into_owned()).collect();
                if is_custom {
                    if let Some(name) = tree.attr(node, "name") {
                        properties.custom.insert(name.to_lowercase(), text);
                    }
                } else {
                    properties.known.insert(tree.local(node).to_lowercase(), text);
                }
            }
        }
        Ok(properties)
    }

    /// The value of a field that is named after a property.
    pub fn of_field(&self, name: &str) -> Option<&str> {
        let key = match name {
            "AUTHOR" => "creator",
            "COMMENTS" => "description",
            "LASTSAVEDBY" => "lastmodifiedby",
            "REVNUM" => "revision",
            "TITLE" => "title",
            "SUBJECT" => "subject",
            "KEYWORDS" => "keywords",
            "TEMPLATE" => "template",
            _ => return None,
        };
        Some(self.known.get(key).map(String::as_str).unwrap_or_default())
    }

    /// The value of `DOCPROPERTY`.
    pub fn named(&self, name: &str) -> Option<&str> {
        let lower = name.trim().to_lowercase();
        let key = match lower.as_str() {
            "author" => "creator",
            "comments" => "description",
            "lastsavedby" => "lastmodifiedby",
            "revisionnumber" => "revision",
            "nameofapplication" => "application",
            other => other,
        };
        self.custom.get(&lower).or_else(|| self.known.get(key)).map(String::as_str)
    }

    /// A point in time (UTC), as the properties name it: `created`, `modified`, `lastprinted`.
    pub fn moment(&self, key: &str) -> Option<DateTime> {
        let text = self.known.get(key)?.trim();
        let utc = text.parse::<Timestamp>().ok().map(|at| at.to_zoned(TimeZone::UTC).datetime());
        utc.or_else(|| text.parse().ok())
    }
}
