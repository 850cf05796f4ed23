//! What the documents of one process share, and what is therefore made once: a letterhead's logo and its fonts are the
//! same in every letter.
//!
//! Everything is found by its content, and is what it would be if it were made again: a document becomes the same bytes
//! whatever was converted before it. A process serves one tenant, so nothing is shared between tenants.

use std::cell::RefCell;
use std::collections::BTreeSet;

use krilla::Document;
use krilla::geom::Size;
use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::text::{Font, Tag};
use platen_fonts::{Face, FaceId};
use platen_ooxml::Recent;
use platen_ooxml::package::{KnownParts, Part};

use super::resolution::Most;

/// Bytes of pictures, as they lie in documents and in PDFs.
const PICTURES: usize = 16 << 20;

/// Bytes of fonts: of files that no library holds anyway, which are those that documents carry and those that were fitted,
/// and of what a font keeps for further documents.
const FONTS: usize = 16 << 20;

/// What a font keeps for further documents at most: two subsets (shared/pdf/krilla/src/text/font.rs).
const SUBSETS: usize = 64 << 10;

/// What is kept between documents.
pub(crate) struct Kept {
    pub(super) layout: platen_layout::Kept,
    pub(super) parts: KnownParts,
    /// Pictures by the bytes of their parts: those that viewers are asked to draw smoothly, and the others.
    pictures: [RefCell<Recent<Box<[u8]>, KeptPicture>>; 2],
    /// Faces as their files have them, with glyphs that need no change.
    plain: RefCell<Recent<FaceId, Plain>>,
    fitted: RefCell<Recent<FaceId, (BTreeSet<u16>, Font)>>,
}

impl Default for Kept {
    fn default() -> Kept {
        let pictures = || RefCell::new(Recent::new(PICTURES / 2));
        let plain = Recent::new(FONTS / 2);
        let fitted = Recent::new(FONTS / 2);
        Kept {
            layout: platen_layout::Kept::default(),
            parts: KnownParts::default(),
            pictures: [pictures(), pictures()],
            plain: RefCell::new(plain),
            fitted: RefCell::new(fitted),
        }
    }
}

struct Plain {
    glyphs: BTreeSet<u16>,
    font: Font,
    /// Bytes that it takes.
    bytes: usize,
}

struct KeptPicture {
    /// How the bytes are stored, and the checksum of what they become: equal bytes could mean two things.
    stored: (platen_ooxml::package::Method, u32),
    /// The pixels for which it was made.
    most: Most,
    image: Image,
}

impl Kept {
    /// The picture that a part holds, if it was drawn before at the same size.
    pub(super) fn picture(&self, part: &Part, is_smooth: bool, most: Most) -> Option<Image> {
        let [smooth, plain] = &self.pictures;
        let mut known = if is_smooth { smooth } else { plain }.borrow_mut();
        let found = known.get(part.compressed())?;
        (found.stored == (part.method(), part.crc32()) && found.most == most).then(|| found.image.clone())
    }

    /// Keeps a picture that takes `bytes` in a PDF.
    pub(super) fn keep_picture(&self, part: &Part, is_smooth: bool, most: Most, image: &Image, bytes: usize) {
        let [smooth, plain] = &self.pictures;
        let mut known = if is_smooth { smooth } else { plain }.borrow_mut();
        let stored = (part.method(), part.crc32());
        let bytes = bytes.saturating_add(part.compressed().len());
        known.put(part.compressed().into(), KeptPicture { stored, most, image: image.clone() }, bytes);
    }

    /// The font that draws `glyphs` of a face. `None`: its file has gone since the layout.
    pub(super) fn font(&self, id: FaceId, face: &Face, glyphs: &BTreeSet<u16>) -> Option<Font> {
        let mut known = self.plain.borrow_mut();
        let before = known.get(&id);
        if let Some(plain) = before.filter(|plain| plain.glyphs.is_superset(glyphs)) {
            return Some(plain.font.clone());
        }
        if !face.is_changed(glyphs) {
            let (before, font, bytes) = match before {
                Some(plain) => (plain.glyphs.clone(), plain.font.clone(), plain.bytes),
                None => made(face, None).map(|(font, bytes)| (BTreeSet::new(), font, bytes))?,
            };
            let glyphs = before.union(glyphs).copied().collect();
            known.put(id, Plain { glyphs, font: font.clone(), bytes }, bytes + SUBSETS);
            return Some(font);
        }
        let mut known = self.fitted.borrow_mut();
        let before = match known.get(&id) {
            Some((known, font)) if known.is_superset(glyphs) => return Some(font.clone()),
            Some((known, _)) => known.clone(),
            None => face.usual_glyphs(),
        };
        // A PDF gets the glyphs that its pages draw, whatever others the font has.
        let all: BTreeSet<u16> = before.union(glyphs).copied().collect();
        let (font, bytes) = made(face, Some(&all))?;
        known.put(id, (all, font.clone()), bytes + SUBSETS);
        Some(font)
    }
}

/// A face's font, with `glyphs` alone if it is fitted, and the bytes that it takes.
fn made(face: &Face, glyphs: Option<&BTreeSet<u16>>) -> Option<(Font, usize)> {
    let program = match glyphs {
        Some(glyphs) => face.fitted_program(glyphs)?,
        None => face.program()?,
    };
    let axes: Vec<(Tag, f32)> =
        program.variations.iter().map(|(tag, value)| (Tag::new(tag), *value)).collect();
    let bytes = if program.is_shared { 0 } else { (*program.data).as_ref().len() };
    let data = program.data.into();
    let font = if axes.is_empty() {
        Font::new(data, program.index)
    } else {
        Font::new_variable(data, program.index, &axes)
    };
    Some((font?, bytes))
}

/// Bytes that a picture takes in a PDF. `None`: its pixels are damaged, which shows only when it is written.
pub(super) fn weighed(image: &Image) -> Option<usize> {
    let mut document = Document::new();
    let size = Size::from_wh(8.0, 8.0)?;
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_image(image.clone(), size);
    surface.finish();
    page.finish();
    Some(document.finish().ok()?.len())
}
