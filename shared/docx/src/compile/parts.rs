//! The parts of a package that templates can write.

use std::collections::BTreeSet;

use crate::CompileError;
use crate::text::report::PartName;
use platen_ooxml::package::Package;
use platen_ooxml::structure::is_revision;
use platen_ooxml::xml::{Ns, Tree};
use platen_rich::FreeIds;

/// The parts that templates may write in, in reading order: place in the package and name for people.
pub(crate) fn text_parts(package: &Package) -> Result<Vec<(usize, PartName)>, CompileError> {
    let mut parts = Parts { package, seen: BTreeSet::new(), list: Vec::new() };
    let main = package.main_document();
    parts.add(main, "body".to_owned());
    let relationships = package.relationships(main)?;
    for (kind, numbered) in
        [("header", true), ("footer", true), ("footnotes", false), ("endnotes", false), ("comments", false)]
    {
        for (i, relationship) in relationships.of_kind(kind).enumerate() {
            let label = if numbered { format!("{kind} {}", i + 1) } else { kind.to_owned() };
            parts.add(relationship.part().unwrap_or_default(), label);
        }
    }
    // What these parts show: their charts and diagrams, and the targets of their links.
    for (_, name) in parts.list.clone() {
        let relationships = package.relationships(&name.part)?;
        for kind in ["chart", "diagramData"] {
            for relationship in relationships.of_kind(kind) {
                parts.add(relationship.part().unwrap_or_default(), format!("{}, {kind}", name.label));
            }
        }
        let (folder, file) = name.part.rsplit_once('/').unwrap_or(("", &name.part));
        parts.add(&format!("{folder}/_rels/{file}.rels"), format!("{}, link targets", name.label));
    }
    Ok(parts.list)
}

struct Parts<'a> {
    package: &'a Package,
    seen: BTreeSet<usize>,
    list: Vec<(usize, PartName)>,
}

impl Parts<'_> {
    /// Adds a part that the package has and the list does not.
    fn add(&mut self, part: &str, label: String) {
        if let Some(index) = self.package.index(part)
            && self.seen.insert(index)
        {
            self.list.push((index, PartName { part: part.to_owned(), label }));
        }
    }
}

/// The part of the document's settings.
pub(crate) fn settings(package: &Package) -> Result<Option<(usize, PartName)>, CompileError> {
    let relationships = package.relationships(package.main_document())?;
    let part = relationships.of_kind("settings").find_map(|r| r.part());
    let name = |part: &str| PartName { part: part.to_owned(), label: "settings".to_owned() };
    Ok(part.and_then(|part| Some((package.index(part)?, name(part)))))
}

/// Ids above those of drawings (`wp:docPr`), content controls (`w:id` in `w:sdtPr`) and tracked changes, which are unique
/// in a document (ECMA-376 part 1, 20.4.2.5, 17.5.2.18 and 17.13.5), but for those that Word drew at random, which are
/// far above; and above those of linked text boxes.
pub(crate) fn free_ids(tree: &Tree) -> FreeIds {
    let mut free = FreeIds::default();
    for n in tree.nodes() {
        let id = match tree.local(n) {
            "docPr" => tree.attr(n, "id"),
            "id" if tree.parent(n).is_some_and(|p| tree.is_w(p, "sdtPr")) => tree.attr(n, "val"),
            name if tree.ns(n) == Ns::W && is_revision(name) => tree.attr(n, "id"),
            "txbx" => {
                let id: Option<u16> = tree.attr(n, "id").and_then(|id| id.parse().ok());
                free.text_box = free.text_box.max(id.map_or(1, |id| id.saturating_add(1)));
                None
            }
            _ => None,
        };
        let id = id.and_then(|id| id.parse().ok()).filter(|id| *id < 1 << 30);
        free.element = free.element.max(1 + id.unwrap_or(0));
    }
    free
}
