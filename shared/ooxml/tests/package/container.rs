//! Hostile containers, each refused with its own variant.

use platen_ooxml::Limits;
use platen_ooxml::package::{Package, PackageError};

use crate::builder::{Entry, minimal, with, zip, zip_counting};

fn refused(file: Vec<u8>) -> PackageError {
    Package::open(file, &Limits::default()).expect_err("a hostile file")
}

fn changed(change: impl FnOnce(&mut Entry)) -> Vec<u8> {
    let mut entry = Entry::deflated("word/extra.bin", &[7; 5000]);
    change(&mut entry);
    with(&[entry])
}

const NAME: &str = "word/extra.bin";

#[test]
fn the_minimal_document_opens() {
    let package = Package::open(zip(&minimal()), &Limits::default()).unwrap();
    assert_eq!(package.main_document(), "word/document.xml");
    assert_eq!(package.parts().len(), 3);
    assert!(!package.is_template());
    assert!(package.part("WORD/Document.XML").is_some());
    let trailing = [zip(&minimal()), b"behind the end".to_vec()].concat();
    assert!(Package::open(trailing, &Limits::default()).is_ok());
}

#[test]
fn names_that_clash_or_climb() {
    for twin in ["word/document.xml", "WORD/document.xml"] {
        let error = refused(with(&[Entry::stored(twin, b"<a/>")]));
        assert_eq!(error, PackageError::DuplicateName { name: twin.to_owned() });
    }
    let umlauts = [Entry::stored("word/Ä.xml", b"<a/>"), Entry::stored("word/ä.xml", b"<a/>")];
    assert!(matches!(refused(with(&umlauts)), PackageError::DuplicateName { .. }));
    for name in ["../x", "/x", "a\\b", "C:x", "a/../b", "x\0.xml", "folder//"] {
        let error = refused(with(&[Entry::stored(name, b"")]));
        assert!(matches!(error, PackageError::BadName { .. }), "{name:?}: {error}");
    }
}

#[test]
fn entries_that_share_bytes() {
    // Two names for the same bytes.
    let mut twin = Entry::stored("word/twin.bin", &[1; 100]);
    twin.offset = Some(0);
    twin.local_name = b"[Content_Types].xml".to_vec();
    assert!(matches!(refused(with(&[twin])), PackageError::HeaderMismatch { .. }));
    // One entry that contains another, header and all (Fifield's "quoting").
    let inner = zip(&[Entry::stored("word/inner.bin", b"inner")]);
    let outer = Entry::stored("word/outer.bin", &inner);
    let at = zip(&minimal()).windows(4).position(|w| w == b"PK\x01\x02").unwrap() + 30 + outer.name.len();
    let mut pointing = Entry::stored("word/inner.bin", b"inner");
    pointing.offset = Some(at as u32);
    assert_eq!(
        refused(with(&[outer, pointing])),
        PackageError::OverlappingEntries { name: "word/inner.bin".to_owned() }
    );
    // An entry that runs on into the directory.
    let runs_on = changed(|entry| {
        entry.method = 0;
        (entry.size, entry.packed_size) = (entry.packed.len() as u32 + 20, entry.packed.len() as u32 + 20);
    });
    assert_eq!(refused(runs_on), PackageError::OverlappingEntries { name: NAME.to_owned() });
}

#[test]
fn headers_that_disagree() {
    let error = refused(changed(|entry| entry.local_name = b"word/extra.exe".to_vec()));
    assert_eq!(error, PackageError::HeaderMismatch { name: NAME.to_owned() });
    for miscount in [-1, 1] {
        assert!(matches!(refused(zip_counting(&minimal(), miscount)), PackageError::Damaged { .. }));
    }
    let prepended = [zip(&[Entry::stored("other", b"")]), zip(&minimal())].concat();
    assert!(matches!(refused(prepended), PackageError::PrependedData { bytes: 100.. }));
}

