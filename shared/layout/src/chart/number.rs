//! Numbers written with spreadsheet format codes (18.8.30, 18.8.31), as far as charts use them.
//!
//! The crate `ssfmt` knows more of the codes, but panics on some.

use super::date::date;
use super::names;
use crate::units::SECONDS_PER_DAY;

/// Bound: numbers below this have digits behind the point that a double tells apart.
const EXACT: f64 = 1e15;

/// Tolerance: the share by which a double may lie below the decimal number that it stands for.
const LAST_DIGIT: f64 = 1e-15;

/// How numbers are written beside their code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Locale<'l> {
    pub language: &'l str,
    /// The decimal sign, if it is known to be another than the language's.
    pub point: Option<char>,
    pub is_1904: bool,
}

impl Locale<'_> {
    /// The decimal sign, and the sign between thousands.
    fn separators(self) -> (char, char) {
        let usual = platen_locale::separators(self.language);
        match self.point {
            Some(point) if point != usual.0 => (point, if point == ',' { '.' } else { ',' }),
            _ => usual,
        }
    }
}

/// Attack: a code of a million digits. Excel's longest one has 255 characters.
const MAX_CODE: usize = 255;

/// Digits behind the point that a number is written with.
const MAX_PLACES: usize = 30;

/// Pieces of one section of a code.
#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    /// A place for a digit: 0, # or ?.
    Digit(char),
    Point,
    Comma,
    Percent,
    Exponent {
        has_plus: bool,
    },
    /// Letters of a date or time, how many.
    Date(char, usize),
    /// Hours, minutes or seconds beyond a day.
    Elapsed(char),
    HalfDay,
    Slash,
    General,
}

/// A value as a code writes it.
pub(super) fn write(value: f64, code: &str, locale: Locale<'_>) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let code: String = code.chars().take(MAX_CODE).collect();
    let sections = sections(&code);
    let (section, value) = match sections.as_slice() {
        [_, negative, ..] if value < 0.0 => (negative, -value),
        [_, _, zero, ..] if value == 0.0 => (zero, value),
        [first, ..] => (first, value),
        [] => return general(value, locale),
    };
    let pieces = pieces(section);
    let is_date = pieces.iter().any(|piece| matches!(piece, Piece::Date(..) | Piece::Elapsed(_)));
    if is_date {
        return write_date(value, &pieces, locale).unwrap_or_else(|| general(value, locale));
    }
    let has = |pick: fn(&Piece) -> bool| pieces.iter().any(pick);
    if has(|piece| *piece == Piece::General) || has(|piece| *piece == Piece::Slash) && has(is_digit) {
        let around = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::General => general(value, locale),
            _ => String::new(),
        };
        let text: String = pieces.iter().map(around).collect();
        return if has(|piece| *piece == Piece::General) { text } else { general(value, locale) };
    }
    write_number(value, &pieces, locale)
}

fn is_digit(piece: &Piece) -> bool {
    matches!(piece, Piece::Digit(_))
}

/// Sections of a code, which semicolons part.
fn sections(code: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut chars = code.chars();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        let Some(last) = out.last_mut() else { break };
        match c {
            '"' => {
                is_quoted = !is_quoted;
                last.push(c);
            }
            '\\' if !is_quoted => {
                last.push(c);
                last.extend(chars.next());
            }
            ';' if !is_quoted => out.push(String::new()),
            other => last.push(other),
        }
    }
    out
}

