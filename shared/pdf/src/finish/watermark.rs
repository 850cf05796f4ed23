//! A word across every page (DRAFT, COPY), as outlines: it needs no font and leaves the page's text alone.

use std::fmt::Write;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use platen_faces::Style;
use ttf_parser::{Face, OutlineBuilder};

use super::overlay;

/// Most characters of a watermark: more would be too small to be read.
const MOST_CHARS: usize = 60;

/// Share of the page's diagonal that the text spans.
const SPAN: f32 = 0.7;

/// Greatest size of the letters, as a share of the page's shorter side.
const MOST_SIZE: f32 = 0.25;

/// Name of the drawing in each page's resources.
const NAME: &str = "PlatenWatermark";

/// The text of a watermark, known to be drawable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watermark(String);

/// Why a text cannot be a watermark.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WatermarkError {
    /// It is empty or too long.
    #[error("a watermark has 1 to {MOST_CHARS} characters")]
    Length,
    /// No bundled font has the character.
    #[error("no bundled font has the character `{0}`")]
    Character(char),
    /// The letter changes with its neighbours or is written from right to left; here letters are put side by side.
    #[error("letters of the script of `{0}` join or run from right to left, which a watermark does not draw")]
    Script(char),
}

impl Watermark {
    /// Takes a text of 1 to 60 characters that the bundled faces have.
    ///
    /// # Errors
    /// [`WatermarkError`].
    pub fn new(text: &str) -> Result<Watermark, WatermarkError> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MOST_CHARS {
            return Err(WatermarkError::Length);
        }
        if let Some(letter) = text.chars().find(|letter| is_complex(*letter)) {
            return Err(WatermarkError::Script(letter));
        }
        let faces = faces();
        match text.chars().find(|character| glyph(&faces, *character).is_none()) {
            Some(character) => Err(WatermarkError::Character(character)),
            None => Ok(Watermark(text.to_owned())),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Draws it over every page, from the lower left to the upper right, in a grey that lets the page show through.
    pub(super) fn draw(&self, document: &mut Document) -> lopdf::Result<()> {
        let outline = outline(&self.0);
        let form = document.add_object(outline.form());
        let pages: Vec<ObjectId> = document.page_iter().collect();
        for page in pages {
            let edges = overlay::media_box(document, page);
            overlay::draw(document, page, form, NAME, |name| outline.placed(name, edges))?;
        }
        Ok(())
    }
}

/// Whether the letter needs more than its own glyph beside the last one: Hebrew, Arabic and their neighbours, the scripts
/// of India and South-East Asia, Mongolian, and the forms of Arabic and Hebrew letters kept for old programs.
pub(super) fn is_complex(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Regular bundled faces, Carlito first.
fn faces() -> Vec<Face<'static>> {
    let regular =
        platen_faces::FILES.iter().filter(|file| matches!(file.style, Style::Regular | Style::Variable));
    regular.filter_map(|file| Face::parse(file.data, 0).ok()).collect()
}

/// The first face that has the character.
fn glyph<'a>(
    faces: &'a [Face<'static>],
    character: char,
) -> Option<(&'a Face<'static>, ttf_parser::GlyphId)> {
    faces.iter().find_map(|face| Some((face, face.glyph_index(character)?)))
}

/// A line of text as a path, one unit to the em, its baseline at zero.
#[derive(Default)]
struct Outline {
    path: String,
    width: f32,
    /// Units of the font to the em.
    scale: f32,
    /// Where the pen is; TrueType's curves have one control point, PDF's two.
    pen: (f32, f32),
}

fn outline(text: &str) -> Outline {
    let faces = faces();
    let mut outline = Outline::default();
    for (face, glyph) in text.chars().filter_map(|character| glyph(&faces, character)) {
        outline.scale = f32::from(face.units_per_em());
        face.outline_glyph(glyph, &mut outline);
        outline.width += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) / outline.scale;
    }
    outline
}

