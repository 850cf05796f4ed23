//! One face: where its file is, and what is read from it.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use harfrust::{ShaperData, ShaperInstance};
use read_fonts::types::Tag;
use read_fonts::{FontRef, TableProvider};
use skrifa::MetadataProvider;
use skrifa::charmap::MappingIndex;
use skrifa::instance::{LocationRef, Size};

use crate::metrics::{LineMetrics, Vertical};

/// Names a face of one [`crate::Library`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaceId(pub(crate) u32);

/// The bytes of a font file, shared.
pub type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Attack, or a mistake: a font folder with a file of gigabytes. The largest fonts, those of all Chinese characters in
/// several weights, have some 100 MB.
const MOST_BYTES: u64 = 256 << 20;

/// Characters whose glyphs are looked up once for a face: up to Latin Extended-B.
const TABLED: usize = 0x250;

/// Where a face's bytes are.
#[derive(Clone)]
pub(crate) enum Source {
    Bundled(&'static [u8]),
    File(PathBuf),
    Embedded(Arc<[u8]>),
}

impl Source {
    fn read(&self) -> Option<FontData> {
        Some(match self {
            Source::Bundled(bytes) => Arc::new(*bytes),
            Source::Embedded(bytes) => Arc::new(Arc::clone(bytes)),
            Source::File(path) => {
                let is_small = fs::metadata(path).is_ok_and(|file| file.len() <= MOST_BYTES);
                Arc::new(is_small.then(|| fs::read(path).ok()).flatten()?)
            }
        })
    }
}

/// A face: one style of a family. Its file is read when the face is first used.
pub struct Face {
    family: String,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    source: Source,
    /// Place in a collection.
    index: u32,
    /// Value of the axis `wght` of a variable font.
    weight: Option<f32>,
    opened: OnceLock<Option<Opened>>,
}

/// What is needed to embed a face: the bytes of its font, and which part of them is the face.
#[derive(Clone)]
pub struct Program {
    /// The font file.
    pub data: FontData,
    /// Place in a collection; 0 in other files.
    pub index: u32,
    /// Values of the axes of a variable font, by tag.
    pub variations: Vec<([u8; 4], f32)>,
}

impl fmt::Debug for Face {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Face({}", self.family)?;
        out.write_str(if self.bold { ", bold" } else { "" })?;
        out.write_str(if self.italic { ", italic)" } else { ")" })
    }
}

impl Face {
    pub(crate) fn new(
        family: String,
        bold: bool,
        italic: bool,
        source: Source,
        index: u32,
        weight: Option<f32>,
    ) -> Face {
        Face { family, bold, italic, source, index, weight, opened: OnceLock::new() }
    }

    /// Family name, as the font itself or the stand-in's table gives it.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Whether this is the family's bold face.
    #[must_use]
    pub fn is_bold(&self) -> bool {
        self.bold
    }

    /// Whether this is the family's italic face.
    #[must_use]
    pub fn is_italic(&self) -> bool {
        self.italic
    }

    /// Whether the face has a glyph of its own for the character.
    #[must_use]
    pub fn covers(&self, character: char) -> bool {
        self.opened().is_some_and(|opened| opened.glyph(character).is_some())
    }

    /// What to embed. `None`: the file has gone or is damaged, in which case no [`crate::Choice`] has named the face.
    #[must_use]
    pub fn program(&self) -> Option<Program> {
        let opened = self.opened()?;
        let variations = self.weight.map(|weight| (*b"wght", weight)).into_iter().collect();
        Some(Program { data: Arc::clone(&opened.data), index: self.index, variations })
    }

    /// Reads the file, the first time. `None`: it is missing or damaged.
    pub(crate) fn opened(&self) -> Option<&Opened> {
        self.opened.get_or_init(|| Opened::read(self.source.read()?, self.index, self.weight)).as_ref()
    }
}

/// A face whose tables are at hand.
pub(crate) struct Opened {
    pub data: FontData,
    index: u32,
    pub shaper: ShaperData,
    pub instance: ShaperInstance,
    mapping: MappingIndex,
    pub units_per_em: f32,
    pub metrics: LineMetrics,
    /// Glyph and advance (em) of the characters below [`TABLED`]; glyph 0 where there is none.
    table: OnceLock<Vec<(u16, f32)>>,
}

impl Opened {
    fn read(data: FontData, index: u32, weight: Option<f32>) -> Option<Opened> {
        let bytes: &[u8] = (*data).as_ref();
        let font = FontRef::from_index(bytes, index).ok()?;
        let vertical = Vertical::read(&font)?;
        // Without these nothing can be drawn.
        font.maxp().ok()?;
        font.hmtx().ok()?;
        let instance =
            ShaperInstance::from_variations(&font, weight.map(|weight| (Tag::new(b"wght"), weight)));
        let (shaper, mapping) = (ShaperData::new(&font), MappingIndex::new(&font));
        Some(Opened {
            index,
            shaper,
            instance,
            mapping,
            units_per_em: vertical.units_per_em,
            metrics: vertical.line_metrics(),
            table: OnceLock::new(),
            data,
        })
    }

    /// The font's tables. Parsing its directory anew costs less than a self-reference would complicate.
    pub(crate) fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index((*self.data).as_ref(), self.index).ok()
    }

    /// The glyph for `character`, if the face has one of its own. A no-break space is a space, and a hyphen that the
    /// face lacks is its hyphen-minus: no font is missed for these.
    pub(crate) fn glyph(&self, character: char) -> Option<u16> {
        let font = self.font()?;
        let map = self.mapping.charmap(&font);
        let of = |character: char| map.map(character).map(|glyph| glyph.to_u32()).filter(|glyph| *glyph != 0);
        let glyph = of(character).or_else(|| match character {
            '\u{a0}' | '\u{202f}' => of(' '),
            '\u{2010}' => of('-'),
            '\u{2011}' => of('\u{2010}').or_else(|| of('-')),
            _ => None,
        });
        glyph.and_then(|glyph| u16::try_from(glyph).ok())
    }

    /// Width of a glyph, in em.
    pub(crate) fn advance(&self, glyph: u16) -> f32 {
        let advance = self.font().and_then(|font| {
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::new(self.instance.coords()));
            metrics.advance_width(skrifa::GlyphId::from(glyph))
        });
        advance.unwrap_or_default() / self.units_per_em
    }

    /// Glyph and width of a character: glyph 0 where there is none.
    pub(crate) fn glyph_and_advance(&self, character: char) -> (u16, f32) {
        let look_up = |character: char| {
            let glyph = self.glyph(character).unwrap_or_default();
            (glyph, self.advance(glyph))
        };
        let table = self.table.get_or_init(|| {
            let characters = (0..TABLED).filter_map(|code| char::from_u32(u32::try_from(code).ok()?));
            characters.map(look_up).collect()
        });
        table.get(character as usize).copied().unwrap_or_else(|| look_up(character))
    }
}
