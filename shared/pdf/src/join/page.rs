//! A page of somebody else, put together entry by entry (ISO 32000-2, table 31).

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use crate::merge::{Import, Layers, Target};
use crate::objects::{self, LETTER, inherited};

/// Boxes that a page may have besides its size. They lie anywhere within it.
const BOXES: [&[u8]; 4] = [b"CropBox", b"BleedBox", b"TrimBox", b"ArtBox"];

/// Annotations of one PDF that are taken over.
const MOST_ANNOTATIONS: usize = 50_000;

/// What was left out of a PDF.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Actions: scripts, programs, other files.
    pub(super) actions: usize,
    /// Files on pages.
    pub(super) files: usize,
    /// Fields of forms, which are drawn.
    pub(super) fields: usize,
    /// Everything else: films, sounds, models.
    pub(super) others: usize,
}

/// Copies pages into a document in memory.
pub(super) struct Copier<'a> {
    pub(super) document: &'a Document,
    pub(super) import: Import<'a, Document>,
    pub(super) left_out: LeftOut,
    annotations: usize,
}

impl<'a> Copier<'a> {
    pub(super) fn new(document: &'a Document, import: Import<'a, Document>) -> Copier<'a> {
        Copier { document, import, left_out: LeftOut::default(), annotations: 0 }
    }

    /// Writes the pages; their numbers. They have no parent yet.
    pub(super) fn pages(&mut self, pages: &[ObjectId]) -> lopdf::Result<Vec<u32>> {
        let mut numbers = Vec::with_capacity(pages.len());
        for page in pages {
            let number = self.import.sink().allocate();
            // A page that comes twice is written twice; what leads to it leads to the first.
            self.import.name(*page, number);
            numbers.push(number);
        }
        for (page, number) in pages.iter().zip(&numbers) {
            let copy = self.page(self.document.get_dictionary(*page)?)?;
            self.import.sink().write(*number, copy.into())?;
        }
        Ok(numbers)
    }

    fn page(&mut self, page: &Dictionary) -> lopdf::Result<Dictionary> {
        let document = self.document;
        let from_above = |key| inherited(document, page, key);
        let size = from_above(b"MediaBox").and_then(|edges| self.edges(edges)).unwrap_or(LETTER);
        let mut copy = dictionary! { "Type" => "Page", "MediaBox" => numbers(size) };
        for key in BOXES {
            let value = if key == b"CropBox" { from_above(key) } else { page.get(key).ok() };
            if let Some(edges) = value.and_then(|edges| self.edges(edges)) {
                copy.set(key, numbers(edges));
            }
        }
        let turned = from_above(b"Rotate").and_then(|value| self.number(value)).unwrap_or_default();
        if turned % 90.0 == 0.0 && turned != 0.0 {
            copy.set("Rotate", (turned as i64).rem_euclid(360));
        }
        if let Some(unit) =
            page.get(b"UserUnit").ok().and_then(|unit| self.number(unit)).filter(|unit| *unit > 0.0)
        {
            copy.set("UserUnit", unit);
        }
        copy.set("Contents", self.contents(page));
        let resources = from_above(b"Resources").and_then(|value| document.dereference(value).ok());
        let resources = match resources {
            Some((_, Object::Dictionary(resources))) => self.import.value(&resources.clone().into()),
            _ => Dictionary::new().into(),
        };
        copy.set("Resources", resources);
        if let Some(group) = objects::dictionary(document, page, b"Group") {
            copy.set("Group", self.import.value(&group.clone().into()));
        }
        let annotations = self.annotations(page)?;
        if !annotations.is_empty() {
            copy.set("Annots", annotations);
        }
        Ok(copy)
    }

    /// The streams that draw the page.
    fn contents(&mut self, page: &Dictionary) -> Vec<Object> {
        let Ok(contents) = page.get(b"Contents") else { return Vec::new() };
        let parts = match self.document.dereference(contents) {
            Ok((_, Object::Array(parts))) => parts.as_slice(),
            Ok((_, Object::Stream(_))) => std::slice::from_ref(contents),
            _ => &[],
        };
        let is_stream = |part: &&Object| {
            part.as_reference().is_ok_and(|id| matches!(self.document.get_object(id), Ok(Object::Stream(_))))
        };
        let streams: Vec<&Object> = parts.iter().filter(is_stream).collect();
        streams.into_iter().map(|stream| self.import.value(stream)).collect()
    }

    fn annotations(&mut self, page: &Dictionary) -> lopdf::Result<Vec<Object>> {
        let list = page.get_deref(b"Annots", self.document).and_then(Object::as_array);
        let mut kept = Vec::new();
        for annotation in list.into_iter().flatten() {
            let Ok((_, Object::Dictionary(annotation))) = self.document.dereference(annotation) else {
                continue;
            };
            // Attack: a list that names one annotation a million times.
            self.annotations += 1;
            if self.annotations > MOST_ANNOTATIONS {
                self.left_out.others += 1;
                break;
            }
            if let Some(copy) = self.annotation(annotation) {
                kept.push(Object::Reference((self.import.sink().add(copy.into())?, 0)));
            }
        }
        Ok(kept)
    }

    /// Writes what the pages lead to; what was left out.
    pub(super) fn finish(mut self, layers: &mut Layers) -> lopdf::Result<LeftOut> {
        self.import.finish()?;
        layers.gather(self.document, |id| self.import.number(id));
        Ok(self.left_out)
    }

    /// Left, lower, right and upper edge, if they hold something between them.
    fn edges(&self, value: &Object) -> Option<[f32; 4]> {
        let Ok((_, Object::Array(edges))) = self.document.dereference(value) else { return None };
        let edges: Option<Vec<f32>> = edges.iter().map(|edge| self.number(edge)).collect();
        let [a, b, c, d]: [f32; 4] = edges?.try_into().ok()?;
        let edges = [a.min(c), b.min(d), a.max(c), b.max(d)];
        (edges[2] - edges[0] >= 1.0 && edges[3] - edges[1] >= 1.0).then_some(edges)
    }

    fn number(&self, value: &Object) -> Option<f32> {
        let (_, value) = self.document.dereference(value).ok()?;
        value.as_float().ok().filter(|number| number.is_finite())
    }
}

/// Numbers as an array.
pub(super) fn numbers(numbers: [f32; 4]) -> Vec<Object> {
    numbers.map(Object::Real).to_vec()
}
