//! Lines of text in the bundled faces, as drawings: their fonts are in the file, and they can be found and copied. Letters are put side
//! by side.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::LazyLock;

use krilla::color::rgb;
use krilla::geom::{Point, Size};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document as Writer, SerializeSettings};
use lopdf::{Document, Object, ObjectId, Stream, dictionary};
use platen_faces::{FontFile, Style};
use ttf_parser::Face;

use crate::PdfError;

/// What letters have below their baseline and in all, for each point of their size.
pub(crate) const DEPTH: f32 = 0.3;
pub(crate) const HEIGHT: f32 = 1.3;

/// Lines as drawings of `document`, of one unit to the em, with their widths in em. `is_archive`: the PDF is a PDF/A, which wants
/// colors without a device.
///
/// # Errors
/// [`PdfError::Engine`].
pub(crate) fn drawn(
    document: &mut Document,
    texts: impl Iterator<Item = String>,
    is_archive: bool,
) -> Result<Vec<(ObjectId, f32)>, PdfError> {
    let (written, widths) = written(texts, is_archive)?;
    if widths.is_empty() {
        return Ok(Vec::new());
    }
    let forms = forms(document, written).map_err(|error| super::unreadable(&error))?;
    Ok(forms.into_iter().zip(widths).collect())
}

/// A text in lines that are no wider than `most` em, at most so many.
pub(crate) fn broken(text: &str, most: f32, count: usize) -> Vec<String> {
    let faces = Faces::bundled();
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let (mut line, mut width) = (String::new(), 0.0);
        for word in paragraph.split_inclusive(' ') {
            let own = faces.width(word);
            if width > 0.0 && width + faces.width(word.trim_end()) > most {
                lines.push(std::mem::take(&mut line));
                width = 0.0;
            }
            line.push_str(word);
            width += own;
        }
        lines.push(line);
        if lines.len() > count {
            break;
        }
    }
    lines.truncate(count);
    lines
}

/// A PDF whose pages are the lines, each of the size of its text at one unit to the em; and the widths of all.
fn written(texts: impl Iterator<Item = String>, is_archive: bool) -> Result<(Document, Vec<f32>), PdfError> {
    let faces = Faces::bundled();
    let settings = SerializeSettings { no_device_cs: is_archive, ..SerializeSettings::default() };
    let mut writer = Writer::new_with(settings);
    let (mut widths, mut last) = (Vec::new(), (String::new(), Vec::new()));
    let mut fonts = BTreeMap::new();
    for text in texts {
        if text != last.0 {
            last = (text.clone(), faces.runs(&text));
        }
        let width: f32 = last.1.iter().map(|run| run.width).sum();
        let size = Size::from_wh(width.max(0.1), HEIGHT).ok_or(PdfError::Engine)?;
        let mut page = writer.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.set_fill(Some(Fill { paint: rgb::Color::black().into(), ..Fill::default() }));
        let mut x = 0.0;
        for run in &last.1 {
            let font: &Font = match fonts.entry(run.face) {
                Entry::Occupied(open) => open.into_mut(),
                Entry::Vacant(place) => place.insert(faces.font(run.face)?),
            };
            let start = Point::from_xy(x, HEIGHT - DEPTH);
            surface.draw_glyphs(start, &run.glyphs, font.clone(), &run.text, 1.0, false);
            x += run.width;
        }
        surface.finish();
        page.finish();
        widths.push(width);
    }
    let bytes = writer.finish().map_err(|error| {
        tracing::warn!(?error, "a line of text cannot be written");
        PdfError::Engine
    })?;
    let document = Document::load_mem(&bytes).map_err(|error| super::unreadable(&error))?;
    Ok((document, widths))
}

/// Its pages as drawings of `document`.
fn forms(document: &mut Document, mut written: Document) -> lopdf::Result<Vec<ObjectId>> {
    written.renumber_objects_with(document.max_id + 1);
    let mut forms = Vec::new();
    for page in written.page_iter().collect::<Vec<_>>() {
        let content = written.get_page_content(page);
        let dictionary = written.get_dictionary(page)?;
        let edges = dictionary.get(b"MediaBox")?.clone();
        let resources = dictionary.get(b"Resources")?.clone();
        let mut form = Stream::new(
            dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => edges, "Resources" => resources },
            content,
        );
        let _ = form.compress();
        forms.push(form);
    }
    document.max_id = written.max_id;
    // Its pages and its catalog stay behind.
    let is_of_pages = |object: &Object| {
        let kind = object.type_name().unwrap_or_default();
        matches!(kind, b"Page" | b"Pages" | b"Catalog" | b"Metadata")
    };
    let info = written.trailer.get(b"Info").and_then(Object::as_reference).ok();
    let taken = written.objects.into_iter().filter(|(id, object)| !is_of_pages(object) && Some(*id) != info);
    document.objects.extend(taken);
    Ok(forms.into_iter().map(|form| document.add_object(form)).collect())
}

/// Glyphs of one face side by side.
struct Run {
    face: usize,
    text: String,
    glyphs: Vec<KrillaGlyph>,
    /// In em.
    width: f32,
}

/// Regular bundled faces, Carlito first.
pub(super) struct Faces(Vec<(Face<'static>, &'static [u8])>);

impl Faces {
    /// All of them, opened once.
    pub(super) fn bundled() -> &'static Faces {
        static BUNDLED: LazyLock<Faces> = LazyLock::new(|| {
            let is_regular = |file: &&FontFile| matches!(file.style, Style::Regular | Style::Variable);
            let regular = platen_faces::FILES.iter().filter(is_regular);
            Faces(regular.filter_map(|file| Some((Face::parse(file.data, 0).ok()?, file.data))).collect())
        });
        &BUNDLED
    }

    /// The first face that has the character, and its glyph.
    pub(super) fn find(&self, sign: char) -> Option<(usize, u16)> {
        let found = |(at, (face, _)): (usize, &(Face<'static>, &[u8]))| Some((at, face.glyph_index(sign)?.0));
        self.0.iter().enumerate().find_map(found)
    }

    /// Width of a text in em.
    fn width(&self, text: &str) -> f32 {
        let advance = |(face, id): (usize, u16)| {
            let (face, _) = self.0.get(face)?;
            let advance = face.glyph_hor_advance(ttf_parser::GlyphId(id))?;
            Some(f32::from(advance) / f32::from(face.units_per_em()))
        };
        text.chars().filter_map(|sign| self.find(sign)).filter_map(advance).sum()
    }

    fn runs(&self, text: &str) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (sign, (face, id)) in text.chars().filter_map(|sign| Some((sign, self.find(sign)?))) {
            if runs.last().is_none_or(|run| run.face != face) {
                runs.push(Run { face, text: String::new(), glyphs: Vec::new(), width: 0.0 });
            }
            let (Some(run), Some((program, _))) = (runs.last_mut(), self.0.get(face)) else { continue };
            let advance = program.glyph_hor_advance(ttf_parser::GlyphId(id)).unwrap_or_default();
            let advance = f32::from(advance) / f32::from(program.units_per_em());
            let start = run.text.len();
            run.text.push(sign);
            let range = start..run.text.len();
            run.glyphs.push(KrillaGlyph::new(GlyphId::new(id.into()), advance, 0.0, 0.0, 0.0, range, None));
            run.width += advance;
        }
        runs
    }

    fn font(&self, face: usize) -> Result<Font, PdfError> {
        let data = self.0.get(face).map(|(_, data)| *data).ok_or(PdfError::Engine)?;
        Font::new(data.into(), 0).ok_or(PdfError::Engine)
    }
}
