//! Separators of numbers and names in the calendar, by language (CLDR).

/// Point and thousands' sign of numbers.
pub(super) fn separators(language: &str) -> (char, char) {
    match primary(language) {
        "de" if language.ends_with("CH") => ('.', '’'),
        "de" | "es" | "it" | "nl" | "pt" | "da" | "id" | "tr" | "el" | "ro" | "hr" | "sl" | "sr" | "vi" => {
            (',', '.')
        }
        "fr" | "cs" | "fi" | "nb" | "nn" | "no" | "sv" | "pl" | "ru" | "sk" | "uk" | "bg" | "hu" | "lt"
        | "lv" | "et" => (',', '\u{A0}'),
        _ => ('.', ','),
    }
}

fn primary(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or_default()
}

/// Name of a month: three letters for a short one, one letter, or all of it.
pub(super) fn month(month: i64, letters: usize, language: &str) -> String {
    let long = match primary(language) {
        "de" => "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "fr" => "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "es" => "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "it" => {
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
        }
        "nl" => "januari februari maart april mei juni juli augustus september oktober november december",
        "pt" => "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        _ => "January February March April May June July August September October November December",
    };
    let short = match primary(language) {
        "de" => "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "fr" => "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "es" => "ene feb mar abr may jun jul ago sep oct nov dic",
        "it" => "gen feb mar apr mag giu lug ago set ott nov dic",
        "nl" => "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "pt" => "jan fev mar abr mai jun jul ago set out nov dez",
        _ => "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    };
    pick(month - 1, letters, short, long)
}

/// Name of a day of the week, 0 for Sunday.
pub(super) fn weekday(day: i64, letters: usize, language: &str) -> String {
    let (short, long) = match primary(language) {
        "de" => ("So Mo Di Mi Do Fr Sa", "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
        "fr" => ("dim. lun. mar. mer. jeu. ven. sam.", "dimanche lundi mardi mercredi jeudi vendredi samedi"),
        "es" => ("dom lun mar mié jue vie sáb", "domingo lunes martes miércoles jueves viernes sábado"),
        "it" => ("dom lun mar mer gio ven sab", "domenica lunedì martedì mercoledì giovedì venerdì sabato"),
        "nl" => ("zo ma di wo do vr za", "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
        _ => ("Sun Mon Tue Wed Thu Fri Sat", "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
    };
    pick(day, letters, short, long)
}

fn pick(at: i64, letters: usize, short: &str, long: &str) -> String {
    let words = if letters == 3 { short } else { long };
    let word = usize::try_from(at).ok().and_then(|at| words.split(' ').nth(at)).unwrap_or_default();
    if letters == 5 { word.chars().take(1).collect() } else { word.to_owned() }
}
