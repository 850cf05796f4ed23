//! Decimal numbers, without rounding that nobody asked for.

use std::fmt;
use std::iter::Sum;

/// Digits behind the point.
const SCALE: usize = 8;

/// 10 to the power of [`SCALE`].
const ONE: i128 = 100_000_000;

/// Digits before the point: more than all money has, and little enough that a product of two fits.
const MOST_DIGITS: usize = 12;

/// A decimal number of at most twelve digits before the point and eight behind it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Amount(i128);

impl Amount {
    pub(crate) const ZERO: Amount = Amount(0);

    /// One of the currency.
    pub(crate) const UNIT: Amount = Amount(ONE);

    /// A hundredth of it.
    pub(crate) const CENT: Amount = Amount(ONE / 100);

    /// Reads a number as XML Schema writes a decimal (part 2, 3.3.3); the number of its digits behind the point beside it.
    pub(crate) fn read(text: &str) -> Option<(Amount, usize)> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_empty = !digits.bytes().any(|byte| byte.is_ascii_digit());
        if is_empty
            || !are_digits(whole)
            || !are_digits(part)
            || whole.len() > MOST_DIGITS
            || part.len() > SCALE
        {
            return None;
        }
        let number: i128 = format!("{whole}{part:0<SCALE$}").parse().ok()?;
        Some((Amount(if negative { -number } else { number }), part.len()))
    }

    /// The product, to eight digits.
    pub(crate) fn times(self, other: Amount) -> Amount {
        Amount(divided(self.0.saturating_mul(other.0), ONE))
    }

    /// The quotient, to eight digits; `None` by nothing.
    pub(crate) fn over(self, other: Amount) -> Option<Amount> {
        let number = self.0.saturating_mul(ONE);
        // The sign goes with the number, so that halves are told by what they are divided by.
        (other.0 != 0)
            .then(|| Amount(divided(number.saturating_mul(other.0.signum()), other.0.saturating_abs())))
    }

    /// A hundredth of it.
    pub(crate) fn percent(self) -> Amount {
        Amount(divided(self.0, 100))
    }

    /// To whole hundredths, halves away from zero, as EN 16931 rounds (6.5.2).
    pub(crate) fn rounded(self) -> Amount {
        Amount(divided(self.0, Amount::CENT.0) * Amount::CENT.0)
    }

    pub(crate) fn plus(self, other: Amount) -> Amount {
        Amount(self.0.saturating_add(other.0))
    }

    pub(crate) fn minus(self, other: Amount) -> Amount {
        Amount(self.0.saturating_sub(other.0))
    }

    /// Whether the two differ by no more than `most`.
    pub(crate) fn is_near(self, other: Amount, most: Amount) -> bool {
        self.minus(other).0.saturating_abs() <= most.0
    }

    /// So many times `self`.
    pub(crate) fn repeated(self, times: usize) -> Amount {
        Amount(self.0.saturating_mul(i128::try_from(times).unwrap_or(i128::MAX)))
    }
}

/// The quotient, halves away from zero.
fn divided(number: i128, by: i128) -> i128 {
    let half = if number < 0 { -by / 2 } else { by / 2 };
    number.saturating_add(half) / by
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::ZERO, Amount::plus)
    }
}

/// With two digits behind the point, or as many as it has.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) =
            (self.0.unsigned_abs() / ONE.unsigned_abs(), self.0.unsigned_abs() % ONE.unsigned_abs());
        let part = format!("{part:0SCALE$}");
        let shown = part.trim_end_matches('0').len().max(2);
        write!(f, "{sign}{whole}.{}", &part[..shown])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        Amount::read(text).unwrap().0
    }

    #[test]
    fn decimals_are_read_as_xml_writes_them() {
        for (text, shown, places) in [
            ("0", "0.00", 0),
            ("-0.5", "-0.50", 1),
            ("+007.10", "7.10", 1),
            (".125", "0.125", 3),
            ("1.", "1.00", 0),
            ("999999999999.12345678", "999999999999.12345678", 8),
        ] {
            let (amount, found) = Amount::read(text).unwrap();
            assert_eq!((amount.to_string().as_str(), found), (shown, places));
        }
        for text in ["", ".", "-", "1e3", "1,5", " 1", "1.123456789", "1234567890123", "NaN", "--1", "1.-5"] {
            assert_eq!(Amount::read(text), None, "{text}");
        }
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        assert_eq!(amount("2.675").rounded(), amount("2.68"));
        assert_eq!(amount("-2.675").rounded(), amount("-2.68"));
        assert_eq!(amount("2.6749").rounded(), amount("2.67"));
        assert_eq!(amount("10").times(amount("19").percent()), amount("1.9"));
        assert!(amount("1").is_near(amount("1.02"), Amount::CENT.repeated(2)));
    }
}
