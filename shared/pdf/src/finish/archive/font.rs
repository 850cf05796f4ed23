//! What PDF/A-2b demands of fonts (ISO 19005-2, 6.2.11): they are in the file.

use lopdf::{Dictionary, Document, Object};

/// What stands against it in a font's dictionary, which names the font.
pub(super) fn fault(document: &Document, font: &Dictionary) -> Option<String> {
    let name = |key: &[u8]| font.get_deref(key, document).and_then(Object::as_name).ok();
    let called = String::from_utf8_lossy(name(b"BaseFont").unwrap_or(b"without a name")).into_owned();
    match name(b"Subtype") {
        // It only points at another; its text is drawn by that one.
        Some(b"Type0") => {
            let is_known = matches!(name(b"Encoding"), Some(b"Identity-H" | b"Identity-V"));
            (!is_known).then(|| format!("the font {called} has a custom encoding"))
        }
        Some(b"Type3") => None,
        Some(b"CIDFontType2") if !font.has(b"CIDToGIDMap") => {
            Some(format!("the font {called} does not say which glyphs it draws"))
        }
        _ => {
            let descriptor = font.get_deref(b"FontDescriptor", document).and_then(Object::as_dict).ok();
            let is_embedded = descriptor.is_some_and(|descriptor| {
                [b"FontFile".as_slice(), b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key))
            });
            (!is_embedded).then(|| format!("the font {called} is not embedded"))
        }
    }
}
