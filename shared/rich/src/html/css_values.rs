//! Values of CSS properties: lengths, sizes, colors, fonts.

use std::sync::Arc;

use super::formatting::{Align, LineHeight, Rgb};
use super::model::Width;

/// Largest size that Word sets, in half-points.
const LARGEST_SIZE: f32 = 3276.0;
/// Word's largest length, 22 inches, in twips.
const LONGEST: f32 = 31_680.0;
/// Longer values are no colors; a color parser must not be fed a megabyte.
const LONGEST_COLOR: usize = 64;
/// Metric-compatible families of it are everywhere.
pub(super) const MONOSPACE: &str = "Courier New";

/// A length in twips; `em` is the size of the text around, in half-points.
pub(super) fn length(value: &str, em: u16) -> Option<f32> {
    let end = value.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    let number: f32 = number.trim().parse().ok()?;
    let twips = match unit {
        "pt" => number * 20.0,
        "px" => number * 15.0,
        "pc" => number * 240.0,
        "in" => number * 1440.0,
        "cm" => number * 1440.0 / 2.54,
        "mm" => number * 144.0 / 2.54,
        "em" | "rem" => number * f32::from(em) * 10.0,
        "" if number == 0.0 => 0.0,
        _ => return None,
    };
    twips.is_finite().then(|| twips.clamp(-LONGEST, LONGEST))
}

/// The same in whole twips.
pub(super) fn twips(value: &str, em: u16) -> Option<i32> {
    length(value, em).map(|twips| twips.round() as i32)
}

/// The four sides of `margin` or `padding`: top, right, bottom, left.
pub(super) fn sides(value: &str) -> Option<[&str; 4]> {
    let words: Vec<&str> = value.split_ascii_whitespace().take(5).collect();
    Some(match words[..] {
        [all] => [all; 4],
        [vertical, horizontal] => [vertical, horizontal, vertical, horizontal],
        [top, horizontal, bottom] => [top, horizontal, bottom, horizontal],
        [top, right, bottom, left] => [top, right, bottom, left],
        _ => return None,
    })
}

/// A width of a picture, a table or a cell.
pub(super) fn width(value: &str, em: u16) -> Option<Width> {
    if let Some(percent) = value.strip_suffix('%') {
        let percent: f32 = percent.trim().parse().ok()?;
        return (percent > 0.0).then(|| Width::Percent(percent.min(100.0)));
    }
    let pixels = length(value, em)? / 15.0;
    (pixels > 0.0).then_some(Width::Pixels(pixels))
}

/// `line-height`.
pub(super) fn line_height(value: &str, em: u16) -> Option<LineHeight> {
    let percent = value.strip_suffix('%').and_then(|percent| percent.trim().parse::<f32>().ok());
    let lines = percent.map(|percent| percent / 100.0).or_else(|| value.parse().ok());
    match lines {
        Some(lines) => {
            (0.1..=20.0).contains(&lines).then(|| LineHeight::Lines((lines * 240.0).round() as u32))
        }
        None => length(value, em)
            .filter(|twips| *twips >= 20.0)
            .map(|twips| LineHeight::Twips(twips.round() as u32)),
    }
}

/// A size of text in half-points, which may be relative to the size around.
pub(super) fn font_size(value: &str, around: u16) -> Option<u16> {
    let half_points = match value {
        // The keywords' sizes, as browsers have them at 12 pt.
        "xx-small" => 13.5,
        "x-small" => 15.0,
        "small" => 19.5,
        "medium" => 24.0,
        "large" => 27.0,
        "x-large" => 36.0,
        "xx-large" => 48.0,
        "smaller" => f32::from(around) / 1.2,
        "larger" => f32::from(around) * 1.2,
        value => match value.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f32>().ok()? * f32::from(around) / 100.0,
            None => length(value, around)? / 10.0,
        },
    };
    // Sizes that Word cannot set, and those that are no number.
    (half_points.round() >= 2.0 && half_points <= LARGEST_SIZE).then_some(half_points.round() as u16)
}

