//! The faces of one PDF: each with the glyphs that its pages draw.

use std::collections::{BTreeMap, BTreeSet};

use krilla::text::{Font, Tag};
use platen_fonts::{FaceId, Library};
use platen_layout::{Item, Page};

/// The faces that pages draw with.
pub(super) struct Faces(BTreeMap<FaceId, Font>);

impl Faces {
    /// Those of `pages`. A face whose file has gone since the layout is left out.
    pub(super) fn of(pages: &[Page], library: &Library) -> Faces {
        let mut drawn: BTreeMap<FaceId, BTreeSet<u16>> = BTreeMap::new();
        for page in pages {
            collect(&page.items, &mut drawn);
        }
        let fonts = drawn.into_iter().filter_map(|(id, glyphs)| {
            let program = library.face(id)?.program(&glyphs)?;
            let axes: Vec<(Tag, f32)> =
                program.variations.iter().map(|(tag, value)| (Tag::new(tag), *value)).collect();
            let data = program.data.into();
            let font = if axes.is_empty() {
                Font::new(data, program.index)
            } else {
                Font::new_variable(data, program.index, &axes)
            };
            Some((id, font?))
        });
        Faces(fonts.collect())
    }

    pub(super) fn get(&self, id: FaceId) -> Option<&Font> {
        self.0.get(&id)
    }
}

/// Groups are not nested deeper than the layout's own bound.
fn collect(items: &[Item], drawn: &mut BTreeMap<FaceId, BTreeSet<u16>>) {
    for item in items {
        match item {
            Item::Glyphs(run) => {
                drawn.entry(run.face).or_default().extend(run.glyphs.iter().map(|glyph| glyph.id));
            }
            Item::Group(group) => collect(&group.items, drawn),
            _ => {}
        }
    }
}
