//! Dutch: `eenentwintig`, `tweeëntwintig`, `elfhonderd`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "een",
    "twee",
    "drie",
    "vier",
    "vijf",
    "zes",
    "zeven",
    "acht",
    "negen",
    "tien",
    "elf",
    "twaalf",
    "dertien",
    "veertien",
    "vijftien",
    "zestien",
    "zeventien",
    "achttien",
    "negentien",
];
const TENS: [&str; 10] =
    ["", "", "twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"];
const LARGE: [&str; 4] = ["miljoen", "miljard", "biljoen", "biljard"];

pub fn cardinal(number: u64, form: Form, _: &Locale) -> String {
    match (number, form) {
        (0, _) => return "nul".to_owned(),
        // Alone it would be read as the article.
        (1, Form::Alone) => return "één".to_owned(),
        _ => {}
    }
    let mut words: Vec<String> = groups(number / 1_000_000 * 1_000_000, 1_000)
        .map(|(place, group)| format!("{} {}", below_hundreds(group), LARGE[place - 2]))
        .collect();
    let number = number % 1_000_000;
    match (number / 1_000, number % 1_000) {
        (1, rest) if rest >= 100 => words.push(below_hundreds(number)),
        (thousands, rest) => {
            match thousands {
                0 => {}
                1 => words.push("duizend".to_owned()),
                thousands => words.push(below_hundreds(thousands) + "duizend"),
            }
            words.extend(Some(below_hundreds(rest)).filter(|word| !word.is_empty()));
        }
    }
    words.join(" ")
}

/// Below 2,000: eleven hundred is one word too.
fn below_hundreds(number: u64) -> String {
    let hundreds = match number / 100 {
        0 => String::new(),
        1 => "honderd".to_owned(),
        hundreds => below_hundred(hundreds as usize) + "honderd",
    };
    hundreds + &below_hundred(number as usize % 100)
}

fn below_hundred(number: usize) -> String {
    match (number / 10, number % 10) {
        (0 | 1, _) => ONES[number].to_owned(),
        (tens, 0) => TENS[tens].to_owned(),
        // Two vowels of different syllables.
        (tens, ones @ (2 | 3)) => format!("{}ën{}", ONES[ones], TENS[tens]),
        (tens, ones) => format!("{}en{}", ONES[ones], TENS[tens]),
    }
}
