//! Relationships of a part or of the package (ECMA-376 part 2, 6.5).

/// Where a relationship points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A part of the package, by name (`word/media/image1.png`); it need not exist.
    Internal(String),
    /// A URI outside of the package.
    External(String),
}

/// One relationship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relationship {
    /// The id that the source part refers to it by (`rId7`).
    pub id: String,
    /// Type URI.
    pub rel_type: String,
    /// Where it points.
    pub target: Target,
}

/// The relationships of one source, in the order of its relationships part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Relationships {
    list: Vec<Relationship>,
}

/// Type URIs start with this in transitional and in strict documents.
const BASES: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
];

impl Relationship {
    /// Whether its type is the standard's `kind` (`header`, `officeDocument`), transitional or strict.
    pub fn is(&self, kind: &str) -> bool {
        BASES.iter().any(|base| self.rel_type.strip_prefix(base) == Some(kind))
    }

    /// Name of the part it points to, unless it points outside.
    pub fn part(&self) -> Option<&str> {
        match &self.target {
            Target::Internal(name) => Some(name),
            Target::External(_) => None,
        }
    }
}

impl Relationships {
    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Relationship> {
        self.list.iter()
    }

    /// The one with this id.
    pub fn by_id(&self, id: &str) -> Option<&Relationship> {
        self.list.iter().find(|relationship| relationship.id == id)
    }

    /// Those of one kind, as [`Relationship::is`] says.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Relationship> {
        self.list.iter().filter(move |relationship| relationship.is(kind))
    }
}
