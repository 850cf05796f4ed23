//! Python's methods of text, lists and objects, as Jinja2 templates call them.

use minijinja::value::{Rest, Tuple, ValueKind, from_args};
use minijinja::{Error, ErrorKind, State, Value};
use minijinja_contrib::pycompat::unknown_method_callback;

use super::bound::Bound;
use super::text_filters::{Side, pad, replaced};
use super::{dates, join, printf};
use crate::expression::fault::{about, misused};
use crate::expression::operators::pass;

/// Methods of texts, lists, objects, and of what loops and `cycler` bring. Those that would change data say so when they
/// are called.
const METHODS: [&str; 63] = [
    "append",
    "capitalize",
    "casefold",
    "center",
    "changed",
    "clear",
    "copy",
    "count",
    "cycle",
    "endswith",
    "expandtabs",
    "extend",
    "find",
    "format",
    "get",
    "index",
    "insert",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "islower",
    "isnumeric",
    "isoformat",
    "isspace",
    "istitle",
    "isupper",
    "items",
    "is_integer",
    "join",
    "keys",
    "ljust",
    "lower",
    "lstrip",
    "next",
    "partition",
    "pop",
    "popitem",
    "remove",
    "removeprefix",
    "removesuffix",
    "replace",
    "reset",
    "reverse",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "setdefault",
    "sort",
    "split",
    "splitlines",
    "startswith",
    "strftime",
    "strip",
    "swapcase",
    "title",
    "update",
    "upper",
    "values",
];

pub(crate) fn knows_method(name: &str) -> bool {
    METHODS.contains(&name) || name == "zfill"
}

pub(crate) fn known_methods() -> impl Iterator<Item = &'static str> {
    METHODS.into_iter()
}

/// Calls a method that the value itself does not have.
pub(super) fn call(state: &mut State, value: &Value, method: &str, args: &[Value]) -> Result<Value, Error> {
    // Nothing has nothing to give; what is missing stays so.
    if (value.is_none() || value.is_undefined()) && knows_method(method) {
        return Ok(value.clone());
    }
    pass(state, value)?;
    for arg in args {
        pass(state, arg)?;
    }
    let made = match value.kind() {
        // Programs and tables send codes as numbers.
        ValueKind::Number if method != "is_integer" => {
            made(state, &Value::from(value.to_string()), method, args)
        }
        _ => made(state, value, method, args),
    };
    let result = made.map_err(|error| {
        let given: Vec<Value> = std::iter::once(value).chain(args).cloned().collect();
        about(error, &given)
    })?;
    pass(state, &result)?;
    Ok(result)
}

fn made(state: &mut State, value: &Value, method: &str, args: &[Value]) -> Result<Value, Error> {
    let own = match (value.kind(), value.as_str()) {
        (ValueKind::String, Some(text)) => of_text(state, text, method, args),
        (ValueKind::Seq | ValueKind::Iterable, _) => of_list(state, value, method, args),
        (ValueKind::Map, _) => of_object(method),
        (ValueKind::Number, _) if method == "is_integer" => {
            let () = from_args(args)?;
            return Ok(Value::from(f64::try_from(value.clone())?.fract() == 0.0));
        }
        _ => Ok(None),
    };
    match own? {
        Some(result) => Ok(result),
        None => unknown_method_callback(state, value, method, args),
    }
}

fn of_text(state: &mut State, text: &str, method: &str, args: &[Value]) -> Result<Option<Value>, Error> {
    let bound = Bound::of(state);
    let padded = |side: Side| {
        let (columns, fill): (usize, Option<char>) = from_args(args)?;
        pad(bound, text, columns, fill.unwrap_or(' '), side).map(Value::from)
    };
    let result = match method {
        "center" => padded(Side::Center)?,
        "ljust" => padded(Side::Left)?,
        "rjust" => padded(Side::Right)?,
        "zfill" => {
            let (columns,): (usize,) = from_args(args)?;
            let (sign, digits) = text.split_at(usize::from(text.starts_with(['+', '-'])));
            let digits = pad(bound, digits, columns.saturating_sub(sign.len()), '0', Side::Right)?;
            Value::from(format!("{sign}{digits}"))
        }
        "index" | "rindex" | "find" | "rfind" => return position(text, method, args).map(Some),
        "partition" | "rpartition" => {
            let (separator,): (&str,) = from_args(args)?;
            let last = method == "rpartition";
            let parts = if last { text.rsplit_once(separator) } else { text.split_once(separator) };
            let (before, between, after) = match parts {
                Some((before, after)) => (before, separator, after),
                None if last => ("", "", text),
                None => (text, "", ""),
            };
            Value::from(Tuple::from([before, between, after].map(Value::from)))
        }
        "split" => {
            let (separator, times): (Option<&str>, Option<i64>) = from_args(args)?;
            if separator.is_some() {
                return Ok(None);
            }
            let times = times.and_then(|times| usize::try_from(times).ok()).unwrap_or(usize::MAX);
            words(text, times).into_iter().map(Value::from).collect()
        }
        "rsplit" => {
            let (separator, times): (Option<&str>, Option<i64>) = from_args(args)?;
            let times = times.and_then(|times| usize::try_from(times).ok()).unwrap_or(usize::MAX - 1);
            let mut parts: Vec<&str> = match separator {
                Some(separator) => text.rsplitn(times.saturating_add(1), separator).collect(),
                None => words_from_the_end(text, times),
            };
            parts.reverse();
            parts.into_iter().map(Value::from).collect()
        }
        "swapcase" => {
            let () = from_args(args)?;
            let swapped = text.chars().map(|c| {
                if c.is_uppercase() { c.to_lowercase().to_string() } else { c.to_uppercase().to_string() }
            });
            Value::from(swapped.collect::<String>())
        }
        "casefold" => {
            let () = from_args(args)?;
            Value::from(text.to_lowercase())
        }
        "removeprefix" => {
            let (prefix,): (&str,) = from_args(args)?;
            Value::from(text.strip_prefix(prefix).unwrap_or(text))
        }
        "removesuffix" => {
            let (suffix,): (&str,) = from_args(args)?;
            Value::from(text.strip_suffix(suffix).unwrap_or(text))
        }
        "isdecimal" | "isdigit" => {
            let () = from_args(args)?;
            let digit = |c: char| c.is_numeric() && !c.is_alphabetic();
            Value::from(!text.is_empty() && text.chars().all(digit))
        }
        "istitle" => {
            let () = from_args(args)?;
            Value::from(is_title(text))
        }
        "expandtabs" => {
            let (size,): (Option<usize>,) = from_args(args)?;
            let size = super::bound::width(size.unwrap_or(8))?;
            bound.bytes(
                text.matches('\t').count().checked_mul(size).and_then(|b| b.checked_add(text.len())),
            )?;
            Value::from(expand_tabs(text, size))
        }
        "replace" => {
            let (old, new, count): (&str, &str, Option<i64>) = from_args(args)?;
            Value::from(replaced(bound, text, old, new, count)?)
        }
        "join" => {
            let (items,): (&Value,) = from_args(args)?;
            let items = bound.collect(items)?.into_iter().map(|item| Value::from(item.to_string()));
            let items: Value = items.collect();
            let separator = Value::from(text);
            join::join(state, &items, Rest(vec![separator.into()]))?
        }
        "format" => Value::from(printf::str_format(state, text, args)?),
        "strftime" | "isoformat" => dates::method(text, method, args)?,
        _ => return Ok(None),
    };
    Ok(Some(result))
}

