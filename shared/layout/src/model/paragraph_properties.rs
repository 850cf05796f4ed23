//! Properties of paragraphs (17.3.1), as one layer sets them.

use super::border::Borders;
use super::colour;
use super::layered::layered;
use crate::drawing::Rgb;
use crate::units::HUNDREDTHS;

use super::run::RunLayer;
use super::theme::Theme;
use crate::model::placement::{Place, Relative};
use crate::read::Element;

/// Tolerance: tab stops that are closer than this are one, in points: less than a twip.
const SAME_STOP: f64 = 0.04;

/// Length of the shortest of three kashidas, in those of the longest (17.18.44). A guess: Word's are not published.
const LOW_KASHIDA: f64 = 0.25;

/// Alignment of lines (17.18.44), by direction: `Start` is left in left-to-right paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Align {
    #[default]
    Start,
    Center,
    End,
    Both,
    Distribute,
}

/// How `w:line` is meant (17.18.48).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LineRule {
    /// So many times the natural height.
    Auto(f64),
    /// Points.
    AtLeast(f64),
    /// Points.
    Exact(f64),
}

/// The alignment at a tab stop (17.18.84).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TabAlign {
    Start,
    Center,
    End,
    Decimal,
    Bar,
    Clear,
}

/// The leader of a tab (17.18.72).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Leader {
    #[default]
    None,
    Dot,
    Hyphen,
    Underscore,
    Heavy,
    MiddleDot,
}

impl Leader {
    pub fn parse(value: Option<&str>) -> Leader {
        match value {
            Some("dot") => Leader::Dot,
            Some("hyphen") => Leader::Hyphen,
            Some("underscore") => Leader::Underscore,
            Some("heavy") => Leader::Heavy,
            Some("middleDot") => Leader::MiddleDot,
            _ => Leader::None,
        }
    }
}

/// A tab stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TabStop {
    /// Points from the column's edge.
    pub at: f64,
    pub align: TabAlign,
    pub leader: Leader,
}

/// Reference to a list level as a layer states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NumberingRef {
    pub num: Option<i64>,
    pub level: Option<usize>,
}

layered! {
    /// Indents, each stated for itself. In points; `*_chars` in characters.
    Indents {
        start: f64,
        end: f64,
        first_line: f64,
        start_chars: f64,
        end_chars: f64,
        first_line_chars: f64,
    }
}

impl Indents {
    pub fn read(element: Element<'_>) -> Indents {
        let either = |a: &str, b: &str| element.points(a).or_else(|| element.points(b));
        let chars = |a: &str, b: &str| {
            let value = element.int(a).or_else(|| element.int(b));
            value.map(|hundredths| hundredths as f64 / HUNDREDTHS)
        };
        // Hanging beats firstLine (17.3.1.12).
        let first_line =
            element.points("hanging").map(|hanging| -hanging).or_else(|| element.points("firstLine"));
        let hanging_chars =
            chars("hangingChars", "hangingChars").filter(|chars| *chars != 0.0).map(|chars| -chars);
        Indents {
            start: either("start", "left"),
            end: either("end", "right"),
            first_line,
            start_chars: chars("startChars", "leftChars"),
            end_chars: chars("endChars", "rightChars"),
            first_line_chars: hanging_chars.or_else(|| chars("firstLineChars", "firstLineChars")),
        }
    }
}

layered! {
    /// What one layer states of a frame of text (17.3.1.11): a drop cap, or text at a place of its own. Each attribute counts
    /// by itself, as in Word, where a paragraph may move the frame of its style.
    FrameLayer {
        is_drop_cap: bool,
        /// Lines that a drop cap is high.
        lines: usize,
        width: f64,
        height: f64,
        /// Whether the text alone gives the height.
        is_as_high_as_text: bool,
        across_from: Relative,
        across: Place,
        down_from: Relative,
        down_aligned: Place,
        down: f64,
        wrap: FrameWrap,
        /// Distance of the text to the left and right, and above and below.
        space_beside: f64,
        space_above: f64,
    }
}

/// How text keeps away from a frame (17.18.104).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameWrap {
    /// Beside it, where there is room.
    Around,
    /// Above and below it.
    NotBeside,
    /// Not at all.
    None,
}

impl FrameLayer {
    fn read(element: Element<'_>) -> FrameLayer {
        let attr = |name: &str| element.attr(name);
        let space = |name: &str| element.points(name).map(|space| space.max(0.0));
        // Word keeps both as one: a layer that states either of them takes the other one back.
        let (down_aligned, down) = match (Place::aligned(element, "yAlign"), element.points("y")) {
            (None, None) => (None, None),
            (aligned, at) => (aligned.or(Some(Place::IN_TEXT)), at.or(Some(0.0))),
        };
        FrameLayer {
            is_drop_cap: attr("dropCap").map(|kind| kind != "none"),
            lines: element.int("lines").map(|lines| lines.clamp(1, 10) as usize),
            width: element.points("w"),
            height: element.points("h"),
            is_as_high_as_text: attr("hRule").map(|rule| rule == "auto"),
            across_from: Relative::read(element, "hAnchor"),
            across: Place::aligned(element, "xAlign").or_else(|| element.points("x").map(Place::Offset)),
            down_from: Relative::read(element, "vAnchor"),
            down_aligned,
            down,
            wrap: attr("wrap").map(|wrap| match wrap.as_str() {
                "none" => FrameWrap::None,
                "notBeside" => FrameWrap::NotBeside,
                _ => FrameWrap::Around,
            }),
            space_beside: space("hSpace"),
            space_above: space("vSpace"),
        }
    }

