//! How far each glyph of a face is stretched to match another font's width.

use std::collections::HashMap;

/// Where a sign stands in the em that it fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// As it is, before or behind the blank part.
    Start,
    End,
    /// As it is, in the middle.
    Between,
    /// Stretched, in the middle.
    Middle,
    /// Stretched, in the middle of the em and of the height of ideographs.
    Raised,
}

/// How the glyphs of an open face are to be stretched.
pub(crate) struct Fit {
    /// Factor of the advance, by glyph.
    pub factors: HashMap<u16, f32>,
    /// Factor of the other glyphs.
    pub rest: f32,
    /// One width for all, in em.
    pub pitch: Option<f32>,
    /// Signs that are an em wide whatever the pitch is, as in fonts for East Asian text.
    pub wide: HashMap<u16, Side>,
    pub rise: Rise,
}

/// How heights are stretched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Rise {
    /// All by one factor, from the baseline on.
    By(f32),
    /// Each glyph's as its width, about the middle of capital letters: signs keep their shape.
    LikeWidth,
}

impl Default for Fit {
    /// Every glyph as it is.
    fn default() -> Fit {
        Fit { factors: HashMap::new(), rest: 1.0, pitch: None, wide: HashMap::new(), rise: Rise::By(1.0) }
    }
}

impl Fit {
    /// Factor of a glyph whose advance is `open` (em) in the open face.
    pub(crate) fn factor(&self, glyph: u16, open: f32) -> f32 {
        match self.pitch {
            _ if open > 0.01 && self.wide.contains_key(&glyph) => 1.0 / open,
            Some(pitch) if open > 0.01 => pitch / open,
            _ => self.factors.get(&glyph).copied().unwrap_or(self.rest),
        }
    }
}
