//! Jinja2's filters that write or remove markup. Their results are text of the document, as in Jinja2.

use minijinja::value::{Kwargs, StringInput, ValueKind};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::bound::Bound;
use crate::expression::fault::misused;
use platen_ooxml::xml::characters::escape;

/// Spaces of indented JSON; more would only make it large.
const INDENT: usize = 16;

/// Escapes also what counts as XML already.
pub(super) fn force_escape(value: StringInput<'_>) -> Value {
    Value::from_safe_string(escape(value.as_str()).into_owned())
}

/// `xmlattr(autospace=true)`: an object's members as attributes, as text of the document.
pub(super) fn attributes(state: &State, value: Value, args: Given) -> Result<Value, Error> {
    let autospace = Arguments::of(args, &["autospace"])?.read("autospace")?;
    let bound = Bound::of(state);
    if value.kind() != ValueKind::Map {
        return Err(misused(format!("attributes come from an object, not from {}", value.kind())));
    }
    let mut out = String::new();
    for key in value.try_iter()? {
        let member = value.get_item(&key)?;
        if member.is_none() || member.is_undefined() {
            continue;
        }
        let key = key.to_string();
        // A name with these would end the attribute and begin another.
        if key.is_empty() || key.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '>' | '=')) {
            return Err(misused(format!("{key:?} cannot be the name of an attribute")));
        }
        let space = if out.is_empty() && autospace == Some(false) { "" } else { " " };
        let written = format!("{space}{}=\"{}\"", escape(&key), escape(&member.to_string()));
        bound.bytes(out.len().checked_add(written.len()))?;
        out.push_str(&written);
    }
    Ok(Value::from_safe_string(out))
}

/// Text without tags and comments, its entities resolved.
pub(super) fn strip_tags(value: StringInput<'_>) -> String {
    minijinja_contrib::filters::striptags(value.as_str().to_owned())
}

/// `tojson(indent=None)`; members keep their order.
pub(super) fn to_json(value: &Value, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["indent"])?;
    let indent = args.get("indent").cloned();
    if let Some(by) = indent.as_ref().and_then(Value::as_i64)
        && !(0..=INDENT as i64).contains(&by)
    {
        return Err(misused(format!("JSON is indented by 0 to {INDENT} spaces")));
    }
    // It counts as text, so that its lines break.
    let json =
        minijinja::filters::tojson(value, indent, Kwargs::from_iter(std::iter::empty::<(&str, Value)>()))?;
    Ok(Value::from(json.to_string()))
}
