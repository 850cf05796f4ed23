//! Numbers in letters: `roman` (IV) and `letters` (a, b, ... z, aa).

use minijinja::{Error, State, Value};

use platen_locale::roman;

use super::arguments::{Arguments, Given};
use crate::expression::wrong;
use platen_rich::column_letters;

/// The largest number in Roman numerals without signs for thousands.
const LARGEST_ROMAN: u32 = 3_999;

/// `roman(upper=true)` of 1 to 3,999.
pub(super) fn roman_filter(_: &State, value: &Value, args: Given) -> Result<Value, Error> {
    cased(
        value,
        args,
        true,
        |number| (number <= LARGEST_ROMAN).then(|| roman(number)),
        "a whole number from 1 to 3999",
    )
}

/// `letters(upper=false)`: as columns of a spreadsheet are named.
pub(super) fn letters(_: &State, value: &Value, args: Given) -> Result<Value, Error> {
    cased(value, args, false, |number| Some(column_letters(number)), "a whole number from 1")
}

fn cased(
    value: &Value,
    args: Given,
    usual: bool,
    write: impl Fn(u32) -> Option<String>,
    wanted: &str,
) -> Result<Value, Error> {
    let upper = Arguments::of(args, &["upper"])?.read("upper")?.unwrap_or(usual);
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let number = match value.as_str() {
        Some(text) => text.trim().parse().ok(),
        None => value.as_i64().filter(|_| value.is_integer()).and_then(|number| u32::try_from(number).ok()),
    };
    let written = number
        .filter(|number| *number > 0)
        .and_then(write)
        .ok_or_else(|| wrong(value, "number to count with letters", wanted))?;
    Ok(Value::from(if upper { written } else { written.to_lowercase() }))
}
