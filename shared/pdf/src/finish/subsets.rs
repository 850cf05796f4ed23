//! Names of font subsets (ISO 32000-2, 9.9.2): six capital letters and a plus sign say that a font program holds the
//! glyphs of this document alone, so that no reader takes it for the whole font.

use lopdf::{Document, Object, ObjectId};
use sha2::{Digest, Sha256};

/// Marks the composite fonts (9.7) whose program is embedded; engines embed subsets only, but the embedded one does not
/// say so.
pub(super) fn tag(document: &mut Document) {
    let fonts: Vec<ObjectId> =
        document.objects.iter().filter(|(_, object)| is_composite(object)).map(|(id, _)| *id).collect();
    for font in fonts {
        let Some((name, descendant, descriptor)) = untagged(document, font) else { continue };
        let name = [letters(font.0, &name).as_slice(), b"+", &name].concat();
        for (id, key) in [(font, "BaseFont"), (descendant, "BaseFont"), (descriptor, "FontName")] {
            if let Ok(dictionary) = document.get_dictionary_mut(id) {
                dictionary.set(key, Object::Name(name.clone()));
            }
        }
    }
}

fn is_composite(object: &Object) -> bool {
    object
        .as_dict()
        .is_ok_and(|font| font.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Type0"))
}

/// Name, descendant and descriptor of an embedded font that has no tag.
fn untagged(document: &Document, font: ObjectId) -> Option<(Vec<u8>, ObjectId, ObjectId)> {
    let font = document.get_dictionary(font).ok()?;
    let name = font.get(b"BaseFont").and_then(Object::as_name).ok()?;
    let (_, descendants) = document.dereference(font.get(b"DescendantFonts").ok()?).ok()?;
    let descendant = descendants.as_array().ok()?.first()?.as_reference().ok()?;
    let descriptor =
        document.get_dictionary(descendant).ok()?.get(b"FontDescriptor").ok()?.as_reference().ok()?;
    let program = document.get_dictionary(descriptor).ok()?;
    let is_embedded = program.has(b"FontFile2") || program.has(b"FontFile3");
    (is_embedded && !is_tagged(name)).then(|| (name.to_vec(), descendant, descriptor))
}

/// Whether the name begins with a subset's letters.
pub(super) fn is_tagged(name: &[u8]) -> bool {
    name.get(6) == Some(&b'+') && name.iter().take(6).all(u8::is_ascii_uppercase)
}

/// Six letters that differ between the fonts of one file, and are the same for the same document.
pub(super) fn letters(font: u32, name: &[u8]) -> [u8; 6] {
    let hash = Sha256::new().chain_update(font.to_be_bytes()).chain_update(name).finalize();
    let mut letters = [b'A'; 6];
    letters.iter_mut().zip(hash).for_each(|(letter, byte)| *letter += byte % 26);
    letters
}