fn pieces(section: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut rest = section;
    let starts =
        |rest: &str, word: &str| rest.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word));
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let behind = rest.get(length..).unwrap_or_default();
        if starts(rest, "general") {
            out.push(Piece::General);
            length = "general".len();
        } else if starts(rest, "am/pm") || starts(rest, "a/p") {
            out.push(Piece::HalfDay);
            length = if starts(rest, "a/p") { 3 } else { 5 };
        } else if (starts(rest, "e+") || starts(rest, "e-")) && out.iter().any(is_digit) {
            out.push(Piece::Exponent { has_plus: behind.starts_with('+') });
            length = 2;
        } else {
            match c {
                '"' => {
                    let end = behind.find('"').unwrap_or(behind.len());
                    out.push(Piece::Text(behind.get(..end).unwrap_or_default().to_owned()));
                    length += (end + 1).min(behind.len());
                }
                '\\' | '_' | '*' => {
                    let next = behind.chars().next();
                    length += next.map_or(0, char::len_utf8);
                    match (c, next) {
                        ('\\', Some(next)) => out.push(Piece::Text(next.to_string())),
                        // A space as wide as a sign: one space does.
                        ('_', Some(_)) => out.push(Piece::Text(" ".to_owned())),
                        _ => {}
                    }
                }
                '[' => {
                    let end = behind.find(']').unwrap_or(behind.len());
                    let own = behind.get(..end).unwrap_or_default();
                    length += (end + 1).min(behind.len());
                    if let Some(currency) = own.strip_prefix('$') {
                        let sign = currency.split('-').next().unwrap_or_default();
                        out.push(Piece::Text(sign.to_owned()));
                    } else if matches!(
                        own.to_ascii_lowercase().as_str(),
                        "h" | "hh" | "m" | "mm" | "s" | "ss"
                    ) {
                        out.push(Piece::Elapsed(own.chars().next().unwrap_or('h').to_ascii_lowercase()));
                    }
                }
                '0' | '#' | '?' => out.push(Piece::Digit(c)),
                '.' => out.push(Piece::Point),
                ',' => out.push(Piece::Comma),
                '%' => out.push(Piece::Percent),
                '/' => out.push(Piece::Slash),
                '@' => out.push(Piece::General),
                'd' | 'D' | 'm' | 'M' | 'y' | 'Y' | 'h' | 'H' | 's' | 'S' => {
                    let count = rest.chars().take_while(|next| next.eq_ignore_ascii_case(&c)).count();
                    length = count;
                    out.push(Piece::Date(c.to_ascii_lowercase(), count));
                }
                other => out.push(Piece::Text(other.to_string())),
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

fn write_number(value: f64, pieces: &[Piece], locale: Locale<'_>) -> String {
    let (point, thousand) = locale.separators();
    let split = pieces.iter().position(|piece| *piece == Piece::Point).unwrap_or(pieces.len());
    let exponent = pieces.iter().position(|piece| matches!(piece, Piece::Exponent { .. }));
    let mantissa_end = exponent.unwrap_or(pieces.len());
    let last_digit = pieces.get(..mantissa_end).unwrap_or_default().iter().rposition(is_digit);
    let Some(last_digit) = last_digit else {
        // Only text: it stands for the number.
        return pieces
            .iter()
            .map(|piece| if let Piece::Text(text) = piece { text.as_str() } else { "" })
            .collect();
    };
    let before = pieces.get(..split.min(mantissa_end)).unwrap_or_default();
    let last_before = before.iter().rposition(is_digit);
    let is_comma = |piece: &&Piece| **piece == Piece::Comma;
    // Commas behind the digits divide by a thousand each; those between them group.
    let scaling = match last_before {
        Some(last) => before.get(last + 1..).unwrap_or_default().iter().take_while(is_comma).count(),
        None => 0,
    };
    let groups =
        last_before.is_some_and(|last| before.get(..last).unwrap_or_default().contains(&Piece::Comma));
    let percents = pieces.iter().filter(|piece| **piece == Piece::Percent).count();
    let places: Vec<char> = pieces
        .get(split..mantissa_end)
        .unwrap_or_default()
        .iter()
        .filter_map(|piece| if let Piece::Digit(digit) = piece { Some(*digit) } else { None })
        .take(MAX_PLACES)
        .collect();
    let mut amount = value.abs() * 100f64.powi(percents as i32) / 1000f64.powi(scaling as i32);
    let mut power = 0;
    if exponent.is_some() && amount > 0.0 {
        power = amount.log10().floor() as i32;
        amount /= 10f64.powi(power);
    }
    // Halves are rounded up, as the decimal number has them.
    let raised = amount * 10f64.powi(places.len() as i32);
    if raised < EXACT {
        amount = (raised * (1.0 + LAST_DIGIT)).round() / 10f64.powi(places.len() as i32);
    }
    let digits = format!("{amount:.*}", places.len());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    // Digits behind the point that need not be written.
    let least = places.iter().rposition(|place| *place != '#').map_or(0, |at| at + 1);
    let keep = fraction.trim_end_matches('0').len().max(least);
    let fraction = fraction.get(..keep).unwrap_or_default();
    let least_whole = before.iter().filter(|piece| **piece == Piece::Digit('0')).count();
    let whole = if whole == "0" && least_whole == 0 { "" } else { whole };
    let whole = format!("{whole:0>least_whole$}");
    let is_nothing = whole.bytes().chain(fraction.bytes()).all(|digit| digit == b'0');
    let mut out = String::new();
    if value < 0.0 && !is_nothing {
        out.push('-');
    }
    let first_digit = pieces.iter().position(is_digit).unwrap_or(0).min(split);
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            _ if at == first_digit => {
                out.push_str(&if groups { grouped(&whole, thousand) } else { whole.clone() });
                if split < mantissa_end && (!fraction.is_empty() || least > 0) {
                    out.push(point);
                    out.push_str(fraction);
                }
                if let Some(Piece::Exponent { has_plus }) = exponent.and_then(|at| pieces.get(at)) {
                    let sign = if power < 0 {
                        "-"
                    } else if *has_plus {
                        "+"
                    } else {
                        ""
                    };
                    let width =
                        pieces.get(mantissa_end..).unwrap_or_default().iter().filter(|p| is_digit(p)).count();
                    out.push_str(&format!("E{sign}{:0>width$}", power.abs()));
                }
            }
            Piece::Text(text) if at < first_digit || at > last_digit || at > first_digit => {
                out.push_str(text)
            }
            Piece::Percent => out.push('%'),
            Piece::Slash => out.push('/'),
            _ => {}
        }
    }
    out
}

