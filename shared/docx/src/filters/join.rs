//! Lists in one text: with a separator, or as a sentence does.

use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::bound::Bound;
use crate::expression::fault::misused;
use crate::expression::path::member;

/// `join(d="", attribute=None)`
pub(super) fn join(state: &mut State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["d", "attribute"])?;
    let separator = args.get("d").cloned().unwrap_or_else(|| Value::from(""));
    let bound = Bound::of(state);
    let items = elements(bound, value, &args)?;
    // As in Jinja2: text joins to text; as soon as one of them is XML, the whole is.
    let safe = separator.is_safe() || items.iter().any(Value::is_safe);
    let mut written = |value: &Value| match (value.as_str(), safe) {
        (Some(text), false) => Ok(text.to_owned()),
        (None, false) if value.is_none() => Ok(String::new()),
        (None, false) => Ok(value.to_string()),
        (Some(text), true) if value.is_safe() => Ok(text.to_owned()),
        (_, true) => state.format(value.clone()),
    };
    let separator = written(&separator)?;
    let mut out = String::new();
    for (index, item) in items.iter().enumerate() {
        let item = written(item)?;
        let between = if index > 0 { separator.as_str() } else { "" };
        bound.bytes(out.len().checked_add(between.len() + item.len()))?;
        out.push_str(between);
        out.push_str(&item);
    }
    Ok(if safe { Value::from_safe_string(out) } else { Value::from(out) })
}

/// `join_and(attribute=None, locale=None)`: `a, b and c` in the language's own way.
pub(super) fn join_and(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["attribute", "locale"])?;
    let locale = args.locale(state)?;
    let bound = Bound::of(state);
    let items = elements(bound, value, &args)?;
    let mut texts = Vec::with_capacity(items.len());
    let mut bytes = 0usize;
    for item in items {
        if item.is_none() {
            continue;
        }
        let text = item.to_string();
        // No language puts more than a few words between two elements.
        bytes = bound.bytes(bytes.checked_add(text.len() + 32))?;
        texts.push(text);
    }
    let formatter = ListFormatter::try_new_and((&locale.tag).into(), ListFormatterOptions::default());
    let formatter = formatter.map_err(|error| misused(error.to_string()))?;
    Ok(Value::from(formatter.format_to_string(texts.iter())))
}

/// The elements, or a member of each, which may be a path with dots.
fn elements(bound: Bound, value: &Value, args: &Arguments) -> Result<Vec<Value>, Error> {
    let items = bound.collect(value).map_err(|error| match value.try_iter() {
        Ok(_) => error,
        Err(_) => misused(format!("a list is joined, not {}", value.kind())),
    })?;
    let Some(attribute) = args.get("attribute") else { return Ok(items) };
    let path = attribute.to_string();
    Ok(items.into_iter().map(|item| member(item, &path)).collect())
}
