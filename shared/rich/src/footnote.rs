//! Footnotes from data: `{"$footnote": "..."}` stands where the number goes.

use super::fragment::{Composed, Fragment};
use super::html;
use super::resources::Resources;
use platen_ooxml::xml::characters::escape;

/// The reference, and the note with this text. Where a document has no notes (headers, text boxes), the text stands in brackets.
pub(super) fn compose(text: &str, resources: &mut Resources<'_>) -> Composed {
    if text.trim().is_empty() {
        return Ok(Fragment::Inline(String::new()));
    }
    // As Markdown's footnotes come: one place knows how a note is written.
    let lines: Vec<_> = text.trim().lines().map(escape).collect();
    let html = format!(
        "<p><sup class=\"footnote-reference\"><a href=\"#1\">1</a></sup></p>\
         <div class=\"footnote-definition\" id=\"1\"><p>{}</p></div>",
        lines.join("<br>")
    );
    html::compose_of_markdown(&html, resources)
}
