//! List markers in HTML, CSS and Word.

use super::super::list_kind::{Glyph, ListKind, Marker, NumberFormat};

/// Word's numbers end here.
pub(super) const LARGEST: u32 = i32::MAX as u32;

/// `mso-list: l0 level1 lfo2`: the list, the level and the instance of a paragraph that Word copied ([MS-HTML], mso-list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MsoItem {
    pub list: (u32, u32),
    /// From 0.
    pub level: usize,
}

impl MsoItem {
    pub fn parse(value: &str) -> Option<MsoItem> {
        let number = |start: &str| {
            let mut words = value.split_ascii_whitespace();
            words.find_map(|word| word.strip_prefix(start)?.parse::<u32>().ok())
        };
        let level = number("level")?.clamp(1, 9) as usize - 1;
        Some(MsoItem { list: (number("l")?, number("lfo").unwrap_or_default()), level })
    }

    pub fn level(self) -> u8 {
        self.level as u8
    }
}

/// `list-style-type`: a marker, or that there is none.
pub(super) fn marker_of_css(value: &str) -> Option<Option<Marker>> {
    let number = |format| Some(Marker::Number(Some(format)));
    let bullet = |glyph| Some(Marker::Bullet(Some(glyph)));
    Some(match value {
        "none" => None,
        "disc" => bullet(Glyph::Disc),
        "circle" => bullet(Glyph::Circle),
        "square" => bullet(Glyph::Square),
        "decimal" => number(NumberFormat::Decimal),
        "decimal-leading-zero" => number(NumberFormat::DecimalZero),
        "lower-alpha" | "lower-latin" => number(NumberFormat::LowerLetter),
        "upper-alpha" | "upper-latin" => number(NumberFormat::UpperLetter),
        "lower-roman" => number(NumberFormat::LowerRoman),
        "upper-roman" => number(NumberFormat::UpperRoman),
        _ => return None,
    })
}

/// The `type` attribute of `ol`, where case tells formats apart (HTML, 4.4.5), and of `ul`.
pub(super) fn marker_of_type(word: &str) -> Option<Marker> {
    let css = match word {
        "1" => "decimal",
        "a" => "lower-alpha",
        "A" => "upper-alpha",
        "i" => "lower-roman",
        "I" => "upper-roman",
        _ => &word.to_ascii_lowercase(),
    };
    marker_of_css(css).flatten()
}

pub(super) fn check_box(checked: bool) -> Marker {
    Marker::Bullet(Some(if checked { Glyph::Checked } else { Glyph::Unchecked }))
}

/// The marker and the number that Word wrote in front of an item: `·`, `1.`, `(b)`, `iv.`, `2.1`.
pub(super) fn marker_of_text(text: &str) -> ListKind {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{A0}');
    let last = text.trim_end_matches(['.', ')', ':', ']']);
    let is_number = text.len() > last.len() || text.ends_with(|c: char| c.is_ascii_digit());
    let last = last.rsplit(['.', '(', '[', ' ', '-']).next().unwrap_or_default();
    let kind =
        |format, start: u32| ListKind { marker: Marker::Number(Some(format)), start: start.min(LARGEST) };
    let lower = last.to_ascii_lowercase();
    let upper_or = |upper, other| if last == lower { other } else { upper };
    // A letter alone is a bullet of a font of symbols.
    if !is_number {
        return ListKind { marker: Marker::Bullet(None), start: 1 };
    }
    if let Ok(number) = last.parse() {
        return kind(NumberFormat::Decimal, number);
    }
    match (lower.as_str(), roman(&lower)) {
        ("i", _) | (_, Some(2..)) if lower.len() > 1 || lower == "i" => {
            kind(upper_or(NumberFormat::UpperRoman, NumberFormat::LowerRoman), roman(&lower).unwrap_or(1))
        }
        (letter, _) if letter.len() == 1 && letter.as_bytes()[0].is_ascii_alphabetic() => {
            let number = u32::from(letter.as_bytes()[0] - b'a') + 1;
            kind(upper_or(NumberFormat::UpperLetter, NumberFormat::LowerLetter), number)
        }
        _ => ListKind { marker: Marker::Bullet(None), start: 1 },
    }
}

/// The value of a number in small Roman figures.
fn roman(text: &str) -> Option<u32> {
    let value = |c| {
        Some(match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            'm' => 1000,
            _ => return None,
        })
    };
    // The longest below 4000 is mmmdccclxxxviii.
    let values: Vec<u32> = text.chars().take(16).map(value).collect::<Option<_>>()?;
    let signed = values.iter().enumerate().map(|(at, value)| {
        let is_less = values.get(at + 1).is_some_and(|next| value < next);
        if is_less { -i64::from(*value) } else { i64::from(*value) }
    });
    u32::try_from(signed.sum::<i64>()).ok().filter(|_| !values.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_are_read() {
        for (text, expected) in [
            ("·\u{A0}\u{A0}", "Bullet(None) 1"),
            ("o", "Bullet(None) 1"),
            ("§", "Bullet(None) 1"),
            ("1.", "Number(Some(Decimal)) 1"),
            ("(12)", "Number(Some(Decimal)) 12"),
            ("2.1.3", "Number(Some(Decimal)) 3"),
            ("c)", "Number(Some(LowerLetter)) 3"),
            ("C.", "Number(Some(UpperLetter)) 3"),
            ("i.", "Number(Some(LowerRoman)) 1"),
            ("IV.", "Number(Some(UpperRoman)) 4"),
            ("", "Bullet(None) 1"),
        ] {
            let ListKind { marker, start } = marker_of_text(text);
            assert_eq!(format!("{marker:?} {start}"), expected, "{text}");
        }
        assert_eq!(MsoItem::parse("l3 level2 lfo7"), Some(MsoItem { list: (3, 7), level: 1 }));
        assert_eq!(MsoItem::parse("none"), None);
    }

    proptest::proptest! {
        #[test]
        fn no_number_breaks_the_reader(text in "[ivxlcdm.()a-z0-9 ]{0,30}") {
            let _ = marker_of_text(&text);
        }
    }
}
