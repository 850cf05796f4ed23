//! The placement of characters in their lines: the character grid, turned characters, and their vertical position.

use unicode_width::UnicodeWidthChar;

use super::text_direction::TurnedBack;

/// How far the middle of an em box lies above the baseline, in em: East Asian faces reach from -0.12 to 0.88 (measured).
const MIDDLE: f64 = 0.38;

/// Grid of characters (17.6.5), where it is switched on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CharacterGrid {
    /// Points that it adds to each character; negative ones bring them together.
    pub extra: f64,
    /// Whether each East Asian character has its own cells (`snapToChars`).
    pub snaps: bool,
    /// Width of the cells: the size of the document's text, with what is added.
    pub cell: f64,
}

/// How the text of a story is placed in its lines.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Stance {
    /// The characters that are turned back.
    pub turned_back: TurnedBack,
    /// The grid of its characters.
    pub grid: Option<CharacterGrid>,
}

impl Stance {
    /// Whether a character is turned anticlockwise in its line: in a line that runs down, that makes it upright.
    pub fn turns(self, c: char) -> bool {
        match self.turned_back {
            TurnedBack::None => false,
            TurnedBack::EastAsian => is_upright(c),
            TurnedBack::All => true,
        }
    }
}

/// Whether a character is upright in vertical text: all wide ones are (UAX 50, if the font has the vertical forms of marks and
/// brackets).
fn is_upright(c: char) -> bool {
    !c.is_ascii() && c.width() == Some(2)
}

/// The middle of an em box above the baseline.
pub(crate) fn em_middle(size: f64) -> f64 {
    size * MIDDLE
}
