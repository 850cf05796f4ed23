//! Pages as plain data: what to draw, and where.
//!
//! Lengths and positions are in points. Positions count from the page's upper left corner, downwards.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use platen_fonts::FaceId;

pub use crate::drawing::{
    Cap, Drawing, FillRule, Gradient, GradientForm, Ink, Join, Paint, Path, PatternPaint, PicturePaint, Rect,
    Segment, Stroke,
};

use crate::drawing::Rgb;
use crate::form_field::FormField;
use crate::number_format::NumberFormat;
use crate::structure::{Element, ElementId};
use crate::undrawn::Undrawn;

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// An address outside of the document.
    Uri(String),
    /// A bookmark of the document.
    Bookmark(String),
    /// Nothing: a content control stands there that can be filled in.
    Field(FormField),
}

/// A document, laid out.
#[derive(Debug)]
pub struct Laid {
    /// Its pages.
    pub pages: Vec<Page>,
    /// Pictures that are in no part, by the names in [`PlacedPicture::part`]: those within metafiles.
    pub pictures: BTreeMap<Arc<str>, Arc<[u8]>>,
    /// Its headings, in order.
    pub outline: Vec<Heading>,
    /// Its bookmarks, in order.
    pub destinations: Vec<Destination>,
    /// Its structure, in reading order.
    pub structure: Vec<Element>,
    /// The things that the pages do not show as Word would.
    pub undrawn: Vec<Undrawn>,
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Width of the paper.
    pub width: f64,
    /// Height of the paper.
    pub height: f64,
    /// The items to draw, the lowest first.
    pub items: Vec<Item>,
}

/// A page as fields name it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageNumber {
    /// As its section counts.
    pub number: i64,
    pub format: NumberFormat,
    /// The section that owns it, from one.
    pub section: i64,
    pub section_pages: i64,
}

/// A heading of the outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// 0 for the highest level.
    pub level: usize,
    /// Its text, with its number.
    pub title: String,
    /// Page, counted from zero.
    pub page: usize,
    /// Top of its first line.
    pub y: f64,
}

/// The place of a bookmark.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination {
    /// Name of the bookmark.
    pub name: Arc<str>,
    /// Page, counted from zero.
    pub page: usize,
    /// Left edge.
    pub x: f64,
    /// Top of its line.
    pub y: f64,
}

/// Something that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Text.
    Glyphs(GlyphRun),
    /// A straight line.
    Rule(Rule),
    /// A rectangle of one colour.
    Fill {
        /// Where.
        rect: Rect,
        /// Its colour.
        colour: Rgb,
    },
    /// A picture.
    Picture(Box<PlacedPicture>),
    /// A place that leads elsewhere; it draws nothing.
    Link {
        /// Where.
        rect: Rect,
        /// Its target.
        target: Arc<Target>,
        /// The element that it belongs to; none in headers and footers.
        element: Option<ElementId>,
    },
    /// A shape.
    Drawing(Drawing),
    /// Items in a coordinate system of their own.
    Group(Group),
}

/// Long documents have millions: what is large and rare is held elsewhere.
const _: () = assert!(size_of::<Item>() <= 120, "an item is kept small");

/// Glyphs of one face and size, from left to right on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    /// The face.
    pub face: FaceId,
    /// Whether the face has to be thickened.
    pub synthetic_bold: bool,
    /// Whether the face has to be slanted.
    pub synthetic_italic: bool,
    /// Size in points.
    pub size: f64,
    /// Width of the glyphs, 1.0 as designed. Advances contain it.
    pub scale: f64,
    /// Colour.
    pub colour: Rgb,
    /// Left end of the baseline.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// The glyphs.
    pub glyphs: Vec<PlacedGlyph>,
    /// The text that they represent, in reading order.
    pub text: String,
    /// Whether the text runs from right to left.
    pub is_rtl: bool,
    /// Whether letters are so far apart that programs that read the page might take each for a word.
    pub is_spaced: bool,
    /// Its target; the same as that of its [`Item::Link`].
    pub link: Option<Arc<Target>>,
    /// The element that it belongs to; none in headers, footers and repeated header rows.
    pub element: Option<ElementId>,
}

