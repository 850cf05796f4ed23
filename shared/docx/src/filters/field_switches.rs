//! Formats values by the switches of Word's fields (ECMA-376 part 1, 17.16.4), and evaluates their conditions. Compiled
//! templates call these filters for mail merge and form fields; authors cannot.

use minijinja::value::ValueKind;
use minijinja::{Error, State, Value};

use super::control_date;
use super::dates::Moment;
use super::numbers::decimal;
use crate::expression::{Locale, RenderState, wrong};
use platen_ooxml::Warning;
use platen_ooxml::field;
use platen_ooxml::field::Marks;

/// `\#`: a number in a picture such as `#,##0.00`; without one, as formulas come out.
///
/// # Errors
/// The value is no number.
pub(super) fn number(state: &State, value: &Value, picture: &str) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() || is_rich(value) {
        return Ok(value.clone());
    }
    let number = count(value)?;
    let marks = Marks::of_picture(picture).unwrap_or_else(|| Marks::of(&language(state)));
    let text = if picture.is_empty() { marks.plain(number) } else { marks.by_picture(number, picture) };
    Ok(Value::from(text))
}

/// The number that a formula counts with.
///
/// # Errors
/// The value is no number.
pub(super) fn number_of(value: &Value) -> Result<Value, Error> {
    match value.is_undefined() || value.is_none() {
        true => Ok(value.clone()),
        false => count(value).map(Value::from),
    }
}

fn count(value: &Value) -> Result<f64, Error> {
    let read = decimal(value)?.to_string().parse::<f64>();
    read.map_err(|_| wrong(value, "number", "a number such as 1234.5"))
}

/// `\@`: a date in a picture such as `d MMMM yyyy`.
///
/// # Errors
/// The value is no date.
pub(super) fn day(state: &State, value: &Value, picture: &str) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() || value.as_str() == Some("") {
        return Ok(value.clone());
    }
    let wanted = || wrong(value, "date", "a date such as 2026-01-31");
    let moment = value.as_str().and_then(Moment::parse).ok_or_else(wanted)?;
    let written = control_date::write(moment.at, picture, Some(&language(state)));
    Ok(written.map_or_else(|| value.clone(), Value::from))
}

/// `\*`: a text in the case of a word such as `Upper`.
pub(super) fn case(value: &Value, case: &str) -> Value {
    if value.is_undefined() || value.is_none() || is_rich(value) {
        return value.clone();
    }
    Value::from(field::in_case(text(value), case))
}

/// `\b` and `\f`: texts before and after a value that is not empty.
pub(super) fn around(value: &Value, before: &str, after: &str) -> Value {
    if value.is_undefined() || value.is_none() || is_rich(value) || text(value).is_empty() {
        return value.clone();
    }
    Value::from(format!("{before}{}{after}", text(value)))
}

/// A text as far as the form field `name` takes it: Word lets nobody type more.
pub(super) fn cut(state: &State, value: &Value, longest: usize, name: &str) -> Value {
    if value.is_undefined() || value.is_none() || is_rich(value) {
        return value.clone();
    }
    let whole = text(value);
    let Some((end, _)) = whole.char_indices().nth(longest) else { return value.clone() };
    if let Some(render) = RenderState::of(state) {
        let detail = format!("a form field holds {longest} characters; the rest of its value is left out");
        let hint = "send less, or raise Maximum length in the properties of the form field in Word";
        render.warn(Warning::new("form-field-cut", detail).hint(hint).beside(name));
    }
    Value::from(&whole[..end])
}

/// The comparison of an `IF` field.
pub(super) fn holds(left: &Value, operator: &str, right: &Value) -> bool {
    field::holds(&text(left), operator, &text(right)).unwrap_or_default()
}

fn is_rich(value: &Value) -> bool {
    value.kind() != ValueKind::String && value.as_object().is_some()
}

fn text(value: &Value) -> String {
    if value.is_undefined() || value.is_none() { String::new() } else { value.to_string() }
}

fn language(state: &State) -> String {
    let locale = RenderState::of(state).map_or_else(Locale::default, |render| render.locale.clone());
    locale.tag.to_string()
}
