//! Numbers in fields: read in a language's notation, and written by a picture (17.16.4.2).

/// How a language writes numbers: the mark of decimals and the mark between thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    /// `.` or `,`, before decimals.
    pub decimal: char,
    /// Between thousands.
    pub group: char,
}

/// Languages that write a point before decimals; all others write a comma.
const WITH_POINT: [&str; 17] =
    ["en", "zh", "ja", "ko", "th", "he", "hi", "bn", "ta", "te", "ur", "ms", "mt", "ga", "cy", "fil", "sw"];

impl Marks {
    /// Those of a language tag (BCP 47).
    #[must_use]
    pub fn of(language: &str) -> Marks {
        let lower = language.to_ascii_lowercase();
        let (primary, region) = lower.split_once('-').unwrap_or((&lower, ""));
        let with_point = Marks { decimal: '.', group: ',' };
        match (primary, region) {
            ("de" | "it", "ch" | "li") => Marks { decimal: '.', group: '’' },
            ("en", "za") => Marks { decimal: ',', group: '\u{A0}' },
            ("es", "mx" | "us" | "gt" | "hn" | "ni" | "pa" | "pe" | "sv" | "do" | "pr") => with_point,
            ("", _) => with_point,
            (primary, _) if WITH_POINT.contains(&primary) => with_point,
            ("fr" | "sv" | "nb" | "nn" | "no" | "fi" | "cs" | "sk" | "pl" | "ru" | "uk" | "bg" | "hu", _) => {
                Marks { decimal: ',', group: '\u{A0}' }
            }
            _ => Marks { decimal: ',', group: '.' },
        }
    }

    /// Those that a picture is written with (`#.##0,00`); none where it has neither. Of two kinds of mark the last is the
    /// decimal one; a single one before three digits, such as that of `#,##0`, stands between thousands.
    #[must_use]
    pub fn of_picture(picture: &str) -> Option<Marks> {
        let form = forms(picture).into_iter().next().unwrap_or_default();
        let signs: Vec<char> =
            literal(&form).into_iter().filter(|(_, quoted)| !quoted).map(|(c, _)| c).collect();
        let is_mark = |c: &char| matches!(c, '.' | ',');
        let last = signs.iter().rposition(is_mark)?;
        let mark = signs[last];
        let other = if mark == '.' { ',' } else { '.' };
        let places = signs[last + 1..].iter().take_while(|c| matches!(c, '0' | '#' | 'x' | 'X')).count();
        let groups = !signs.contains(&other)
            && (signs.iter().filter(|c| is_mark(c)).count() > 1
                || places == 3 && last > 0 && signs[last - 1] == '#');
        Some(if groups {
            Marks { decimal: other, group: mark }
        } else {
            Marks { decimal: mark, group: other }
        })
    }

    /// The numbers in a text, as Word adds those of a cell: `1,200.50 €` is one. Parentheses mean less than nothing.
    #[must_use]
    pub fn numbers(self, text: &str) -> Vec<f64> {
        let mut out = Vec::new();
        let mut digits = String::new();
        let mut sign = 1.0;
        let mut signs = text.chars().chain([' ']).peekable();
        let mut before = ' ';
        while let Some(c) = signs.next() {
            let goes_on = signs.peek().is_some_and(char::is_ascii_digit);
            if c.is_ascii_digit() {
                if digits.is_empty() {
                    sign = if matches!(before, '-' | '−' | '(') { -1.0 } else { 1.0 };
                }
                digits.push(c);
            } else if c == self.decimal && goes_on && !digits.contains('.') {
                digits.push('.');
            } else if !digits.is_empty() && goes_on && !digits.contains('.') && self.groups(c) {
            } else if !digits.is_empty() {
                out.extend(digits.parse::<f64>().ok().map(|number| number * sign));
                digits.clear();
            }
            // A currency may stand between the sign and the number.
            if !(c.is_whitespace() || matches!(c, '$' | '€' | '£' | '¥')) {
                before = c;
            }
        }
        out
    }

    fn groups(self, c: char) -> bool {
        c == self.group || (self.group == '\u{A0}' && c == '\u{202F}') || (self.group == '’' && c == '\'')
    }

    /// Writes a number without a picture: up to two decimals, as Word's formulas come out.
    #[must_use]
    pub fn plain(self, number: f64) -> String {
        let rounded = format!("{:.2}", number + 0.0);
        let short = rounded.trim_end_matches('0').trim_end_matches('.');
        let short = if short == "-0" { "0" } else { short };
        short.replace('.', &self.decimal.to_string())
    }

    /// Writes a number by a picture such as `#,##0.00 €;(0)`.
    #[must_use]
    pub fn by_picture(self, number: f64, picture: &str) -> String {
        let forms = forms(picture);
        let is_negative = number < 0.0;
        let (form, number) = match (forms.get(1), forms.get(2)) {
            (_, Some(zero)) if number == 0.0 => (zero, number),
            // The form says how a negative number looks.
            (Some(negative), _) if is_negative => (negative, -number),
            _ => match forms.first() {
                Some(first) => (first, number),
                None => return self.plain(number),
            },
        };
        self.written(number, form)
    }

