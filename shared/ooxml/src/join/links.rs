//! The relationships of a part that is made (ECMA-376 part 2, 6.5).

use std::collections::{HashMap, HashSet};

use crate::package::{Relationship, Target};
use crate::xml::characters::escape;

/// Types of relationships begin with it.
pub(super) const TYPES: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

const NS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

#[derive(Debug, Default)]
pub(super) struct Links {
    xml: String,
    /// Ids by type and target.
    known: HashMap<(String, Target), String>,
    ids: HashSet<String>,
}

impl Links {
    /// Adds a relationship with another target than it has, and returns its id: its own if that is free, so that parts that
    /// name ids stay as they are.
    pub fn add(&mut self, relationship: &Relationship, target: Target) -> String {
        let key = (relationship.rel_type.clone(), target);
        if let Some(id) = self.known.get(&key) {
            return id.clone();
        }
        let mut id = relationship.id.clone();
        let mut number = self.ids.len();
        while !self.ids.insert(id.clone()) {
            number += 1;
            id = format!("rIdJ{number}");
        }
        self.write(&id, &key.0, &key.1);
        self.known.insert(key, id.clone());
        id
    }

    /// Adds one under its own id, whatever else there is.
    pub fn keep(&mut self, relationship: &Relationship, target: &Target) {
        self.write(&relationship.id, &relationship.rel_type, target);
    }

    fn write(&mut self, id: &str, kind: &str, target: &Target) {
        let (target, mode) = match target {
            Target::Internal(name) => (format!("/{name}"), ""),
            Target::External(uri) => (uri.clone(), " TargetMode=\"External\""),
        };
        let (id, kind, target) = (quoted(id), quoted(kind), quoted(&target));
        self.xml.push_str(&format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\"{mode}/>"));
    }

    /// Its elements.
    pub fn xml(&self) -> &str {
        &self.xml
    }

    /// The root around such elements.
    pub fn whole(xml: &str) -> String {
        format!("<Relationships xmlns=\"{NS}\">{xml}</Relationships>")
    }
}

/// As the value of an attribute.
fn quoted(text: &str) -> String {
    escape(text).replace('"', "&quot;")
}