/// The sizes of HTML's `font` element, 1 to 7 (HTML, 15.3.1).
pub(super) fn font_element_size(value: &str) -> Option<u16> {
    let size: usize = value.trim().parse().ok()?;
    [13, 15, 20, 24, 27, 36, 48, 72].get(size.min(7)).copied().filter(|_| size > 0)
}

/// The first family of a list that names a font; general names stand for the fonts that Word has for them.
pub(super) fn font_family(value: &str) -> Option<Arc<str>> {
    let families = value.split(',').map(|family| family.trim().trim_matches(['"', '\'']).trim());
    families.filter(|family| !family.is_empty() && family.len() <= 64).find_map(|family| {
        let family = match family.to_ascii_lowercase().as_str() {
            "inherit" | "initial" | "unset" | "revert" => return None,
            // Whatever the machine of the browser has.
            "system-ui" | "ui-sans-serif" | "-apple-system" | "blinkmacsystemfont" | "emoji" | "math" => {
                return None;
            }
            "serif" | "ui-serif" => "Times New Roman",
            "sans-serif" => "Arial",
            "monospace" | "ui-monospace" => MONOSPACE,
            "cursive" => "Comic Sans MS",
            "fantasy" => "Impact",
            _ => family,
        };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '+' | '&');
        family.chars().all(is_name).then(|| Arc::from(family))
    })
}

/// A CSS color; transparent ones are none.
pub fn color(value: &str) -> Option<Rgb> {
    if value.len() > LONGEST_COLOR {
        return None;
    }
    let [r, g, b, alpha] = csscolorparser::parse(value.trim()).ok()?.to_rgba8();
    (alpha > 0).then_some([r, g, b])
}

/// The color of a `background`, which may name other things besides.
pub(super) fn background(value: &str) -> Option<Rgb> {
    color(value).or_else(|| value.split_ascii_whitespace().take(8).find_map(color))
}

/// `text-align` and the `align` attribute.
pub(super) fn align(value: &str) -> Option<Align> {
    Some(match value {
        "start" => Align::Start,
        "end" => Align::End,
        "left" | "-webkit-left" => Align::Left,
        "center" | "middle" | "-webkit-center" => Align::Center,
        "right" | "-webkit-right" => Align::Right,
        "justify" => Align::Justify,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_all_units() {
        for (value, size) in [
            ("16px", 24),
            ("1in", 144),
            ("2em", 40),
            ("150%", 30),
            ("larger", 24),
            ("medium", 24),
            ("10.5pt", 21),
        ] {
            assert_eq!(font_size(value, 20), Some(size), "{value}");
        }
    }

    #[test]
    fn lengths_in_all_units() {
        for (value, expected) in
            [("40px", 600), ("1cm", 567), ("0", 0), ("-18pt", -360), ("1.5em", 330), ("99999999in", 31_680)]
        {
            assert_eq!(twips(value, 22), Some(expected), "{value}");
        }
        for nothing in ["", "auto", "10", "10%", "calc(1px + 1em)", "NaNpx", "px"] {
            assert_eq!(twips(nothing, 22), None, "{nothing}");
        }
    }

    #[test]
    fn the_first_font_that_is_one_counts() {
        for (value, font) in [
            ("Arial, sans-serif", "Arial"),
            ("'Courier New', Courier, monospace", "Courier New"),
            ("-apple-system, BlinkMacSystemFont, \"Segoe UI\", sans-serif", "Segoe UI"),
            ("monospace", "Courier New"),
            ("a<b, 宋体", "宋体"),
        ] {
            assert_eq!(font_family(value).as_deref(), Some(font), "{value}");
        }
        assert_eq!(font_family("inherit"), None);
    }

    proptest::proptest! {
        #[test]
        fn no_colour_breaks_the_reader(style in "(rgb|hsl|lab|calc|from|color|[(),%./ 0-9a-f-]){0,20}") {
            let _ = color(&style);
        }
    }
}