/// `index(sub, start=0, end=len)` and its kin: places are counted in characters, from 0.
fn position(text: &str, method: &str, args: &[Value]) -> Result<Value, Error> {
    let (sought, start, end): (&str, Option<i64>, Option<i64>) = from_args(args)?;
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    // As in Python, negative places count from the end.
    let place = |at: i64| (if at < 0 { at + length } else { at }).clamp(0, length) as usize;
    let (start, end) = (place(start.unwrap_or(0)), place(end.unwrap_or(length)));
    let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    let within = text.get(byte(start)..byte(end)).unwrap_or_default();
    let found = if method.starts_with('r') { within.rfind(sought) } else { within.find(sought) };
    match found {
        Some(at) => Ok(Value::from(start + within[..at].chars().count())),
        None if method.ends_with("find") => Ok(Value::from(-1)),
        None => Err(misused(format!("the text does not contain {sought:?}"))),
    }
}

/// Words between blanks, split at most so many times: what is left keeps the blanks at its end.
fn words(text: &str, times: usize) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).filter(|_| parts.len() < times).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        parts.push(word);
        rest = behind.trim_start();
    }
    parts
}

fn words_from_the_end(text: &str, times: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        match rest.rfind(char::is_whitespace).filter(|_| words.len() < times) {
            Some(at) => {
                let after = at + rest[at..].chars().next().map_or(1, char::len_utf8);
                words.push(&rest[after..]);
                rest = rest[..at].trim_end();
            }
            None => {
                words.push(if words.len() < times { rest } else { rest.trim_end() });
                break;
            }
        }
    }
    words
}

fn is_title(text: &str) -> bool {
    let mut inside = false;
    let mut any = false;
    for c in text.chars() {
        if (c.is_uppercase() && inside) || (c.is_lowercase() && !inside) {
            return false;
        }
        inside = c.is_uppercase() || c.is_lowercase();
        any |= inside;
    }
    any
}

fn expand_tabs(text: &str, size: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' if size > 0 => {
                let spaces = size - column % size;
                out.extend(std::iter::repeat_n(' ', spaces));
                column += spaces;
            }
            '\t' => {}
            c => {
                out.push(c);
                column = if matches!(c, '\n' | '\r') { 0 } else { column + 1 };
            }
        }
    }
    out
}

fn of_list(state: &State, value: &Value, method: &str, args: &[Value]) -> Result<Option<Value>, Error> {
    match method {
        "index" => {
            let (sought,): (&Value,) = from_args(args)?;
            let items = Bound::of(state).collect(value)?;
            let at = items.iter().position(|item| item == sought);
            at.map(|at| Some(Value::from(at)))
                .ok_or_else(|| misused(format!("the list does not contain {sought}")))
        }
        "copy" => {
            let () = from_args(args)?;
            Ok(Some(value.clone()))
        }
        "append" | "extend" | "insert" | "pop" | "remove" | "sort" | "reverse" | "clear" => Err(Error::new(
            ErrorKind::UnknownMethod,
            format!(
                "{method}() does not change a list: set a new one, as in `{{% set xs = xs + [x] %}}` \
                 (inside of a loop, a member of a namespace()), or use a filter such as `sort` or `reverse`"
            ),
        )),
        _ => Ok(None),
    }
}

fn of_object(method: &str) -> Result<Option<Value>, Error> {
    match method {
        "update" | "setdefault" | "pop" | "popitem" | "clear" => Err(Error::new(
            ErrorKind::UnknownMethod,
            format!("{method}() does not change an object: set a new one, or a member of a namespace()"),
        )),
        _ => Ok(None),
    }
}
