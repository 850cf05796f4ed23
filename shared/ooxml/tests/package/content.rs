//! What the parts of a document may be and refer to.

use platen_ooxml::Limits;
use platen_ooxml::package::{Package, PackageError};

use crate::builder::{Entry, OFFICE, W, WORD, content_types, minimal, relationships, with, zip};

const STRICT: &str = "http://purl.oclc.org/ooxml/officeDocument/relationships";

fn open(entries: &[Entry]) -> Result<Package, PackageError> {
    Package::open(zip(entries), &Limits::default())
}

/// A document whose main part is of `main` and that has `more` in its table of types.
fn typed(main: &str, more: &str, parts: &[Entry]) -> Result<Package, PackageError> {
    let mut entries = minimal();
    entries[0] = content_types(main, more);
    entries.extend_from_slice(parts);
    open(&entries)
}

fn document_refers(kind: &str, target: &str, more: &str) -> Result<Package, PackageError> {
    let rels = relationships("word/_rels/document.xml.rels", &[("rId9", kind, target, more)]);
    Package::open(with(&[rels]), &Limits::default())
}

#[test]
fn other_files_of_office_are_called_by_their_name() {
    let found = |main: &str| typed(main, "", &[]).unwrap_err();
    let sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
    assert_eq!(found(sheet), PackageError::NotADocument { found: "an Excel workbook" });
    let macros = found("application/vnd.ms-word.document.macroEnabled.main+xml");
    assert_eq!(macros, PackageError::Macros { part: "word/document.xml".to_owned() });
    assert_eq!(open(&minimal()[..1]).unwrap_err(), PackageError::NoMainDocument);
    assert_eq!(open(&minimal()[1..]).unwrap_err(), PackageError::NoContentTypes);
    assert_eq!(open(&minimal()[..2]).unwrap_err(), PackageError::NoMainDocument);
}

#[test]
fn programs_are_refused() {
    let main = format!("{WORD}.document.main+xml");
    let part = |name: &str, content_type: &str| {
        let more = format!("<Override PartName=\"/{name}\" ContentType=\"{content_type}\"/>");
        typed(&main, &more, &[Entry::stored(name, b"bytes")]).unwrap_err()
    };
    let is = |name: &str| name.to_owned();
    let office = "application/vnd.ms-office";
    assert_eq!(
        part("word/a.bin", &format!("{office}.vbaProject")),
        PackageError::Macros { part: is("word/a.bin") }
    );
    assert_eq!(
        part("word/vbaProject.bin", "image/png"),
        PackageError::Macros { part: is("word/vbaProject.bin") }
    );
    assert_eq!(
        part("word/x.xml", &format!("{office}.activeX+xml")),
        PackageError::ActiveX { part: is("word/x.xml") }
    );
    for base in [OFFICE, STRICT] {
        let control = document_refers(&format!("{base}/control"), "x.dat", "").unwrap_err();
        assert_eq!(control, PackageError::ActiveX { part: is("word/x.dat") });
    }
    let vba =
        document_refers("http://schemas.microsoft.com/office/2006/relationships/vbaProject", "x.dat", "");
    assert_eq!(vba.unwrap_err(), PackageError::Macros { part: is("word/x.dat") });
}

#[test]
fn the_attached_template_is_forgotten() {
    let r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let settings = format!(
        "<w:settings xmlns:w=\"{W}\" xmlns:r=\"{r}\"><w:zoom w:percent=\"100\"/><w:attachedTemplate r:id=\"rId1\"/><w:x/></w:settings>"
    );
    let attached = format!("{OFFICE}/attachedTemplate");
    let link = format!("{OFFICE}/hyperlink");
    let external = "TargetMode=\"External\"";
    let rels = relationships(
        "word/_rels/settings.xml.rels",
        &[("rId1", &attached, "file:///C:\\Normal.dotm", external), ("rId2", &link, "http://x", external)],
    );
    let file = with(&[Entry::deflated("word/settings.xml", settings.as_bytes()), rels]);
    let package = Package::open(file, &Limits::default()).unwrap();
    let text = |name: &str| String::from_utf8(package.read(package.part(name).unwrap()).unwrap()).unwrap();
    assert_eq!(package.diagnostics().count(), 0, "nobody sees that it is gone");
    assert_eq!(text("word/settings.xml"), settings.replace("<w:attachedTemplate r:id=\"rId1\"/>", ""));
    assert!(!text("word/_rels/settings.xml.rels").contains("Normal"));
    let left = package.relationships("word/settings.xml").unwrap();
    assert_eq!(left.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["rId2"]);
    // What is written opens again, and has nothing left to forget.
    let again = Package::open(package.write(&[], &[]).unwrap(), &Limits::default()).unwrap();
    assert_eq!(again.write(&[], &[]).unwrap(), package.write(&[], &[]).unwrap());
}

#[test]
fn a_template_becomes_a_document() {
    let package = typed(&format!("{WORD}.template.main+xml"), "", &[]).unwrap();
    assert!(package.is_template());
    let again = Package::open(package.write(&[], &[]).unwrap(), &Limits::default()).unwrap();
    assert!(!again.is_template());
    for opened in [&package, &again] {
        let expected = format!("{WORD}.document.main+xml");
        assert_eq!(opened.content_type("word/document.xml"), Some(expected.as_str()));
    }
    let escaped = typed(&format!("{WORD}.&#x74;emplate.main+xml"), "", &[]).unwrap_err();
    assert!(matches!(escaped, PackageError::MalformedPart { .. }));
}

#[test]
fn a_doctype_is_refused_wherever_it_stands() {
    let hostile = b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>";
    let wide: Vec<u8> = "\u{FEFF}<!DOCTYPE a><a/>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (name, bytes) in
        [("customXml/item1.xml", &hostile[..]), ("word/x.xml", &wide), ("word/_rels/x.xml.rels", hostile)]
    {
        let error = Package::open(with(&[Entry::deflated(name, bytes)]), &Limits::default()).unwrap_err();
        assert_eq!(error, PackageError::Doctype { part: name.to_owned() });
    }
    let mut entries = minimal();
    entries[0] = Entry::deflated("[Content_Types].xml", hostile);
    assert_eq!(open(&entries).unwrap_err(), PackageError::Doctype { part: "[Content_Types].xml".to_owned() });
}
