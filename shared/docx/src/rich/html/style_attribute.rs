//! The eight properties of a `style` attribute that a document takes over. Anything else, and any value that is not
//! understood, is as if it were not there.

use super::formatting::{Align, Format, Rgb};

/// What a `style` attribute says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub format: Format,
    pub align: Option<Align>,
}

/// Longer values are none of those that are understood.
const LONGEST_VALUE: usize = 64;
/// Largest size that Word sets, in half-points.
const LARGEST_SIZE: f32 = 3276.0;

/// Reads a `style` attribute. `size` is the size of the text around, in half-points: relative sizes refer to it.
pub(super) fn parse(style: &str, size: u16) -> Style {
    let mut out = Style::default();
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        // A color parser must not be fed a megabyte.
        if value.len() > LONGEST_VALUE {
            continue;
        }
        let format = &mut out.format;
        match property.trim().to_ascii_lowercase().as_str() {
            "color" => format.color = color(value).or(format.color),
            "background-color" => format.background = color(value).or(format.background),
            "font-weight" => format.bold = bold(value).or(format.bold),
            "font-style" => match value {
                "italic" | "oblique" => format.italic = Some(true),
                "normal" => format.italic = Some(false),
                _ => {}
            },
            "text-decoration" => decorate(format, value),
            "text-align" => out.align = align(value).or(out.align),
            "font-size" => format.size = font_size(value, size).or(format.size),
            _ => {}
        }
    }
    out
}

/// A CSS color; transparent ones are none.
pub(crate) fn color(value: &str) -> Option<Rgb> {
    if value.len() > LONGEST_VALUE {
        return None;
    }
    let [r, g, b, alpha] = csscolorparser::parse(value.trim()).ok()?.to_rgba8();
    (alpha > 0).then_some([r, g, b])
}

fn bold(value: &str) -> Option<bool> {
    match value {
        "bold" | "bolder" => Some(true),
        "normal" | "lighter" => Some(false),
        _ => value.parse::<u16>().ok().map(|weight| weight >= 600),
    }
}

fn decorate(format: &mut Format, value: &str) {
    for word in value.split_ascii_whitespace() {
        match word {
            "underline" => format.underline = Some(true),
            "line-through" => format.strike = Some(true),
            "none" => (format.underline, format.strike) = (Some(false), Some(false)),
            _ => {}
        }
    }
}

fn align(value: &str) -> Option<Align> {
    Some(match value {
        "left" | "start" => Align::Left,
        "center" => Align::Center,
        "right" | "end" => Align::Right,
        "justify" => Align::Justify,
        _ => return None,
    })
}

fn font_size(value: &str, around: u16) -> Option<u16> {
    let end = value.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    let around = f32::from(around);
    let half_points = if number.is_empty() {
        // The keywords' sizes in points, as browsers have them at 12 pt.
        match unit {
            "xx-small" => 13.5,
            "x-small" => 15.0,
            "small" => 19.5,
            "medium" => 24.0,
            "large" => 27.0,
            "x-large" => 36.0,
            "xx-large" => 48.0,
            "smaller" => around / 1.2,
            "larger" => around * 1.2,
            _ => return None,
        }
    } else {
        let number: f32 = number.trim().parse().ok()?;
        match unit {
            "pt" => number * 2.0,
            "px" => number * 1.5,
            "pc" => number * 24.0,
            "in" => number * 144.0,
            "cm" => number * 144.0 / 2.54,
            "mm" => number * 144.0 / 25.4,
            "em" | "rem" => number * around,
            "%" => number * around / 100.0,
            _ => return None,
        }
    };
    // Sizes that Word cannot set, and those that are no number.
    (half_points.round() >= 2.0 && half_points <= LARGEST_SIZE).then_some(half_points.round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_properties_are_read() {
        let style = parse(
            "color: Red; background-color:#FFEE00 !important; FONT-WEIGHT: 700; font-style:oblique;\
             text-decoration: underline line-through; text-align:END; font-size: 12pt",
            22,
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
                ..Format::default()
            }
        );
        assert_eq!(style.align, Some(Align::Right));
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
            assert_eq!(parse(nothing, 22), Style::default(), "{nothing:.60}");
        }
    }

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

    proptest::proptest! {
        #[test]
        fn no_attribute_breaks_the_reader(style in ".{0,200}") {
            let _ = parse(&style, 22);
        }

        #[test]
        fn no_colour_breaks_the_reader(style in "(rgb|hsl|lab|calc|from|color|[(),%./ 0-9a-f-]){0,20}") {
            let _ = color(&style);
        }
    }
}
