//! What code that changes or joins PDFs asks of their objects.

use lopdf::{Dictionary, Document, Object};

/// US Letter in points: what a page without a size is (readers agree, the standard demands one).
pub(crate) const LETTER: [f32; 4] = [0.0, 0.0, 612.0, 792.0];

/// Levels of page nodes above one another. Attack: nodes in a circle.
const MOST_LEVELS: usize = 64;

/// An attribute of the page, or of a node above it (ISO 32000-2, 7.7.3.4).
pub(crate) fn inherited<'a>(document: &'a Document, page: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let mut node = page;
    for _ in 0..MOST_LEVELS {
        if let Ok(found) = node.get(key) {
            return Some(found);
        }
        node = document.get_dictionary(node.get(b"Parent").ok()?.as_reference().ok()?).ok()?;
    }
    None
}

/// A dictionary that stands in another, or is referred to there.
pub(crate) fn dictionary<'d>(
    document: &'d Document,
    within: &'d Dictionary,
    key: &[u8],
) -> Option<&'d Dictionary> {
    match within.get_deref(key, document).ok()? {
        Object::Dictionary(dictionary) => Some(dictionary),
        _ => None,
    }
}
