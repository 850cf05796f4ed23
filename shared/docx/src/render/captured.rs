//! Captured paragraphs and runs, written where a tag is in a paragraph or run.

use minijinja::value::Value;

use platen_ooxml::sentinel::{EDGE, behind_pages};

/// Filter around a paragraph or run that holds nothing but a value: what was captured stands in its place.
pub(super) fn instead(written: &str) -> Value {
    let parts = written.split_once(EDGE).and_then(|(before, rest)| {
        let (value, after) = rest.rsplit_once(EDGE)?;
        Some((before, value, after))
    });
    Value::from_safe_string(match parts {
        Some((_, value, _)) if is_captured(value) || behind_pages(value.trim()).is_empty() => {
            value.to_owned()
        }
        Some((before, value, after)) => [before, value, after].concat(),
        None => written.to_owned(),
    })
}

/// Filter around a value in the midst of a paragraph or run, which ends before it and restarts after.
pub(super) fn between(value: &str, closing: &str, opening: &str) -> Value {
    let ends = if is_captured(value) { (closing, opening) } else { ("", "") };
    Value::from_safe_string([ends.0, value, ends.1].concat())
}

/// Text is escaped, and the breaks in it begin with an end tag.
fn is_captured(value: &str) -> bool {
    let value = behind_pages(value.trim_start());
    value.starts_with('<') && !value.starts_with("</")
}