impl GlyphRun {
    /// Width of all glyphs.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| f64::from(glyph.advance)).sum()
    }
}

/// A glyph in its run. Long documents have millions, so it is kept small.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedGlyph {
    /// Its number in the face; 0 is the box for a missing character.
    pub id: u16,
    /// How far the pen moves, in points: the font's advance, letter spacing and justification.
    pub advance: f32,
    /// Shift to the right, in points.
    pub x_offset: f32,
    /// Shift upwards, in points.
    pub y_offset: f32,
    /// The first of the bytes of the run's text that it represents, and their number: a letter has at most a thousand marks
    /// (shared/fonts/src/shape.rs).
    start: u32,
    length: u16,
}

const _: () = assert!(size_of::<PlacedGlyph>() == 20);

impl PlacedGlyph {
    /// A glyph with its advance and its shifts to the right and upwards, and its bytes of the run's text.
    #[must_use]
    pub fn new(id: u16, advance: f64, (x_offset, y_offset): (f64, f64), text: Range<usize>) -> PlacedGlyph {
        let (advance, x_offset, y_offset) = (advance as f32, x_offset as f32, y_offset as f32);
        let glyph = PlacedGlyph { id, advance, x_offset, y_offset, start: 0, length: 0 };
        glyph.of(text)
    }

    /// The bytes of the run's text that it represents.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.start as usize + usize::from(self.length)
    }

    /// The same glyph for other bytes of the text.
    #[must_use]
    pub fn of(self, text: Range<usize>) -> PlacedGlyph {
        PlacedGlyph {
            start: text.start as u32,
            length: u16::try_from(text.len()).unwrap_or(u16::MAX),
            ..self
        }
    }
}

/// How a line is broken up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Into dots.
    Dotted,
    /// Into dashes.
    Dashed,
    /// Into dashes and dots in turn.
    DotDash,
    /// Into dashes with two dots between.
    DotDotDash,
}

/// A straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// One end.
    pub from: (f64, f64),
    /// The other end.
    pub to: (f64, f64),
    /// Its thickness.
    pub width: f64,
    /// Its colour.
    pub colour: Rgb,
    /// How it is broken up.
    pub dash: Dash,
}

/// A picture in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedPicture {
    /// Name of its part, or a name in [`Laid::pictures`].
    pub part: Arc<str>,
    /// The place of the picture that is left after cropping, before it is turned.
    pub rect: Rect,
    /// Shares that are cut off: left, top, right, bottom. Negative ones add an empty margin.
    pub crop: [f64; 4],
    /// Degrees clockwise by which it is turned about its centre.
    pub rotation: f64,
    /// Whether it is mirrored left to right, and top to bottom, before it is turned.
    pub flip: (bool, bool),
    /// Changes of its colours, in their order.
    pub recolour: Vec<Recolour>,
    /// Name of the part with the same picture as SVG, until that is drawn instead.
    pub vector: Option<Arc<str>>,
    /// A description for people who cannot see it.
    pub alt: Option<String>,
    /// Its target; the same as that of its [`Item::Link`].
    pub link: Option<Arc<Target>>,
    /// The element that it belongs to; none in headers and footers.
    pub element: Option<ElementId>,
}

/// A change of a picture's colours (20.1.8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recolour {
    /// Shades of grey.
    Grey,
    /// White from a brightness on (0 to 1), black below.
    BlackWhite(f64),
    /// Brightness and contrast, each -1 to 1, 0 for no change.
    Light {
        /// Brightness.
        bright: f64,
        /// Contrast.
        contrast: f64,
    },
    /// Dark becomes the first colour, light the second.
    Duotone(Rgb, Rgb),
    /// The remaining opacity: 0 for nothing.
    Opacity(f64),
    /// One colour is not seen.
    Clear(Rgb),
}

