//! Merged PDFs, read by qpdf and poppler.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::process::{Command, Stdio};

use lopdf::{Document, Object, Stream, dictionary};
use platen_pdf::merge::{MergeError, Merger};

/// Two pages that say `text`; the first links to the second by a name that all documents share. A picture that all share.
fn pdf(text: &str) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let pages = document.new_object_id();
    let font = document
        .add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" });
    let picture = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 100, "Height" => 100, "BitsPerComponent" => 8,
        "ColorSpace" => "DeviceGray",
    };
    let noise: Vec<u8> = (0..10_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let picture = document.add_object(Stream::new(picture, noise));
    let resources =
        dictionary! { "Font" => dictionary! { "F" => font }, "XObject" => dictionary! { "I" => picture } };
    let kids: Vec<Object> = (1..=2)
        .map(|number| {
            let drawing = format!("BT /F 20 Tf 50 700 Td ({text} page {number}) Tj ET");
            let drawing = document.add_object(Stream::new(dictionary! {}, drawing.into_bytes()));
            document
                .add_object(dictionary! { "Type" => "Page", "Parent" => pages, "Contents" => drawing })
                .into()
        })
        .collect();
    let link = document.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => vec![0.into(), 0.into(), 9.into(), 9.into()],
        "Dest" => Object::string_literal("end"),
    });
    let (first, second) = (kids[0].as_reference().unwrap(), kids[1].clone());
    document.get_dictionary_mut(first).unwrap().set("Annots", vec![link.into()]);
    document.objects.insert(
        pages,
        dictionary! {
            "Type" => "Pages", "Count" => 2, "Kids" => kids, "Resources" => resources,
            "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
        }
        .into(),
    );
    let names = vec![Object::string_literal("end"), vec![second, "Fit".into()].into()];
    let catalog = document.add_object(dictionary! {
        "Type" => "Catalog", "Pages" => pages,
        "Names" => dictionary! { "Dests" => dictionary! { "Names" => names } },
    });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn merged(count: usize) -> Vec<u8> {
    let mut merger = Merger::new(Vec::new()).unwrap();
    for number in 1..=count {
        merger.add(&format!("Über {number}"), &pdf(&format!("Letter {number}"))).unwrap();
    }
    merger.finish(Some("Letters")).unwrap()
}

fn printed(program: &str, before: &[&str], pdf: &[u8], after: &[&str]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pdf).unwrap();
    let mut command = Command::new(program);
    let output = command.args(before).arg(file.path()).args(after).stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn pages_bookmarks_and_links_are_there_in_order() {
    // More than one node of the page tree at two levels.
    let pdf = merged(600);
    printed("qpdf", &["--check"], &pdf, &[]);
    assert!(printed("pdfinfo", &[], &pdf, &[]).lines().any(|line| line == "Pages:           1200"));
    let text = printed("pdftotext", &[], &pdf, &["-"]);
    let pages: Vec<&str> = text.split('\u{c}').map(str::trim).collect();
    assert_eq!(
        (pages[0], pages[1], pages[1199]),
        ("Letter 1 page 1", "Letter 1 page 2", "Letter 600 page 2")
    );

    let outlines = printed("qpdf", &["--json", "--json-key=outlines"], &pdf, &[]);
    assert_eq!(outlines.matches("\"title\": \"Über").count(), 600);
    assert!(outlines.contains("\"destpageposfrom1\": 1199") && outlines.contains("\"title\": \"Über 600\""));

    // Each link by name leads to its own document's second page.
    let document = Document::load_mem(&pdf).unwrap();
    let pages = document.get_pages();
    for number in (1..=1199).step_by(2) {
        let links = document.get_page_annotations(pages[&number]).unwrap();
        let place = links[0].get(b"Dest").unwrap().as_array().unwrap();
        assert_eq!(place[0].as_reference().unwrap(), pages[&(number + 1)], "link on page {number}");
    }
}

#[test]
fn what_is_the_same_is_written_once_and_the_same_bytes_come_again() {
    let (one, many) = (merged(1), merged(100));
    // The picture alone has 10 kB.
    assert!(many.len() < one.len() + 100 * 1000, "{} and {}", one.len(), many.len());
    assert_eq!(many, merged(100));
}

#[test]
fn what_cannot_be_merged_is_named() {
    let mut merger = Merger::new(Vec::new()).unwrap();
    let error = merger.add("Letter 7", b"no PDF").unwrap_err();
    assert!(
        matches!(error, MergeError::Document { .. }) && error.to_string().contains("Letter 7"),
        "{error}"
    );
    assert!(matches!(Merger::new(Vec::new()).unwrap().finish(None), Err(MergeError::Empty)));
}

#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    assert!(matches!(Merger::new(Full).map(|_| ()), Err(MergeError::Write(_))));
}
