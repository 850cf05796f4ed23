//! Portuguese: `cento e um`, `mil duzentos e trinta e quatro`. In Brazil a thousand million are `um bilhão`, elsewhere `mil
//! milhões`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezasseis",
    "dezassete",
    "dezoito",
    "dezanove",
];
const TENS: [&str; 10] =
    ["", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"];
const HUNDREDS: [&str; 10] = [
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
];
const BRAZIL: [(&str, &str); 4] =
    [("milhão", "milhões"), ("bilhão", "bilhões"), ("trilhão", "trilhões"), ("quatrilhão", "quatrilhões")];
/// Each of them a million times the one before.
const PORTUGAL: [(&str, &str); 2] = [("milhão", "milhões"), ("bilião", "biliões")];

pub fn cardinal(number: u64, form: Form, locale: &Locale) -> String {
    if number == 0 {
        return "zero".to_owned();
    }
    // A tag without a region means Brazil (CLDR, likely subtags).
    let brazil = matches!(locale.region(), "BR" | "");
    let mut parts: Vec<(u64, String)> = Vec::new();
    if brazil {
        for (place, group) in groups(number, 1_000) {
            parts.push((
                group,
                match place {
                    0 => below_thousand(group, form, true),
                    1 if group == 1 => "mil".to_owned(),
                    1 => below_thousand(group, form, true) + " mil",
                    _ => {
                        let (one, several) = BRAZIL[place - 2];
                        let noun = if group == 1 { one } else { several };
                        format!("{} {noun}", below_thousand(group, Form::Masculine, true))
                    }
                },
            ));
        }
    } else {
        for (place, group) in groups(number, 1_000_000) {
            parts.push(match place {
                0 => (if group < 1_000 { group } else { 101 }, below_million(group, form)),
                _ => {
                    let (one, several) = PORTUGAL[place - 1];
                    let noun = if group == 1 { one } else { several };
                    (group, format!("{} {noun}", below_million(group, Form::Masculine)))
                }
            });
        }
    }
    joined(&parts)
}

fn below_million(number: u64, form: Form) -> String {
    let parts: Vec<(u64, String)> = groups(number, 1_000)
        .map(|(place, group)| {
            let written = match (place, group) {
                (0, _) => below_thousand(group, form, false),
                (_, 1) => "mil".to_owned(),
                _ => below_thousand(group, form, false) + " mil",
            };
            (group, written)
        })
        .collect();
    joined(&parts)
}

/// The last group follows with `e` when it is below a hundred, or whole hundreds.
fn joined(parts: &[(u64, String)]) -> String {
    let mut out = String::new();
    for (index, (group, written)) in parts.iter().enumerate() {
        if index > 0 {
            let last = index + 1 == parts.len();
            out.push_str(if last && (*group < 100 || group % 100 == 0) { " e " } else { " " });
        }
        out.push_str(written);
    }
    out
}

fn below_thousand(number: u64, form: Form, brazil: bool) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    if number == 100 {
        return "cem".to_owned();
    }
    let feminine = form == Form::Feminine;
    let hundred = match hundreds {
        2.. if feminine => HUNDREDS[hundreds].trim_end_matches("os").to_owned() + "as",
        _ => HUNDREDS[hundreds].to_owned(),
    };
    let ones = |number: usize| match (number, feminine) {
        (1, true) => "uma".to_owned(),
        (2, true) => "duas".to_owned(),
        (16, _) if brazil => "dezesseis".to_owned(),
        (17, _) if brazil => "dezessete".to_owned(),
        (19, _) if brazil => "dezenove".to_owned(),
        _ => ONES[number].to_owned(),
    };
    let rest = match rest {
        0 => String::new(),
        1..20 => ones(rest),
        _ if rest % 10 == 0 => TENS[rest / 10].to_owned(),
        _ => format!("{} e {}", TENS[rest / 10], ones(rest % 10)),
    };
    match (hundred.is_empty(), rest.is_empty()) {
        (false, false) => format!("{hundred} e {rest}"),
        _ => hundred + &rest,
    }
}
