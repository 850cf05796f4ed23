//! Numbers in a language: `number`, `percent`, and the parsing for other filters of numbers.

use fixed_decimal::{Decimal, FloatPrecision, SignedRoundingMode, UnsignedRoundingMode};
use icu_decimal::DecimalFormatter;
use icu_decimal::options::GroupingStrategy;
use icu_experimental::dimension::percent::formatter::PercentFormatter;
use icu_experimental::dimension::percent::options::PercentFormatterOptions;
use minijinja::value::ValueKind;
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use crate::expression::fault::misused;
use crate::expression::wrong;
use platen_locale::{Kept, NumberPattern, digits_of};

/// Decimals that can be asked for.
const DECIMALS: i64 = 20;

/// Characters of the longest number in text that is read.
const LONGEST: usize = 40;

thread_local! {
    static PERCENTS: Kept<icu_locale_core::Locale, PercentFormatter<DecimalFormatter>> = const { Kept::new() };
}

/// `number(decimals=None, grouping=true, locale=None)`, or `number("#,##0.00")` with a pattern in place of the count. Without one, as many decimals as there are, up to three.
pub(super) fn number(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["decimals", "grouping", "locale"])?;
    // The first argument that is wrong is the one to mend first.
    if let Some(pattern) = args.get("decimals").filter(|pattern| pattern.as_str().is_some()) {
        let read = NumberPattern::parse(&pattern.to_string()).map_err(|why| {
            wrong(
                pattern,
                "number pattern",
                &format!("a count of decimals, or a pattern such as \"#,##0.00\" ({why})"),
            )
        })?;
        return read.write(decimal(value)?, &args.locale(state)?).map(Value::from).map_err(misused);
    }
    let decimals = asked(&args)?;
    let grouping = args.read("grouping")?.unwrap_or(true);
    let locale = args.locale(state)?;
    let rounded = rounded(decimal(value)?, decimals, 3);
    let grouping = if grouping { GroupingStrategy::Auto } else { GroupingStrategy::Never };
    let formatter = digits_of(&locale, grouping).map_err(misused)?;
    Ok(Value::from(formatter.format(&rounded).to_string()))
}

/// `percent(decimals=0, locale=None)`: 0.25 is 25 %.
pub(super) fn percent(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["decimals", "locale"])?;
    let locale = args.locale(state)?;
    let decimals = asked(&args)?;
    let mut share = decimal(value)?;
    share.absolute.multiply_pow10(2);
    let share = rounded(share, decimals, 0);
    let create = || PercentFormatter::try_new((&locale.tag).into(), PercentFormatterOptions::default());
    let formatter = PERCENTS.with(|percents| percents.get(&locale.tag, create));
    let formatter = formatter.map_err(|error| misused(error.to_string()))?;
    Ok(Value::from(formatter.format(&share).to_string()))
}

pub(super) fn asked(args: &Arguments) -> Result<Option<i16>, Error> {
    let decimals: Option<i64> = args.read("decimals")?;
    let count = decimals.map(|count| i16::try_from(count).ok().filter(|c| (0..=DECIMALS as i16).contains(c)));
    match (decimals, count) {
        (Some(given), Some(None)) => {
            Err(wrong(&Value::from(given), "count of decimals", &format!("one from 0 to {DECIMALS}")))
        }
        (_, count) => Ok(count.flatten()),
    }
}

/// Rounds half away from zero, as people do with money; to at most `otherwise` decimals where none are asked for.
pub(super) fn rounded(mut number: Decimal, decimals: Option<i16>, otherwise: i16) -> Decimal {
    let mode = SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfExpand);
    number.round_with_mode(-decimals.unwrap_or(otherwise), mode);
    number.absolute.trim_start();
    number.absolute.trim_end();
    if let Some(decimals) = decimals {
        number.absolute.pad_end(-decimals);
    }
    unsigned_zero(number)
}

/// What rounds to nothing has no sign.
pub(super) fn unsigned_zero(mut number: Decimal) -> Decimal {
    if number.absolute.is_zero() {
        number.set_sign(fixed_decimal::Sign::None);
    }
    number
}

/// A number, or a text that is one (`"1234.50"`: money often comes so).
pub(super) fn decimal(value: &Value) -> Result<Decimal, Error> {
    let wanted = "a number such as 1234.5";
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let read = match (value.kind(), value.as_str()) {
        // An exponent of a few letters would ask for thousands of digits.
        (ValueKind::String, Some(text)) if text.len() <= LONGEST && text.trim().chars().all(plain) => {
            Decimal::try_from_str(text.trim()).ok()
        }
        (ValueKind::Number, _) if value.is_integer() => Decimal::try_from_str(&value.to_string()).ok(),
        (ValueKind::Number, _) => f64::try_from(value.clone())
            .ok()
            .and_then(|number| Decimal::try_from_f64(number, FloatPrecision::RoundTrip).ok()),
        _ => None,
    };
    read.ok_or_else(|| wrong(value, "number", wanted))
}
