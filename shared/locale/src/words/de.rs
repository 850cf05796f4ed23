//! German: `einhunderteinundzwanzig`, `eine Million zweihunderttausend`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];
const TENS: [&str; 10] =
    ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];
const LARGE: [(&str, &str); 4] = [
    ("Million", "Millionen"),
    ("Milliarde", "Milliarden"),
    ("Billion", "Billionen"),
    ("Billiarde", "Billiarden"),
];

pub fn cardinal(number: u64, form: Form, locale: &Locale) -> String {
    if number == 0 {
        return "null".to_owned();
    }
    let last = match form {
        Form::Alone => "eins",
        Form::Masculine => "ein",
        Form::Feminine => "eine",
    };
    let mut words: Vec<String> = Vec::new();
    for (place, group) in groups(number / 1_000_000 * 1_000_000, 1_000) {
        let (one, several) = LARGE[place - 2];
        words.push(match group {
            1 => format!("eine {one}"),
            group => format!("{} {several}", below_thousand(group, "eine")),
        });
    }
    let (thousands, rest) = (number / 1_000 % 1_000, number % 1_000);
    let thousands = match thousands {
        0 => String::new(),
        thousands => below_thousand(thousands, "ein") + "tausend",
    };
    words.extend(Some(thousands + &below_thousand(rest, last)).filter(|word| !word.is_empty()));
    let written = words.join(" ");
    // In Switzerland and Liechtenstein no `ß` is written.
    if matches!(locale.region(), "CH" | "LI") { written.replace('ß', "ss") } else { written }
}

/// `one` is the word for a one at the end.
fn below_thousand(number: u64, one: &str) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    let mut out = String::new();
    if hundreds > 0 {
        out = format!("{}hundert", ONES[hundreds]);
    }
    out + &match rest {
        1 => one.to_owned(),
        0..20 => ONES[rest].to_owned(),
        _ if rest % 10 == 0 => TENS[rest / 10].to_owned(),
        _ => format!("{}und{}", ONES[rest % 10], TENS[rest / 10]),
    }
}
