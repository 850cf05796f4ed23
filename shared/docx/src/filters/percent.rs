//! `"{:.1%}".format(share)`: Python's format of shares, a number a hundred times as large with a sign behind it.

use minijinja::formatting::{FormatStyle, format};
use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Error, Value};

use crate::expression::fault::misused;

/// A pattern and its arguments with each share as the text that is written for it.
pub(super) fn shares(pattern: &str, args: &[Value]) -> Result<Option<(String, Vec<Value>)>, Error> {
    if !pattern.contains("%}") {
        return Ok(None);
    }
    let mut args = args.to_vec();
    let (mut out, mut rest, mut next) = (String::new(), pattern, 0);
    while let Some(at) = rest.find(['{', '}']) {
        let (text, from) = rest.split_at(at);
        out.push_str(text);
        let end = from.find('}').filter(|_| !from.starts_with("{{") && !from.starts_with('}'));
        // A brace that is written as text, or a fault that is told where the pattern is read.
        let Some(end) = end else {
            let (braces, behind) = from.split_at(from.len().min(2));
            out.push_str(braces);
            rest = behind;
            continue;
        };
        let field = &from[1..end];
        rest = &from[end + 1..];
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        let place = if name.is_empty() { next.to_string() } else { name.to_owned() };
        next += usize::from(name.is_empty());
        match spec.strip_suffix('%').zip(argument(&args, &place)) {
            // Fields without a name are counted: the text is the argument itself.
            Some((spec, value)) if name.is_empty() => {
                args[next - 1] = Value::from(share(&value, spec)?);
                out.push_str("{}");
            }
            Some((spec, value)) => out.push_str(&share(&value, spec)?),
            None => out.push_str(&from[..=end]),
        }
    }
    out.push_str(rest);
    Ok(Some((out, args)))
}

fn argument(args: &[Value], place: &str) -> Option<Value> {
    match place.parse::<usize>() {
        Ok(at) => args.get(at).filter(|value| !value.is_kwargs()).cloned(),
        Err(_) => {
            let named = Kwargs::try_from(args.last().filter(|value| value.is_kwargs())?.clone()).ok()?;
            named.peek::<Value>(place).ok()
        }
    }
}

/// `spec` is what stands before the `%`: `[[fill]align][sign][#][0][width][,][.decimals]`.
fn share(value: &Value, spec: &str) -> Result<String, Error> {
    if !matches!(value.kind(), ValueKind::Number | ValueKind::Bool) {
        return Err(misused(format!("`%` formats a number, not {}", value.kind())));
    }
    let number = f64::try_from(value.clone())? * 100.0;
    let number =
        |spec: &str| format(FormatStyle::StrFormat, &format!("{{:{spec}f}}"), &[Value::from(number)]);
    let align = |c: char| matches!(c, '<' | '>' | '^' | '=');
    let aligned = match (spec.chars().next(), spec.chars().nth(1)) {
        (Some(fill), Some(second)) if align(second) => fill.len_utf8() + 1,
        (Some(first), _) if align(first) => 1,
        _ => 0,
    };
    let (align, rest) = spec.split_at(aligned);
    let begin = rest.find(|c| !matches!(c, '+' | '-' | ' ' | '#')).unwrap_or(rest.len());
    let (sign, rest) = rest.split_at(begin);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (width, rest) = rest.split_at(end);
    let columns = width.parse::<usize>().unwrap_or(0);
    // Zeros stand between the sign and the digits.
    if columns > 0 && (width.starts_with('0') && align.is_empty() || align.ends_with('=')) {
        let zero = if width.starts_with('0') { "0" } else { "" };
        return Ok(number(&format!("{align}{sign}{zero}{}{rest}", columns - 1))? + "%");
    }
    let text = number(&format!("{sign}{rest}"))? + "%";
    let align = if align.is_empty() { ">" } else { align };
    match columns {
        0 => Ok(text),
        _ => format(FormatStyle::StrFormat, &format!("{{:{align}{columns}}}"), &[Value::from(text)]),
    }
}
