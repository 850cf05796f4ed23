//! Numbers in words, as contracts and checks have them. No library writes them in these languages: `num2words` has English,
//! French and Ukrainian, ICU4X has no rules for spelling out.

mod de;
mod en;
mod es;
mod fr;
mod it;
mod language;
mod languages;
pub mod money;
mod nl;
mod pl;
mod pt;
#[cfg(test)]
mod tests;

use crate::Locale;

pub use language::{Form, Language};
pub use languages::LANGUAGES;

/// The first number that has no words.
pub const BEYOND: u64 = 10u64.pow(18);

/// A whole number in American English, such as `one thousand two hundred thirty-four`; `None` from a quintillion on.
#[must_use]
pub fn in_english(number: u64) -> Option<String> {
    (number < BEYOND).then(|| en::cardinal(number, Form::Alone, &Locale::default()))
}

/// The place in an order for a whole number in English words: `twenty-first` for `twenty-one`.
#[must_use]
pub fn in_order(words: &str) -> String {
    let (head, last) = words.split_at(words.rfind([' ', '-']).map_or(0, |at| at + 1));
    let ordinal = match last {
        "one" => "first",
        "two" => "second",
        "three" => "third",
        "five" => "fifth",
        "eight" => "eighth",
        "nine" => "ninth",
        "twelve" => "twelfth",
        word => {
            return match word.strip_suffix('y') {
                Some(stem) => format!("{head}{stem}ieth"),
                None => format!("{words}th"),
            };
        }
    };
    format!("{head}{ordinal}")
}