fn grouped(digits: &str, sign: char) -> String {
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(sign);
        }
        out.push(digit);
    }
    out
}

fn write_date(value: f64, pieces: &[Piece], locale: Locale<'_>) -> Option<String> {
    let date = date(value, locale.is_1904)?;
    let is_half = pieces.contains(&Piece::HalfDay);
    let (hour, minute, second) = (date.second / 3600, date.second / 60 % 60, date.second % 60);
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        // `m` beside hours or seconds is a minute.
        let is_minute = || {
            let before = pieces.iter().take(at).rev().find_map(letter);
            let after = pieces.iter().skip(at + 1).find_map(letter);
            before == Some('h') || after == Some('s')
        };
        match piece {
            Piece::Date('y', count) if *count <= 2 => out.push_str(&format!("{:02}", date.year % 100)),
            Piece::Date('y', _) => out.push_str(&format!("{:04}", date.year)),
            Piece::Date('m', count) if *count <= 2 && is_minute() => {
                out.push_str(&format!("{minute:0>count$}"));
            }
            Piece::Date('m', count) if *count <= 2 => out.push_str(&format!("{:0>count$}", date.month)),
            Piece::Date('m', count) => out.push_str(&names::month(date.month, *count, locale.language)),
            Piece::Date('d', count) if *count <= 2 => out.push_str(&format!("{:0>count$}", date.day)),
            Piece::Date('d', count) => out.push_str(&names::weekday(date.weekday, *count, locale.language)),
            Piece::Date('h', count) => {
                let hour = if is_half { (hour + 11) % 12 + 1 } else { hour };
                out.push_str(&format!("{hour:0>width$}", width = (*count).min(2)));
            }
            Piece::Date(_, count) => out.push_str(&format!("{second:0>width$}", width = (*count).min(2))),
            Piece::Elapsed(letter) => {
                let seconds = (value * SECONDS_PER_DAY).round() as i64;
                out.push_str(&match letter {
                    'h' => (seconds / 3600).to_string(),
                    'm' => (seconds / 60).to_string(),
                    _ => seconds.to_string(),
                });
            }
            Piece::HalfDay => out.push_str(if hour < 12 { "AM" } else { "PM" }),
            Piece::Text(text) => out.push_str(text),
            Piece::Slash => out.push('/'),
            Piece::Comma => out.push(','),
            Piece::Point => out.push('.'),
            Piece::Digit(_) | Piece::Percent | Piece::Exponent { .. } | Piece::General => {}
        }
    }
    Some(out)
}

