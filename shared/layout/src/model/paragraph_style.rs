//! Properties of paragraphs, resolved from all layers.

use std::sync::Arc;

use super::border::Border;
use super::paragraph_properties::{
    Align, FrameLayer, LineRule, LineRuleName, ParagraphLayer, TabAlign, TabStop,
};
use crate::drawing::Rgb;

/// Unit: points of a line, of which a paragraph's spacing says hundredths and its height 240ths, each a twip (17.3.1.33).
const POINTS_PER_LINE: f64 = 12.0;

/// The edges of a paragraph's box that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Frame {
    pub top: Option<Border>,
    pub bottom: Option<Border>,
    pub left: Option<Border>,
    pub right: Option<Border>,
    pub between: Option<Border>,
}

impl Frame {
    pub fn is_empty(&self) -> bool {
        *self == Frame::default()
    }
}

/// Paragraph properties as they come out of all layers. Lengths in points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ParagraphStyle {
    /// Indent of the lines on which a displayed equation continues (22.1.2.121).
    pub wrap_indent: Option<f64>,
    /// Identity of the paragraph style, for `contextual`.
    pub style: Arc<str>,
    pub align: Align,
    /// The most that a join of Arabic letters is lengthened, in em, where its lines are spread.
    pub kashida: f64,
    pub start: f64,
    pub end: f64,
    pub first_line: f64,
    pub before: Spacing,
    pub after: Spacing,
    pub line: LineRule,
    pub contextual: bool,
    pub keep_next: bool,
    pub keep_lines: bool,
    pub page_break_before: bool,
    pub widow_control: bool,
    pub shading: Option<Rgb>,
    pub frame: Frame,
    /// Custom stops in ascending order, without cleared ones.
    pub tabs: Vec<TabStop>,
    pub outline_level: Option<usize>,
    pub is_rtl: bool,
    pub word_wrap: bool,
    pub snap_to_grid: bool,
    pub no_hyphens: bool,
    pub no_line_numbers: bool,
    pub drop_cap: Option<usize>,
    /// Whether closing marks of East Asian text may hang past the line.
    pub overflow_punctuation: bool,
    /// Whether opening marks at the beginning of a line give up their blank halves.
    pub top_line_punctuation: bool,
    /// Whether some characters may not begin or end its lines.
    pub kinsoku: bool,
    /// Whether a space is left between ideographs and letters, and between ideographs and digits.
    pub auto_space_latin: bool,
    pub auto_space_digits: bool,
}

/// Space above or below a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Spacing {
    Points(f64),
    /// Automatic (17.3.1.33, `beforeAutospacing`), in points.
    Auto(f64),
}

impl Spacing {
    /// As HTML has it, 14 points (measured in Word's object model and PDFs alike, independent of font and size).
    pub const HTML: Spacing = Spacing::Auto(14.0);
    /// In documents that do not use HTML's (17.15.3.20).
    pub const FIXED: Spacing = Spacing::Auto(5.0);

    pub fn points(self) -> f64 {
        let (Spacing::Points(points) | Spacing::Auto(points)) = self;
        points
    }

    pub fn is_auto(self) -> bool {
        matches!(self, Spacing::Auto(_))
    }
}

impl ParagraphStyle {
    /// Whether a paragraph gives up its space to one beside it of the other style: contextual spacing (17.3.1.9).
    pub fn gives_up_to(&self, other: &ParagraphStyle) -> bool {
        self.contextual && self.style == other.style
    }

    /// Resolves `layer`, which has all layers merged. `character` is the width for indents in characters, `auto` the automatic
    /// space.
    pub fn new(layer: &ParagraphLayer, style: Arc<str>, character: f64, auto: Spacing) -> ParagraphStyle {
        let core = &layer.core;
        let indent = |points: Option<f64>, chars: Option<f64>| match chars {
            Some(chars) if chars != 0.0 => chars * character,
            _ => points.unwrap_or(0.0),
        };
        let spacing = |points: Option<f64>, is_auto: Option<bool>, lines: Option<f64>| match (is_auto, lines)
        {
            (Some(true), _) => auto,
            (_, Some(lines)) if lines != 0.0 => Spacing::Points(lines * POINTS_PER_LINE),
            _ => Spacing::Points(points.unwrap_or(0.0).max(0.0)),
        };
        let line = match (core.line, core.line_rule) {
            (None, _) => LineRule::Auto(1.0),
            (Some(line), Some(LineRuleName::Exact)) => LineRule::Exact(line.abs().max(1.0)),
            (Some(line), Some(LineRuleName::AtLeast)) => LineRule::AtLeast(line.abs()),
            // A negative multiple was an exact height in old files.
            (Some(line), _) if line < 0.0 => LineRule::Exact(-line),
            (Some(0.0), _) => LineRule::Auto(1.0),
            (Some(line), _) => LineRule::Auto(line / POINTS_PER_LINE),
        };
        let drawn = |border: Option<Border>| border.filter(Border::is_drawn);
        let borders = &layer.borders;
        let mut tabs: Vec<TabStop> =
            layer.tabs.iter().filter(|stop| stop.align != TabAlign::Clear).copied().collect();
        tabs.sort_by(|a, b| a.at.total_cmp(&b.at));
        let on = |flag: Option<bool>| flag.unwrap_or(false);
        ParagraphStyle {
            wrap_indent: None,
            style,
            align: core.align.unwrap_or_default(),
            kashida: core.kashida.unwrap_or(0.0),
            start: indent(layer.indents.start, layer.indents.start_chars),
            end: indent(layer.indents.end, layer.indents.end_chars),
            first_line: indent(layer.indents.first_line, layer.indents.first_line_chars),
            before: spacing(core.before, core.before_auto, core.before_lines),
            after: spacing(core.after, core.after_auto, core.after_lines),
            line,
            contextual: on(core.contextual),
            keep_next: on(core.keep_next),
            keep_lines: on(core.keep_lines),
            page_break_before: on(core.page_break_before),
            widow_control: core.widow_control.unwrap_or(true),
            shading: core.shading.flatten(),
            frame: Frame {
                top: drawn(borders.top),
                bottom: drawn(borders.bottom),
                left: drawn(borders.left),
                right: drawn(borders.right),
                between: drawn(borders.between),
            },
            tabs,
            outline_level: core.outline_level.filter(|level| *level < 9),
            is_rtl: on(core.is_rtl),
            word_wrap: core.word_wrap.unwrap_or(true),
            snap_to_grid: core.snap_to_grid.unwrap_or(true),
            no_hyphens: on(core.no_hyphens),
            no_line_numbers: on(core.no_line_numbers),
            drop_cap: layer.frame.as_ref().and_then(FrameLayer::drop_cap),
            overflow_punctuation: core.overflow_punctuation.unwrap_or(true),
            top_line_punctuation: on(core.top_line_punctuation),
            kinsoku: core.kinsoku.unwrap_or(true),
            auto_space_latin: core.auto_space_latin.unwrap_or(true),
            auto_space_digits: core.auto_space_digits.unwrap_or(true),
        }
    }
}

/// The role of a paragraph by its built-in style, for its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Text,
    Caption,
    /// An entry of a table of contents or of figures.
    Entry,
}
