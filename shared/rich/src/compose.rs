//! Rich values to XML.

use super::fragment::{Composed, Fragment, Refused};
use super::resources::Resources;
use super::value::{Kind, Rich};
use super::{codes, equation, footnote, html, link, markdown, picture_drawing, rich_text, subdocument};

/// Writes a value against the resources of the document it goes into.
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Result<Fragment, Refused> {
    let composed: Composed = match rich.kind {
        Kind::Image => picture_drawing::compose(rich, resources),
        Kind::Link => link::compose(rich, resources),
        Kind::Qr => codes::qr(rich, resources),
        Kind::Barcode => codes::barcode(rich, resources),
        Kind::Document => return subdocument::compose(rich, resources),
        Kind::Equation => equation::compose(rich.text()?, resources),
        Kind::Footnote => footnote::compose(rich.text()?, resources),
        Kind::PageBreak if rich.content().as_bool() == Some(false) => Ok(Fragment::Inline(String::new())),
        Kind::PageBreak => Ok(Fragment::Inline("<w:r><w:br w:type=\"page\"/></w:r>".to_owned())),
        Kind::Html => html::compose(rich.text()?, resources),
        Kind::Markdown => markdown::compose(rich.text()?, resources),
        Kind::RichText => rich_text::runs(rich, resources),
        Kind::RichTextParagraph => rich_text::paragraphs(rich, resources),
        Kind::Listing => rich_text::listing(rich, resources),
        Kind::Chart => Err("belongs in the alternative text of a chart".to_owned()),
    };
    Ok(composed?)
}
