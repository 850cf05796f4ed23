//! `style` attributes: a table of CSS properties and their effects. Other properties are left out and reported.

use super::css_values::{align, background, color, font_family, font_size, line_height, sides, twips, width};
use super::formatting::{Case, Format, Layout, LineHeight, Vertical};
use super::left_out::{AllLeftOut, LeftOut};
use super::list_markers::{MsoItem, marker_of_css};
use super::model::{CellAlign, Width};
use crate::list_kind::Marker;

/// What attributes say of an element.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Style {
    pub format: Format,
    /// Without `left` and `right`, which [`Style::indents`] tells.
    pub layout: Layout,
    /// Left margin, right margin, left padding, right padding in twips.
    sides: [Option<i32>; 4],
    pub width: Option<Width>,
    pub height: Option<Width>,
    pub cell_align: Option<CellAlign>,
    /// What items begin with; `Some(None)` is nothing.
    pub marker: Option<Option<Marker>>,
    /// Word's own mark of a list's item.
    pub mso_item: Option<MsoItem>,
    pub is_hidden: Option<bool>,
    pub keeps_spaces: Option<bool>,
    /// A page begins behind it.
    pub ends_page: bool,
}

impl Style {
    /// How much further in at the left and the right, in twips.
    pub fn indents(&self) -> (i32, i32) {
        let [left, right, inner_left, inner_right] = self.sides.map(Option::unwrap_or_default);
        (left.saturating_add(inner_left), right.saturating_add(inner_right))
    }
}

/// Longer values are none of those that are understood.
const LONGEST_VALUE: usize = 256;
/// Longer names are no properties.
const LONGEST_NAME: usize = 32;

/// Takes a property's value, with the size of the text around in half-points; whether it is understood.
type Effect = fn(&mut Style, &str, u16) -> bool;

fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let understood = value.is_some();
    if understood {
        *place = value;
    }
    understood
}

/// Sorted by name.
const PROPERTIES: [(&str, Effect); 42] = [
    ("background", |s, v, _| set(&mut s.format.background, background(v))),
    ("background-color", |s, v, _| set(&mut s.format.background, color(v))),
    ("break-after", |s, v, _| page_break(&mut s.ends_page, v)),
    ("break-before", |s, v, _| page_break(&mut s.layout.begins_page, v)),
    ("color", |s, v, _| set(&mut s.format.color, color(v))),
    ("direction", |s, v, _| set(&mut s.format.rtl, direction(v))),
    ("display", |s, v, _| set(&mut s.is_hidden, Some(v == "none"))),
    ("font", font),
    ("font-family", |s, v, _| set(&mut s.format.font, font_family(v))),
    ("font-size", |s, v, em| set(&mut s.format.size, font_size(v, em))),
    ("font-style", |s, v, _| set(&mut s.format.italic, italic(v))),
    ("font-variant", |s, v, _| set(&mut s.format.case, variant(v))),
    ("font-variant-caps", |s, v, _| set(&mut s.format.case, variant(v))),
    ("font-weight", |s, v, _| set(&mut s.format.bold, bold(v))),
    ("height", |s, v, em| set(&mut s.height, width(v, em))),
    ("line-height", |s, v, em| set(&mut s.layout.line_height, line_height_of(v, em))),
    ("list-style", |s, v, _| set(&mut s.marker, v.split_ascii_whitespace().find_map(marker_of_css))),
    ("list-style-type", |s, v, _| set(&mut s.marker, marker_of_css(v))),
    ("margin", |s, v, em| four_sides(s, v, em, 0)),
    ("margin-bottom", |s, v, em| set(&mut s.layout.below, space(v, em))),
    ("margin-inline-start", |s, v, em| set(&mut s.sides[0], twips(v, em))),
    ("margin-left", |s, v, em| set(&mut s.sides[0], twips(v, em))),
    ("margin-right", |s, v, em| set(&mut s.sides[1], twips(v, em))),
    ("margin-top", |s, v, em| set(&mut s.layout.above, space(v, em))),
    ("mso-hide", |s, v, _| set(&mut s.is_hidden, Some(v == "all"))),
    ("mso-list", |s, v, _| mso_list(s, v)),
    ("padding", |s, v, em| four_sides(s, v, em, 2)),
    ("padding-inline-start", |s, v, em| set(&mut s.sides[2], twips(v, em))),
    ("padding-left", |s, v, em| set(&mut s.sides[2], twips(v, em))),
    ("padding-right", |s, v, em| set(&mut s.sides[3], twips(v, em))),
    ("page-break-after", |s, v, _| page_break(&mut s.ends_page, v)),
    ("page-break-before", |s, v, _| page_break(&mut s.layout.begins_page, v)),
    ("text-align", |s, v, _| set(&mut s.layout.align, align(v))),
    ("text-decoration", |s, v, _| decoration(&mut s.format, v)),
    ("text-decoration-line", |s, v, _| decoration(&mut s.format, v)),
    ("text-indent", |s, v, em| set(&mut s.layout.first_line, twips(v, em))),
    ("text-transform", |s, v, _| set(&mut s.format.case, case(v))),
    ("vertical-align", |s, v, _| vertical(s, v)),
    ("visibility", |s, v, _| set(&mut s.is_hidden, Some(v == "hidden"))),
    ("white-space", |s, v, _| {
        set(&mut s.keeps_spaces, Some(matches!(v, "pre" | "pre-wrap" | "break-spaces")))
    }),
    ("white-space-collapse", |s, v, _| set(&mut s.keeps_spaces, Some(v == "preserve"))),
    ("width", |s, v, em| set(&mut s.width, width(v, em))),
];

