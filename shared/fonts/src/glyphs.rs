//! Positioned glyphs.

/// What a run asks of the font beside its plain glyphs. Word's defaults are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features {
    /// Pair kerning (`w:kern`, where the size reaches it).
    pub kerning: bool,
    /// Standard ligatures and contextual forms (`w14:ligatures`). Scripts that need their ligatures have them anyway.
    pub ligatures: bool,
    /// Forms of characters for vertical text.
    pub vertical: bool,
}

/// A glyph in its place. Lengths in em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// The glyph's number in its face. 0: the face has none, and a box is drawn.
    pub id: u16,
    /// Byte of the text at which the characters of the glyph begin. Glyphs of one cluster belong together.
    pub cluster: u32,
    /// How far the pen moves.
    pub advance: f32,
    /// Offset of the drawing from the pen, to the right.
    pub x_offset: f32,
    /// Offset of the drawing from the pen, upwards.
    pub y_offset: f32,
}

/// Glyphs in the order in which they are drawn, from left to right: clusters fall where the text runs from right to left.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shaped {
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
}

impl Shaped {
    /// Width of all, in em.
    #[must_use]
    pub fn advance(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}
