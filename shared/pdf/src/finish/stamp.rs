//! A line on each page of the finished PDF, such as "Page 2 of 7", as text that can be found and copied.

use lopdf::{Document, ObjectId};
use serde::{Deserialize, Serialize};

use super::lines::{self, Faces, HEIGHT};
use super::overlay;
use super::watermark::is_complex;
use crate::PdfError;

/// Most characters of a stamp's text.
const MOST_CHARS: usize = 200;

/// Size of its letters, and its distance from the edges of the page, in points: as Word's footers usually stand, half an inch from
/// the edge.
const SIZE: f32 = 9.0;
const MARGIN: f32 = 36.0;

/// Name of the drawing in each page's resources.
const NAME: &str = "PlatenStamp";

/// What stands for numbers in a text.
const PAGE: &str = "{page}";
const PAGES: &str = "{pages}";

/// A line on each page, known to be drawable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Stamp {
    text: String,
    position: Position,
    skip_first: bool,
}

/// A stamp as another process, or a record, tells it.
#[derive(Deserialize)]
struct Raw {
    text: String,
    position: Position,
    skip_first: bool,
}

impl TryFrom<Raw> for Stamp {
    type Error = StampError;

    fn try_from(Raw { text, position, skip_first }: Raw) -> Result<Stamp, StampError> {
        Stamp::new(&text, position, skip_first)
    }
}

/// Where a stamp stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Position {
    TopLeft,
    TopCenter,
    TopRight,
    BottomLeft,
    #[default]
    BottomCenter,
    BottomRight,
}

impl Position {
    /// Every position with its name in options.
    pub const ALL: [(&'static str, Position); 6] = [
        ("top-left", Position::TopLeft),
        ("top-center", Position::TopCenter),
        ("top-right", Position::TopRight),
        ("bottom-left", Position::BottomLeft),
        ("bottom-center", Position::BottomCenter),
        ("bottom-right", Position::BottomRight),
    ];

    /// Reads a name of options.
    pub fn parse(name: &str) -> Option<Position> {
        Position::ALL.into_iter().find(|(own, _)| *own == name).map(|(_, position)| position)
    }

    fn is_top(self) -> bool {
        matches!(self, Position::TopLeft | Position::TopCenter | Position::TopRight)
    }

    /// Its part of what is left and right of it that stands left.
    fn share(self) -> f32 {
        match self {
            Position::TopLeft | Position::BottomLeft => 0.0,
            Position::TopCenter | Position::BottomCenter => 0.5,
            Position::TopRight | Position::BottomRight => 1.0,
        }
    }
}

/// Why a text cannot be a stamp.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StampError {
    /// It is empty or too long.
    #[error("a stamp has 1 to {MOST_CHARS} characters")]
    Length,
    /// It has a brace that stands for nothing.
    #[error("braces stand in `{PAGE}` and `{PAGES}` only")]
    Brace,
    /// No bundled font has the character.
    #[error("no bundled font has the character `{0}`")]
    Character(char),
    /// Letters are put side by side here.
    #[error("letters of the script of `{0}` join or run from right to left, which a stamp does not draw")]
    Script(char),
}

impl Stamp {
    /// Takes a text of 1 to 200 characters that the bundled faces have. `{page}` in it is the number of a page of the finished PDF,
    /// `{pages}` how many these are. `skip_first`: it does not stand on the first page.
    ///
    /// # Errors
    /// [`StampError`].
    pub fn new(text: &str, position: Position, skip_first: bool) -> Result<Stamp, StampError> {
        if text.trim().is_empty() || text.chars().count() > MOST_CHARS {
            return Err(StampError::Length);
        }
        if text.replace(PAGE, "").replace(PAGES, "").contains(['{', '}']) {
            return Err(StampError::Brace);
        }
        if let Some(letter) = text.chars().find(|letter| is_complex(*letter)) {
            return Err(StampError::Script(letter));
        }
        let faces = Faces::bundled();
        match text.chars().find(|sign| sign.is_control() || faces.find(*sign).is_none()) {
            Some(sign) => Err(StampError::Character(sign)),
            None => Ok(Stamp { text: text.to_owned(), position, skip_first }),
        }
    }

