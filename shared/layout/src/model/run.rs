//! Properties of runs (17.3.2): as one layer sets them, and resolved.

use std::sync::Arc;

use super::border::Border;
use super::colour;
use super::colour::Colour;
use super::layered::layered;
use super::paint::Shading;
use super::theme::{Theme, ThemeFont};
use crate::drawing::Rgb;
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Default size of text, in points (17.3.2.38).
pub const USUAL_SIZE: f64 = 10.0;

/// Bound: the least and the greatest size that Word takes, in points.
const SIZES: (f64, f64) = (0.5, 1638.0);

/// Bound: the narrowest and the widest text, in per cent (17.18.95).
const SCALES: (f64, f64) = (1.0, 600.0);

/// A font as a layer names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FontName {
    Named(Arc<str>),
    Theme(ThemeFont),
}

/// Line under text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnderlineStyle {
    /// One line.
    Single,
    /// One line under letters, none under spaces.
    Words,
    /// Two lines.
    Double,
    /// One line of twice the width.
    Thick,
    /// Dots.
    Dotted,
    /// Dashes.
    Dashed,
    /// Dots and dashes in turn.
    DotDash,
    /// Dashes with two dots between them.
    DotDotDash,
    /// A wave.
    Wave,
}

/// Raised or lowered small text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VerticalAlign {
    Baseline,
    Superscript,
    Subscript,
}

/// A mark above or below each character (17.18.24).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emphasis {
    Dot,
    Comma,
    Circle,
    UnderDot,
}

/// Text that is set as one (17.3.2.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EastAsianLayout {
    /// Runs of one number belong together.
    pub id: i64,
    pub kind: AsOne,
}

/// How text is set as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AsOne {
    /// In two lines of half the size, between brackets or none.
    TwoLines(Option<(char, char)>),
    /// Turned anticlockwise: across a vertical line.
    Turned,
    /// As any other text.
    No,
}

layered! {
    /// Run properties that one layer states.
    RunLayer {
        ascii: FontName,
        h_ansi: FontName,
        east_asia: FontName,
        cs: FontName,
        is_east_asian_hint: bool,
        bold: bool,
        bold_cs: bool,
        italic: bool,
        italic_cs: bool,
        caps: bool,
        small_caps: bool,
        strike: bool,
        double_strike: bool,
        vanish: bool,
        web_hidden: bool,
        size: f64,
        size_cs: f64,
        colour: Colour,
        underline: Option<UnderlineStyle>,
        underline_colour: Colour,
        highlight: Option<Rgb>,
        shading: Option<Rgb>,
        border: Border,
        align: VerticalAlign,
        position: f64,
        spacing: f64,
        scale: f64,
        kern_from: f64,
        language: Arc<str>,
        language_east_asia: Arc<str>,
        is_rtl: bool,
        is_cs: bool,
        snap_to_grid: bool,
        no_proof: bool,
        ligatures: bool,
        fit_width: f64,
        emphasis: Option<Emphasis>,
        east_asian: EastAsianLayout,
        effect: bool,
    }
}

/// Properties that invert the value of another kind of style instead of replacing it (17.7.3).
macro_rules! for_toggles {
    ($apply:ident) => {
        $apply!(bold, bold_cs, italic, italic_cs, caps, small_caps, strike, double_strike, vanish)
    };
}

impl RunLayer {
    /// Lays the properties of a style of another kind over these: toggles invert, the others replace.
    pub fn lay_style(&mut self, style: &RunLayer) {
        let before = self.clone();
        self.lay(style);
        macro_rules! invert {
            ($($field:ident),*) => {
                $(if style.$field == Some(true) && before.$field == Some(true) { self.$field = Some(false); }
                  if style.$field == Some(false) && before.$field == Some(true) { self.$field = Some(true); })*
            };
        }
        for_toggles!(invert);
    }

    /// Reads a `w:rPr`. Text with a gradient gets its average color: it looks more like the gradient than the color that Word
    /// writes beside it for older programs.
    pub fn read(element: Element<'_>, theme: &Theme) -> RunLayer {
        let mut run = RunLayer::default();
        for child in element.children() {
            run.read_property(child);
        }
        let gradient = element.child("textFill").and_then(|fill| fill.child("gradFill"));
        if let Some(shading) = gradient.and_then(|gradient| Shading::read(gradient, theme, None)) {
            run.colour = Some(Colour::Rgb(shading.average().colour));
        }
        run
    }

