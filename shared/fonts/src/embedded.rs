//! Fonts inside a document (ECMA-376 part 1, 17.8.1).

use std::sync::Arc;

use read_fonts::{FontRef, TableProvider};

use crate::face::{Face, Source};
use crate::scan::Found;

/// A font of a document: an `.odttf` part.
#[derive(Debug, Clone)]
pub struct EmbeddedFont {
    /// The family as the font table names it (`w:font/@w:name`).
    pub family: String,
    /// Whether it is the bold face (`w:embedBold`, `w:embedBoldItalic`).
    pub bold: bool,
    /// Whether it is the italic face.
    pub italic: bool,
    /// Bytes of the part.
    pub data: Vec<u8>,
    /// The key of an obfuscated part (`w:fontKey`), as it stands in the file: `{1DEB0000-...}`.
    pub key: Option<String>,
}

/// Why a font of a document is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The bytes are no font.
    Damaged,
    /// Its licence bits (`OS/2.fsType`) forbid embedding it, or embedding a part of its outlines.
    Licence,
}

/// Bits of `OS/2.fsType` (OpenType 1.9.1, "OS/2"): how the font may be used, and of these the one that forbids embedding;
/// no part of the font alone; no outlines.
const USAGE: u16 = 0x000f;
const RESTRICTED: u16 = 0x0002;
const NO_SUBSET: u16 = 0x0100;
const BITMAPS_ONLY: u16 = 0x0200;

/// Bytes that are obfuscated, twice the key's length.
const OBFUSCATED: usize = 32;

impl EmbeddedFont {
    /// The face, if the bytes are a font and its licence bits allow embedding a part of it.
    pub(crate) fn found(mut self) -> Result<Found, Refusal> {
        if let Some(key) = self.key.as_deref().and_then(bytes_of_key) {
            // The key's bytes in reverse order over the first 32 bytes, twice (17.8.1).
            for (place, byte) in self.data.iter_mut().take(OBFUSCATED).enumerate() {
                *byte ^= key.get(key.len() - 1 - place % key.len()).copied().unwrap_or_default();
            }
        }
        let font = FontRef::new(&self.data).map_err(|_| Refusal::Damaged)?;
        let forbids = |bits: u16| bits & USAGE == RESTRICTED || bits & (NO_SUBSET | BITMAPS_ONLY) != 0;
        if font.os2().is_ok_and(|os2| forbids(os2.fs_type())) {
            return Err(Refusal::Licence);
        }
        let source = Source::Embedded(Arc::from(self.data));
        let names = vec![self.family.to_lowercase()];
        let face = Face::new(self.family, self.bold, self.italic, source, 0, None);
        // A font without the tables that drawing needs opens to nothing.
        if face.opened().is_none() {
            return Err(Refusal::Damaged);
        }
        Ok(Found { face, names })
    }
}

/// The sixteen bytes of a GUID in their written order. `None`: it is none, or all zero, which means that nothing is
/// obfuscated.
fn bytes_of_key(key: &str) -> Option<[u8; 16]> {
    let digits: Vec<u8> = key.chars().filter_map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect();
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    let bytes: [u8; 16] = bytes.try_into().ok()?;
    bytes.iter().any(|byte| *byte != 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "{1DEB0000-1234-5678-9ABC-DEF012345678}";

    fn font() -> Vec<u8> {
        platen_faces::FILES[0].data.to_vec()
    }

    fn embedded(data: Vec<u8>, key: Option<&str>) -> EmbeddedFont {
        EmbeddedFont { family: "House".into(), bold: false, italic: false, data, key: key.map(Into::into) }
    }

    #[test]
    fn an_obfuscated_font_is_read() {
        let mut data = font();
        // By hand: the last byte of the key first.
        let key =
            [0x78, 0x56, 0x34, 0x12, 0xf0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0xeb, 0x1d];
        data[..32].iter_mut().zip(key.iter().cycle()).for_each(|(byte, key)| *byte ^= key);
        let found = embedded(data.clone(), Some(KEY)).found().unwrap();
        assert_eq!(found.names, ["house"]);
        assert!(found.face.covers('a'));
        assert_eq!(embedded(data, None).found().err(), Some(Refusal::Damaged), "obfuscated, and no key");
        let zero = "{00000000-0000-0000-0000-000000000000}";
        assert!(embedded(font(), Some(zero)).found().is_ok());
    }

    #[test]
    fn what_is_no_font_is_passed_over() {
        for bytes in [Vec::new(), b"not a font at all, by any means".to_vec()] {
            assert_eq!(embedded(bytes, Some(KEY)).found().err(), Some(Refusal::Damaged));
        }
    }

    /// `fsType` stands at byte 8 of the table.
    #[test]
    fn licence_bits_are_kept() {
        let with_bits = |bits: u16| {
            let mut font = font();
            let table = FontRef::new(&font).unwrap().table_directory().table_records().iter();
            let os2 = table.clone().find(|record| record.tag() == "OS/2").unwrap().offset() as usize;
            font[os2 + 8..os2 + 10].copy_from_slice(&bits.to_be_bytes());
            embedded(font, None).found().err()
        };
        assert_eq!([0, 4, 8].map(with_bits), [None; 3], "installable, print and preview, editable");
        assert_eq!([2, 0x108, 0x200].map(with_bits), [Some(Refusal::Licence); 3]);
    }
}
