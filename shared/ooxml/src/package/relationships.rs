//! Relationships of a part or of the package (ECMA-376 part 2, 6.5).

use std::ops::Range;

use super::flat_xml::{attribute, children, malformed, required};
use super::name;
use super::package_error::PackageError;

const ROOT: (&str, &str) = ("http://schemas.openxmlformats.org/package/2006/relationships", "Relationships");

/// Type URIs start with one of these, in transitional and in strict documents.
const BASES: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
];

/// Where a relationship points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// A part of the package, by name (`word/media/image1.png`); it need not exist.
    Internal(String),
    /// A URI outside of the package, as written.
    External(String),
}

/// One relationship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relationship {
    /// The id by which the source part refers to it (`rId7`).
    pub id: String,
    /// Type URI.
    pub rel_type: String,
    /// Where it points.
    pub target: Target,
}

impl Relationship {
    /// Whether its type is the standard's `kind` (`header`, `officeDocument`), transitional or strict.
    pub fn is(&self, kind: &str) -> bool {
        BASES.iter().any(|base| self.rel_type.strip_prefix(base) == Some(kind))
    }

    /// Last segment of its type, in any namespace.
    pub fn kind(&self) -> &str {
        self.rel_type.rsplit('/').next().unwrap_or_default()
    }

    /// Name of the part it points to, unless it points outside.
    pub fn part(&self) -> Option<&str> {
        match &self.target {
            Target::Internal(name) => Some(name),
            Target::External(_) => None,
        }
    }
}

/// The relationships of one source, in the order of its relationships part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Relationships {
    list: Vec<Relationship>,
    /// Their places in the order of their ids.
    by_id: Vec<usize>,
}

impl Relationships {
    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Relationship> {
        self.list.iter()
    }

    /// The one with this id.
    pub fn by_id(&self, id: &str) -> Option<&Relationship> {
        let found = self.by_id.binary_search_by(|place| self.list[*place].id.as_str().cmp(id)).ok()?;
        self.list.get(self.by_id[found])
    }

    /// Those of one kind, as [`Relationship::is`] says.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Relationship> {
        self.list.iter().filter(move |relationship| relationship.is(kind))
    }

    /// Name of the first part that one of a kind points to.
    pub fn part_of_kind(&self, kind: &str) -> Option<&str> {
        self.iter().filter(|relationship| relationship.is(kind)).find_map(Relationship::part)
    }

    /// Reads the relationships part `part` of `source`.
    pub(super) fn parse(part: &str, source: &str, text: &str) -> Result<Relationships, PackageError> {
        let mut list = Vec::new();
        visit(part, source, text, |relationship, _| {
            list.push(relationship);
            Ok(())
        })?;
        Ok(Relationships::of(list))
    }

    pub(super) fn of(list: Vec<Relationship>) -> Relationships {
        let mut by_id: Vec<usize> = (0..list.len()).collect();
        by_id.sort_by(|a, b| list[*a].id.cmp(&list[*b].id));
        Relationships { list, by_id }
    }
}

/// Visits each relationship with the range of its element.
pub(super) fn visit(
    part: &str,
    source: &str,
    text: &str,
    mut each: impl FnMut(Relationship, Range<usize>) -> Result<(), PackageError>,
) -> Result<(), PackageError> {
    children(part, text, ROOT, |start, range| {
        if start.local_name().as_ref() != "Relationship" {
            return Err(malformed(part, "it has an unexpected element"));
        }
        let target = required(part, start, "Target")?;
        let external = match attribute(part, start, "TargetMode")?.as_deref() {
            None | Some("Internal") => name::is_outside(&target),
            Some("External") => true,
            // Readers differ in what another word means.
            Some(_) => return Err(malformed(part, "it has an unknown target mode")),
        };
        let target = if external {
            Target::External(target)
        } else {
            let name = name::resolve(source, &target)
                .ok_or_else(|| malformed(part, "it points outside the package"))?;
            Target::Internal(name)
        };
        let (id, rel_type) = (required(part, start, "Id")?, required(part, start, "Type")?);
        each(Relationship { id, rel_type, target }, range)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(inner: &str) -> Result<Relationships, PackageError> {
        let text = format!("<Relationships xmlns='{}'>{inner}</Relationships>", ROOT.0);
        Relationships::parse("word/_rels/document.xml.rels", "word/document.xml", &text)
    }

    #[test]
    fn types_are_known_in_both_forms() {
        let rels = parse(&format!(
            "<Relationship Id='a' Type='{}header' Target='header1.xml'/><Relationship Id='b' Type='{}header' Target='/x.xml'/>\
             <Relationship Id='c' Type='http://example.com/header' Target='http://a?b=1&amp;c' TargetMode='External'/>",
            BASES[0], BASES[1]
        ))
        .unwrap();
        let headers: Vec<_> = rels.of_kind("header").map(|r| r.part().unwrap()).collect();
        assert_eq!(headers, ["word/header1.xml", "x.xml"]);
        let other = rels.by_id("c").unwrap();
        assert_eq!((other.is("header"), other.kind(), other.part()), (false, "header", None));
        assert_eq!(other.target, Target::External("http://a?b=1&c".to_owned()));
        assert_eq!(rels.iter().count(), 3);
    }

    #[test]
    fn a_target_outside_is_external_whatever_its_mode_says() {
        let rels = parse("<Relationship Id='a' Type='t' Target='file:///etc/passwd' TargetMode='Internal'/>")
            .unwrap();
        assert_eq!(rels.by_id("a").unwrap().target, Target::External("file:///etc/passwd".to_owned()));
    }

    #[test]
    fn faulty_relationships_are_refused() {
        for bad in [
            "<Relationship Id='a' Type='t'/>",
            "<Relationship Id='a' Target='t'/>",
            "<Relationship Type='t' Target='t'/>",
            "<Relationship Id='a' Type='t' Target='../../a'/>",
            "<Relationship Id='a' Type='t' Target='a' TargetMode='external'/>",
            "<Other/>",
        ] {
            assert!(matches!(parse(bad), Err(PackageError::MalformedPart { .. })), "{bad}");
        }
    }
}