/// The letter of a piece of a date.
fn letter(piece: &Piece) -> Option<char> {
    match piece {
        Piece::Date(letter, _) | Piece::Elapsed(letter) => Some(*letter),
        _ => None,
    }
}

/// Numbers that Excel writes without a power of ten where they have no code.
const PLAIN: std::ops::Range<f64> = 1e-9..1e11;

/// A number without a code: ten digits at most, none that say nothing.
pub(super) fn general(value: f64, locale: Locale<'_>) -> String {
    let (point, _) = locale.separators();
    let size = value.abs();
    let text = if size != 0.0 && !PLAIN.contains(&size) {
        let power = size.log10().floor();
        let mantissa = format!("{:.5}", value / 10f64.powf(power));
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        format!("{mantissa}E{}{:02}", if power < 0.0 { '-' } else { '+' }, power.abs())
    } else {
        let whole = if size < 1.0 { 1 } else { size.log10().floor() as usize + 1 };
        let text = format!("{value:.*}", 10_usize.saturating_sub(whole));
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        }
    };
    let text = if text == "-0" { "0".to_owned() } else { text };
    text.replace('.', &point.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_write_numbers() {
        let of = |value: f64, code: &str| {
            write(value, code, Locale { language: "en-US", point: None, is_1904: false })
        };
        let cases = [
            (1234.5678, "General", "1234.5678"),
            (0.1 + 0.2, "General", "0.3"),
            (1e20, "General", "1E+20"),
            (0.0, "General", "0"),
            (12.0, "0.0", "12.0"),
            (0.256, "0%", "26%"),
            (-1234.5, "#,##0.00", "-1,234.50"),
            (1234.5, "#,##0\\ \"€\"", "1,235 €"),
            (3.0, "\"kr\" #,##0", "kr 3"),
            (-5.0, "#,##0;[Red](#,##0)", "(5)"),
            (0.0, "0;-0;\"-\"", "-"),
            (123_456.0, "#,##0,\"k\"", "123k"),
            (12_345.0, "0.00E+00", "1.23E+04"),
            (1234.0, "[$$-409]#,##0.00", "$1,234.00"),
            (0.5, "#.##", ".5"),
            (7.0, "000", "007"),
            (44_562.0, "d.m.yyyy", "1.1.2022"),
            (44_562.75, "mmm yy hh:mm", "Jan 22 18:00"),
            (44_562.75, "h:mm AM/PM", "6:00 PM"),
            (1.5, "[h]:mm", "36:00"),
            (-0.001, "0.0", "0.0"),
            (5.0, "\"only text\"", "only text"),
        ];
        for (value, code, text) in cases {
            assert_eq!(of(value, code), text, "{code}");
        }
        assert_eq!(
            write(1234.5, "#,##0.00", Locale { language: "de-DE", point: None, is_1904: false }),
            "1.234,50"
        );
        let saved_elsewhere = Locale { language: "en-US", point: Some(','), is_1904: false };
        assert_eq!(write(1234.5, "#,##0.00", saved_elsewhere), "1.234,50");
    }

    proptest::proptest! {
        #[test]
        fn no_code_panics(value in proptest::num::f64::ANY, code in "\\PC{0,12}", more in "[0#?.,%E+\\-/dmyhs;\\[\\]\"\\\\_*Ga@ ]{0,20}") {
            let locale = Locale { language: "fr", point: None, is_1904: false };
            write(value, &code, locale);
            write(value, &more, locale);
            general(value, locale);
        }
    }
}
