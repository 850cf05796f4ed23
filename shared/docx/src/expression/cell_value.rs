//! Values of a table cell's attributes: a background color, a span.

use minijinja::value::Value;
use minijinja::{Error, ErrorKind};

use super::fault::wrong;
use platen_rich::color_of_css;

/// Columns that a table of Word has at most.
const MOST_COLUMNS: u32 = 63;

/// A color as `w:fill` takes it (`ST_HexColor`, ECMA-376 part 1, 17.18.38): six hexadecimal digits, which may follow
/// a `#`, or `auto`.
pub(crate) fn fill(value: &Value) -> Result<Value, Error> {
    let Some(given) = given(value) else { return Ok(value.clone()) };
    let digits = given.strip_prefix('#').unwrap_or(&given);
    if digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()) || digits == "auto" {
        return Ok(Value::from(digits));
    }
    // A name of the web: `red`, `lightblue`.
    if let Some([r, g, b]) = color_of_css(&given).filter(|_| given.bytes().all(|b| b.is_ascii_alphabetic())) {
        return Ok(Value::from(format!("{r:02X}{g:02X}{b:02X}")));
    }
    Err(wrong(value, "color", "a color such as FF8800 or red"))
}

/// A number of columns (`w:gridSpan`).
pub(crate) fn span(value: &Value) -> Result<Value, Error> {
    let Some(given) = given(value) else { return Ok(value.clone()) };
    match given.parse() {
        Ok(1..=MOST_COLUMNS) => Ok(Value::from(given)),
        _ => Err(invalid(format!("a cell spans 1 to {MOST_COLUMNS} columns, not {given:?}"))),
    }
}

/// Filter around such a tag: what stands in the attribute when there is no value, or its tag is to be kept.
pub(crate) fn or_default(written: &str, default: &str) -> Value {
    let has_value = !written.is_empty() && !written.contains('{');
    Value::from_safe_string(if has_value { written } else { default }.to_owned())
}

pub(super) fn given(value: &Value) -> Option<String> {
    let text = value.to_string().trim().to_owned();
    (!value.is_undefined() && !value.is_none() && !text.is_empty()).then_some(text)
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}
