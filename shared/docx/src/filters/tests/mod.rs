//! Filters, methods and functions as templates call them.

mod bounds;
mod counting;
mod jinja;
mod language;

use serde_json::{Value, json};

use crate::RenderError;
use crate::options::{Missing, RenderOptions};
use crate::pattern::Pattern;

/// Renders one line of text.
fn render(text: &str, data: &Value, locale: Option<&str>) -> Result<String, RenderError> {
    let options = RenderOptions {
        missing: Missing::Empty,
        locale: locale.map(str::to_owned),
        ..RenderOptions::default()
    };
    let pattern = Pattern::compile(text, &platen_ooxml::Limits::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    pattern.render(data, &options)
}

/// The same, of a text that renders.
fn written(text: &str, locale: Option<&str>) -> String {
    render(text, &data(), locale).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Spaces that do not break, and marks of direction, made visible.
fn shown(template: &str, locale: &str) -> String {
    let text = written(template, Some(locale));
    text.replace('\u{A0}', "~").replace('\u{202F}', "^").replace(['\u{200E}', '\u{200F}', '\u{61C}'], "")
}

/// The first line of what is wrong.
fn refused(text: &str, locale: Option<&str>) -> String {
    let error = render(text, &data(), locale).expect_err(text).to_string();
    error.lines().next().unwrap_or_default().to_owned()
}

fn data() -> Value {
    json!({
        "s": "hello world", "n": 42, "f": 3.1459, "xs": [3, 1, 2], "none": null, "t": true,
        "people": [
            {"name": "Bob", "age": 30, "city": "Bern"},
            {"name": "Ann", "age": 25, "city": "Zug"},
            {"name": "Cy", "age": 30, "city": "Bern"},
        ],
        "d": {"z": 1, "a": 2, "m": 3},
        "html": "<b>x & y</b>",
        "long": "The quick brown fox jumps over the lazy dog and runs away",
        "day": "2026-03-07", "at": "2026-03-07T15:04:09Z", "local": "2026-03-07T15:04:09",
        "amount": 1234567.5, "text": "1234.50", "huge": 2_000_000_000, "code": "XYZ",
    })
}
