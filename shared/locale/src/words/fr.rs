//! French: `quatre-vingt-un`, `deux cents`; in Belgium and Switzerland `septante` and `nonante`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];
const TENS: [&str; 10] =
    ["", "", "vingt", "trente", "quarante", "cinquante", "soixante", "septante", "quatre-vingt", "nonante"];
const LARGE: [&str; 4] = ["million", "milliard", "billion", "billiard"];

pub fn cardinal(number: u64, form: Form, locale: &Locale) -> String {
    if number == 0 {
        return "zéro".to_owned();
    }
    let septante = matches!(locale.region(), "BE" | "CH");
    let one = if form == Form::Feminine { "une" } else { "un" };
    let words: Vec<String> = groups(number, 1_000)
        .map(|(place, group)| match place {
            0 => below_thousand(group, one, true, septante),
            1 if group == 1 => "mille".to_owned(),
            // Before `mille` no plural is written.
            1 => below_thousand(group, "un", false, septante) + " mille",
            _ => {
                let plural = if group > 1 { "s" } else { "" };
                format!("{} {}{plural}", below_thousand(group, "un", true, septante), LARGE[place - 2])
            }
        })
        .collect();
    words.join(" ")
}

/// `plural`: whole hundreds and `quatre-vingts` have an `s`.
fn below_thousand(number: u64, one: &str, plural: bool, septante: bool) -> String {
    let (hundreds, rest) = (number as usize / 100, number as usize % 100);
    let hundred = match hundreds {
        0 => String::new(),
        1 => "cent".to_owned(),
        _ => format!("{} cent{}", ONES[hundreds], if plural && rest == 0 { "s" } else { "" }),
    };
    let rest = below_hundred(rest, one, plural, septante);
    match (hundred.is_empty(), rest.is_empty()) {
        (false, false) => format!("{hundred} {rest}"),
        _ => hundred + &rest,
    }
}

fn below_hundred(number: usize, one: &str, plural: bool, septante: bool) -> String {
    let (mut tens, mut ones) = (number / 10, number % 10);
    // 70 to 79 are sixty and ten to nineteen, 90 to 99 eighty and those.
    if matches!(tens, 7 | 9) && !septante {
        (tens, ones) = (tens - 1, ones + 10);
    }
    match (tens, ones) {
        (0, 1) => one.to_owned(),
        (0 | 1, _) => ONES[number].to_owned(),
        (8, 0) if plural => "quatre-vingts".to_owned(),
        (_, 0) => TENS[tens].to_owned(),
        (8, 1) => format!("quatre-vingt-{one}"),
        (_, 1) => format!("{} et {one}", TENS[tens]),
        (6, 11) => "soixante et onze".to_owned(),
        _ => format!("{}-{}", TENS[tens], ONES[ones]),
    }
}
