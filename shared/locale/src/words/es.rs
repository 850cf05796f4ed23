//! Spanish: `veintiuno`, `ciento uno`, `mil millones`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 30] = [
    "",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const TENS: [&str; 10] =
    ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
/// Each of them a million times the one before.
const LARGE: [(&str, &str); 2] = [("millón", "millones"), ("billón", "billones")];

pub fn cardinal(number: u64, form: Form, _: &Locale) -> String {
    if number == 0 {
        return "cero".to_owned();
    }
    let words: Vec<String> = groups(number, 1_000_000)
        .map(|(place, group)| match place {
            0 => below_million(group, form),
            _ => {
                let (one, several) = LARGE[place - 1];
                let noun = if group == 1 { one } else { several };
                format!("{} {noun}", below_million(group, Form::Masculine))
            }
        })
        .collect();
    words.join(" ")
}

fn below_million(number: u64, form: Form) -> String {
    let (thousands, rest) = (number / 1_000, number % 1_000);
    // `mil` is a noun to the number before it: `veintiún mil`.
    let before = if form == Form::Alone { Form::Masculine } else { form };
    let thousands = match thousands {
        0 => String::new(),
        1 => "mil".to_owned(),
        thousands => below_thousand(thousands, before) + " mil",
    };
    let rest = below_thousand(rest, form);
    match (thousands.is_empty(), rest.is_empty()) {
        (false, false) => format!("{thousands} {rest}"),
        _ => thousands + &rest,
    }
}

fn below_thousand(number: u64, form: Form) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    if number == 100 {
        return "cien".to_owned();
    }
    let hundred = match form {
        Form::Feminine if hundreds > 1 => HUNDREDS[hundreds].trim_end_matches("os").to_owned() + "as",
        _ => HUNDREDS[hundreds].to_owned(),
    };
    let rest = match (rest, form) {
        (1, Form::Masculine) => "un".to_owned(),
        (1, Form::Feminine) => "una".to_owned(),
        (21, Form::Masculine) => "veintiún".to_owned(),
        (21, Form::Feminine) => "veintiuna".to_owned(),
        (0..30, _) => ONES[rest].to_owned(),
        _ if rest % 10 == 0 => TENS[rest / 10].to_owned(),
        _ => format!("{} y {}", TENS[rest / 10], below_thousand(rest as u64 % 10, form)),
    };
    match (hundred.is_empty(), rest.is_empty()) {
        (false, false) => format!("{hundred} {rest}"),
        _ => hundred + &rest,
    }
}
