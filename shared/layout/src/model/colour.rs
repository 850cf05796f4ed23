//! Colours, and the shading mixed from two of them.

use crate::Rgb;
use crate::read::Element;
use crate::units::HUNDREDTHS;

/// Share of ink of patterns with thin lines (17.18.78 shows them). A guess.
const THIN_LINES: f64 = 0.25;

/// A colour of text or a line: one's own, or the one that fits the ground (black on light, white on dark).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Colour {
    #[default]
    Auto,
    Rgb(Rgb),
}

impl Colour {
    /// Reads `RRGGBB` or `auto`.
    pub fn parse(text: &str) -> Option<Colour> {
        if text == "auto" {
            return Some(Colour::Auto);
        }
        hex(text.trim_start_matches('#')).map(Colour::Rgb)
    }

    /// Black where the ground decides.
    pub fn or_black(self) -> Rgb {
        match self {
            Colour::Auto => [0; 3],
            Colour::Rgb(rgb) => rgb,
        }
    }
}

/// Reads `RRGGBB`.
pub(super) fn hex(text: &str) -> Option<Rgb> {
    let value = u32::from_str_radix(text, 16).ok().filter(|_| text.len() == 6)?;
    let [_, r, g, b] = value.to_be_bytes();
    Some([r, g, b])
}

/// Colour of a shading (17.3.5): the pattern's share of its colour, over the fill. `Some(None)` clears what lies below.
pub(crate) fn shading(element: Element<'_>) -> Option<Rgb> {
    // No pattern leaves out the fill as well (17.18.78; one document).
    if element.val().as_deref() == Some("nil") {
        return None;
    }
    let fill = element.attr("fill").and_then(|fill| Colour::parse(&fill)).unwrap_or_default();
    let colour = element.attr("color").and_then(|colour| Colour::parse(&colour)).unwrap_or_default();
    let share = match element.val().as_deref() {
        None | Some("clear") => 0.0,
        Some("solid") => 1.0,
        Some(pattern) => pattern_share(pattern),
    };
    let ground = match fill {
        Colour::Rgb(rgb) => rgb,
        Colour::Auto if share > 0.0 => [255; 3],
        Colour::Auto => return None,
    };
    let ink = colour.or_black();
    let mixed = |i: usize| (f64::from(ink[i]) * share + f64::from(ground[i]) * (1.0 - share)).round() as u8;
    Some([mixed(0), mixed(1), mixed(2)])
}

fn pattern_share(pattern: &str) -> f64 {
    match pattern.strip_prefix("pct").and_then(|per_cent| per_cent.parse::<f64>().ok()) {
        Some(per_cent) => (per_cent / HUNDREDTHS).clamp(0.0, 1.0),
        None if pattern.starts_with("thin") => THIN_LINES,
        None => 0.5,
    }
}

/// The colours of `w:highlight` (17.18.40).
pub(crate) fn highlight(name: &str) -> Option<Rgb> {
    Some(match name {
        "black" => [0, 0, 0],
        "blue" => [0, 0, 255],
        "cyan" => [0, 255, 255],
        "green" => [0, 255, 0],
        "magenta" => [255, 0, 255],
        "red" => [255, 0, 0],
        "yellow" => [255, 255, 0],
        "white" => [255, 255, 255],
        "darkBlue" => [0, 0, 128],
        "darkCyan" => [0, 128, 128],
        "darkGreen" => [0, 128, 0],
        "darkMagenta" => [128, 0, 128],
        "darkRed" => [128, 0, 0],
        "darkYellow" => [128, 128, 0],
        "darkGray" => [128, 128, 128],
        "lightGray" => [192, 192, 192],
        _ => return None,
    })
}
