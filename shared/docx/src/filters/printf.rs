//! Python's two ways of formatting: `"%05.2f"|format(x)`, which `"%05.2f" % x` becomes too, and `"{:.2f}".format(x)`.

use minijinja::formatting::{FormatStyle, format};
use minijinja::value::{Rest, ValueKind, ValueOrKwargs};
use minijinja::{Error, State, Value};

use super::bound::{Bound, width};
use super::fixed::fixed;
use super::percent::shares;
use crate::expression::fault::misused;

/// `format(*args, **kwargs)`
pub(super) fn printf(state: &mut State, pattern: Value, args: Rest<ValueOrKwargs>) -> Result<Value, Error> {
    let text = pattern.as_str().ok_or_else(|| misused(format!("expected a text, not {}", pattern.kind())))?;
    let mut args = args.into_values();
    // `"%s-%s" % pair`: a tuple is the arguments themselves.
    if let [only] = args.as_slice()
        && only.is_tuple()
    {
        args = only.try_iter()?.collect();
    }
    if let Some(text) = fixed(text, &args) {
        return Ok(Value::from(text));
    }
    // What is missing stays missing.
    if args.iter().any(Value::is_undefined) {
        return Ok(Value::UNDEFINED);
    }
    check(state, text, '%', &args)?;
    used(text, &args)?;
    let args = args.into_iter().map(ValueOrKwargs::from).collect();
    minijinja::filters::format(state, &pattern, Rest(args))
}

/// Refuses more values than the pattern has places for, as Python does: one of them would be lost.
fn used(pattern: &str, args: &[Value]) -> Result<(), Error> {
    // An object or a list may be there for its members.
    let named = pattern.contains("%(")
        || args.iter().any(Value::is_kwargs)
        || matches!(args, [only] if matches!(only.kind(), ValueKind::Map | ValueKind::Seq));
    let places: usize = pattern
        .replace("%%", "")
        .split('%')
        .skip(1)
        .map(|place| 1 + place.chars().take_while(|c| !c.is_alphabetic()).filter(|c| *c == '*').count())
        .sum();
    if named || args.len() <= places {
        return Ok(());
    }
    Err(misused(format!("{pattern:?} has places for {places} values, but {} were given", args.len())))
}

/// The method `str.format(*args, **kwargs)`.
pub(super) fn str_format(state: &State, pattern: &str, args: &[Value]) -> Result<String, Error> {
    check(state, pattern, '{', args)?;
    match shares(pattern, args)? {
        Some((pattern, args)) => format(FormatStyle::StrFormat, &pattern, &args),
        None => format(FormatStyle::StrFormat, pattern, args),
    }
}

/// Refuses a pattern that could make a text too large: by a width, or by naming a large argument many times.
fn check(state: &State, pattern: &str, opens: char, args: &[Value]) -> Result<(), Error> {
    let bound = Bound::of(state);
    let mut longest = 0;
    for arg in args {
        longest = longest.max(printed(arg));
        // `%*d` and `{:{}}` take a width from an argument.
        if (pattern.contains('*') || pattern.contains(":{"))
            && let Some(asked) = arg.as_i64()
        {
            width(usize::try_from(asked.unsigned_abs()).unwrap_or(usize::MAX))?;
        }
    }
    let mut fields = 0usize;
    let mut widths = 0usize;
    for field in pattern.split(opens).skip(1) {
        fields += 1;
        let spec = match opens {
            '%' => field.strip_prefix('(').and_then(|f| f.split_once(')')).map_or(field, |(_, spec)| spec),
            _ => field.split_once('}').map_or(field, |(spec, _)| spec),
        };
        let end = |c: char| opens == '%' && !matches!(c, '0'..='9' | '.' | '-' | '+' | ' ' | '#');
        let spec = spec.split(end).next().unwrap_or_default();
        for digits in spec.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()) {
            widths = widths.saturating_add(width(digits.parse().unwrap_or(usize::MAX))?);
        }
    }
    let size = fields.checked_mul(longest).and_then(|size| size.checked_add(widths));
    bound.bytes(size.and_then(|size| size.checked_add(pattern.len())))?;
    Ok(())
}

/// About the bytes that a value prints.
fn printed(value: &Value) -> usize {
    match (value.as_str(), value.kind()) {
        (Some(text), _) => text.len(),
        (_, ValueKind::Number | ValueKind::Bool | ValueKind::None | ValueKind::Undefined) => 40,
        _ => value.to_string().len(),
    }
}
