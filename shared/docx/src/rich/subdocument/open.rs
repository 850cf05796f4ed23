//! A sub-document's parts, opened under the limits that templates have.

use crate::Bounds;
use crate::compile::fields::outside_loads;
use crate::compile::report::PartName;
use crate::package::{Package, Relationships};
use crate::xml::{NodeId, Tree};

/// See the module.
pub(super) struct Source {
    pub package: Package,
    pub is_strict: bool,
    pub main: Part,
    pub styles: Option<Part>,
    pub numbering: Option<Part>,
    pub footnotes: Option<Part>,
    pub endnotes: Option<Part>,
}

/// A part with its relationships.
pub(super) struct Part {
    pub tree: Tree,
    pub root: NodeId,
    pub relationships: Relationships,
}

impl Source {
    /// # Errors
    /// What is wrong with the file, in words for the sender.
    pub fn open(bytes: Vec<u8>, bounds: Bounds<'_>) -> Result<Source, String> {
        let package = Package::open_within(bytes, bounds.limits, bounds.budget)
            .map_err(|error| format!("is no Word document to put in: {error}"))?;
        let name = package.main_document().to_owned();
        let relationships = package.relationships(&name).map_err(|error| error.to_string())?;
        let named = |kind: &str| {
            let part = relationships.of_kind(kind).find_map(|r| r.part());
            part.filter(|part| package.part(part).is_some())
                .map(|part| read(&package, part, bounds))
                .transpose()
        };
        let (styles, numbering) = (named("styles")?, named("numbering")?);
        let (footnotes, endnotes) = (named("footnotes")?, named("endnotes")?);
        let main = read(&package, &name, bounds)?;
        let is_strict = main.tree.source().contains("http://purl.oclc.org/ooxml/wordprocessingml/main");
        Ok(Source { is_strict, main, styles, numbering, footnotes, endnotes, package })
    }
}

fn read(package: &Package, name: &str, bounds: Bounds<'_>) -> Result<Part, String> {
    let broken = |error: &dyn std::fmt::Display| format!("has a part that cannot be read ({name}): {error}");
    let part = package.part(name).ok_or_else(|| broken(&"it is not there"))?;
    let bytes = package.read_within(part, bounds.budget).map_err(|error| broken(&error))?;
    let tree = Tree::parse(bytes, bounds).and_then(|t| t.usual(bounds)).map_err(|error| broken(&error))?;
    // Fields and links by which a document reads files or opens connections.
    let place = PartName { part: name.to_owned(), label: "sub-document".to_owned() };
    if let Some(remark) = outside_loads(&tree, &place).first() {
        return Err(format!("holds what documents may not: {}", remark.message));
    }
    let root = tree.top_level().find(|n| tree.is_element(*n)).ok_or_else(|| broken(&"it is empty"))?;
    let relationships = package.relationships(name).map_err(|error| broken(&error))?;
    Ok(Part { tree, root, relationships })
}
