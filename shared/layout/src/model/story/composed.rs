//! Text that is set as one piece of a line.

use super::Inline;

/// Text that is set as one piece of a line.
#[derive(Debug)]
pub(crate) enum Composed {
    /// Texts at one place: a base with its reading above it (17.3.3.25), characters over one another (`EQ \\o`).
    Over { layers: Vec<Layer>, align: LayerAlign },
    /// Two lines of half the size, and the brackets around them (17.3.2.10).
    TwoLines { text: Vec<Inline>, brackets: Vec<Inline> },
    /// Turned anticlockwise.
    Turned(Vec<Inline>),
}

/// A text of those at one place.
#[derive(Debug)]
pub(crate) struct Layer {
    pub text: Vec<Inline>,
    /// Points by which it is raised.
    pub rise: f64,
}

/// How texts are aligned in the width of the widest of them (17.18.78).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LayerAlign {
    Left,
    #[default]
    Center,
    Right,
    /// Spread, from edge to edge.
    Letters,
    /// Spread, with half a gap at each edge.
    Spaces,
}

impl Composed {
    /// Its first text: text above it comes later.
    pub fn base(&self) -> &[Inline] {
        match self {
            Composed::Over { layers, .. } => {
                layers.first().map(|base| base.text.as_slice()).unwrap_or_default()
            }
            Composed::TwoLines { text, .. } | Composed::Turned(text) => text,
        }
    }
}
