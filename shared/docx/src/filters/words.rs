//! Numbers and amounts of money in English words.

use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::fault::wrong;
use super::locale::Locale;
use super::numbers::decimal;

const ONES: [&str; 20] = [
    "zero",
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

/// A currency's unit and its hundredth part, each for one and for several.
const MONEY: [(&str, [&str; 4]); 13] = [
    ("AUD", ["dollar", "dollars", "cent", "cents"]),
    ("CAD", ["dollar", "dollars", "cent", "cents"]),
    ("CHF", ["Swiss franc", "Swiss francs", "centime", "centimes"]),
    ("DKK", ["krone", "kroner", "øre", "øre"]),
    ("EUR", ["euro", "euros", "cent", "cents"]),
    ("GBP", ["pound", "pounds", "penny", "pence"]),
    ("INR", ["rupee", "rupees", "paisa", "paise"]),
    ("JPY", ["yen", "yen", "", ""]),
    ("NOK", ["krone", "kroner", "øre", "øre"]),
    ("NZD", ["dollar", "dollars", "cent", "cents"]),
    ("SEK", ["krona", "kronor", "öre", "öre"]),
    ("USD", ["dollar", "dollars", "cent", "cents"]),
    ("ZAR", ["rand", "rand", "cent", "cents"]),
];

/// `words(currency=None, locale=None)`
pub(super) fn words(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["currency", "locale"])?;
    let locale = Locale::asked(state, &args)?;
    if locale.language() != "en" {
        let wanted = "English, as in `words(locale=\"en\")`,";
        return Err(wrong(&Value::from(locale.tag.to_string()), "language with words for numbers", wanted));
    }
    // Outside of North America a number's last part is joined with `and`.
    let and = !matches!(locale.region(), "" | "US" | "CA" | "PH");
    let mut number = decimal(value)?;
    let written = match args.get("currency") {
        None => {
            number.absolute.trim_end();
            let text = number.to_string();
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let mut written = cardinal(whole, and).ok_or_else(|| too_large(value))?;
            if !decimals.is_empty() {
                written.push_str(" point");
            }
            for digit in decimals.bytes() {
                written.push(' ');
                written
                    .push_str(ONES.get(usize::from(digit.wrapping_sub(b'0'))).copied().unwrap_or_default());
            }
            written
        }
        Some(code) => amount(value, code, &mut number, and)?,
    };
    Ok(Value::from(written))
}

/// `one hundred dollars and five cents`
fn amount(
    value: &Value,
    code: &Value,
    number: &mut fixed_decimal::Decimal,
    and: bool,
) -> Result<String, Error> {
    let upper = code.to_string().to_ascii_uppercase();
    let Some((_, [unit, units, part, parts])) = MONEY.iter().find(|(known, _)| *known == upper) else {
        let known = MONEY.map(|(code, _)| code).join(", ");
        return Err(wrong(code, "currency with known words", &format!("one of {known}")));
    };
    let decimals: i16 = if part.is_empty() { 0 } else { 2 };
    let mode = fixed_decimal::UnsignedRoundingMode::HalfExpand;
    number.round_with_mode(-decimals, fixed_decimal::SignedRoundingMode::Unsigned(mode));
    number.absolute.pad_end(-decimals);
    let text = number.to_string();
    let (whole, hundredths) = text.split_once('.').unwrap_or((&text, "0"));
    let named = |digits: &str, one: &str, several: &str| {
        let single = matches!(digits.trim_start_matches(['-', '0']), "1");
        let words = cardinal(digits, and).ok_or_else(|| too_large(value))?;
        Ok::<_, Error>(format!("{words} {}", if single { one } else { several }))
    };
    let written = named(whole, unit, units)?;
    if hundredths.bytes().all(|digit| digit == b'0') {
        return Ok(written);
    }
    Ok(format!("{written} and {}", named(hundredths, part, parts)?))
}

fn too_large(value: &Value) -> Error {
    wrong(value, "number with words", "one below a quintillion")
}

/// The words for a whole number in digits; `None` from a quintillion on.
fn cardinal(digits: &str, and: bool) -> Option<String> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let number: u64 = digits.parse().ok().filter(|number| *number < 10u64.pow(18))?;
    let mut written = String::new();
    if negative {
        written.push_str("minus ");
    }
    if number == 0 {
        written.push_str("zero");
    }
    let mut begun = false;
    for (power, group) in GROUPS.iter().enumerate().rev() {
        let three = (number / 1000u64.pow(power as u32) % 1000) as usize;
        if three == 0 {
            continue;
        }
        if begun {
            written.push_str(if and && power == 0 && three < 100 { " and " } else { " " });
        }
        begun = true;
        below_thousand(&mut written, three, and);
        written.push_str(group);
    }
    Some(written)
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
        0 => {}
        1..20 => out.push_str(ONES[rest]),
        _ => {
            out.push_str(TENS[rest / 10]);
            if rest % 10 > 0 {
                out.push('-');
                out.push_str(ONES[rest % 10]);
            }
        }
    }
}
