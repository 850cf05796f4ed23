//! What replaces a rich value where only text is possible: in attributes, file names and other programs' text.

use serde_json::Value as Json;

use super::value::{Kind, Rich};
use super::{html, markdown, rich_text};

/// The text; read once however often it is printed.
pub fn of(rich: &Rich) -> &str {
    rich.plain.get_or_init(|| written(rich))
}

fn written(rich: &Rich) -> String {
    let content = || rich.content().as_str().unwrap_or_default().to_owned();
    match rich.kind {
        Kind::Image | Kind::Chart => rich.option("alt").unwrap_or_default().to_owned(),
        Kind::Link => rich.option("text").map_or_else(content, str::to_owned),
        Kind::Qr | Kind::Listing | Kind::Equation => content(),
        Kind::Barcode => match rich.content() {
            Json::Number(number) => number.to_string(),
            _ => content(),
        },
        Kind::Footnote => format!("[{}]", content()),
        Kind::Document | Kind::PageBreak => String::new(),
        Kind::Html => html::plain(&content(), rich.bounds()),
        Kind::Markdown => markdown::plain(&content(), rich.bounds()),
        Kind::RichText | Kind::RichTextParagraph => rich_text::plain(rich.content()),
    }
}
