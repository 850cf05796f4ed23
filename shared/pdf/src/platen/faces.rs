//! The faces of one PDF: each with the glyphs that its pages draw.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use krilla::text::{Font, Tag};
use platen_fonts::{FaceId, Library};
use platen_layout::{GlyphRun, Item, Page};

/// The faces that pages draw with.
pub(super) struct Faces<'a> {
    library: &'a Library,
    fonts: BTreeMap<FaceId, Font>,
}

/// The text of a run as readers and searches are to find it, and the place in it of each glyph's characters.
pub(super) struct Readable {
    pub(super) text: String,
    pub(super) ranges: Vec<Range<usize>>,
}

impl<'a> Faces<'a> {
    /// Those of `pages`. A face whose file has gone since the layout is left out.
    pub(super) fn of(pages: &[Page], library: &'a Library) -> Faces<'a> {
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
        Faces { library, fonts: fonts.collect() }
    }

    pub(super) fn get(&self, id: FaceId) -> Option<&Font> {
        self.fonts.get(&id)
    }

    /// The run's text, if it is another than the document's: the codes of a font of signs are no characters.
    pub(super) fn readable(&self, run: &GlyphRun) -> Option<Readable> {
        let face = self.library.face(run.face).filter(|face| face.is_signs())?;
        let mut text = String::new();
        // Where each character of the run is in the new text, by its first byte.
        let mut places = vec![0; run.text.len() + 1];
        for (place, character) in run.text.char_indices() {
            if let Some(new) = places.get_mut(place) {
                *new = text.len();
            }
            text.push(face.text_of(character));
        }
        if let Some(end) = places.last_mut() {
            *end = text.len();
        }
        let place = |old: usize| places.get(old).copied().unwrap_or(text.len());
        let ranges = run.glyphs.iter().map(|glyph| place(glyph.text.start)..place(glyph.text.end)).collect();
        Some(Readable { text, ranges })
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
