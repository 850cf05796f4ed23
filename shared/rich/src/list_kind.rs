//! How list items are marked.

/// A list's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListKind {
    pub marker: Marker,
    /// The first number, at whatever level its items stand; bullets have none.
    pub start: u32,
}

/// What a list's items begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// • ◦ ▪ by level, or one glyph at all levels.
    Bullet(Option<Glyph>),
    /// 1. a. i. by level, or one format at all levels.
    Number(Option<NumberFormat>),
}

/// A bullet of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    Disc,
    Circle,
    Square,
    Unchecked,
    Checked,
}

impl Glyph {
    pub(super) fn text(self) -> &'static str {
        match self {
            Glyph::Disc => BULLETS[0],
            Glyph::Circle => BULLETS[1],
            Glyph::Square => BULLETS[2],
            Glyph::Unchecked => "\u{2610}",
            Glyph::Checked => "\u{2612}",
        }
    }
}

/// How a list of numbers counts (17.18.59).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    Decimal,
    DecimalZero,
    LowerLetter,
    UpperLetter,
    LowerRoman,
    UpperRoman,
}

impl NumberFormat {
    pub(super) fn of_level(level: u32) -> NumberFormat {
        [NumberFormat::Decimal, NumberFormat::LowerLetter, NumberFormat::LowerRoman][level as usize % 3]
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            NumberFormat::Decimal => "decimal",
            NumberFormat::DecimalZero => "decimalZero",
            NumberFormat::LowerLetter => "lowerLetter",
            NumberFormat::UpperLetter => "upperLetter",
            NumberFormat::LowerRoman => "lowerRoman",
            NumberFormat::UpperRoman => "upperRoman",
        }
    }
}

/// A list that rich content opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List {
    /// `w:numId` by which its paragraphs refer to it.
    pub num: u32,
    pub kind: ListKind,
}

/// Bullets by level.
pub(super) const BULLETS: [&str; 3] = ["\u{2022}", "\u{25E6}", "\u{25AA}"];
