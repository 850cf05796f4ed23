//! Recognizes common files that are not packages, so that the error can say what to do.

use super::package_error::PackageError;

/// Compound File Binary: the container of binary Office files and of encrypted packages ([MS-CFB]).
const COMPOUND_FILE: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

const KINDS: [(&[u8], &str); 15] = [
    (b"{\\rtf", "an RTF file"),
    (b"%PDF", "a PDF file"),
    (b"<!doctype html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<?xml", "an XML file"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"PK\x07\x08", "one piece of a split ZIP archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"7z\xBC\xAF", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"{", "a JSON file"),
    (b"MZ", "a program"),
];

/// `None` if the file starts as a package does, else why it is none.
pub(super) fn refuse(bytes: &[u8]) -> Option<PackageError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    if bytes.starts_with(COMPOUND_FILE) {
        return Some(compound_file(bytes));
    }
    let text = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    let starts = |magic: &[u8]| text.get(..magic.len()).is_some_and(|head| head.eq_ignore_ascii_case(magic));
    let looks_like = match KINDS.iter().find(|(magic, _)| starts(magic)) {
        Some((_, kind)) => kind,
        None if bytes.is_empty() => "an empty file",
        None => "a file of another kind",
    };
    Some(PackageError::NotAPackage { looks_like })
}

/// Tells apart what is in a compound file by the names in its directory, whose entries are 128 bytes long and
/// aligned to that, wherever its sectors lie.
fn compound_file(bytes: &[u8]) -> PackageError {
    let holds = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        bytes.chunks(128).any(|entry| entry.starts_with(&name))
    };
    if holds("EncryptedPackage") {
        PackageError::EncryptedDocument
    } else if holds("WordDocument") {
        PackageError::LegacyDocument
    } else {
        PackageError::NotAPackage { looks_like: "a file in an old binary format of Office" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks_like(bytes: &[u8]) -> &'static str {
        match refuse(bytes) {
            Some(PackageError::NotAPackage { looks_like }) => looks_like,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pretenders_are_called_by_their_name() {
        assert_eq!(looks_like(b""), "an empty file");
        assert_eq!(looks_like(b"{\\rtf1\\ansi"), "an RTF file");
        assert_eq!(looks_like(b"%PDF-1.7"), "a PDF file");
        assert_eq!(looks_like(b"\xEF\xBB\xBF\r\n<!DOCTYPE HTML>"), "an HTML page");
        assert_eq!(looks_like(b"PK\x05\x06"), "an empty ZIP archive");
        assert_eq!(looks_like(b"hello"), "a file of another kind");
        assert_eq!(refuse(b"PK\x03\x04"), None);
    }

    #[test]
    fn compound_files_are_told_apart() {
        let with = |stream: &str| {
            let mut file = COMPOUND_FILE.to_vec();
            file.resize(1024, 0);
            for (i, unit) in stream.encode_utf16().enumerate() {
                file[512 + 2 * i..][..2].copy_from_slice(&unit.to_le_bytes());
            }
            refuse(&file).unwrap()
        };
        assert_eq!(with("EncryptedPackage"), PackageError::EncryptedDocument);
        assert_eq!(with("WordDocument"), PackageError::LegacyDocument);
        assert!(matches!(with("Workbook"), PackageError::NotAPackage { .. }));
        assert!(matches!(refuse(COMPOUND_FILE), Some(PackageError::NotAPackage { .. })));
    }
}
