//! One cell of a row.

use std::borrow::Cow;

use jiff::civil::DateTime;

use crate::fault::quoted;

/// A cell as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    Number(f64),
    Boolean(bool),
    /// A moment of no time zone; a date is midnight.
    Date(DateTime),
    /// An error of a formula, such as `#N/A`.
    Error(String),
}

impl Cell<'_> {
    /// Whether it has no value: nothing, or white space.
    pub fn is_empty(&self) -> bool {
        match self {
            Cell::Empty => true,
            Cell::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    /// What stands in it, without space around.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Empty => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text.trim()),
            Cell::Number(number) => Cow::Owned(plain(*number)),
            Cell::Boolean(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
            Cell::Date(at) if at.time() == jiff::civil::Time::midnight() => Cow::Owned(at.date().to_string()),
            Cell::Date(at) => Cow::Owned(at.strftime("%Y-%m-%d %H:%M").to_string()),
            Cell::Error(name) => Cow::Borrowed(name),
        }
    }

    /// For a message.
    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) => quoted(text.trim()),
            other => other.text().into_owned(),
        }
    }
}

/// A number as JSON writes it: without a point where it is whole.
pub(crate) fn plain(number: f64) -> String {
    /// Up to here every whole number is one of its own.
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= WHOLE { format!("{number:.0}") } else { number.to_string() }
}