/// Properties that change nothing on paper, or nothing that a document has a choice in. Sorted by name.
const WITHOUT_EFFECT: [&str; 29] = [
    "aspect-ratio",
    "border-collapse",
    "border-spacing",
    "box-sizing",
    "caret-color",
    "clear",
    "cursor",
    "hyphens",
    "max-width",
    "min-width",
    "orphans",
    "outline",
    "overflow",
    "overflow-wrap",
    "padding-bottom",
    "padding-top",
    "page",
    "page-break-inside",
    "pointer-events",
    "punctuation-wrap",
    "tab-size",
    "tab-stops",
    "table-layout",
    "text-autospace",
    "text-justify",
    "user-select",
    "widows",
    "word-break",
    "word-wrap",
];

/// Beginnings of properties that only one program knows, or that refine what stands beside them.
const OF_PROGRAMS: [&str; 8] =
    ["--", "-", "mso-", "font-variant-", "text-decoration-", "text-underline", "text-wrap", "layout-grid"];

/// Values that ask for nothing.
const NOTHING: [&str; 18] = [
    "",
    "0",
    "0px",
    "0pt",
    "auto",
    "avoid",
    "baseline",
    "currentcolor",
    "inherit",
    "initial",
    "none",
    "normal",
    "revert",
    "static",
    "transparent",
    "unset",
    "visible",
    "windowtext",
];

impl Style {
    /// Reads a `style` attribute. `em` is the size of the text around, in half-points: relative sizes refer to it.
    pub fn read(&mut self, style: &str, em: u16, left_out: &mut AllLeftOut) {
        for declaration in style.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let name = name.trim().to_ascii_lowercase();
            let value = value.trim();
            // A parser must not be fed a megabyte.
            if value.len() > LONGEST_VALUE {
                continue;
            }
            // A font's name is shown as it is written.
            let lower = value.to_ascii_lowercase();
            let value = if matches!(name.as_str(), "font" | "font-family") { value } else { &lower };
            let value = value.trim_end_matches("!important").trim_end();
            match PROPERTIES.binary_search_by_key(&name.as_str(), |(known, _)| known) {
                Ok(at) => {
                    let (name, effect) = PROPERTIES[at];
                    if !effect(self, value, em) && !NOTHING.contains(&value) {
                        left_out.add(LeftOut::Value(name));
                    }
                }
                Err(_) if is_told(&name, value) => left_out.add(LeftOut::Property(name)),
                Err(_) => {}
            }
        }
    }
}