    /// Its text, as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Draws it on the pages. `is_archive`: the PDF is a PDF/A, which wants colors without a device.
    ///
    /// # Errors
    /// [`PdfError::Engine`].
    pub(super) fn draw(&self, document: &mut Document, is_archive: bool) -> Result<(), PdfError> {
        let pages: Vec<ObjectId> = document.page_iter().collect();
        let count = pages.len();
        let first = usize::from(self.skip_first);
        if count <= first {
            return Ok(());
        }
        let text = |number: usize| {
            self.text.replace(PAGE, &(number + 1).to_string()).replace(PAGES, &count.to_string())
        };
        let drawn = lines::drawn(document, (first..count).map(text), is_archive)?;
        for (page, (form, width)) in pages.into_iter().skip(first).zip(drawn) {
            let matrix = self.matrix(document, page, width);
            let kind = if self.position.is_top() { "Header" } else { "Footer" };
            let placed = |name: &str| {
                format!(
                    "/Artifact <</Type /Pagination /Subtype /{kind}>> BDC q {matrix} cm /{name} Do Q EMC\n"
                )
            };
            overlay::draw(document, page, form, NAME, placed).map_err(|error| super::unreadable(&error))?;
        }
        Ok(())
    }

    /// What moves a line of this width, whose lower left corner is at zero, to its place: upright as the page is shown.
    fn matrix(&self, document: &Document, page: ObjectId, width: f32) -> String {
        let [left, lower, right, upper] = overlay::crop_box(document, page);
        let (left, right) = (left.min(right), left.max(right));
        let (lower, upper) = (lower.min(upper), lower.max(upper));
        let turned = overlay::attribute(document, page, b"Rotate");
        let turned = turned.and_then(|turned| turned.as_i64().ok()).unwrap_or_default().rem_euclid(360);
        let (across, along) = match turned {
            90 | 270 => (upper - lower, right - left),
            _ => (right - left, upper - lower),
        };
        // A line that is wider than the page is drawn smaller.
        let room = (across - 2.0 * MARGIN).max(across / 2.0);
        let size = SIZE.min(SIZE * room / (width * SIZE).max(0.1));
        let x = (across - room) / 2.0 + (room - width * size) * self.position.share();
        let margin = MARGIN.min(along / 10.0);
        let y = if self.position.is_top() { along - margin - HEIGHT * size } else { margin };
        // From the page as it is shown to the page as it is drawn (ISO 32000-2, table 31, `Rotate`).
        let (cos, sin, e, f) = match turned {
            90 => (0.0, 1.0, right - y, lower + x),
            180 => (-1.0, 0.0, right - x, upper - y),
            270 => (0.0, -1.0, left + y, upper - x),
            _ => (1.0, 0.0, left + x, lower + y),
        };
        let (cos, sin) = (cos * size, sin * size);
        format!("{cos:.4} {sin:.4} {:.4} {cos:.4} {e:.2} {f:.2}", -sin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_cannot_be_drawn_is_refused() {
        let new = |text: &str| Stamp::new(text, Position::default(), false);
        assert_eq!(new("Seite {page} von {pages}").unwrap().text(), "Seite {page} von {pages}");
        assert_eq!(new(" "), Err(StampError::Length));
        assert_eq!(new(&"x".repeat(201)), Err(StampError::Length));
        assert_eq!(new("{pgae}"), Err(StampError::Brace));
        assert_eq!(new("a\nb"), Err(StampError::Character('\n')));
        assert_eq!(new("صفحة {page}"), Err(StampError::Script('ص')));
    }

    #[test]
    fn records_say_what_options_say() {
        let stamp = Stamp::new("{page}", Position::TopRight, true).unwrap();
        let text = serde_json::to_string(&stamp).unwrap();
        assert_eq!(text, r#"{"text":"{page}","position":"top-right","skip_first":true}"#);
        assert_eq!(serde_json::from_str::<Stamp>(&text).unwrap(), stamp);
        assert!(serde_json::from_str::<Stamp>(&text.replace("{page}", "{")).is_err());
        for (name, position) in Position::ALL {
            assert_eq!(serde_json::to_value(position).unwrap(), name);
            assert_eq!(Position::parse(name), Some(position));
        }
    }
}
