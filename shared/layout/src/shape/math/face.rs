//! A face at a size.

use platen_fonts::{Choice, Constant, MathFont};

use super::boxes::{Boxed, Single};
use crate::drawing::Rgb;
use crate::pages::{GlyphRun, Item, PlacedGlyph};

/// A face of equations at the size of a style.
pub(super) struct Sized<'a> {
    pub choice: Choice,
    pub font: MathFont<'a>,
    pub size: f64,
    pub colour: Rgb,
}

impl Sized<'_> {
    /// A length of the face, in points.
    pub fn length(&self, constant: Constant) -> f64 {
        self.em(self.font.constant(constant))
    }

    /// Points of a length in em.
    pub fn em(&self, length: f32) -> f64 {
        f64::from(length) * self.size
    }

    /// Height of the axis, on which fractions and operators are centred.
    pub fn axis(&self) -> f64 {
        self.length(Constant::AxisHeight)
    }

    /// A run of glyphs on the baseline.
    pub fn run(&self, glyphs: Vec<PlacedGlyph>, text: String) -> Item {
        Item::Glyphs(GlyphRun {
            face: self.choice.face,
            synthetic_bold: self.choice.synthetic_bold,
            synthetic_italic: self.choice.synthetic_italic,
            size: self.size,
            scale: 1.0,
            colour: self.colour,
            x: 0.0,
            y: 0.0,
            glyphs,
            text,
            is_rtl: false,
            is_spaced: false,
            link: None,
            element: None,
        })
    }

    /// A glyph as a box.
    pub fn glyph(&self, glyph: u16, character: char) -> Boxed {
        let extents = self.font.extents(glyph);
        let advance = self.em(self.font.advance(glyph));
        let text = character.to_string();
        let placed = PlacedGlyph::new(glyph, advance, (0.0, 0.0), 0..text.len());
        Boxed {
            width: advance,
            ascent: self.em(extents.ascent),
            descent: self.em(extents.descent),
            italic: self.em(self.font.italic_correction(glyph)),
            accent: self.em(self.font.accent_attachment(glyph)),
            glyph: Some(Single { glyph, character, size: self.size }),
            items: vec![self.run(vec![placed], text)],
        }
    }
}