    fn read_property(&mut self, child: Element<'_>) {
        match child.name() {
            "rFonts" => self.read_fonts(child),
            "b" => self.bold = Some(child.on()),
            "bCs" => self.bold_cs = Some(child.on()),
            "i" => self.italic = Some(child.on()),
            "iCs" => self.italic_cs = Some(child.on()),
            "caps" => self.caps = Some(child.on()),
            "smallCaps" => self.small_caps = Some(child.on()),
            "strike" => self.strike = Some(child.on()),
            "dstrike" => self.double_strike = Some(child.on()),
            "vanish" => self.vanish = Some(child.on()),
            "webHidden" => self.web_hidden = Some(child.on()),
            "sz" => {
                self.size = child.half_points("val").map(|size| size.clamp(SIZES.0, SIZES.1)).or(self.size)
            }
            "szCs" => {
                self.size_cs =
                    child.half_points("val").map(|size| size.clamp(SIZES.0, SIZES.1)).or(self.size_cs)
            }
            "color" => self.colour = child.val().and_then(|val| Colour::parse(&val)),
            "u" => {
                self.underline = child.val().map(|val| underline(&val));
                self.underline_colour = child.attr("color").and_then(|colour| Colour::parse(&colour));
            }
            "highlight" => self.highlight = child.val().map(|val| colour::highlight(&val)),
            "shd" => self.shading = Some(colour::shading(child)),
            "bdr" => self.border = Some(Border::read(child)),
            "vertAlign" => {
                self.align = Some(match child.val().as_deref() {
                    Some("superscript") => VerticalAlign::Superscript,
                    Some("subscript") => VerticalAlign::Subscript,
                    _ => VerticalAlign::Baseline,
                });
            }
            "position" => self.position = child.half_points("val"),
            "spacing" => self.spacing = child.points("val"),
            "w" => {
                // Plain, or with its sign (17.18.95).
                let per_cent =
                    child.val().and_then(|val| val.trim_end_matches('%').trim().parse::<f64>().ok());
                self.scale =
                    per_cent.filter(|p| p.is_finite()).map(|p| p.clamp(SCALES.0, SCALES.1) / HUNDREDTHS);
            }
            "fitText" => self.fit_width = child.points("val"),
            "em" => {
                self.emphasis = child.val().map(|val| match &*val {
                    "dot" => Some(Emphasis::Dot),
                    "comma" => Some(Emphasis::Comma),
                    "circle" => Some(Emphasis::Circle),
                    "underDot" => Some(Emphasis::UnderDot),
                    _ => None,
                });
            }
            "eastAsianLayout" => self.east_asian = Some(east_asian_layout(child)),
            "outline" | "shadow" | "emboss" | "imprint" if child.on() => self.effect = Some(true),
            // Effects of Word 2010 ([MS-DOCX] 2.6.1). It writes lines that are none, and fills of one color beside the color.
            "glow" | "reflection" => self.effect = Some(true),
            "textOutline"
                if child
                    .children()
                    .iter()
                    .any(|line| line.name().ends_with("Fill") && line.name() != "noFill") =>
            {
                self.effect = Some(true);
            }
            "textFill" if child.child("gradFill").is_some() => self.effect = Some(true),
            "kern" => self.kern_from = child.half_points("val"),
            "lang" => {
                self.language = child.val().map(Arc::from);
                self.language_east_asia = child.attr("eastAsia").map(Arc::from);
            }
            "rtl" => self.is_rtl = Some(child.on()),
            "cs" => self.is_cs = Some(child.on()),
            "snapToGrid" => self.snap_to_grid = Some(child.on()),
            "noProof" => self.no_proof = Some(child.on()),
            "ligatures" => self.ligatures = child.val().map(|val| val != "none"),
            _ => {}
        }
    }

    /// A theme's font beats a name in the same element (17.3.2.26).
    fn read_fonts(&mut self, fonts: Element<'_>) {
        let slot = |name: &str, theme: &str| {
            let themed = fonts.attr(theme).and_then(|value| ThemeFont::parse(&value)).map(FontName::Theme);
            themed.or_else(|| fonts.attr(name).map(|value| FontName::Named(value.into())))
        };
        self.ascii = slot("ascii", "asciiTheme");
        self.h_ansi = slot("hAnsi", "hAnsiTheme");
        self.east_asia = slot("eastAsia", "eastAsiaTheme");
        self.cs = slot("cs", "cstheme");
        self.is_east_asian_hint = fonts.attr("hint").map(|hint| hint == "eastAsia");
    }
}

/// `w:eastAsianLayout` as Word reads it: two lines beat a turn, and nothing is squeezed ([MS-OI29500] 2.1.74).
fn east_asian_layout(element: Element<'_>) -> EastAsianLayout {
    let kind = if element.flag("combine") == Some(true) {
        AsOne::TwoLines(match element.attr("combineBrackets").as_deref() {
            Some("round") => Some(('(', ')')),
            Some("square") => Some(('[', ']')),
            Some("angle") => Some(('<', '>')),
            Some("curly") => Some(('{', '}')),
            _ => None,
        })
    } else if element.flag("vert") == Some(true) {
        AsOne::Turned
    } else {
        AsOne::No
    };
    EastAsianLayout { id: element.int("id").unwrap_or(0), kind }
}

fn underline(name: &str) -> Option<UnderlineStyle> {
    Some(match name {
        "none" => return None,
        "words" => UnderlineStyle::Words,
        "double" => UnderlineStyle::Double,
        "thick" => UnderlineStyle::Thick,
        "dotted" | "dottedHeavy" => UnderlineStyle::Dotted,
        "dash" | "dashedHeavy" | "dashLong" | "dashLongHeavy" => UnderlineStyle::Dashed,
        "dotDash" | "dashDotHeavy" => UnderlineStyle::DotDash,
        "dotDotDash" | "dashDotDotHeavy" => UnderlineStyle::DotDotDash,
        "wave" | "wavyHeavy" | "wavyDouble" => UnderlineStyle::Wave,
        _ => UnderlineStyle::Single,
    })
}

