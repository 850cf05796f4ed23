//! Copies charts and diagrams: parts that a drawing names, with all that these refer to.

use std::collections::VecDeque;

use super::copy::Import;
use crate::resources::{Carried, address, relationship_element};
use platen_ooxml::package::{Relationship, Target};
use platen_ooxml::xml::{Tree, changed};

/// What a drawing may name besides pictures and links: charts (ECMA-376 part 1, 14.2.1; [MS-ODRAWXML] for `chartEx`) and
/// the four parts of a diagram (14.2.3 to 14.2.6).
const KINDS: [&str; 6] =
    ["chart", "chartEx", "diagramData", "diagramLayout", "diagramQuickStyle", "diagramColors"];

/// What those name in turn ([MS-ODRAWXML] for the styles of charts).
const INNER: [&str; 7] =
    ["package", "chartStyle", "chartColorStyle", "chartUserShapes", "themeOverride", "image", "hyperlink"];

/// A part that waits for its copy: its name in the sub-document and in the document.
type Waiting = VecDeque<(String, String)>;

impl Import<'_, '_, '_> {
    /// The id of a relationship with the copy of the part that one leads to, and to all behind it; none if there is none.
    pub(super) fn carried(&mut self, relationship: &Relationship) -> Result<Option<String>, String> {
        if !KINDS.contains(&relationship.kind()) {
            return Err(refusal(relationship));
        }
        let mut waiting = Waiting::new();
        let Some(copy) = self.copy_of(relationship.part(), &mut waiting) else { return Ok(None) };
        while let Some((name, copy)) = waiting.pop_front() {
            self.carry(&name, copy, &mut waiting)?;
        }
        Ok(Some(self.resources.relationship_of(&relationship.rel_type, &format!("/{copy}"), false)))
    }

    /// The name of a part's copy, which waits if it was not asked for before.
    fn copy_of(&mut self, name: Option<&str>, waiting: &mut Waiting) -> Option<String> {
        let name = self.source.package.part(name?)?.name();
        if let Some(copy) = self.parts.get(name) {
            return Some(copy.clone());
        }
        let copy = self.resources.name_like(name);
        self.parts.insert(name.to_owned(), copy.clone());
        waiting.push_back((name.to_owned(), copy.clone()));
        Some(copy)
    }

    fn carry(&mut self, name: &str, copy: String, waiting: &mut Waiting) -> Result<(), String> {
        let (package, bounds) = (&self.source.package, self.resources.bounds);
        let Some(part) = package.part(name) else { return Ok(()) };
        let broken =
            |error: &dyn std::fmt::Display| format!("has a part that cannot be read ({name}): {error}");
        let mut bytes = package.read_within(part, bounds.budget).map_err(|error| broken(&error))?;
        self.resources.add(bytes.len())?;
        let most = bounds.limits.package_entries;
        if self.resources.carried.len() >= most {
            return Err(format!("adds more than {most} charts and parts of them (limit package_entries)"));
        }
        if part.is_xml() {
            let tree = Tree::parse(bytes, bounds).map_err(|error| broken(&error))?;
            bytes = self.with_drawing(&tree, waiting).into_bytes();
        }
        let relationships =
            package.relationships_within(name, bounds.budget).map_err(|error| broken(&error))?;
        let mut links = String::new();
        for relationship in relationships.iter() {
            if !KINDS.contains(&relationship.kind()) && !INNER.contains(&relationship.kind()) {
                return Err(refusal(relationship));
            }
            let (target, external) = match &relationship.target {
                Target::Internal(part) => match self.copy_of(Some(part), waiting) {
                    Some(copy) => (format!("/{copy}"), false),
                    None => continue,
                },
                Target::External(url) => (address(url)?.to_owned(), true),
            };
            links.push_str(&relationship_element(
                &relationship.id,
                &relationship.rel_type,
                &target,
                external,
            ));
        }
        let content_type = part.content_type().unwrap_or_default().to_owned();
        self.resources.carried.push(Carried { name: copy, content_type, bytes, links });
        Ok(())
    }

    /// A part's text. The data of a diagram names the drawing that Word saved by a relationship of the part around the
    /// diagram ([MS-ODRAWXML] 2.4).
    fn with_drawing(&mut self, tree: &Tree, waiting: &mut Waiting) -> String {
        let own = tree.nodes().find(|n| tree.local(*n) == "dataModelExt");
        let named = own.and_then(|own| tree.attr_range(own, "relId"));
        let Some(range) = named else { return tree.source().to_owned() };
        let relationship = self.part.relationships.by_id(&tree.source()[range.clone()]);
        let copied = relationship.and_then(|r| Some((r, self.copy_of(r.part(), waiting)?)));
        match copied {
            Some((relationship, copy)) => {
                let id = self.resources.relationship_of(&relationship.rel_type, &format!("/{copy}"), false);
                changed(tree.source(), vec![(range, id)])
            }
            None => tree.source().to_owned(),
        }
    }
}

fn refusal(relationship: &Relationship) -> String {
    format!("contains a part that sub-documents cannot have ({})", relationship.kind())
}
