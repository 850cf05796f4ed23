//! Opens parts of a package within the limits.

use std::cell::OnceCell;
use std::sync::Arc;

use platen_ooxml::Bounds;
use platen_ooxml::package::{PROPERTY_STORES, Relationships};
use platen_ooxml::xml::Tree;

use super::data_stores::{DataStores, top};
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
    stores: OnceCell<DataStores>,
}

impl<'a> Parts<'a> {
    pub fn new(source: &'a Source<'a>, bounds: Bounds<'a>) -> Parts<'a> {
        Parts { source, bounds, stores: OnceCell::new() }
    }

    /// Data that content controls are bound to; read when the first one needs it.
    pub fn stores(&self) -> Result<&DataStores, LayoutError> {
        if let Some(known) = self.stores.get() {
            return Ok(known);
        }
        let read = self.read_stores()?;
        Ok(self.stores.get_or_init(|| read))
    }

    /// Reads the properties of the package and the custom parts of its main part. One that cannot be read is none.
    fn read_stores(&self) -> Result<DataStores, LayoutError> {
        let (package, budget) = (self.source.package, self.bounds.budget);
        let mut stores = DataStores::default();
        let root = package.relationships_within("", budget)?;
        for (id, kind) in PROPERTY_STORES {
            let name = root.iter().find(|own| own.kind() == kind).and_then(|own| own.part());
            if let Some(Ok(Some(part))) = name.map(|name| self.open(name)) {
                stores.add(id, part.tree);
            }
        }
        let main = package.relationships_within(package.main_document(), budget)?;
        for name in main.of_kind("customXml").filter_map(|own| own.part()) {
            let Ok(Some(item)) = self.open(name) else { continue };
            let Ok(Some(about)) = self.related(&item.relationships, "customXmlProps") else { continue };
            if let Some(id) = top(&about.tree).and_then(|top| about.tree.attr(top, "itemID")) {
                stores.add(&id, item.tree);
            }
        }
        // What was passed over for want of budget.
        budget.spend(1)?;
        Ok(stores)
    }

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