impl Outline {
    /// The path as a drawing that pages share.
    fn form(&self) -> Stream {
        let mut state = Dictionary::new();
        state.set("ca", 0.35_f32);
        let mut states = Dictionary::new();
        states.set("G", state);
        let mut resources = Dictionary::new();
        resources.set("ExtGState", states);
        let mut form = Dictionary::new();
        form.set("Type", Object::Name(b"XObject".to_vec()));
        form.set("Subtype", Object::Name(b"Form".to_vec()));
        let edges = [-1.0, -1.0, self.width + 1.0, 2.0].map(Object::Real);
        form.set("BBox", edges.to_vec());
        form.set("Resources", resources);
        // One fill of the whole path: letters that overlap do not show darker.
        let mut stream = Stream::new(form, format!("/G gs 0.6 g\n{}f", self.path).into_bytes());
        // Uncompressed, the drawing is merely larger.
        let _ = stream.compress();
        stream
    }

    /// Operators that draw it along the diagonal of a page with these edges; marked as no content, so that screen
    /// readers pass over it (ISO 32000-2, 14.8.2.2).
    fn placed(&self, name: &str, [left, lower, right, upper]: [f32; 4]) -> String {
        let (width, height) = ((right - left).abs(), (upper - lower).abs());
        let diagonal = width.hypot(height).max(1.0);
        let size = (SPAN * diagonal / self.width.max(0.1)).min(MOST_SIZE * width.min(height));
        let (cos, sin) = (width / diagonal, height / diagonal);
        // The middle of the text, at half the height of its capitals, lies on the middle of the page.
        let (along, across) = (size * self.width / 2.0, size * 0.32);
        let x = left.min(right) + width / 2.0 - along * cos + across * sin;
        let y = lower.min(upper) + height / 2.0 - along * sin - across * cos;
        let (a, b, c) = (size * cos, size * sin, -size * sin);
        format!(
            "/Artifact <</Type /Pagination /Subtype /Watermark>> BDC q \
             {a:.4} {b:.4} {c:.4} {a:.4} {x:.2} {y:.2} cm /{name} Do Q EMC\n"
        )
    }

    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (x / self.scale + self.width, y / self.scale)
    }

    /// Writes an operator with its points. Writing into a string does not fail.
    fn write(&mut self, points: &[(f32, f32)], operator: &str) {
        for (x, y) in points {
            let _ = write!(self.path, "{x:.4} {y:.4} ");
        }
        let _ = writeln!(self.path, "{operator}");
        if let Some(last) = points.last() {
            self.pen = *last;
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write(&[self.at(x, y)], "m");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write(&[self.at(x, y)], "l");
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (start, control, end) = (self.pen, self.at(x1, y1), self.at(x, y));
        // A quadratic curve as a cubic one: two thirds of the way to its control point from each end.
        let towards = |from: (f32, f32)| {
            (from.0 + (control.0 - from.0) * 2.0 / 3.0, from.1 + (control.1 - from.1) * 2.0 / 3.0)
        };
        self.write(&[towards(start), towards(end), end], "c");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write(&[self.at(x1, y1), self.at(x2, y2), self.at(x, y)], "c");
    }

    fn close(&mut self) {
        self.write(&[], "h");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_cannot_be_drawn_is_refused() {
        assert_eq!(Watermark::new(" DRAFT ").unwrap().as_str(), "DRAFT");
        assert!(Watermark::new("ENTWURF – Größe").is_ok());
        assert_eq!(Watermark::new("  "), Err(WatermarkError::Length));
        assert_eq!(Watermark::new(&"x".repeat(61)), Err(WatermarkError::Length));
        assert_eq!(Watermark::new("a\u{7}b"), Err(WatermarkError::Character('\u{7}')));
        assert_eq!(Watermark::new("مسودة"), Err(WatermarkError::Script('م')));
        assert!(Watermark::new("草稿").is_ok());
        assert_eq!(Watermark::new("𓀀"), Err(WatermarkError::Character('𓀀')));
    }
}