/// Whether a reader would miss a property that is not known.
fn is_told(name: &str, value: &str) -> bool {
    let is_name = name.len() <= LONGEST_NAME && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    is_name
        && !name.is_empty()
        && WITHOUT_EFFECT.binary_search(&name).is_err()
        && !OF_PROGRAMS.iter().any(|start| name.starts_with(start))
        && !NOTHING.contains(&value)
}

/// `font`: what stands before the size, the size with the height of lines, and the families.
fn font(style: &mut Style, value: &str, em: u16) -> bool {
    let mut words = value.split_ascii_whitespace();
    for word in words.by_ref() {
        let word = word.to_ascii_lowercase();
        let (size, line) = word.split_once('/').unwrap_or((&word, ""));
        if let Some(size) = font_size(size, em) {
            style.format.size = Some(size);
            style.layout.line_height = line_height_of(line, size).or(style.layout.line_height);
            let families: Vec<&str> = words.collect();
            return set(&mut style.format.font, font_family(&families.join(" ")));
        }
        style.format.bold = bold(&word).filter(|bold| *bold).or(style.format.bold);
        style.format.italic = italic(&word).filter(|italic| *italic).or(style.format.italic);
    }
    false
}

fn bold(value: &str) -> Option<bool> {
    match value {
        "bold" | "bolder" => Some(true),
        "normal" | "lighter" => Some(false),
        _ => value.parse::<u16>().ok().filter(|weight| *weight <= 1000).map(|weight| weight >= 600),
    }
}

fn italic(value: &str) -> Option<bool> {
    match value {
        "normal" => Some(false),
        _ => (value == "italic" || value.starts_with("oblique")).then_some(true),
    }
}

fn direction(value: &str) -> Option<bool> {
    match value {
        "rtl" => Some(true),
        "ltr" => Some(false),
        _ => None,
    }
}

fn case(value: &str) -> Option<Case> {
    Some(match value {
        "uppercase" => Case::Upper,
        "lowercase" => Case::Lower,
        "capitalize" => Case::Capitalized,
        "none" => Case::AsWritten,
        _ => return None,
    })
}

fn variant(value: &str) -> Option<Case> {
    match value {
        "normal" => Some(Case::AsWritten),
        _ => value.split_ascii_whitespace().any(|word| word == "small-caps").then_some(Case::SmallCaps),
    }
}

fn decoration(format: &mut Format, value: &str) -> bool {
    let mut understood = false;
    for word in value.split_ascii_whitespace() {
        match word {
            "underline" => format.underline = Some(true),
            "line-through" => format.strike = Some(true),
            "none" => (format.underline, format.strike) = (Some(false), Some(false)),
            _ => continue,
        }
        understood = true;
    }
    understood
}

/// Of text, or of a cell's content.
fn vertical(style: &mut Style, value: &str) -> bool {
    match value {
        "baseline" => style.format.vertical = Some(Vertical::Baseline),
        "sub" => style.format.vertical = Some(Vertical::Subscript),
        "super" => style.format.vertical = Some(Vertical::Superscript),
        "top" | "text-top" => style.cell_align = Some(CellAlign::Top),
        "middle" => style.cell_align = Some(CellAlign::Middle),
        "bottom" | "text-bottom" => style.cell_align = Some(CellAlign::Bottom),
        _ => return false,
    }
    true
}

fn line_height_of(value: &str, em: u16) -> Option<LineHeight> {
    if value == "normal" { Some(LineHeight::Lines(240)) } else { line_height(value, em) }
}

/// Space above or below; there is none that is less than nothing.
fn space(value: &str, em: u16) -> Option<u32> {
    twips(value, em).map(|twips| u32::try_from(twips).unwrap_or_default())
}

/// `margin` or `padding`, whose left side has this place; only margins part paragraphs.
fn four_sides(style: &mut Style, value: &str, em: u16, left: usize) -> bool {
    let Some([top, right, bottom, left_side]) = sides(value) else { return false };
    if left == 0 {
        style.layout.above = space(top, em).or(style.layout.above);
        style.layout.below = space(bottom, em).or(style.layout.below);
    }
    style.sides[left] = twips(left_side, em).or(style.sides[left]);
    style.sides[left + 1] = twips(right, em).or(style.sides[left + 1]);
    true
}

