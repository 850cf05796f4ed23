//! A package in which some parts have new text.

use std::collections::BTreeMap;

use platen_ooxml::Budget;
use platen_ooxml::package::Package;

use crate::error::LayoutError;

/// A package, and the text of parts that are changed.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub package: &'a Package,
    /// Whether content controls become fields of a form.
    pub takes_forms: bool,
    /// By the parts' places in the package.
    changed: BTreeMap<usize, Vec<u8>>,
}

impl<'a> Source<'a> {
    /// A package as it is.
    pub fn of(package: &'a Package) -> Source<'a> {
        Source { package, takes_forms: false, changed: BTreeMap::new() }
    }

    /// The current text of a part; empty if there is none of that name.
    pub fn read(&self, name: &str, budget: &Budget) -> Result<Vec<u8>, LayoutError> {
        let Some(place) = self.package.index(name) else { return Ok(Vec::new()) };
        if let Some(bytes) = self.changed.get(&place) {
            budget.spend(bytes.len() as u64)?;
            return Ok(bytes.clone());
        }
        let Some(part) = self.package.parts().get(place) else { return Ok(Vec::new()) };
        Ok(self.package.read_within(part, budget)?)
    }

    /// The new text of a part, if it has one.
    pub fn changed(&self, name: &str) -> Option<&[u8]> {
        self.changed.get(&self.package.index(name)?).map(Vec::as_slice)
    }

    /// Gives a part new text.
    pub fn change(&mut self, name: &str, bytes: Vec<u8>) {
        if let Some(place) = self.package.index(name) {
            self.changed.insert(place, bytes);
        }
    }

    /// The changes: places of parts, and their text.
    pub fn into_changed(self) -> Vec<(usize, Vec<u8>)> {
        self.changed.into_iter().collect()
    }
}