#[test]
fn sizes_and_checksums_that_lie() {
    let lying = PackageError::LyingSize { name: NAME.to_owned() };
    assert_eq!(refused(changed(|entry| entry.size = 10)), lying);
    assert_eq!(refused(changed(|entry| entry.size = 5001)), lying);
    assert_eq!(refused(changed(|entry| (entry.method, entry.size) = (0, 4))), lying);
    // A second stream behind the first.
    let hidden = changed(|entry| {
        entry.packed.extend(b"hidden");
        entry.packed_size += 6;
    });
    assert_eq!(refused(hidden), lying);
    let corrupt = PackageError::CorruptEntry { name: NAME.to_owned() };
    assert_eq!(refused(changed(|entry| entry.crc ^= 1)), corrupt);
    assert_eq!(refused(changed(|entry| entry.packed[0] = 0xff)), corrupt);
    let cut = changed(|entry| {
        entry.packed.truncate(entry.packed.len() / 2);
        entry.packed_size = entry.packed.len() as u32;
    });
    assert_eq!(refused(cut), corrupt);
}

#[test]
fn a_bomb_that_declares_little_stops_at_what_it_declares() {
    let mut bomb = Entry::deflated("word/bomb.bin", &vec![0; 64 << 20]);
    bomb.size = 1000;
    assert_eq!(refused(with(&[bomb])), PackageError::LyingSize { name: "word/bomb.bin".to_owned() });
}

#[test]
fn a_scan_of_a_white_page_is_no_bomb() {
    let white = |bytes: usize| with(&[Entry::deflated("word/media/scan.bmp", &vec![0xFF; bytes])]);
    assert!(Package::open(white(24 << 20), &Limits::default()).is_ok());
    let error = Package::open(white(40 << 20), &Limits::default()).unwrap_err();
    assert_eq!(error.limit(), Some("compression_ratio"));
}

#[test]
fn encrypted_and_unknown_entries() {
    assert_eq!(
        refused(changed(|entry| entry.flags = 1)),
        PackageError::EncryptedEntry { name: NAME.to_owned() }
    );
    for method in [1, 9, 12, 14, 93, 99] {
        let error = refused(changed(|entry| entry.method = method));
        assert_eq!(error, PackageError::UnknownCompression { name: NAME.to_owned(), method });
    }
}

#[test]
fn each_limit_is_named() {
    let file = with(&[Entry::deflated(NAME, &vec![0; 300_000])]);
    let limits = Limits::default();
    let hit = |limits: Limits| Package::open(file.clone(), &limits).expect_err("over the limit");
    let cases = [
        ("package_bytes", Limits { package_bytes: file.len() as u64 - 1, ..limits.clone() }),
        ("package_entries", Limits { package_entries: 3, ..limits.clone() }),
        ("expanded_bytes", Limits { expanded_bytes: 300_000, ..limits.clone() }),
        ("compression_ratio", Limits { ratio_from_bytes: 299_999, ..limits.clone() }),
        ("index_bytes", Limits { index_bytes: 100, ..limits.clone() }),
    ];
    for (name, limits) in cases {
        let error = hit(limits);
        assert_eq!(error.limit(), Some(name));
        assert!(error.to_string().contains(name), "{error}");
    }
    assert!(Package::open(file.clone(), &limits).is_ok());
    let many: Vec<Entry> = (0..12_000).map(|i| Entry::stored(&format!("word/{i}"), b"")).collect();
    let declared = PackageError::TooManyEntries { entries: 12_003, allowed: 10_000 };
    assert_eq!(refused(with(&many)), declared);
    let hidden = zip_counting(&[minimal(), many].concat(), -12_000);
    assert_eq!(refused(hidden), PackageError::TooManyEntries { entries: 10_001, allowed: 10_000 });
}

#[test]
fn not_a_package_at_all() {
    assert_eq!(refused(Vec::new()), PackageError::NotAPackage { looks_like: "an empty file" });
    assert_eq!(refused(b"%PDF-1.7 ...".to_vec()), PackageError::NotAPackage { looks_like: "a PDF file" });
    let cut = refused(b"PK\x03\x04 and no more".to_vec()).to_string();
    assert!(cut.contains("it ends in the middle of its table of parts; send it again"), "{cut}");
    let mut overwritten = with(&[]);
    let directory = overwritten.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    overwritten[directory..directory + 4].copy_from_slice(&[0; 4]);
    let moved = refused(overwritten).to_string();
    assert!(moved.contains("table of parts") && !moved.contains("0x"), "{moved}");
    assert_eq!(refused(zip(&[Entry::stored("readme.txt", b"hello")])), PackageError::NoContentTypes);
}