fn page_break(place: &mut bool, value: &str) -> bool {
    match value {
        "always" | "page" | "left" | "right" | "recto" | "verso" | "all" => *place = true,
        "auto" | "avoid" | "avoid-page" => *place = false,
        _ => return false,
    }
    true
}

/// Word's list of an item, or that it is the item's number, which is written again.
fn mso_list(style: &mut Style, value: &str) -> bool {
    if value == "ignore" {
        style.is_hidden = Some(true);
        return true;
    }
    value == "skip" || set(&mut style.mso_item, MsoItem::parse(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::formatting::Align;

    fn parse(style: &str) -> (Style, Vec<String>) {
        let (mut read, mut left_out) = (Style::default(), AllLeftOut::default());
        read.read(style, 22, &mut left_out);
        let told = left_out.warnings().map(|warning| warning.to_string()).collect();
        (read, told)
    }

    #[test]
    fn the_tables_are_sorted_so_that_names_are_found() {
        assert!(PROPERTIES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(WITHOUT_EFFECT.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn properties_are_read() {
        let (style, told) = parse(
            "color: Red; background:#FFEE00 url(x) !important; FONT-WEIGHT: 700; font-style:oblique;\
             text-decoration: underline line-through; text-align:END; font-size: 12pt; font-family: 'Segoe UI', serif;\
             text-transform: uppercase; direction: rtl; line-height: 1.5; margin: 6pt 10pt 0 20pt; padding-left: 20px;\
             text-indent: -.25in",
        );
        assert_eq!(
            style.format,
            Format {
                bold: Some(true),
                italic: Some(true),
                underline: Some(true),
                strike: Some(true),
                color: Some([255, 0, 0]),
                background: Some([255, 0xEE, 0]),
                size: Some(24),
                font: Some("Segoe UI".into()),
                case: Some(Case::Upper),
                rtl: Some(true),
                ..Format::default()
            }
        );
        assert_eq!(
            style.layout,
            Layout {
                align: Some(Align::End),
                line_height: Some(LineHeight::Lines(360)),
                above: Some(120),
                below: Some(0),
                first_line: Some(-360),
                ..Layout::default()
            }
        );
        assert_eq!(style.indents(), (700, 200));
        assert_eq!(told, [""; 0]);
    }

    #[test]
    fn what_is_not_understood_is_not_there() {
        for nothing in [
            "",
            ";;:;",
            "color",
            "color:",
            "color:url(http://evil.example/x)",
            "color:expression(alert(1))",
            "background:url(javascript:alert(1))",
            "font-size:1e99pt",
            "font-size:NaNpx",
            "font-size:-3px",
            "font-size:0",
            "font-weight:99999999",
            "position:fixed;top:0",
            "color:transparent",
            &format!("color:{}", "calc(".repeat(10_000)),
        ] {
            assert_eq!(parse(nothing).0, Style::default(), "{nothing:.60}");
        }
    }

    #[test]
    fn what_is_left_out_is_told_once_and_by_name() {
        let (_, told) = parse(
            "float:right;float:left;mso-fareast-font-family:x;letter-spacing:normal;letter-spacing:2px;orphans:2;color:var(--x)",
        );
        assert_eq!(
            told,
            [
                "the CSS property float of an HTML value is left out (2 times)",
                "the CSS property letter-spacing of an HTML value is left out",
                "a value of the CSS property color of an HTML value is not understood",
            ]
        );
        let many: String = (b'a'..=b'z').map(|letter| format!("x{}:1;", char::from(letter))).collect();
        let told = parse(&many).1;
        assert_eq!(told.len(), 11, "{told:?}");
        assert_eq!(told[10], "further CSS properties of an HTML value are left out (16 times)");
    }

    proptest::proptest! {
        #[test]
        fn no_attribute_breaks_the_reader(style in ".{0,200}") {
            let _ = parse(&style);
        }
    }
}
