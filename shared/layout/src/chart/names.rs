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
    let first = i8::try_from(month).ok().and_then(|month| Date::new(2000, month, 1).ok());
    word(short, month - 1, letters).unwrap_or_else(|| written(first, "L", letters, language))
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
    word(short, day, letters).unwrap_or_else(|| written(date, "E", letters, language))
}

fn primary(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or_default()
}

/// The word at a place of `short`, where a short name is asked for and Windows has its own.
fn word(short: &str, place: i64, letters: usize) -> Option<String> {
    let place = usize::try_from(place).ok().filter(|_| letters == 3)?;
    short.split(' ').nth(place).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// What CLDR calls a day by one of its fields: in short with three letters, in one letter with five, else in full.
fn written(day: Option<Date>, field: &str, letters: usize, language: &str) -> String {
    let pattern = field.repeat(if matches!(letters, 3 | 5) { letters } else { 4 });
    let name = day.and_then(|day| platen_locale::date_by_pattern(day.at(0, 0, 0, 0), &pattern, language));
    name.unwrap_or_default()
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
