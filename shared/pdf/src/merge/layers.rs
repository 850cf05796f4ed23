//! Layers (optional content, ISO 32000-2, 8.11): what is hidden in a PDF stays hidden where it is joined to others.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use crate::objects::dictionary;

/// Layers of all PDFs that are joined.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    all: Vec<Object>,
    hidden: Vec<Object>,
}

impl Layers {
    /// Takes those of a PDF that got a number, since something that was taken belongs to them.
    pub(crate) fn gather(&mut self, document: &Document, number: impl Fn(ObjectId) -> Option<u32>) {
        let catalog = document.catalog().ok();
        let Some(properties) = catalog.and_then(|catalog| dictionary(document, catalog, b"OCProperties"))
        else {
            return;
        };
        let usual = dictionary(document, properties, b"D");
        let listed = |dictionary: Option<&Dictionary>, key: &[u8]| -> BTreeSet<ObjectId> {
            let list =
                dictionary.and_then(|dictionary| dictionary.get_deref(key, document).ok()?.as_array().ok());
            list.into_iter().flatten().filter_map(|layer| layer.as_reference().ok()).collect()
        };
        let base = usual.and_then(|usual| usual.get_deref(b"BaseState", document).ok()?.as_name().ok());
        let (on, off) = (listed(usual, b"ON"), listed(usual, b"OFF"));
        for layer in listed(Some(properties), b"OCGs") {
            let Some(number) = number(layer) else { continue };
            let is_hidden = off.contains(&layer) || (base == Some(b"OFF") && !on.contains(&layer));
            self.all.push(Object::Reference((number, 0)));
            if is_hidden {
                self.hidden.push(Object::Reference((number, 0)));
            }
        }
    }

    /// What the catalog says of them; `None` where there are none.
    pub(crate) fn properties(self) -> Option<Dictionary> {
        let Layers { all, hidden } = self;
        let usual = dictionary! { "Order" => all.clone(), "OFF" => hidden };
        (!all.is_empty()).then(|| dictionary! { "OCGs" => all, "D" => usual })
    }
}
