//! Numbers in patterns (UTS 35, part 3, number patterns): `#,##0.00`, `#,##0.00;(#,##0.00)`, `0.0%`. The pattern says how
//! many digits there are and what stands around them; signs and groups are the language's own.

use fixed_decimal::{Decimal, Sign, SignedRoundingMode, UnsignedRoundingMode};
use icu_decimal::options::GroupingStrategy;

use crate::{Locale, digits_of};

/// Bytes of the longest pattern that is read.
const LONGEST: usize = 100;

/// Digits that a pattern may ask for.
const DIGITS: usize = 20;

/// A pattern that was read.
#[derive(Debug, PartialEq)]
pub struct NumberPattern {
    grouped: bool,
    /// Digits before the decimal sign, at least.
    integers: i16,
    /// Digits behind it, at least and at most.
    decimals: (i16, i16),
    /// Powers of ten that a percent or per mille sign multiplies by.
    shift: i16,
    positive: (String, String),
    /// What stands around negative numbers in place of a sign.
    negative: Option<(String, String)>,
}

impl NumberPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<NumberPattern, String> {
        if text.len() > LONGEST {
            return Err(format!("at most {LONGEST} letters"));
        }
        let mut subpatterns = subpatterns(text)?;
        let (positive, digits) = subpatterns.next().ok_or("it is empty")?;
        let negative = subpatterns.next().map(|(affixes, _)| affixes);
        let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, ""));
        let groups: Vec<&str> = whole.split(',').collect();
        if let [.., last] = groups[1..]
            && (last.len() != 3 || decimals.contains(','))
        {
            return Err("digits are grouped by three, as in #,##0".to_owned());
        }
        let plain = whole.replace(',', "");
        let zeros = plain.trim_start_matches('#');
        let optional = decimals.trim_start_matches('0');
        if digits.len() > DIGITS
            || zeros.contains('#')
            || optional.contains(['0', '.', ','])
            || plain.is_empty() && decimals.is_empty()
        {
            return Err("write digits like #,##0.00 or 0.0##".to_owned());
        }
        let signs = format!("{}{}", positive.0, positive.1);
        let shift = if signs.contains('%') {
            2
        } else if signs.contains('‰') {
            3
        } else {
            0
        };
        Ok(NumberPattern {
            grouped: groups.len() > 1,
            integers: zeros.len() as i16,
            decimals: ((decimals.len() - optional.len()) as i16, decimals.len() as i16),
            shift,
            positive,
            negative,
        })
    }

    /// Writes a number; it rounds half away from zero.
    ///
    /// # Errors
    /// The language has no data.
    pub fn write(&self, mut number: Decimal, locale: &Locale) -> Result<String, String> {
        number.absolute.multiply_pow10(self.shift);
        let (least, most) = self.decimals;
        number.round_with_mode(-most, SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfExpand));
        number.absolute.trim_start();
        number.absolute.trim_end();
        number.absolute.pad_end(-least);
        number.absolute.pad_start(self.integers);
        let grouping = if self.grouped { GroupingStrategy::Always } else { GroupingStrategy::Never };
        let formatter = digits_of(locale, grouping)?;
        let negative = number.sign() == Sign::Negative && !number.absolute.is_zero();
        number.set_sign(Sign::None);
        let digits = formatter.format(&number).to_string();
        let ((before, behind), sign) = match (&self.negative, negative) {
            (Some(affixes), true) => (affixes, String::new()),
            (None, true) => {
                let one = formatter.format(&Decimal::from(1)).to_string();
                let minus = formatter.format(&Decimal::from(-1)).to_string();
                (&self.positive, minus.strip_suffix(&one).unwrap_or("-").to_owned())
            }
            _ => (&self.positive, String::new()),
        };
        Ok(format!("{sign}{before}{digits}{behind}"))
    }
}

/// What stands around the digits of a pattern.
type Affixes = (String, String);

/// The pattern of all numbers, and that of negative ones if there is one: what stands around the digits, and the digits.
fn subpatterns(text: &str) -> Result<impl Iterator<Item = (Affixes, String)>, String> {
    let mut all: Vec<(Affixes, String)> = vec![Default::default()];
    let mut characters = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = characters.next() {
        let first = all.len() == 1;
        let ((before, behind), digits) = all.last_mut().ok_or("it is empty")?;
        let interrupted = !behind.is_empty();
        let affix = if digits.is_empty() { before } else { behind };
        match c {
            // Two quotes are one.
            '\'' if characters.next_if_eq(&'\'').is_some() => affix.push('\''),
            '\'' => quoted = !quoted,
            ';' if !quoted && first => all.push(Default::default()),
            '#' | '0' | ',' | '.' if !quoted => {
                if interrupted {
                    return Err("text between digits".to_owned());
                }
                digits.push(c);
            }
            '¤' if !quoted => return Err("use `currency` for an amount of money".to_owned()),
            c => affix.push(c),
        }
    }
    if quoted {
        return Err("a quote is not closed".to_owned());
    }
    if all.iter().any(|(_, digits)| digits.is_empty()) {
        return Err("it has no digits: write it like #,##0.00".to_owned());
    }
    Ok(all.into_iter())
}
