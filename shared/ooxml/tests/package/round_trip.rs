//! Packages that are written again: the samples, and documents of others.

use platen_ooxml::Limits;
use platen_ooxml::package::{Change, Method, Package, Packing, WriteError};

use crate::builder::{Entry, minimal, with};
use crate::others;

#[test]
fn samples_open_and_are_copied_whole() {
    for sample in platen_samples::GALLERY {
        is_copied_whole(sample.file_name, (sample.docx)());
    }
}

#[test]
fn documents_of_others_open_and_are_copied_whole() {
    for folder in ["cases", "corpus"] {
        let Some(folder) = others::folder(folder) else { continue };
        for (name, bytes) in others::documents(&folder) {
            is_copied_whole(&name, bytes);
        }
    }
}

fn is_copied_whole(name: &str, bytes: Vec<u8>) {
    let package = Package::open(bytes, &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(package.content_type(package.main_document()).is_some_and(|t| t.ends_with("document.main+xml")));
    let main = package.index(package.main_document()).unwrap();
    let document = package.read(&package.parts()[main]).unwrap();
    let written = package.write(&[(main, Change::Replace(&document))], &[]).unwrap();
    assert_eq!(written, package.write(&[(main, Change::Replace(&document))], &[]).unwrap());

    let again = Package::open(written, &Limits::default()).unwrap();
    assert_eq!(again.parts().len(), package.parts().len());
    for (index, (old, new)) in package.parts().iter().zip(again.parts()).enumerate() {
        assert_eq!((old.name(), old.content_type()), (new.name(), new.content_type()));
        assert_eq!((old.crc32(), old.size()), (new.crc32(), new.size()));
        if index != main {
            assert_eq!((old.compressed(), old.method()), (new.compressed(), new.method()), "{}", old.name());
        }
    }
    assert_eq!(again.read(&again.parts()[main]).unwrap(), document);
}

#[test]
fn short_packages_that_are_read_at_once_are_not_deflated() {
    let package = Package::open(with(&[]), &Limits::default()).unwrap();
    let main = package.index(package.main_document()).unwrap();
    for (length, method) in [(1_000, Method::Stored), (2_000_000, Method::Deflated)] {
        let text = "a".repeat(length);
        let change = [(main, Change::Replace(text.as_bytes()))];
        let written = package.write_packed(&change, &[], Packing::Quick).unwrap();
        let again = Package::open(written, &Limits::default()).unwrap();
        let part = &again.parts()[main];
        let small = Package::open(package.write(&change, &[]).unwrap(), &Limits::default()).unwrap();
        assert_eq!(small.parts()[main].method(), Method::Deflated);
        assert_eq!((part.method(), again.read(part).unwrap()), (method, text.into_bytes()));
    }
}

#[test]
fn changes_take_effect_in_place() {
    let extra = [Entry::stored("word/ä.png", &[1, 2, 3]), Entry::deflated("word/old.xml", b"<old/>")];
    let package = Package::open(with(&extra), &Limits::default()).unwrap();
    let old = package.index("word/old.xml").unwrap();
    let text = "<new/>".repeat(20_000);
    let noise: Vec<u8> = (0..64u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let written = package
        .write(
            &[(old, Change::Remove), (2, Change::Replace(text.as_bytes()))],
            &[("word/media/b.png", &noise)],
        )
        .unwrap();
    let again = Package::open(written.clone(), &Limits::default()).unwrap();
    let names: Vec<&str> = again.parts().iter().map(|part| part.name()).collect();
    assert_eq!(
        names,
        ["[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/ä.png", "word/media/b.png"]
    );
    assert_eq!(again.read(&again.parts()[2]).unwrap(), text.as_bytes());
    assert_eq!(again.parts()[2].method(), Method::Deflated);
    assert_eq!(again.read(&again.parts()[4]).unwrap(), noise);
    assert_eq!(again.parts()[4].method(), Method::Stored);
    // Sizes in the headers, no clock, and the flag for names outside ASCII.
    let archive = rawzip::ZipArchive::from_slice(&written).unwrap();
    for record in archive.entries() {
        let record = record.unwrap();
        assert!(!record.flags().has_data_descriptor());
        assert_eq!(record.flags().is_utf8(), !record.file_path().as_bytes().is_ascii());
        let date = record.last_modified_dos();
        assert_eq!((date.year(), date.month(), date.day(), date.hour()), (1980, 1, 1, 0));
    }
}

#[test]
fn impossible_changes_are_refused() {
    let package = Package::open(crate::builder::zip(&minimal()), &Limits::default()).unwrap();
    let replace = Change::Replace(b"<a/>");
    assert_eq!(package.write(&[(3, replace)], &[]).unwrap_err(), WriteError::BadIndex(3));
    assert_eq!(
        package.write(&[(1, replace), (1, Change::Remove)], &[]).unwrap_err(),
        WriteError::BadIndex(1)
    );
    for name in ["../a", "WORD/document.xml", ""] {
        assert_eq!(package.write(&[], &[(name, b"")]).unwrap_err(), WriteError::BadName(name.to_owned()));
    }
    let twice: [(&str, &[u8]); 2] = [("word/a.png", b"1"), ("word/A.png", b"2")];
    assert_eq!(package.write(&[], &twice).unwrap_err(), WriteError::BadName("word/A.png".to_owned()));
}
