//! Polish: `dwa tysiące`, `pięć tysięcy`, `dwadzieścia jeden`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "jeden",
    "dwa",
    "trzy",
    "cztery",
    "pięć",
    "sześć",
    "siedem",
    "osiem",
    "dziewięć",
    "dziesięć",
    "jedenaście",
    "dwanaście",
    "trzynaście",
    "czternaście",
    "piętnaście",
    "szesnaście",
    "siedemnaście",
    "osiemnaście",
    "dziewiętnaście",
];
const TENS: [&str; 10] = [
    "",
    "",
    "dwadzieścia",
    "trzydzieści",
    "czterdzieści",
    "pięćdziesiąt",
    "sześćdziesiąt",
    "siedemdziesiąt",
    "osiemdziesiąt",
    "dziewięćdziesiąt",
];
const HUNDREDS: [&str; 10] = [
    "",
    "sto",
    "dwieście",
    "trzysta",
    "czterysta",
    "pięćset",
    "sześćset",
    "siedemset",
    "osiemset",
    "dziewięćset",
];
/// For one, for two to four, and for more.
const LARGE: [[&str; 3]; 5] = [
    ["tysiąc", "tysiące", "tysięcy"],
    ["milion", "miliony", "milionów"],
    ["miliard", "miliardy", "miliardów"],
    ["bilion", "biliony", "bilionów"],
    ["biliard", "biliardy", "biliardów"],
];

pub fn cardinal(number: u64, form: Form, _: &Locale) -> String {
    match (number, form) {
        (0, _) => return "zero".to_owned(),
        (1, Form::Feminine) => return "jedna".to_owned(),
        _ => {}
    }
    let words: Vec<String> = groups(number, 1_000)
        .map(|(place, group)| match place {
            0 => below_thousand(group, form),
            _ if group == 1 => LARGE[place - 1][0].to_owned(),
            _ => format!("{} {}", below_thousand(group, Form::Masculine), LARGE[place - 1][plural(group)]),
        })
        .collect();
    words.join(" ")
}

/// Which of three forms a noun has behind a number: one, two to four (not twelve to fourteen), and others.
pub fn plural(number: u64) -> usize {
    match (number, number % 10, number % 100) {
        (1, ..) => 0,
        (_, 2..=4, tens) if !(12..=14).contains(&tens) => 1,
        _ => 2,
    }
}

fn below_thousand(number: u64, form: Form) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    let ones = |ones: usize| if ones == 2 && form == Form::Feminine { "dwie" } else { ONES[ones] };
    let (tens, ones) = if rest < 20 { ("", ones(rest)) } else { (TENS[rest / 10], ones(rest % 10)) };
    let words = [HUNDREDS[hundreds], tens, ones];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
