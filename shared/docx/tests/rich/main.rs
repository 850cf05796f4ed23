//! Rich content seen from outside: what a document's package holds besides its text.

#![expect(clippy::unwrap_used, reason = "tests")]

mod charts;
mod html_page;
#[path = "../language/pack.rs"]
#[expect(dead_code, reason = "shared with the tests of the language")]
mod pack;
mod pictures;
mod subdocuments;
mod subtemplates;
mod svg;

use platen_docx::{Limits, RenderError, RenderOptions, Template};
use serde_json::Value;

const WORDS: &str = "<w:p><w:r><w:t xml:space=\"preserve\">{{ x }}</w:t></w:r></w:p>";

fn render(package: Vec<u8>, data: &Value) -> Result<Vec<u8>, RenderError> {
    Template::compile(package, &Limits::default()).unwrap().render(data, &RenderOptions::default())
}

/// The text of a part of a package.
fn part(package: &[u8], name: &str) -> String {
    let entry = pack::entries(package).into_iter().find(|e| e.name == name).unwrap();
    String::from_utf8(entry.content).unwrap()
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// What is wrong with the value `x`.
fn fault(package: Vec<u8>, data: &Value) -> String {
    match render(package, data) {
        Err(RenderError::Data(errors)) => {
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert_eq!(errors[0].pointer, "/x");
            errors[0].detail.clone()
        }
        Err(other) => other.to_string(),
        Ok(_) => "nothing".to_owned(),
    }
}
