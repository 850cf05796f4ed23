//! A face's opened file: its tables and lookups.

use std::sync::{Arc, OnceLock};

use harfrust::{ShaperData, ShaperInstance};
use read_fonts::types::Tag;
use read_fonts::{FontRef, TableProvider};
use skrifa::MetadataProvider;
use skrifa::charmap::MappingIndex;
use skrifa::instance::{LocationRef, Size};

use crate::metrics::{LineMetrics, Reach, Vertical};
use crate::script_forms::{self, ScriptForms};
use crate::stretch::Fit;
use crate::symbols::Codes;

/// The bytes of a font file, shared.
pub type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Characters whose glyphs are looked up together, when the first of them is drawn; and how many such blocks there are:
/// those of the Basic Multilingual Plane.
const BLOCK: u32 = 256;
const BLOCKS: usize = 256;

/// A face whose tables are at hand.
pub(crate) struct Opened {
    pub data: FontData,
    pub index: u32,
    pub weight: Option<f32>,
    pub shaper: ShaperData,
    pub instance: ShaperInstance,
    mapping: MappingIndex,
    pub units_per_em: f32,
    pub metrics: LineMetrics,
    pub reach: Reach,
    /// Whether the face's ligatures are those of the font that is meant.
    pub has_ligatures: bool,
    /// Widths of another font, if the face stands in for one.
    pub fit: Option<Fit>,
    /// Codes instead of characters, if it stands in for a font of signs.
    pub codes: Option<Codes>,
    /// Glyph and advance (em) of characters, by block; glyph 0 where there is none.
    blocks: Vec<OnceLock<Vec<(u16, f32)>>>,
    script_forms: OnceLock<ScriptForms>,
}

impl Opened {
    pub(crate) fn read(data: FontData, index: u32, weight: Option<f32>) -> Option<Opened> {
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
            weight,
            shaper,
            instance,
            mapping,
            units_per_em: vertical.units_per_em,
            metrics: vertical.line_metrics(),
            reach: vertical.reach(),
            has_ligatures: true,
            fit: None,
            codes: None,
            blocks: (0..BLOCKS).map(|_| OnceLock::new()).collect(),
            script_forms: OnceLock::new(),
            data,
        })
    }

    /// The font's tables. Parsing its directory again costs less than a self-reference would complicate.
    pub(crate) fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index((*self.data).as_ref(), self.index).ok()
    }

    /// Glyphs for the scripts of equations.
    pub(crate) fn script_forms(&self) -> &ScriptForms {
        let read = || self.font().map_or_else(ScriptForms::new, |font| script_forms::read(&font));
        self.script_forms.get_or_init(read)
    }

    /// The glyph for `character`, if the face has one of its own. A no-break space is a space, and a hyphen that the
    /// face lacks is its hyphen-minus: no font is missed for these.
    pub(crate) fn glyph(&self, character: char) -> Option<u16> {
        let font = self.font()?;
        let character = match &self.codes {
            Some(codes) => codes.get(character)?.drawn,
            None => character,
        };
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

    /// All characters and their glyphs, as the font has them.
    pub(crate) fn mappings(&self) -> Vec<(char, u16)> {
        let Some(font) = self.font() else { return Vec::new() };
        let mappings = self.mapping.charmap(&font).mappings();
        mappings
            .filter_map(|(code, glyph)| Some((char::from_u32(code)?, u16::try_from(glyph.to_u32()).ok()?)))
            .collect()
    }

    /// Width of a glyph in em, of the font that the face stands in for if it does.
    pub(crate) fn advance(&self, glyph: u16) -> f32 {
        self.plain_advance(glyph) * self.factor(glyph)
    }

    /// Factor by which the glyph is wider than in the face's file.
    pub(crate) fn factor(&self, glyph: u16) -> f32 {
        self.fit.as_ref().map_or(1.0, |fit| fit.factor(glyph, self.plain_advance(glyph)))
    }

    /// Width of a glyph in em, as the file has it.
    pub(crate) fn plain_advance(&self, glyph: u16) -> f32 {
        let advance = self.font().and_then(|font| {
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::new(self.instance.coords()));
            metrics.advance_width(skrifa::GlyphId::from(glyph))
        });
        advance.unwrap_or_default() / self.units_per_em
    }

    /// Glyph and width of a character: glyph 0 where there is none.
    pub(crate) fn glyph_and_advance(&self, character: char) -> (u16, f32) {
        let code = u32::from(character);
        let known = self.block(code / BLOCK).and_then(|block| block.get((code % BLOCK) as usize).copied());
        known.unwrap_or_else(|| self.look_up(character))
    }

    /// Glyphs and widths of the characters up to U+00FF, by their codes.
    pub(crate) fn first_block(&self) -> &[(u16, f32)] {
        self.block(0).unwrap_or_default()
    }

    fn block(&self, number: u32) -> Option<&[(u16, f32)]> {
        let block = self.blocks.get(number as usize)?;
        let first = number * BLOCK;
        let read =
            || (first..first + BLOCK).map(|code| char::from_u32(code).map_or((0, 0.0), |c| self.look_up(c)));
        Some(block.get_or_init(|| read().collect()))
    }

    fn look_up(&self, character: char) -> (u16, f32) {
        let glyph = self.glyph(character).unwrap_or_default();
        (glyph, self.advance(glyph))
    }
}
