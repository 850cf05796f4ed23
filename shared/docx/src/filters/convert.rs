//! Jinja2's conversions, which never fail: anything that is not a number becomes the default.

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use crate::expression::wrong;

/// `int(default=0, base=10)`
pub(super) fn int(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["default", "base"])?;
    let default = args.get("default").cloned().unwrap_or_else(|| Value::from(0));
    minijinja::filters::int(state, &plain(value), Some(default), args.read("base")?, none())
}

/// `float(default=0.0)`
pub(super) fn float(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["default"])?;
    let default = args.get("default").cloned().unwrap_or_else(|| Value::from(0.0));
    minijinja::filters::float(state, &plain(value), Some(default), none())
}

/// `filesizeformat(binary=false)`; what is no number is an error, as no default would be true of it.
pub(super) fn file_size(value: &Value, args: Given) -> Result<String, Error> {
    let binary = Arguments::of(args, &["binary"])?.read("binary")?;
    let number = match value.as_str() {
        Some(text) => text.trim().parse().ok(),
        None => f64::try_from(value.clone()).ok(),
    };
    let number = number.ok_or_else(|| wrong(value, "number", "a number of bytes"))?;
    Ok(minijinja_contrib::filters::filesizeformat(number, binary))
}

fn none() -> Kwargs {
    std::iter::empty::<(&str, Value)>().collect()
}

/// A number in text as Python reads it: with space around and underscores between digits.
fn plain(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if text.contains('_') || text.trim().len() < text.len() => {
            let text = text.trim();
            let misplaced = text.starts_with('_') || text.ends_with('_') || text.contains("__");
            Value::from(if misplaced { text.to_owned() } else { text.replace('_', "") })
        }
        _ if value.kind() == ValueKind::Undefined => Value::from(()),
        _ => value.clone(),
    }
}
