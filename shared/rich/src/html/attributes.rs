//! Attributes of a start tag.

use html5gum::StartTag;

use super::css_values::{align, color};
use super::model::{CellAlign, Width};
use super::style_attribute::Style;

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

/// A width or height as HTML reads it (2.3.4.5): a number of pixels or a percentage.
fn length(tag: &StartTag<()>, name: &str) -> Option<Width> {
    let value = text(tag, name)?;
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

/// What attributes say that look as CSS does (HTML, 15.3).
pub(super) fn presented(tag: &StartTag<()>) -> Style {
    let mut style = Style::default();
    (style.width, style.height) = (length(tag, "width"), length(tag, "height"));
    let word = |name: &str| text(tag, name).map(|word| word.trim().to_ascii_lowercase());
    // That of a table is where it stands, not its text.
    if &*tag.name != b"table" {
        style.layout.align = word("align").and_then(|word| align(&word));
    }
    style.format.background = word("bgcolor").and_then(|word| color(&word));
    style.format.rtl = word("dir").and_then(|word| match word.as_str() {
        "rtl" => Some(true),
        "ltr" => Some(false),
        _ => None,
    });
    style.cell_align = word("valign").and_then(|word| match word.as_str() {
        "top" => Some(CellAlign::Top),
        "middle" => Some(CellAlign::Middle),
        "bottom" => Some(CellAlign::Bottom),
        _ => None,
    });
    style
}
