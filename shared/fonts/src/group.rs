//! Faces from one source: bundled, from a folder, or from a document.

use std::collections::HashMap;
use std::sync::Arc;

use crate::face::{Face, FaceId};
use crate::scan::Found;

/// Faces of one source, by name.
#[derive(Default)]
pub(crate) struct Group {
    pub faces: Vec<Arc<Face>>,
    by_name: HashMap<String, Vec<usize>>,
    /// Number of the first face within the library.
    first: u32,
}

impl Group {
    pub(crate) fn new(first: u32, found: Vec<Found>) -> Group {
        let mut group = Group { first, ..Group::default() };
        for Found { face, names } in found {
            for name in names {
                group.by_name.entry(name).or_default().push(group.faces.len());
            }
            group.faces.push(Arc::new(face));
        }
        group
    }

    /// The faces of the family `name` (lower-case), the nearest in style first.
    pub(crate) fn nearest(
        &self,
        name: &str,
        bold: bool,
        italic: bool,
    ) -> impl Iterator<Item = (FaceId, &Arc<Face>)> {
        let mut places = self.by_name.get(name).cloned().unwrap_or_default();
        // Stable: of equals the first in the folders' order.
        places.sort_by_key(|place| {
            let Some(face) = self.faces.get(*place) else { return 4 };
            2 * u8::from(face.bold != bold) + u8::from(face.italic != italic)
        });
        places.into_iter().filter_map(|place| {
            Some((FaceId(self.first + u32::try_from(place).ok()?), self.faces.get(place)?))
        })
    }

    /// The first of these that can be read.
    pub(crate) fn find(&self, name: &str, bold: bool, italic: bool) -> Option<FaceId> {
        self.nearest(name, bold, italic).find(|(_, face)| face.opened().is_some()).map(|(id, _)| id)
    }

    pub(crate) fn get(&self, id: FaceId) -> Option<&Face> {
        self.faces.get(usize::try_from(id.0.checked_sub(self.first)?).ok()?).map(AsRef::as_ref)
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = FaceId> {
        (self.first..).take(self.faces.len()).map(FaceId)
    }
}
