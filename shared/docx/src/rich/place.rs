//! The rich values of one document: written into its parts, with all that they add to the package.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::edit::Edit;
use super::inventory::Inventory;
use super::marker::MARK;
use super::numbering;
use super::resources::Resources;
use super::splice::Splicer;
use super::value::Rich;
use super::values::Values;
use crate::package::Package;
use crate::render::RenderState;
use crate::xml::{Tree, XmlError};
use crate::{Limits, RenderError};

/// One document while its rich values are put in place.
pub(crate) struct Document<'a> {
    pub package: &'a Package,
    pub inventory: &'a Inventory,
    pub state: &'a RenderState,
    pub limits: &'a Limits,
    /// The caller's data, by which errors tell where a value stands.
    pub data: &'a Json,
    /// The values by the indices of their marks.
    pub rich: &'a [Arc<Rich>],
}

impl<'a> Document<'a> {
    /// Puts the values into `texts`, the rendered parts by their index in the package.
    ///
    /// # Errors
    /// [`RenderError::Data`] with every value that is not what its kind says.
    pub fn place(&self, mut texts: BTreeMap<usize, Vec<u8>>) -> Result<Edit<'a>, RenderError> {
        let mut resources = Resources::new(self.inventory, self.state, self.limits);
        let mut values = Values::new(self.rich, self.data);
        for (part, text) in &mut texts {
            if !text.contains(&(MARK as u8)) {
                continue;
            }
            let tree =
                Tree::parse_marked(std::mem::take(text), self.limits).map_err(|error| unreadable(&error))?;
            resources.enter(self.package.parts()[*part].name());
            *text = Splicer::new(&tree, &mut resources, &mut values).run().into_bytes();
        }
        values.into_result().map_err(RenderError::Data)?;
        let mut edit = Edit::new(self.package, texts);
        if !resources.lists.is_empty() {
            numbering::place(self.package, &mut resources, &mut edit, self.limits)
                .map_err(|error| unreadable(&error))?;
        }
        for (source, relationships) in &resources.relationships {
            edit.relate(source, &relationships.xml);
        }
        if !resources.media.is_empty() {
            edit.add_media(resources.media);
        }
        Ok(edit)
    }
}

/// What was rendered cannot be read again: it has grown over a limit, for the template itself could be read.
fn unreadable(error: &XmlError) -> RenderError {
    RenderError::Limit {
        limit: "xml_nodes",
        allowed: error.to_string(),
        hint: "send fewer items or split the document",
    }
}
