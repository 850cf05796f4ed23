//! The rich values of one document by the indices of their marks, and what is wrong with them.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::compose::compose;
use super::fragment::Fragment;
use super::picture::{self, Picture};
use super::resources::Resources;
use super::value::{Kind, Rich};
use crate::DataError;

/// See the module.
pub(super) struct Values<'a> {
    rich: &'a [Arc<Rich>],
    /// The caller's data, in which errors tell where a value stands.
    data: &'a Json,
    errors: Vec<DataError>,
}

impl<'a> Values<'a> {
    pub fn new(rich: &'a [Arc<Rich>], data: &'a Json) -> Values<'a> {
        Values { rich, data, errors: Vec::new() }
    }

    /// The text that stands for a value where only text can be.
    pub fn plain(&self, index: usize) -> String {
        self.rich.get(index).map_or_else(String::new, |rich| rich.plain())
    }

    /// What a value becomes; nothing when it is wrong, which is noted.
    pub fn compose(&mut self, index: usize, resources: &mut Resources<'_>) -> Option<Fragment> {
        let rich = self.rich.get(index)?;
        match compose(rich, resources) {
            Ok(fragment) => Some(fragment),
            Err(detail) => {
                self.blame(rich, &detail);
                None
            }
        }
    }

    /// The picture of a value that is one.
    pub fn picture(&mut self, index: usize, resources: &Resources<'_>) -> Option<Picture> {
        let rich = self.rich.get(index).filter(|rich| rich.kind == Kind::Image)?;
        match picture::of(rich, resources.limits) {
            Ok(picture) => Some(picture),
            Err(detail) => {
                self.blame(rich, &detail);
                None
            }
        }
    }

    /// Nothing, or all that is wrong.
    pub fn into_result(self) -> Result<(), Vec<DataError>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }

    /// Names every place in the data that holds the value: equal ones are equally wrong.
    fn blame(&mut self, rich: &Rich, detail: &str) {
        let mut pointers = Vec::new();
        find(self.data, &rich.members, &mut String::new(), &mut pointers);
        for pointer in pointers {
            let error = DataError { pointer, detail: detail.to_owned() };
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
    }
}

/// JSON Pointers (RFC 6901) to all objects equal to `wanted`. Recursion is as deep as the data, which its parser bounds.
fn find(value: &Json, wanted: &Map<String, Json>, at: &mut String, found: &mut Vec<String>) {
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
