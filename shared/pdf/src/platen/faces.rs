//! The faces of one PDF, each with the glyphs that its pages draw.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use krilla::text::Font;
use platen_fonts::{Face, FaceId, Library};
use platen_layout::{GlyphRun, Item, Page};

use super::clusters;
use super::kept::Kept;

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
    pub(super) fn of(pages: &[Page], library: &'a Library, kept: &Kept) -> Faces<'a> {
        let mut drawn: Drawn = BTreeMap::new();
        for page in pages {
            collect(&page.items, library, &mut drawn);
        }
        let font = |(id, glyphs): (FaceId, Option<Glyphs>)| {
            let glyphs = glyphs.map(|glyphs| glyphs.set()).unwrap_or_default();
            Some((id, kept.font(id, library.face(id)?, &glyphs)?))
        };
        Faces { library, fonts: drawn.into_iter().filter_map(font).collect() }
    }

    pub(super) fn get(&self, id: FaceId) -> Option<&Font> {
        self.fonts.get(&id)
    }

    /// A glyph of the face without ink and width.
    pub(super) fn blank(&self, id: FaceId) -> Option<u16> {
        self.library.face(id)?.blank()
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
        let new = |own: Range<usize>| place(own.start)..place(own.end);
        let ranges = run.glyphs.iter().map(|glyph| new(glyph.range())).collect();
        Some(Readable { text, ranges })
    }
}

/// Faces with the glyphs that are drawn of them, where it matters which: of those that are fitted.
type Drawn = BTreeMap<FaceId, Option<Glyphs>>;

/// Glyphs of a face, a bit for each: long documents draw millions.
#[derive(Default)]
struct Glyphs(Vec<u64>);

impl Glyphs {
    fn insert(&mut self, glyph: u16) {
        let (word, bit) = (usize::from(glyph / 64), glyph % 64);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    fn set(&self) -> BTreeSet<u16> {
        let has = |glyph: &u16| {
            self.0.get(usize::from(glyph / 64)).is_some_and(|word| word >> (glyph % 64) & 1 == 1)
        };
        (0..=u16::MAX).take(self.0.len() * 64).filter(has).collect()
    }
}

/// Groups are not nested deeper than the layout's own bound.
fn collect(items: &[Item], library: &Library, drawn: &mut Drawn) {
    for item in items {
        match item {
            Item::Glyphs(run) => {
                let face = library.face(run.face);
                let glyphs = drawn
                    .entry(run.face)
                    .or_insert_with(|| face.is_some_and(Face::is_fitted).then(Glyphs::default));
                let Some(glyphs) = glyphs else { continue };
                run.glyphs.iter().for_each(|glyph| glyphs.insert(glyph.id));
                if clusters::has_clusters(&run.glyphs) {
                    face.and_then(Face::blank).into_iter().for_each(|glyph| glyphs.insert(glyph));
                }
            }
            Item::Group(group) => collect(&group.items, library, drawn),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_come_out_as_they_went_in() {
        let mut glyphs = Glyphs::default();
        let all = [3, 0, 63, 64, 3, u16::MAX];
        all.iter().for_each(|glyph| glyphs.insert(*glyph));
        assert_eq!(glyphs.set(), BTreeSet::from(all));
        assert_eq!(Glyphs::default().set(), BTreeSet::new());
    }
}
