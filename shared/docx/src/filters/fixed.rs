//! `%.2f` of a number, the pattern of amounts: a page of prices spends more time in formatting than in all the rest, and
//! most numbers need no arithmetic of arbitrary precision to be rounded right.

use minijinja::Value;
use minijinja::value::ValueKind;

/// Decimals up to which the short way is taken.
const DECIMALS: u32 = 6;

/// Numbers below this, times ten to the decimals, have at least ten bits behind the point.
const LARGEST: f64 = (1u64 << 42) as f64;

/// How far from a half the rest has to be for the product's own rounding (2^-11 at most) not to matter.
const DOUBT: f64 = 1e-3;

/// What `pattern % (number,)` is when the pattern is `%.Nf` and no more; `None` where the long way has to decide.
pub(super) fn fixed(pattern: &str, args: &[Value]) -> Option<String> {
    let [number] = args else { return None };
    if number.kind() != ValueKind::Number {
        return None;
    }
    let decimals: u32 = match pattern.strip_prefix("%.")?.strip_suffix('f')?.as_bytes() {
        [digit @ b'0'..=b'9'] => u32::from(digit - b'0'),
        _ => return None,
    };
    if decimals > DECIMALS {
        return None;
    }
    rounded(f64::try_from(number.clone()).ok()?, decimals)
}

fn rounded(number: f64, decimals: u32) -> Option<String> {
    let unit = 10u64.pow(decimals);
    let scaled = number.abs() * unit as f64;
    if scaled.is_nan() || scaled >= LARGEST {
        return None;
    }
    let (whole, rest) = (scaled.trunc(), scaled.fract());
    if (rest - 0.5).abs() < DOUBT {
        return None;
    }
    let units = whole as u64 + u64::from(rest > 0.5);
    let sign = if number.is_sign_negative() { "-" } else { "" };
    Some(match decimals {
        0 => format!("{sign}{units}"),
        _ => format!("{sign}{}.{:0width$}", units / unit, units % unit, width = decimals as usize),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rounds_as_arithmetic_of_any_precision_does(number in any::<f64>(), cents in -1_000_000_000i64..1_000_000_000,
                                                      decimals in 0..=DECIMALS) {
            for number in [number, cents as f64 / 100.0, cents as f64 / 1000.0, cents as f64 / 8.0] {
                if let Some(text) = rounded(number, decimals) {
                    prop_assert_eq!(text, format!("{number:.width$}", width = decimals as usize));
                }
            }
        }
    }

    #[test]
    fn amounts_take_the_short_way() {
        for (number, text) in
            [(12.34, "12.34"), (0.0, "0.00"), (-0.001, "-0.00"), (99_999.995_1, "100000.00"), (5.0, "5.00")]
        {
            assert_eq!(rounded(number, 2).as_deref(), Some(text));
        }
        assert_eq!(fixed("%.2f", &[Value::from(7)]).as_deref(), Some("7.00"));
    }

    #[test]
    fn the_rest_is_left_to_the_long_way() {
        for number in [0.125, 2.5e-3 + 0.0025, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(rounded(number, 2), None, "{number}");
        }
        for (pattern, arg) in
            [("%.2f ", 1.0.into()), ("%5.2f", 1.0.into()), ("%.9f", 1.0.into()), ("%.2f", Value::from("1"))]
        {
            assert_eq!(fixed(pattern, &[arg]), None);
        }
    }
}