    /// What its place counts from, and its place: in the column, and in the text where nothing else is said.
    pub fn across(&self) -> (Relative, Place) {
        (self.across_from.unwrap_or(Relative::Text), self.across.unwrap_or(Place::Offset(0.0)))
    }

    /// Likewise downward. No place is in the text, whatever it should count from. A place wins over an alignment, and in the
    /// text there is none (three documents).
    pub fn down(&self) -> (Relative, Place) {
        let from = self.down_from.unwrap_or(Relative::Margin);
        match (self.down.filter(|at| *at != 0.0), self.down_aligned) {
            (Some(at), _) => (from, Place::Offset(at)),
            (None, Some(aligned)) if from != Relative::Text && aligned != Place::IN_TEXT => (from, aligned),
            _ => (Relative::Text, Place::IN_TEXT),
        }
    }

    pub fn drop_cap(&self) -> Option<usize> {
        (self.is_drop_cap == Some(true)).then(|| self.lines.unwrap_or(1))
    }

    pub fn width(&self) -> f64 {
        self.width.unwrap_or(0.0).max(0.0)
    }

    pub fn height(&self) -> f64 {
        self.height.filter(|_| self.is_as_high_as_text != Some(true)).unwrap_or(0.0).max(0.0)
    }

    /// Whether nothing about it differs from text without a frame, as where a paragraph takes back the frame of its style.
    pub fn is_plain(&self) -> bool {
        let is_at_start = matches!(self.across(), (Relative::Text, Place::Start | Place::Offset(0.0)));
        let is_in_text = self.down() == (Relative::Text, Place::IN_TEXT);
        let is_around = matches!(self.wrap, None | Some(FrameWrap::Around));
        let is_sized = self.width() > 0.0 || self.height() > 0.0;
        is_at_start && is_in_text && is_around && !is_sized && self.drop_cap().is_none()
    }
}

