//! Which characters the faces at hand can draw.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ttf_parser::Face;

/// Takes out of `wanted` what the fonts in `file` have a glyph for. What is no font draws nothing.
pub(super) fn remove_covered(file: &Path, wanted: &mut BTreeSet<char>) {
    let Ok(bytes) = fs::read(file) else { return };
    for index in 0..ttf_parser::fonts_in_collection(&bytes).unwrap_or(1) {
        let Ok(face) = Face::parse(&bytes, index) else { return };
        wanted.retain(|character| face.glyph_index(*character).is_none());
    }
}
