//! What PDF/A-2b demands of the drawing itself: pages, and the forms and patterns that they use.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object};

/// Most graphics states kept at once (ISO 19005-2, 6.1.13).
const MOST_STATES: usize = 28;

/// Largest drawing that is looked through, in bytes: more than an engine makes of a page within its limits.
const MOST_BYTES: usize = 256 << 20;

/// What stands against PDF/A-2b in the drawings of the document.
pub(super) fn faults(document: &Document) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, page) in document.get_pages() {
        let resources = document.get_page_resources(page).ok();
        let own = resources.and_then(|(own, inherited)| {
            own.or_else(|| inherited.first().and_then(|id| document.get_dictionary(*id).ok()))
        });
        // Also an engine's own form may be followed by what leaves the page's limits.
        match document.get_page_content_with_limit(page, MOST_BYTES) {
            Ok(drawing) => faults.extend(
                Drawing::new(document, own).fault(&drawing).map(|fault| format!("page {number}: {fault}")),
            ),
            Err(_) => faults.push(format!("page {number} cannot be read")),
        }
    }
    for object in document.objects.values() {
        let Ok(stream) = object.as_stream() else { continue };
        let is =
            |key: &[u8], name: &[u8]| stream.dict.get(key).and_then(Object::as_name).is_ok_and(|n| n == name);
        if !is(b"Subtype", b"Form") && !stream.dict.has(b"PatternType") {
            continue;
        }
        let resources = stream.dict.get_deref(b"Resources", document).and_then(Object::as_dict).ok();
        match stream.get_plain_content_with_limit(MOST_BYTES) {
            Ok(drawing) => faults.extend(
                Drawing::new(document, resources).fault(&drawing).map(|fault| format!("a drawing: {fault}")),
            ),
            Err(_) => faults.push("a drawing cannot be read".to_owned()),
        }
    }
    faults
}

/// One drawing, operator by operator.
struct Drawing {
    /// Names of fonts whose text has two bytes to the glyph, each the glyph's number.
    numbered: BTreeMap<Vec<u8>, bool>,
    in_numbered: bool,
    states: usize,
}

impl Drawing {
    fn new(document: &Document, resources: Option<&Dictionary>) -> Drawing {
        let fonts = resources.and_then(|own| own.get_deref(b"Font", document).ok()?.as_dict().ok());
        let numbered = fonts.into_iter().flat_map(Dictionary::iter).filter_map(|(name, font)| {
            let font = document.dereference(font).ok()?.1.as_dict().ok()?;
            let encoding = font.get(b"Encoding").and_then(Object::as_name).ok();
            Some((name.clone(), encoding.is_some_and(|name| name == b"Identity-H" || name == b"Identity-V")))
        });
        Drawing { numbered: numbered.collect(), in_numbered: false, states: 0 }
    }

    /// The first fault.
    fn fault(mut self, drawing: &[u8]) -> Option<&'static str> {
        for operation in Content::decode_iter(drawing) {
            let Ok(operation) = operation else { return Some("it cannot be read") };
            let fault = self.step(&operation);
            if fault.is_some() {
                return fault;
            }
        }
        None
    }

    fn step(&mut self, Operation { operator, operands }: &Operation) -> Option<&'static str> {
        match operator.as_str() {
            "q" => self.states += 1,
            "Q" => self.states = self.states.saturating_sub(1),
            "k" | "K" => return Some("it has colours in CMYK"),
            "cs" | "CS" | "BI" if operands.iter().any(super::is_cmyk) => {
                return Some("it has colours in CMYK");
            }
            "Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                self.in_numbered = name.and_then(|name| self.numbered.get(name)).is_some_and(|is| *is);
            }
            "Tj" | "TJ" | "'" | "\"" if self.in_numbered && operands.iter().any(draws_nothing) => {
                return Some("one of its characters is in no font");
            }
            _ => {}
        }
        (self.states > MOST_STATES).then_some("its drawings are nested too deeply")
    }
}

/// Whether the text has a glyph of number zero, the box that stands for a missing one (ISO 19005-2, 6.2.11.8).
fn draws_nothing(text: &Object) -> bool {
    match text {
        Object::String(bytes, _) => bytes.chunks_exact(2).any(|glyph| glyph == [0, 0]),
        Object::Array(parts) => parts.iter().any(draws_nothing),
        _ => false,
    }
}