/// Run properties as they come out of all layers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RunStyle {
    pub ascii: Arc<str>,
    pub h_ansi: Arc<str>,
    pub east_asia: Arc<str>,
    pub cs: Arc<str>,
    pub is_east_asian_hint: bool,
    pub bold: bool,
    pub bold_cs: bool,
    pub italic: bool,
    pub italic_cs: bool,
    pub caps: bool,
    pub small_caps: bool,
    pub strike: bool,
    pub double_strike: bool,
    pub is_hidden: bool,
    /// Size in points, of the ascii, hAnsi and East Asian fonts.
    pub size: f64,
    pub size_cs: f64,
    pub colour: Colour,
    pub underline: Option<UnderlineStyle>,
    pub underline_colour: Colour,
    /// Background of the text: the highlight, or else the shading.
    pub ground: Option<Rgb>,
    pub border: Option<Border>,
    pub align: VerticalAlign,
    /// Points by which the text is raised.
    pub position: f64,
    /// Points after each character.
    pub spacing: f64,
    /// Width of characters, 1.0 as designed.
    pub scale: f64,
    pub is_kerned: bool,
    pub has_ligatures: bool,
    pub language: Option<Arc<str>>,
    pub language_east_asia: Option<Arc<str>>,
    pub is_rtl: bool,
    /// Whether all of its characters are set in the font for complex scripts.
    pub is_cs: bool,
    pub no_proof: bool,
    /// Whether its characters are in the character grid.
    pub snap_to_grid: bool,
    /// Width that the text is spread or squeezed to, in points (`w:fitText`).
    pub fit_width: Option<f64>,
    pub emphasis: Option<Emphasis>,
    /// How it is set as one with its neighbours; what is spread to a width is not.
    pub east_asian: Option<EastAsianLayout>,
    /// Whether it has what is not drawn: an outline, a shadow, a relief.
    pub has_effect: bool,
}

impl RunStyle {
    /// Resolves `run`, which has all layers merged. Without any font, it is Times New Roman, without a size 10 points.
    pub fn new(run: &RunLayer, theme: &Theme) -> RunStyle {
        let family = |name: &Option<FontName>| -> Option<Arc<str>> {
            match name.as_ref()? {
                FontName::Named(name) if name.is_empty() => None,
                FontName::Named(name) => Some(name.clone()),
                FontName::Theme(font) => theme.family(*font),
            }
        };
        let ascii = family(&run.ascii).unwrap_or_else(|| "Times New Roman".into());
        let h_ansi = family(&run.h_ansi).unwrap_or_else(|| ascii.clone());
        let east_asia = family(&run.east_asia).unwrap_or_else(|| "Times New Roman".into());
        let cs = family(&run.cs).unwrap_or_else(|| "Times New Roman".into());
        let size = run.size.unwrap_or(USUAL_SIZE);
        let on = |flag: Option<bool>| flag.unwrap_or(false);
        RunStyle {
            ascii,
            h_ansi,
            east_asia,
            cs,
            is_east_asian_hint: on(run.is_east_asian_hint),
            bold: on(run.bold),
            bold_cs: on(run.bold_cs),
            italic: on(run.italic),
            italic_cs: on(run.italic_cs),
            caps: on(run.caps),
            small_caps: on(run.small_caps),
            strike: on(run.strike),
            double_strike: on(run.double_strike),
            is_hidden: on(run.vanish),
            size,
            size_cs: run.size_cs.unwrap_or(USUAL_SIZE),
            colour: run.colour.unwrap_or_default(),
            underline: run.underline.flatten(),
            underline_colour: run.underline_colour.unwrap_or_default(),
            ground: run.highlight.flatten().or(run.shading.flatten()),
            border: run.border.filter(Border::is_drawn),
            align: run.align.unwrap_or(VerticalAlign::Baseline),
            position: run.position.unwrap_or(0.0),
            spacing: run.spacing.unwrap_or(0.0),
            scale: run.scale.unwrap_or(1.0),
            is_kerned: run.kern_from.is_some_and(|from| from > 0.0 && size >= from),
            has_ligatures: on(run.ligatures),
            language: run.language.clone(),
            language_east_asia: run.language_east_asia.clone(),
            is_rtl: on(run.is_rtl),
            is_cs: on(run.is_cs) || on(run.is_rtl),
            no_proof: on(run.no_proof),
            snap_to_grid: run.snap_to_grid.unwrap_or(true),
            fit_width: run.fit_width.filter(|width| *width > 0.0),
            emphasis: run.emphasis.flatten(),
            east_asian: run.east_asian.filter(|own| own.kind != AsOne::No && run.fit_width.is_none()),
            has_effect: on(run.effect),
        }
    }
}
