//! Names in the calendar, by language: those of CLDR, and short ones as Windows has them.

use jiff::civil::Date;

/// Name of a month, 1 for January: three letters for a short one, five for one letter, or all of it.
pub(super) fn month(month: i64, letters: usize, language: &str) -> String {
    let short = match primary(language) {
        "de" => "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "es" => "ene feb mar abr may jun jul ago sep oct nov dic",
        "nl" => "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "pt" => "jan fev mar abr mai jun jul ago set out nov dez",
        _ => "",
    };
    let day = i8::try_from(month).ok().and_then(|month| Date::new(2000, month, 1).ok());
    name(day, ("LLL", "LLLL"), letters, (short, month - 1), language)
}

/// Name of a day of the week, 0 for Sunday.
pub(super) fn weekday(day: i64, letters: usize, language: &str) -> String {
    let short = match primary(language) {
        "de" => "So Mo Di Mi Do Fr Sa",
        "es" => "dom lun mar mié jue vie sáb",
        "pt" => "dom seg ter qua qui sex sáb",
        _ => "",
    };
    // The second of January 2000 is a Sunday.
    let date = i8::try_from(day + 2).ok().and_then(|day| Date::new(2000, 1, day).ok());
    name(date, ("EEE", "EEEE"), letters, (short, day), language)
}

fn primary(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or_default()
}

/// The name of `day` by the short and the long one of two patterns of CLDR, or the word at a place of `short`.
fn name(
    day: Option<Date>,
    (abbreviated, whole): (&str, &str),
    letters: usize,
    (short, place): (&str, i64),
    language: &str,
) -> String {
    let word = usize::try_from(place).ok().and_then(|place| short.split(' ').nth(place)).unwrap_or_default();
    if letters == 3 && !word.is_empty() {
        return word.to_owned();
    }
    let pattern = if letters == 3 { abbreviated } else { whole };
    let name = day.and_then(|day| platen_locale::date_by_pattern(day.at(0, 0, 0, 0), pattern, language));
    let name = name.unwrap_or_default();
    if letters == 5 { name.chars().take(1).collect() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_names() {
        for (language, short, long, day) in [
            ("de-DE", "Mrz", "März", "So"),
            ("en-US", "Mar", "March", "Sun"),
            ("fr-FR", "mars", "mars", "dim."),
            ("pl-PL", "mar", "marzec", "niedz."),
            ("ru-RU", "март", "март", "вс"),
            ("ja-JP", "3月", "3月", "日"),
            ("", "Mar", "March", "Sun"),
        ] {
            let found = (month(3, 3, language), month(3, 4, language), weekday(0, 3, language));
            assert_eq!(found, (short.to_owned(), long.to_owned(), day.to_owned()), "{language}");
        }
        assert_eq!(
            (month(3, 5, "de"), month(13, 4, "de"), weekday(6, 4, "it")),
            ("M".into(), String::new(), "sabato".into())
        );
    }
}
