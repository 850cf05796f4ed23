//! Damage in every place: an error or a package, never a panic.

use platen_ooxml::Limits;
use platen_ooxml::package::Package;

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

/// Opens the bytes; what opens can be read and written.
fn survives(bytes: Vec<u8>) -> bool {
    let limits = Limits { expanded_bytes: 1 << 20, ..Limits::default() };
    let Ok(package) = Package::open(bytes, &limits) else { return false };
    for part in package.parts() {
        package.read(part).unwrap();
        package.relationships(part.name()).unwrap();
    }
    package.write(&[], &[]).unwrap();
    true
}

#[test]
fn a_file_cut_anywhere() {
    let whole = document();
    for end in 0..whole.len() {
        assert!(!survives(whole[..end].to_vec()), "cut at {end}");
    }
    assert!(survives(whole));
}

#[test]
fn any_bit_flipped() {
    let whole = document();
    assert!(minimal().len() < 6 && whole.len() < 8192, "small enough to flip every bit");
    let mut opened = 0;
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            opened += usize::from(survives(bytes));
        }
    }
    // Dates and attributes are nobody's concern; anything else is noticed.
    assert!(opened < whole.len(), "{opened} of {} flips went unnoticed", whole.len() * 8);
}

#[test]
fn noise_between_the_signatures() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for round in 0..2_000 {
        let mut bytes = document();
        for _ in 0..=round % 16 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let at = (state >> 16) as usize % bytes.len();
            bytes[at] = state as u8;
        }
        survives(bytes);
    }
}
