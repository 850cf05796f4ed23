//! How text looks, as far as a document takes it over from HTML: a closed set, so that nothing else gets through.

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// Text above or below the line (`w:vertAlign`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vertical {
    Subscript,
    Superscript,
}

/// Formatting of text; what is `None` is left as it is around.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Format {
    pub bold: Option<bool>,
    pub italic: Option<bool>,
    pub underline: Option<bool>,
    pub strike: Option<bool>,
    pub vertical: Option<Vertical>,
    pub monospace: bool,
    pub color: Option<Rgb>,
    pub background: Option<Rgb>,
    /// In half-points, as `w:sz`.
    pub size: Option<u16>,
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
            monospace: inner.monospace || self.monospace,
            color: inner.color.or(self.color),
            background: inner.background.or(self.background),
            size: inner.size.or(self.size),
        }
    }
}

/// `w:jc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
    Justify,
}
