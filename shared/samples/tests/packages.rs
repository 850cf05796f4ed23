//! The templates are sound packages: as Word would write them, and the same at each call.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use platen_samples::{GALLERY, invoice_data, sample};
use quick_xml::Reader;
use quick_xml::events::Event;

#[test]
fn bytes_are_the_same_at_each_call_and_on_each_thread() {
    for sample in GALLERY {
        let here = (sample.docx)();
        let there = std::thread::spawn(sample.docx).join().unwrap();
        assert!(here == (sample.docx)() && here == there, "{} differs", sample.file_name);
    }
}

#[test]
fn parts_are_well_formed() {
    for (sample, parts) in packages() {
        for (name, part) in parts.iter().filter(|(name, _)| !name.ends_with(".png")) {
            let mut reader = Reader::from_reader(part.as_slice());
            reader.config_mut().check_end_names = true;
            loop {
                match reader.read_event() {
                    Ok(Event::Eof) => break,
                    Ok(_) => {}
                    Err(error) => panic!("{sample}: {name}: {error}"),
                }
            }
        }
    }
}

#[test]
fn parts_have_a_type_and_relationships_a_part() {
    for (sample, parts) in packages() {
        for named in attributes(&parts["[Content_Types].xml"], "PartName") {
            assert!(parts.contains_key(named.trim_start_matches('/')), "{sample}: no part {named}");
        }
        for part in ["word/_rels/document.xml.rels", "word/_rels/header1.xml.rels"] {
            for target in attributes(&parts[part], "Target") {
                assert!(parts.contains_key(&format!("word/{target}")), "{sample}: {part} wants {target}");
            }
        }
        let related: BTreeSet<_> =
            attributes(&parts["word/_rels/document.xml.rels"], "Id").into_iter().collect();
        for used in attributes(&parts["word/document.xml"], "r:id") {
            assert!(related.contains(&used), "{sample}: the document uses {used}");
        }
    }
}

#[test]
fn styles_of_all_paragraphs_exist() {
    for (sample, parts) in packages() {
        let styles: BTreeSet<_> = attributes(&parts["word/styles.xml"], "w:styleId").into_iter().collect();
        for part in ["word/document.xml", "word/header1.xml", "word/footer1.xml"] {
            let text = String::from_utf8(parts[part].clone()).unwrap();
            for kind in ["pStyle", "rStyle"] {
                for style in text.split(&format!(r#"<w:{kind} w:val=""#)).skip(1) {
                    let style = style.split('"').next().unwrap();
                    assert!(styles.contains(style), "{sample}: {part}: no style {style}");
                }
            }
        }
    }
}

#[test]
fn controls_have_a_name_and_an_id_of_their_own() {
    let parts = package((sample("contract.docx").unwrap().docx)());
    let document = String::from_utf8(parts["word/document.xml"].clone()).unwrap();
    let controls: Vec<_> = document.split("<w:sdtPr>").skip(1).collect();
    let ids: BTreeSet<_> = controls.iter().map(|control| value(control, "w:id")).collect();
    assert_eq!(ids.len(), controls.len());
    let tags: Vec<_> = controls.iter().filter_map(|control| value(control, "w:tag")).collect();
    let wanted = "client.name client.address client.preferred scope services title fee startDate paymentTerms paymentMethod";
    assert_eq!(tags.join(" "), wanted);
    assert_eq!(controls.len(), tags.len() + 1, "all but the repeating section's item have a tag");
}

#[test]
fn an_invoice_has_as_many_rows_as_are_asked_for() {
    for rows in [0, 1, 50, 1_000] {
        assert_eq!(invoice_data(rows)["items"].as_array().unwrap().len(), rows);
    }
}

fn packages() -> impl Iterator<Item = (&'static str, BTreeMap<String, Vec<u8>>)> {
    GALLERY.iter().map(|sample| (sample.file_name, package((sample.docx)())))
}

fn package(bytes: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..archive.len())
        .map(|i| {
            let mut entry = archive.by_index(i).unwrap();
            let mut part = Vec::new();
            entry.read_to_end(&mut part).unwrap();
            (entry.name().unwrap().into_owned(), part)
        })
        .collect()
}

fn attributes(part: &[u8], name: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(part);
    let before = format!(r#" {name}=""#);
    text.split(&before).skip(1).filter_map(|piece| piece.split('"').next()).map(str::to_owned).collect()
}

fn value<'a>(control: &'a str, element: &str) -> Option<&'a str> {
    let properties = control.split("</w:sdtPr>").next()?;
    properties.split_once(&format!(r#"<{element} w:val=""#))?.1.split('"').next()
}
