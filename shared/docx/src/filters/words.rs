//! Numbers and amounts of money in words, as contracts and checks have them. No library writes them in these languages:
//! `num2words` has English, French and Ukrainian, ICU4X has no rules for spelling out.

use fixed_decimal::{Decimal, SignedRoundingMode, UnsignedRoundingMode};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::numbers::{decimal, unsigned_zero};
use crate::expression::wrong;
use platen_locale::Locale;
use platen_locale::words::{BEYOND, Form, LANGUAGES, Language, money};

/// `words(currency=None, locale=None, feminine=false)`
pub(super) fn words(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["currency", "locale", "feminine"])?;
    let locale = args.locale(state)?;
    let Some(language) = LANGUAGES.iter().find(|known| known.code == locale.language()) else {
        let known = LANGUAGES.map(|known| known.code).join(", ");
        let tag = Value::from(locale.tag.to_string());
        return Err(wrong(&tag, "language for number words", &format!("one of {known}")));
    };
    let form = if args.read("feminine")?.unwrap_or(false) { Form::Feminine } else { Form::Alone };
    let writer = Writer { language, locale: &locale, value };
    let number = decimal(value)?;
    let written = match args.get("currency") {
        None => writer.number(number, form)?,
        Some(code) => writer.amount(number, code)?,
    };
    Ok(Value::from(written))
}

/// Writes one value in a language.
struct Writer<'a> {
    language: &'a Language,
    locale: &'a Locale,
    value: &'a Value,
}

impl Writer<'_> {
    /// `twelve point five`
    fn number(&self, mut number: Decimal, form: Form) -> Result<String, Error> {
        number.absolute.trim_end();
        let text = number.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        // A number with decimals counts no noun.
        let form = if decimals.is_empty() { form } else { Form::Alone };
        let mut written = self.signed(whole) + &self.cardinal(self.whole(whole)?, form);
        if !decimals.is_empty() {
            written = format!("{written} {}", self.language.point);
        }
        for digit in decimals.bytes() {
            written =
                format!("{written} {}", self.cardinal(u64::from(digit.wrapping_sub(b'0')), Form::Alone));
        }
        Ok(written)
    }

    /// `one hundred dollars and five cents`
    fn amount(&self, mut number: Decimal, code: &Value) -> Result<String, Error> {
        let upper = code.to_string().to_ascii_uppercase();
        let Some((unit, part)) = money::nouns(self.language, &upper) else {
            let known = money::codes(self.language);
            return Err(wrong(code, "currency for words", &format!("one of {known}")));
        };
        let decimals: i16 = if part.is_empty() { 0 } else { 2 };
        number.round_with_mode(-decimals, SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfExpand));
        number.absolute.pad_end(-decimals);
        let number = unsigned_zero(number);
        let text = number.to_string();
        let (whole, hundredths) = text.split_once('.').unwrap_or((&text, "0"));
        let written = self.signed(whole) + &self.counted(self.whole(whole)?, unit);
        match self.whole(hundredths)? {
            0 => Ok(written),
            hundredths => Ok(format!("{written} {} {}", self.language.and, self.counted(hundredths, part))),
        }
    }

    /// A number before its noun.
    fn counted(&self, number: u64, noun: &'static str) -> String {
        let (gender, noun) = money::form(self.language, noun, number);
        let millions = number > 0 && number.is_multiple_of(1_000_000);
        let between = if millions { (self.language.of)(noun) } else { " " };
        format!("{}{between}{noun}", self.cardinal(number, gender))
    }

    fn cardinal(&self, number: u64, form: Form) -> String {
        (self.language.cardinal)(number, form, self.locale)
    }

    /// The word for the sign of digits, with a space behind.
    fn signed(&self, digits: &str) -> String {
        if digits.starts_with('-') { format!("{} ", self.language.minus) } else { String::new() }
    }

    fn whole(&self, digits: &str) -> Result<u64, Error> {
        let number = digits.trim_start_matches('-').parse().ok().filter(|number| *number < BEYOND);
        number.ok_or_else(|| wrong(self.value, "number for words", "one below a quintillion"))
    }
}
