//! Ordinal numbers: `1st`, `2.`, `3º`.

use icu_plurals::{PluralCategory, PluralRules};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use crate::expression::fault::misused;
use crate::expression::wrong;

/// `ordinal(locale=None)`
pub(super) fn ordinal(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let locale = Arguments::of(args, &["locale"])?.locale(state)?;
    let number = match value.as_str() {
        Some(text) => text.trim().parse::<u64>().ok(),
        None => value.as_i64().and_then(|number| u64::try_from(number).ok()),
    };
    let number = number.ok_or_else(|| wrong(value, "place in an order", "a whole number such as 1"))?;
    let rules = PluralRules::try_new_ordinal((&locale.tag).into());
    let rules = rules.map_err(|error| misused(error.to_string()))?;
    let one = |first: &'static str, others: &'static str| match rules.category_for(number) {
        PluralCategory::One => first,
        _ => others,
    };
    let (before, after) = match locale.language() {
        "en" => (
            "",
            match rules.category_for(number) {
                PluralCategory::One => "st",
                PluralCategory::Two => "nd",
                PluralCategory::Few => "rd",
                _ => "th",
            },
        ),
        "bs" | "cs" | "da" | "de" | "et" | "fi" | "hr" | "hu" | "is" | "lb" | "lv" | "nb" | "nn" | "no"
        | "pl" | "sk" | "sl" | "sr" | "tr" => ("", "."),
        "fr" => ("", one("er", "e")),
        "es" => ("", ".º"),
        "it" | "pt" => ("", "º"),
        "nl" => ("", "e"),
        "sv" => ("", one(":a", ":e")),
        "ja" | "zh" => ("第", ""),
        "ko" => ("제", ""),
        language => {
            let wanted = "a language such as en, de, fr, es, it, nl, sv, pl, cs, fi, hu, tr, ja or zh";
            return Err(wrong(&Value::from(language), "language for ordinals", wanted));
        }
    };
    Ok(Value::from(format!("{before}{number}{after}")))
}
