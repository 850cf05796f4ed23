//! The look of text and paragraphs that documents take from HTML: a closed set, so that nothing else gets through.

use std::sync::Arc;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// Text above or below the line (`w:vertAlign`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vertical {
    Baseline,
    Subscript,
    Superscript,
}

/// How letters are shown (`w:caps`, `w:smallCaps`); Word has no lower case and no capitals of words, so that the text is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    AsWritten,
    Upper,
    SmallCaps,
    Lower,
    Capitalized,
}

/// Formatting of text; what is `None` is left as it is around.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Format {
    pub bold: Option<bool>,
    pub italic: Option<bool>,
    pub underline: Option<bool>,
    pub strike: Option<bool>,
    pub vertical: Option<Vertical>,
    /// A font's name, as it is installed.
    pub font: Option<Arc<str>>,
    pub case: Option<Case>,
    pub color: Option<Rgb>,
    pub background: Option<Rgb>,
    /// In half-points, as `w:sz`.
    pub size: Option<u16>,
    /// It runs from right to left.
    pub rtl: Option<bool>,
}

impl Format {
    /// This formatting with `inner` inside of it.
    pub fn with(self, inner: &Format) -> Format {
        Format {
            bold: inner.bold.or(self.bold),
            italic: inner.italic.or(self.italic),
            underline: inner.underline.or(self.underline),
            strike: inner.strike.or(self.strike),
            vertical: inner.vertical.or(self.vertical),
            font: inner.font.clone().or(self.font),
            case: inner.case.or(self.case),
            color: inner.color.or(self.color),
            background: inner.background.or(self.background),
            size: inner.size.or(self.size),
            rtl: inner.rtl.or(self.rtl),
        }
    }
}

/// Where the lines of a paragraph stand: at the side where reading starts or ends, or at one that is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    End,
    Left,
    Center,
    Right,
    Justify,
}

/// Height of a line (`w:spacing`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineHeight {
    /// 240ths of a line.
    Lines(u32),
    /// Twips at least.
    Twips(u32),
}

/// How a paragraph stands. Lengths are twips; what is `None` is left as it is around.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub align: Option<Align>,
    pub background: Option<Rgb>,
    /// How much further in than the text around.
    pub left: i32,
    pub right: i32,
    /// How much further in the first line is than the others.
    pub first_line: Option<i32>,
    pub line_height: Option<LineHeight>,
    /// Space above and below.
    pub above: Option<u32>,
    pub below: Option<u32>,
    /// It runs from right to left.
    pub rtl: Option<bool>,
    /// It begins a page.
    pub begins_page: bool,
}
