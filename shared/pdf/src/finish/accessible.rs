//! PDF/UA-1 (ISO 14289-1): whether the engine could make what screen readers need, and what the document lacks if not.

use lopdf::{Dictionary, Document, Object};

use super::Conformance;
use crate::PdfError;

/// Checks that the PDF is tagged and that the engine itself claims the standard: it alone knows whether every mark on the
/// page has its place in the structure. The claim is left out where the document lacks something.
///
/// # Errors
/// [`PdfError::Unsupported`], which names what is missing.
pub(super) fn check(document: &Document, claimed: &[Conformance]) -> Result<(), PdfError> {
    let catalog = document.catalog().map_err(|error| super::unreadable(&error))?;
    let info = super::resolved(document, document.trailer.get(b"Info").ok());
    let mut lacks = Vec::new();
    if !info.has(b"Title") {
        lacks.push("it has no title (in Word: File, Info, Title)".to_owned());
    }
    if !catalog.has(b"Lang") {
        lacks.push("it names no language".to_owned());
    }
    if !catalog.has(b"StructTreeRoot") {
        lacks.push("this PDF engine wrote no tags for it".to_owned());
    }
    let mute =
        document.objects.values().filter_map(|object| object.as_dict().ok()).filter(|dict| is_mute(dict));
    match mute.count() {
        0 => {}
        1 => lacks.push("one of its pictures has no alternative text".to_owned()),
        several => lacks.push(format!("{several} of its pictures have no alternative text")),
    }
    if lacks.is_empty() && !claimed.contains(&Conformance::Ua1) {
        let why = "its headings skip a level or do not start at level 1, or a character has no glyph";
        lacks.push(why.to_owned());
    }
    if lacks.is_empty() {
        return Ok(());
    }
    Err(PdfError::Unsupported(format!("the document cannot become PDF/UA-1: {}", lacks.join("; "))))
}

/// A figure without a description.
fn is_mute(element: &Dictionary) -> bool {
    let is_figure = element.get(b"S").and_then(Object::as_name).is_ok_and(|name| name == b"Figure");
    is_figure && !element.has(b"Alt") && !element.has(b"ActualText")
}