/// The visible part of a group.
#[derive(Debug, Clone, PartialEq)]
pub enum Clip {
    /// The part within a rectangle.
    Rect(Rect),
    /// The part within a path.
    Path(Vec<Segment>, FillRule),
}

/// Items in a coordinate system of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The matrix that leads from the group's coordinates to the surrounding ones: (a, b, c, d, e, f) of
    /// x' = a x + c y + e, y' = b x + d y + f.
    pub transform: [f64; 6],
    /// The visible part of it, in the group's coordinates.
    pub clip: Option<Clip>,
    /// 0 for what is not seen at all, 1 for what hides all below; it is that of the whole.
    pub opacity: f64,
    /// The items to draw. Groups that repeat (the logo in a header) share the same items.
    pub items: Arc<[Item]>,
}

impl Group {
    /// Items in a coordinate system, all of them seen.
    #[must_use]
    pub fn new(transform: [f64; 6], items: Vec<Item>) -> Group {
        Group { transform, clip: None, opacity: 1.0, items: items.into() }
    }

    /// A turn about a point, by degrees clockwise, as a coordinate system.
    #[must_use]
    pub fn turn_about((x, y): (f64, f64), degrees: f64) -> [f64; 6] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
    }
}

impl Item {
    /// The element that it belongs to. Rules and fills have none: they only decorate.
    fn element_mut(&mut self) -> Option<&mut Option<ElementId>> {
        match self {
            Item::Glyphs(run) => Some(&mut run.element),
            Item::Picture(picture) => Some(&mut picture.element),
            Item::Drawing(drawing) => Some(&mut drawing.element),
            Item::Link { element, .. } => Some(element),
            Item::Rule(_) | Item::Fill { .. } | Item::Group(_) => None,
        }
    }

    /// Makes items that are of no element part of this one.
    pub(crate) fn belong_to(items: &mut [Item], element: Option<ElementId>) {
        // What is of none stays as it is, so that groups go on to share it.
        if element.is_some() {
            Item::each(items, &mut |own| *own = own.or(element));
        }
    }

    /// Takes items out of the structure: they repeat others.
    pub(crate) fn repeat(items: &mut [Item]) {
        Item::each(items, &mut |own| *own = None);
    }

    /// Groups are nested no deeper than stories are.
    fn each(items: &mut [Item], act: &mut impl FnMut(&mut Option<ElementId>)) {
        for item in items {
            if let Item::Group(group) = item {
                Item::each(Arc::make_mut(&mut group.items), act);
            } else if let Some(element) = item.element_mut() {
                act(element);
            }
        }
    }

    /// The same at another place.
    pub(crate) fn shifted(mut self, x: f64, y: f64) -> Item {
        self.shift(x, y);
        self
    }

    /// Moves it.
    pub(crate) fn shift(&mut self, x: f64, y: f64) {
        match self {
            Item::Glyphs(run) => {
                run.x += x;
                run.y += y;
            }
            Item::Rule(rule) => {
                for end in [&mut rule.from, &mut rule.to] {
                    end.0 += x;
                    end.1 += y;
                }
            }
            Item::Fill { rect, .. } | Item::Link { rect, .. } => {
                rect.x += x;
                rect.y += y;
            }
            Item::Picture(picture) => {
                picture.rect.x += x;
                picture.rect.y += y;
            }
            Item::Drawing(drawing) => {
                for path in &mut drawing.paths {
                    for segment in &mut path.segments {
                        *segment = segment.mapped(|(left, top)| (left + x, top + y));
                    }
                    if let Some(fill) = &mut path.fill {
                        fill.shift(x, y);
                    }
                }
            }
            Item::Group(group) => {
                group.transform[4] += x;
                group.transform[5] += y;
            }
        }
    }
}
