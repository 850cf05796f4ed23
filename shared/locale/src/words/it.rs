//! Italian: `ventuno`, `ventitré`, `duecentottantotto`, `duemila`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
];
const TENS: [&str; 10] =
    ["", "", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"];
const LARGE: [(&str, &str); 4] =
    [("milione", "milioni"), ("miliardo", "miliardi"), ("bilione", "bilioni"), ("biliardo", "biliardi")];

pub fn cardinal(number: u64, form: Form, _: &Locale) -> String {
    match (number, form) {
        (0, _) => return "zero".to_owned(),
        (1, Form::Masculine) => return "un".to_owned(),
        (1, Form::Feminine) => return "una".to_owned(),
        _ => {}
    }
    let mut words: Vec<String> = Vec::new();
    for (place, group) in groups(number / 1_000_000 * 1_000_000, 1_000) {
        let (one, several) = LARGE[place - 2];
        words.push(match group {
            1 => format!("un {one}"),
            group => format!("{} {several}", accented(below_thousand(group))),
        });
    }
    let (thousands, rest) = (number / 1_000 % 1_000, number % 1_000);
    let thousands = match thousands {
        0 => String::new(),
        1 => "mille".to_owned(),
        thousands => below_thousand(thousands) + "mila",
    };
    let last = accented(thousands + &below_thousand(rest));
    words.extend(Some(last).filter(|word| !word.is_empty()));
    words.join(" ")
}

/// A word that ends with `tre`, but for the number itself, is stressed there.
fn accented(word: String) -> String {
    match word.strip_suffix("tre") {
        Some(before) if !before.is_empty() => format!("{before}tré"),
        _ => word,
    }
}

fn below_thousand(number: u64) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    let mut out = match hundreds {
        0 => String::new(),
        1 => "cento".to_owned(),
        _ => format!("{}cento", ONES[hundreds]),
    };
    let rest = match rest {
        0..20 => ONES[rest].to_owned(),
        _ => match rest % 10 {
            // The vowel goes before another one.
            1 | 8 => format!("{}{}", &TENS[rest / 10][..TENS[rest / 10].len() - 1], ONES[rest % 10]),
            ones => format!("{}{}", TENS[rest / 10], ONES[ones]),
        },
    };
    if hundreds > 0 && rest.starts_with("ott") {
        out.pop();
    }
    out + &rest
}
