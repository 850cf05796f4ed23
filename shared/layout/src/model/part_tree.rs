//! Parts of a package, opened within the limits.

use std::sync::Arc;

use platen_ooxml::Bounds;
use platen_ooxml::package::Relationships;
use platen_ooxml::xml::Tree;

use crate::error::LayoutError;
use crate::source::Source;

/// One part as it is read: its tree and its relationships.
pub(crate) struct PartText {
    pub name: Arc<str>,
    pub tree: Tree,
    pub relationships: Arc<Relationships>,
}

/// Opens parts within the limits.
pub(crate) struct Parts<'a> {
    pub source: &'a Source<'a>,
    pub bounds: Bounds<'a>,
}

impl Parts<'_> {
    pub fn open(&self, name: &str) -> Result<Option<PartText>, LayoutError> {
        let Some(part) = self.source.package.part(name) else { return Ok(None) };
        let bytes = self.source.read(part.name(), self.bounds.budget)?;
        let tree = Tree::parse(bytes, self.bounds).map_err(|error| LayoutError::xml(name, error))?;
        Ok(Some(PartText {
            name: part.name().into(),
            tree,
            relationships: self.source.package.relationships_within(name, self.bounds.budget)?,
        }))
    }

    /// The part that `from` relates to by `kind`.
    pub fn related(&self, from: &Relationships, kind: &str) -> Result<Option<PartText>, LayoutError> {
        match from.of_kind(kind).find_map(|relationship| relationship.part()) {
            Some(name) => self.open(name),
            None => Ok(None),
        }
    }
}