    fn written(self, number: f64, form: &str) -> String {
        let signs: Vec<(char, bool)> = literal(form);
        let is_place = |(c, quoted): &(char, bool)| !quoted && matches!(c, '0' | '#' | 'x' | 'X');
        let point =
            signs.iter().position(|(c, quoted)| !quoted && *c == self.decimal && signs.iter().any(is_place));
        let whole_end = point.unwrap_or(signs.len());
        let decimals = signs.iter().skip(whole_end).filter(|sign| is_place(sign)).count().min(15);
        let least = signs.iter().skip(whole_end).filter(|(c, quoted)| !quoted && *c == '0').count();
        let text = format!("{:.decimals$}", number.abs());
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let places = signs.iter().take(whole_end).filter(|sign| is_place(sign)).count();
        let zeros = signs.iter().take(whole_end).skip_while(|(c, quoted)| *quoted || *c != '0');
        let zeros = zeros.filter(|sign| is_place(sign)).count();
        let is_grouped = signs.iter().take(whole_end).any(|(c, quoted)| !quoted && self.groups(*c));
        // A leading `x` cuts the digits that have no place.
        let cuts = signs.iter().find(|sign| is_place(sign)).is_some_and(|(c, _)| matches!(c, 'x' | 'X'));
        let whole = if whole == "0" { "" } else { whole };
        let whole = match whole.len().checked_sub(places) {
            Some(more) if cuts => whole.get(more..).unwrap_or(whole),
            _ => whole,
        };
        let whole = format!("{whole:0>zeros$}");
        let mut grouped = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if is_grouped && at > 0 && (whole.len() - at) % 3 == 0 {
                grouped.push(self.group);
            }
            grouped.push(digit);
        }
        let keep = fraction.trim_end_matches('0').len().max(least);
        let fraction = fraction.get(..keep.min(fraction.len())).unwrap_or(fraction);
        let has_sign = signs.iter().any(|(c, quoted)| !quoted && matches!(c, '-' | '+'));
        let minus = number < 0.0 && !has_sign;
        let mut out = String::new();
        let (mut did_whole, mut did_fraction) = (false, false);
        for (at, sign) in signs.iter().enumerate() {
            let (c, quoted) = *sign;
            if is_place(sign) || (at < whole_end && !quoted && self.groups(c)) {
                if at < whole_end && !std::mem::replace(&mut did_whole, true) {
                    if minus {
                        out.push('-');
                    }
                    out.push_str(&grouped);
                } else if at > whole_end && !std::mem::replace(&mut did_fraction, true) {
                    out.push_str(fraction);
                }
            } else if Some(at) == point {
                if !std::mem::replace(&mut did_whole, true) {
                    out.push_str(if minus { "-" } else { "" });
                    out.push_str(&grouped);
                }
                if !fraction.is_empty() {
                    out.push(self.decimal);
                }
            } else if !quoted && c == '-' {
                out.push(if number < 0.0 { '-' } else { ' ' });
            } else if !quoted && c == '+' {
                out.push(if number < 0.0 { '-' } else { '+' });
            } else {
                out.push(c);
            }
        }
        out
    }
}

/// The forms of a picture: for numbers, for negative ones, for zero.
fn forms(picture: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    for c in picture.chars() {
        if c == '\'' {
            quoted = !quoted;
        }
        if c == ';' && !quoted {
            out.push(String::new());
        } else if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out
}

/// The characters of a form, each with whether it stands for itself.
fn literal(form: &str) -> Vec<(char, bool)> {
    let mut out = Vec::new();
    let mut quoted = false;
    for c in form.chars() {
        if c == '\'' {
            quoted = !quoted;
        } else {
            out.push((c, quoted));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_their_language_writes_them() {
        let (english, german) = (Marks::of("en-US"), Marks::of("de-DE"));
        assert_eq!(english.numbers("$1,200.50 and (3)"), [1200.5, -3.0]);
        assert_eq!(german.numbers("1.200,50 €, -7"), [1200.5, -7.0]);
        assert_eq!(Marks::of("de-CH").numbers("1’200.5"), [1200.5]);
        assert_eq!(english.numbers("no number"), [0.0; 0]);
    }

    #[test]
    fn pictures_shape_numbers() {
        let english = Marks::of("en");
        let by = |number, picture| english.by_picture(number, picture);
        assert_eq!(by(1234.5, "#,##0.00"), "1,234.50");
        assert_eq!(by(1234.5, "$#,##0"), "$1,234");
        assert_eq!(by(0.5, "0.0#"), "0.5");
        assert_eq!(by(-3.0, "0.00;(0.00)"), "(3.00)");
        assert_eq!(by(0.0, "0;-0;'none'"), "none");
        assert_eq!(by(111_053.0, "x##"), "053");
        assert_eq!(by(7.0, "000"), "007");
        assert_eq!(by(-7.0, "0 'kg'"), "-7 kg");
        for (picture, expected) in [
            ("#,##0.00", "1,234.50"),
            ("#.##0,00", "1.234,50"),
            ("#,##0", "1,234"),
            ("0,00", "1234,50"),
            ("#,###,##0", "1,234"),
            ("0.000", "1234.500"),
        ] {
            let marks = Marks::of_picture(picture).expect("a picture with a mark");
            assert_eq!(marks.by_picture(1234.5, picture), expected, "{picture}");
        }
        assert_eq!(Marks::of_picture("00"), None);
        assert_eq!(Marks::of("de").by_picture(1234.5, "#.##0,00 €"), "1.234,50 €");
        assert_eq!((english.plain(3.0), english.plain(2.0 / 3.0)), ("3".to_owned(), "0.67".to_owned()));
    }
}
