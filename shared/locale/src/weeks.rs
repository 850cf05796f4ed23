//! Weeks and quarters in patterns of dates (UTS 35): `w`, `Y` (the year of the week), `Q` and `q`. ICU4X writes none of
//! them, so that they are written into the pattern as quoted text before it sees it.

use icu_calendar::types::Weekday;
use icu_calendar::week::WeekInformation;
use jiff::civil;

use crate::{Locale, roman};

/// Regions whose first week of the year has at least four days (CLDR, supplemental data, `minDays`); elsewhere one will do.
const FOUR_DAYS: [&str; 44] = [
    "AD", "AN", "AT", "AX", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FJ", "FO", "FR", "GB",
    "GF", "GG", "GI", "GP", "GR", "HU", "IE", "IM", "IS", "IT", "JE", "LI", "LT", "LU", "MC", "MQ", "NL",
    "NO", "PL", "PT", "RE", "RU", "SE", "SJ", "SK", "SM", "VA",
];

/// Languages that a tag without a region stands for in such a region.
const FOUR_DAYS_ALONE: [&str; 23] = [
    "bg", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "ga", "hu", "is", "it", "lb", "lt", "nb",
    "nl", "nn", "no", "pl", "ru", "sv",
];

/// The year that the week of a date belongs to, and the week's number in it.
fn week(day: civil::Date, locale: &Locale) -> Option<(i16, i16)> {
    let information = WeekInformation::try_new((&locale.tag).into()).ok()?;
    let first = match information.first_weekday {
        Weekday::Monday => 0,
        Weekday::Tuesday => 1,
        Weekday::Wednesday => 2,
        Weekday::Thursday => 3,
        Weekday::Friday => 4,
        Weekday::Saturday => 5,
        Weekday::Sunday => 6,
    };
    let four = match locale.region() {
        "" => FOUR_DAYS_ALONE.contains(&locale.language()),
        region => FOUR_DAYS.contains(&region),
    };
    let least = if four { 4 } else { 1 };
    // The day of the week that decides on the year: the week belongs to the year in which it lies.
    let place = (i64::from(day.weekday().to_monday_zero_offset()) - first).rem_euclid(7);
    let decides = day.checked_add(jiff::Span::new().days(7 - least - place)).ok()?;
    Some((decides.year(), (decides.day_of_year() - 1) / 7 + 1))
}

/// A pattern with its weeks and quarters as text.
///
/// # Errors
/// One of them in a length that there is not, in words.
pub fn written(at: civil::Date, pattern: &str, locale: &Locale) -> Result<String, String> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    let has_week = crate::date_fields::fields(pattern).iter().any(|(letter, _)| *letter == 'w');
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        let count = rest.chars().take_while(|other| *other == c).count();
        let (item, after) = rest.split_at(count * c.len_utf8());
        rest = after;
        quoted ^= c == '\'' && count % 2 == 1;
        let text = match (c, count) {
            _ if quoted => None,
            ('w', 1 | 2) => week(at, locale).map(|(_, week)| format!("{week:0count$}")),
            // Alone it is a slip for `y`.
            ('Y', _) if has_week => week(at, locale).map(|(year, _)| match count {
                2 => format!("{:02}", year.rem_euclid(100)),
                _ => format!("{year:0count$}"),
            }),
            ('Q' | 'q', _) => Some(quarter(at, count, locale)?),
            _ => None,
        };
        match text {
            Some(text) => out.push_str(&format!("'{text}'")),
            None => out.push_str(item),
        }
    }
    Ok(out)
}

/// A quarter as CLDR abbreviates and names it.
fn quarter(at: civil::Date, count: usize, locale: &Locale) -> Result<String, String> {
    let number = u32::from(at.month().unsigned_abs()).div_ceil(3);
    let language = locale.language();
    Ok(match (count, language) {
        (1 | 5, _) => number.to_string(),
        (2, _) => format!("0{number}"),
        (3, "es" | "fr" | "it" | "pt") => format!("T{number}"),
        (3, "nl") => format!("K{number}"),
        (3, "pl") => format!("{} kw.", roman(number)),
        (3, _) => format!("Q{number}"),
        (4, "en") => format!("{number}{} quarter", ["st", "nd", "rd", "th"][number as usize - 1]),
        (4, "de") => format!("{number}. Quartal"),
        (4, "fr") => format!("{number}{} trimestre", if number == 1 { "er" } else { "e" }),
        (4, "es") => format!("{number}.{} trimestre", if number % 2 == 1 { "er" } else { "º" }),
        (4, "it" | "pt") => format!("{number}º trimestre"),
        (4, "nl") => format!("{number}e kwartaal"),
        (4, "pl") => format!("{} kwartał", roman(number)),
        (4, _) => return Err(format!("the quarter's whole name is not known in {language}: write `QQQ`")),
        _ => return Err("a quarter is `Q`, `QQ`, `QQQ` or `QQQQ`".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_counted_as_the_region_does() {
        for (day, locale, expected) in [
            // ISO 8601's own examples.
            ("2005-01-01", "de-DE", (2004, 53)),
            ("2005-01-03", "de-DE", (2005, 1)),
            ("2008-12-29", "fr-FR", (2009, 1)),
            ("2010-01-03", "en-GB", (2009, 53)),
            ("2026-12-31", "de", (2026, 53)),
            // In America a week begins on Sunday, and the first holds the 1st of January.
            ("2005-01-01", "en-US", (2005, 1)),
            ("2005-01-02", "en-US", (2005, 2)),
            ("2026-12-27", "en-US", (2027, 1)),
            ("2026-12-26", "en", (2026, 52)),
        ] {
            let locale = Locale::parse(locale).unwrap();
            assert_eq!(week(day.parse().unwrap(), &locale), Some(expected), "{day} {locale:?}");
        }
    }
}
