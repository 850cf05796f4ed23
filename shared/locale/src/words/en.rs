//! English: `one hundred twenty-three`, outside of North America `one hundred and twenty-three`.

use super::language::{Form, groups};
use crate::Locale;

const ONES: [&str; 20] = [
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/// What each group of three digits counts.
const GROUPS: [&str; 6] = ["", " thousand", " million", " billion", " trillion", " quadrillion"];

pub fn cardinal(number: u64, _: Form, locale: &Locale) -> String {
    if number == 0 {
        return "zero".to_owned();
    }
    // A number's last part is joined with `and`.
    let and = !matches!(locale.region(), "" | "US" | "CA" | "PH");
    let mut written = String::new();
    for (place, group) in groups(number, 1_000) {
        if !written.is_empty() {
            written.push_str(if and && place == 0 && group < 100 { " and " } else { " " });
        }
        below_thousand(&mut written, group as usize, and);
        written.push_str(GROUPS[place]);
    }
    written
}

fn below_thousand(out: &mut String, number: usize, and: bool) {
    let (hundreds, rest) = (number / 100, number % 100);
    if hundreds > 0 {
        out.push_str(ONES[hundreds]);
        out.push_str(" hundred");
        if rest > 0 {
            out.push_str(if and { " and " } else { " " });
        }
    }
    match rest {
        0..20 => out.push_str(ONES[rest]),
        _ => {
            out.push_str(TENS[rest / 10]);
            if rest % 10 > 0 {
                out.push('-');
                out.push_str(ONES[rest % 10]);
            }
        }
    }
}
