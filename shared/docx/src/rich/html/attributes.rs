//! Attributes of a start tag.

use html5gum::StartTag;

use super::model::Width;

/// The value of an attribute, wrong bytes replaced.
pub(super) fn text(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// A whole number as HTML reads it (2.3.4.2): leading space, then digits; the rest does not matter.
pub(super) fn number(tag: &StartTag<()>, name: &str) -> Option<u32> {
    let value = text(tag, name)?;
    let value = value.trim_start();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// A width as HTML reads it (2.3.4.5): a number of pixels or a percentage.
pub(super) fn width(tag: &StartTag<()>) -> Option<Width> {
    let value = text(tag, "width")?;
    let value = value.trim();
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    let number: f32 = value[..end].parse().ok()?;
    if number <= 0.0 {
        return None;
    }
    Some(if value[end..].starts_with('%') {
        Width::Percent(number.min(100.0))
    } else {
        Width::Pixels(number.min(10_000.0))
    })
}
