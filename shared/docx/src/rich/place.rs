//! The rich values of one document: written into its parts, with all that they add to the package.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::compose::compose;
use super::edit::Edit;
use super::inventory::Inventory;
use super::marker::MARK;
use super::numbering;
use super::resources::Resources;
use super::splice::Splicer;
use super::value::Rich;
use crate::package::Package;
use crate::render::RenderState;
use crate::xml::{Tree, XmlError};
use crate::{DataError, Limits, RenderError};

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
        let errors = RefCell::new(Vec::new());
        let plain = |value: usize| self.rich.get(value).map_or_else(String::new, |rich| rich.plain());
        for (part, text) in &mut texts {
            if !text.contains(&(MARK as u8)) {
                continue;
            }
            let tree = Tree::parse_marked(std::mem::take(text), self.limits).map_err(|error| unreadable(&error))?;
            resources.enter(self.package.parts()[*part].name());
            let compose = |value: usize, resources: &mut Resources<'_>| {
                let Some(rich) = self.rich.get(value) else { return Err(String::new()) };
                compose(rich, resources).inspect_err(|detail| self.blame(rich, detail, &mut errors.borrow_mut()))
            };
            *text = Splicer::new(&tree, &mut resources, compose, &plain).run().into_bytes();
        }
        let errors = errors.into_inner();
        if !errors.is_empty() {
            return Err(RenderError::Data(errors));
        }
        let mut edit = Edit::new(self.package, texts);
        if !resources.lists.is_empty() {
            numbering::place(self.package, &mut resources, &mut edit, self.limits).map_err(|error| unreadable(&error))?;
        }
        for (source, relationships) in &resources.relationships {
            edit.relate(source, &relationships.xml);
        }
        if !resources.media.is_empty() {
            edit.add_media(resources.media);
        }
        Ok(edit)
    }

    /// Names every place in the data that holds the value.
    fn blame(&self, rich: &Rich, detail: &str, errors: &mut Vec<DataError>) {
        let mut pointers = Vec::new();
        find(self.data, &rich.members, &mut String::new(), &mut pointers);
        for pointer in pointers {
            let error = DataError { pointer, detail: detail.to_owned() };
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
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

/// JSON Pointers (RFC 6901) to all objects equal to `wanted`. Recursion is as deep as the data, which its parser bounds.
fn find(value: &Json, wanted: &serde_json::Map<String, Json>, at: &mut String, found: &mut Vec<String>) {
    let length = at.len();
    match value {
        Json::Object(members) if members == wanted => found.push(at.clone()),
        Json::Object(members) => {
            for (name, member) in members {
                at.push('/');
                at.push_str(&name.replace('~', "~0").replace('/', "~1"));
                find(member, wanted, at, found);
                at.truncate(length);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_str(&format!("/{index}"));
                find(item, wanted, at, found);
                at.truncate(length);
            }
        }
        _ => {}
    }
}
