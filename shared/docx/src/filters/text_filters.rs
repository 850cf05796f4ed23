//! Jinja2's filters on text: padded, wrapped, cut, replaced. XML stays XML.

use minijinja::value::StringInput;
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::bound::{Bound, width};
use super::wrap::Wrap;
use crate::expression::fault::misused;
use platen_ooxml::xml::characters::escape;

/// Where a padded text stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Side {
    Left,
    Right,
    Center,
}

/// A text of at least `columns` characters.
pub(super) fn pad(bound: Bound, text: &str, columns: usize, fill: char, side: Side) -> Result<String, Error> {
    let columns = width(columns)?;
    let missing = columns.saturating_sub(text.chars().count());
    bound.bytes(text.len().checked_add(missing * fill.len_utf8()))?;
    let before = match side {
        Side::Left => 0,
        Side::Right => missing,
        // As Python rounds: an odd place goes to the left where the width is odd too.
        Side::Center => missing / 2 + (missing & columns & 1),
    };
    let padding = |count: usize| std::iter::repeat_n(fill, count);
    Ok(padding(before).chain(text.chars()).chain(padding(missing - before)).collect())
}

/// `center(width=80)`
pub(super) fn center(state: &State, text: StringInput<'_>, args: Given) -> Result<Value, Error> {
    let columns = Arguments::of(args, &["width"])?.read("width")?;
    Ok(text.preserve_safety(pad(Bound::of(state), text.as_str(), columns.unwrap_or(80), ' ', Side::Center)?))
}

/// `indent(width=4, first=false, blank=false)`; the width may be a text that begins each line.
pub(super) fn indent(state: &State, text: StringInput<'_>, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["width", "first", "blank"])?;
    let first = args.read("first")?.unwrap_or(false);
    let blank = args.read("blank")?.unwrap_or(false);
    let by = match args.get("width").and_then(Value::as_str) {
        Some(by) => by.to_owned(),
        None => " ".repeat(width(args.read("width")?.unwrap_or(4))?),
    };
    let lines = text.as_str().split('\n').count();
    Bound::of(state).bytes(by.len().checked_mul(lines).and_then(|b| b.checked_add(text.as_str().len())))?;
    let mut out = String::new();
    for (number, line) in text.as_str().split('\n').enumerate() {
        let empty = line.is_empty() || line == "\r";
        if number > 0 {
            out.push('\n');
        }
        if (number > 0 || first) && (!empty || blank) {
            out.push_str(&by);
        }
        out.push_str(line);
    }
    Ok(text.preserve_safety(out))
}

/// `replace(old, new, count=None)`
pub(super) fn replace(
    state: &State,
    text: StringInput<'_>,
    old: StringInput<'_>,
    new: StringInput<'_>,
    args: Given,
) -> Result<Value, Error> {
    let count: Option<i64> = Arguments::of(args, &["count"])?.read("count")?;
    let safe = text.is_safe() || old.is_safe() || new.is_safe();
    let xml = |given: &StringInput<'_>| match safe && !given.is_safe() {
        true => escape(given.as_str()).into_owned(),
        false => given.as_str().to_owned(),
    };
    // What is replaced is taken as it stands: in XML it is written as there.
    let (text, old, new) = (xml(&text), old.as_str(), xml(&new));
    let out = replaced(Bound::of(state), &text, old, &new, count)?;
    Ok(if safe { Value::from_safe_string(out) } else { Value::from(out) })
}

/// Replaces as long as the result is not too large; all of them where the count is negative.
pub(super) fn replaced(
    bound: Bound,
    text: &str,
    old: &str,
    new: &str,
    count: Option<i64>,
) -> Result<String, Error> {
    let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
    let times = text.matches(old).count().min(count);
    bound.bytes(times.checked_mul(new.len()).and_then(|added| added.checked_add(text.len())))?;
    Ok(text.replacen(old, new, times))
}

/// `truncate(length=255, killwords=false, end="...", leeway=5)`
pub(super) fn truncate(state: &mut State, value: StringInput<'_>, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["length", "killwords", "end", "leeway"])?;
    let text = value.preserve_safety(value.as_str().to_owned());
    minijinja_contrib::filters::truncate(state, &text, args.named())
}

/// `wordwrap(width=79, break_long_words=true, wrapstring=none, break_on_hyphens=true)`
pub(super) fn word_wrap(state: &State, value: StringInput<'_>, args: Given) -> Result<Value, Error> {
    let args = Arguments::of(args, &["width", "break_long_words", "wrapstring", "break_on_hyphens"])?;
    let width = args.read("width")?.unwrap_or(79);
    if width == 0usize {
        return Err(misused("lines need a width; use a width of 1 or more"));
    }
    // Each character could become a line.
    let between = args.get("wrapstring").and_then(Value::as_str).unwrap_or("\n");
    let added = between.len().checked_mul(value.as_str().chars().count());
    Bound::of(state).bytes(added.and_then(|added| added.checked_add(value.as_str().len())))?;
    let wrap = Wrap {
        width,
        breaks_words: args.read("break_long_words")?.unwrap_or(true),
        breaks_on_hyphens: args.read("break_on_hyphens")?.unwrap_or(true),
    };
    let lines: Vec<String> = wrap.lines(value.as_str());
    Ok(value.preserve_safety(lines.join(between)))
}

/// Number of words.
pub(super) fn word_count(value: StringInput<'_>) -> Result<Value, Error> {
    minijinja_contrib::filters::wordcount(&Value::from(value.as_str()))
}
