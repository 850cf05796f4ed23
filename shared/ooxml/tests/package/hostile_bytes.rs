//! Damage in every place: an error or a package, never a panic.

use platen_ooxml::package::{KnownParts, Package, PackageError};
use platen_ooxml::{Bounds, Budget, Limits};

use crate::builder::{Entry, OFFICE, minimal, relationships, with};

fn document() -> Vec<u8> {
    let attached = format!("{OFFICE}/attachedTemplate");
    let external = "TargetMode=\"External\"";
    with(&[
        Entry::stored("word/media/image1.png", &(0..=255).collect::<Vec<u8>>()),
        Entry::deflated("word/settings.xml", b"<w:s xmlns:r='r'><w:attachedTemplate r:id='rId1'/></w:s>"),
        relationships("word/_rels/settings.xml.rels", &[("rId1", &attached, "file:///a.dotm", external)]),
    ])
}

/// Opens the bytes; what opens can be read and written. Parts that other packages had make no difference.
fn survives(bytes: Vec<u8>, known: &KnownParts) -> bool {
    let limits = Limits { expanded_bytes: 1 << 20, ..Limits::default() };
    let fresh = Package::open(bytes.clone(), &limits);
    let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
    assert_eq!(contents(&Package::open_known(bytes, bounds, known)), contents(&fresh));
    let Ok(package) = fresh else { return false };
    package.write(&[], &[]).unwrap();
    true
}

/// Names and bytes of all parts.
fn contents(opened: &Result<Package, PackageError>) -> Result<Vec<(&str, Vec<u8>)>, &PackageError> {
    let package = opened.as_ref()?;
    let contents = package.parts().iter().map(|part| {
        package.relationships(part.name()).unwrap();
        (part.name(), package.read(part).unwrap())
    });
    Ok(contents.collect())
}

#[test]
fn a_file_cut_anywhere() {
    let (whole, known) = (document(), KnownParts::default());
    assert!(survives(whole.clone(), &known));
    for end in 0..whole.len() {
        assert!(!survives(whole[..end].to_vec(), &known), "cut at {end}");
    }
}

#[test]
fn any_bit_flipped() {
    let (whole, known) = (document(), KnownParts::default());
    assert!(minimal().len() < 6 && whole.len() < 8192, "small enough to flip every bit");
    let mut opened = 0;
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            opened += usize::from(survives(bytes, &known));
        }
    }
    // Dates and attributes are nobody's concern; anything else is noticed.
    assert!(opened < whole.len(), "{opened} of {} flips went unnoticed", whole.len() * 8);
}

#[test]
fn noise_between_the_signatures() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let known = KnownParts::default();
    for round in 0..2_000 {
        let mut bytes = document();
        for _ in 0..=round % 16 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let at = (state >> 16) as usize % bytes.len();
            bytes[at] = state as u8;
        }
        survives(bytes, &known);
    }
}

#[test]
fn a_known_part_is_checked_again_where_it_says_something_else() {
    let known = KnownParts::default();
    let text = b"<!DOCTYPE a><a/>";
    let part = Entry::deflated("word/a.bin", text);
    assert!(survives(with(std::slice::from_ref(&part)), &known));
    assert!(survives(with(std::slice::from_ref(&part)), &known), "and is the same again");
    let xml = Entry { name: b"word/a.xml".into(), local_name: b"word/a.xml".into(), ..part.clone() };
    assert!(!survives(with(&[xml]), &known), "as XML it has a DOCTYPE");
    assert!(!survives(with(&[Entry { crc: 1, ..part.clone() }]), &known), "another checksum");
    assert!(!survives(with(&[Entry { size: part.size + 1, ..part.clone() }]), &known), "another size");
    let stored = Entry { method: 0, size: part.packed_size, crc: rawzip::crc32(&part.packed), ..part };
    assert!(survives(with(&[stored]), &known), "the same bytes stored as they are");
}