layered! {
    /// Paragraph properties that one layer states, but for `indents`, `tabs`, `borders`, which merge piece by piece.
    ParagraphCore {
        align: Align,
        /// The most that a join of Arabic letters is lengthened, in em.
        kashida: f64,
        before: f64,
        after: f64,
        before_auto: bool,
        after_auto: bool,
        before_lines: f64,
        after_lines: f64,
        line: f64,
        line_rule: LineRuleName,
        contextual: bool,
        keep_next: bool,
        keep_lines: bool,
        page_break_before: bool,
        widow_control: bool,
        shading: Option<Rgb>,
        outline_level: usize,
        is_rtl: bool,
        word_wrap: bool,
        snap_to_grid: bool,
        no_line_numbers: bool,
        no_hyphens: bool,
        mirror_indents: bool,
        overflow_punctuation: bool,
        top_line_punctuation: bool,
        kinsoku: bool,
        auto_space_latin: bool,
        auto_space_digits: bool,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineRuleName {
    Auto,
    AtLeast,
    Exact,
}

/// Paragraph properties that one layer states.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ParagraphLayer {
    pub core: ParagraphCore,
    pub indents: Indents,
    pub tabs: Vec<TabStop>,
    pub borders: Borders,
    pub numbering: NumberingRef,
    pub frame: Option<FrameLayer>,
}

impl ParagraphLayer {
    /// Takes every property that `upper` states.
    pub fn lay(&mut self, upper: &ParagraphLayer) {
        self.core.lay(&upper.core);
        self.indents.lay(&upper.indents);
        self.borders.lay(&upper.borders);
        self.numbering.num = upper.numbering.num.or(self.numbering.num);
        self.numbering.level = upper.numbering.level.or(self.numbering.level);
        if let Some(frame) = &upper.frame {
            self.frame.get_or_insert_default().lay(frame);
        }
        for stop in &upper.tabs {
            // Stops merge by place.
            self.tabs.retain(|known| (known.at - stop.at).abs() > SAME_STOP);
            self.tabs.push(*stop);
        }
        // Each style of a long chain may bring some; the nearest are the paragraph's.
        self.tabs.drain(..self.tabs.len().saturating_sub(MAX_TABS));
    }

    pub fn read(element: Element<'_>) -> ParagraphLayer {
        let mut layer = ParagraphLayer::default();
        for child in element.children() {
            layer.read_property(child);
        }
        layer
    }

    fn read_property(&mut self, child: Element<'_>) {
        let core = &mut self.core;
        match child.name() {
            "jc" => {
                core.kashida = Some(match child.val().as_deref() {
                    Some("lowKashida") => LOW_KASHIDA,
                    Some("mediumKashida") => 0.5,
                    Some("highKashida") => 1.0,
                    _ => 0.0,
                });
                core.align = Some(match child.val().as_deref() {
                    Some("center") => Align::Center,
                    Some("right" | "end") => Align::End,
                    Some("both" | "lowKashida" | "mediumKashida" | "highKashida") => Align::Both,
                    Some("distribute" | "thaiDistribute") => Align::Distribute,
                    _ => Align::Start,
                });
            }
            "spacing" => {
                core.before = child.points("before").or(core.before);
                core.after = child.points("after").or(core.after);
                core.before_auto = child.flag("beforeAutospacing").or(core.before_auto);
                core.after_auto = child.flag("afterAutospacing").or(core.after_auto);
                core.before_lines = child.hundredths("beforeLines");
                core.after_lines = child.hundredths("afterLines");
                core.line = child.points("line");
                core.line_rule = match child.attr("lineRule").as_deref() {
                    Some("exact") => Some(LineRuleName::Exact),
                    Some("atLeast") => Some(LineRuleName::AtLeast),
                    Some(_) => Some(LineRuleName::Auto),
                    None => core.line.map(|_| LineRuleName::Auto),
                };
            }
            "ind" => self.indents = Indents::read(child),
            "contextualSpacing" => core.contextual = Some(child.on()),
            "keepNext" => core.keep_next = Some(child.on()),
            "keepLines" => core.keep_lines = Some(child.on()),
            "pageBreakBefore" => core.page_break_before = Some(child.on()),
            "widowControl" => core.widow_control = Some(child.on()),
            "shd" => core.shading = Some(colour::shading(child)),
            "outlineLvl" => core.outline_level = child.int("val").map(|level| level.clamp(0, 9) as usize),
            "bidi" => core.is_rtl = Some(child.on()),
            "wordWrap" => core.word_wrap = Some(child.on()),
            "snapToGrid" => core.snap_to_grid = Some(child.on()),
            "suppressLineNumbers" => core.no_line_numbers = Some(child.on()),
            "suppressAutoHyphens" => core.no_hyphens = Some(child.on()),
            "mirrorIndents" => core.mirror_indents = Some(child.on()),
            "overflowPunct" => core.overflow_punctuation = Some(child.on()),
            "topLinePunct" => core.top_line_punctuation = Some(child.on()),
            "kinsoku" => core.kinsoku = Some(child.on()),
            "autoSpaceDE" => core.auto_space_latin = Some(child.on()),
            "autoSpaceDN" => core.auto_space_digits = Some(child.on()),
            "pBdr" => self.borders = Borders::read(child),
            "tabs" => self.tabs = child.children().into_iter().filter_map(tab_stop).take(MAX_TABS).collect(),
            "numPr" => {
                self.numbering.num = child.child("numId").and_then(|num| num.int("val"));
                self.numbering.level = child
                    .child("ilvl")
                    .and_then(|level| level.int("val"))
                    .map(|level| level.clamp(0, 8) as usize);
            }
            // Apple's Pages writes a frame of exactly no height into the defaults of all paragraphs; Word sets them as text.
            "framePr"
                if child.attr("hRule").as_deref() == Some("exact") && child.points("h") == Some(0.0) => {}
            "framePr" => self.frame = Some(FrameLayer::read(child)),
            _ => {}
        }
    }
}

/// Tab stops of one paragraph: Word keeps 64.
const MAX_TABS: usize = 64;

fn tab_stop(element: Element<'_>) -> Option<TabStop> {
    let align = match element.val().as_deref() {
        Some("center") => TabAlign::Center,
        Some("right" | "end") => TabAlign::End,
        Some("decimal") => TabAlign::Decimal,
        Some("bar") => TabAlign::Bar,
        Some("clear") => TabAlign::Clear,
        _ => TabAlign::Start,
    };
    let leader = Leader::parse(element.attr("leader").as_deref());
    Some(TabStop { at: element.points("pos")?, align, leader })
}

/// Properties of a paragraph and of the runs in it, as one style states them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextLayer {
    pub paragraph: ParagraphLayer,
    pub run: RunLayer,
}

impl TextLayer {
    /// Reads the children `pPr` and `rPr`.
    pub fn read(element: Element<'_>, theme: &Theme) -> TextLayer {
        TextLayer {
            paragraph: element.child("pPr").map(ParagraphLayer::read).unwrap_or_default(),
            run: element.child("rPr").map(|run| RunLayer::read(run, theme)).unwrap_or_default(),
        }
    }

    /// Takes every property that `upper` states.
    pub fn lay(&mut self, upper: &TextLayer) {
        self.paragraph.lay(&upper.paragraph);
        self.run.lay(&upper.run);
    }
}
